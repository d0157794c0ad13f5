"""A chain of links leads from a removed mark back to this mark, and is found in time."""

import pytest

from nonet.explanations.links import Digit, Shape
from nonet.model.grid import Grid
from nonet.questions.analysis.clues import House
from nonet.system.limits import TimeUp, limited_to

ROW = House("row", 1, tuple(range(9)))


def row_of_pairs(pairs):
    """Return a row of cells with the marks 1 and 2, and a next cell that can lose its 1."""
    marks = [0b11] * pairs + [0b111] * (81 - pairs)
    ones = tuple(Digit(ROW, value) for value in (1, 2))
    return Shape(Grid(9, 9), marks, ((pairs, 1),), (), ones, tuple(range(pairs)))


def test_two_cells_with_the_same_two_marks_lead_back_to_the_removed_mark():
    shape = row_of_pairs(2)
    chains = list(shape.chains(shape.links(), (2, 1)))
    assert [[link[:2] for link in chain] for chain in chains] == [
        [((0, 1), (0, 2)), ((1, 2), (1, 1))],
        [((1, 1), (1, 2)), ((0, 2), (0, 1))],
    ]


def test_the_orders_of_many_similar_links_respect_the_time_limit():
    shape = row_of_pairs(8)
    with limited_to(0), pytest.raises(TimeUp):
        list(shape.chains(shape.links(), (8, 1)))
