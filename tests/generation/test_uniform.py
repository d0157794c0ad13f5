"""All full classic 9×9 grids are equally likely."""

from math import factorial, sqrt

import numpy as np
from grids import obeys

from nonet.generation import random_words
from nonet.generation.uniform import BANDS, CHOICES, proposals, uniform_grids

#: The number of full classic grids (Felgenhauer and Jarvis, 2005).
GRIDS = 6_670_903_752_021_072_936_960


def keys(count, seed=1):
    numbers = np.arange(count, dtype=np.uint64)
    return random_words.keys(seed, numbers, np.zeros_like(numbers))


def test_the_grids_obey_the_rules():
    grids = uniform_grids(keys(1000))
    assert obeys(np.zeros_like(grids), grids).all()


def test_the_share_of_completed_proposals_is_the_known_number_of_grids():
    # Grids are uniform if every step has a fixed number of choices, and each grid is reached in one
    # way. A mistake in either would change this number.
    count = 100_000
    completed, found = proposals(keys(count))
    share = len(completed) / count
    estimate = factorial(9) * BANDS**2 * CHOICES * share
    spread = GRIDS * sqrt(share * (1 - share) / count) / share
    assert abs(estimate - GRIDS) < 4 * spread < 0.05 * GRIDS
    assert len(np.unique(found, axis=0)) == len(found)


def test_a_grid_does_not_depend_on_the_others_of_its_batch():
    together = uniform_grids(keys(100))
    alone = [uniform_grids(keys(100)[i : i + 1])[0] for i in range(100)]
    assert (together == alone).all()


def test_no_cell_prefers_a_value():
    grids = uniform_grids(keys(4000, seed=2))
    for value in range(1, 10):
        held = (grids == value).sum(axis=0)
        # Allow 6 standard deviations of a binomial distribution, because 729 counts are compared.
        assert np.abs(held - 4000 / 9).max() < 6 * sqrt(4000 * 8 / 81)


def test_the_last_boxes_are_like_the_first():
    # Two boxes in different bands and stacks have a row with the same three values equally often,
    # whichever two boxes and rows you take. Compare three such pairs of rows.
    boards = uniform_grids(keys(6000, seed=3)).reshape(-1, 9, 9)

    def same_rows(first, second):
        rows = (
            np.sort(boards[:, row, column : column + 3], axis=1) for row, column in (first, second)
        )
        return (next(rows) == next(rows)).all(axis=1).mean()

    shares = [same_rows((0, 0), (3, 3)), same_rows((0, 0), (8, 6)), same_rows((4, 3), (8, 6))]
    spread = sqrt(max(shares) / 6000)
    assert max(shares) - min(shares) < 5 * spread
