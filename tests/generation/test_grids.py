"""Full grids of every model are random, but the same seed gives the same grids."""

from collections import Counter
from itertools import islice

import pytest
from oracle import brute_force

from nonet.formats import classic, latin
from nonet.generation import full_grids, grids
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.counting import solutions
from nonet.rules import AntiKnight, Cage, Columns, Diagonals, Rows, Thermo, Windoku
from nonet.system.errors import PuzzleError
from nonet.validity import violations

EMPTY = classic(order=3)
MODELS = {
    "9×9": EMPTY,
    "first row": classic("123456789" + "." * 72),
    "a box": classic("".join(("915......", "2.6......", "738......")) + "." * 54),
    "some givens": classic("5...............3........" + "." * 56),
    "6×6": classic(boxes=(2, 3)),
    "16×16": classic(order=4),
    "latin": latin(side=7),
    "windoku": EMPTY.with_rules(Windoku()),
    "antiknight": EMPTY.with_rules(AntiKnight()),
    "cages": EMPTY.with_rules(Cage((0, 1, 9), 6), Cage((40, 41), 17)),
    "thermo": EMPTY.with_rules(Thermo((0, 10, 20, 30, 40))),
    "rows only": Puzzle(Grid(4, 4), rules=(Rows(),)),
    "more values": Puzzle(Grid(3, 3, range(6)), rules=(Rows(), Columns())),
}


def take(count, *args):
    return list(islice(full_grids(*args), count))


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_grids_obey_the_rules_and_the_givens_and_depend_on_the_seed(model):
    found = take(3, model, 1)
    assert not any(violations(model, grid) for grid in found)
    assert len(set(found)) == 3
    assert found == take(3, model, 1)
    assert found[:2] != take(2, model, 2)


# The 99.9 % quantiles of chi-squared for 287 and 11 degrees of freedom.
@pytest.mark.parametrize(
    ("model", "count", "limit"),
    [(classic(order=2), 288, 367.0), (classic("1234............"), 12, 31.3)],
    ids=["288 grids", "first row given"],
)
def test_the_4x4_grids_are_equally_likely(model, count, limit):
    assert chi_square(take(40 * count, model, 4), count) < limit


@pytest.mark.slow
@pytest.mark.parametrize("start", ["pattern", "assigned"])
def test_swapped_chains_reach_all_4x4_grids_equally(start, monkeypatch):
    # Try the method for large boards on a board with few grids.
    monkeypatch.setattr(grids, "_listed", lambda *_: ())
    if start == "assigned":
        monkeypatch.setattr(grids, "_boxes", lambda _: None)
    assert chi_square(take(10 * 288, classic(order=2), 5), 288) < 367.0


def chi_square(found, count):
    seen = Counter(found)
    expected = len(found) / count
    assert len(seen) == count
    return sum((number - expected) ** 2 / expected for number in seen.values())


def test_all_grids_are_drawn_if_the_givens_leave_few():
    model = classic("12..34..........")
    assert set(take(500, model, 1)) == brute_force(model) == set(solutions(model))


def test_a_model_without_grids_is_an_error():
    with pytest.raises(PuzzleError, match="no grid obeys these rules"):
        next(full_grids(classic("11..............")))
    with pytest.raises(PuzzleError, match="no grid obeys these rules"):
        next(full_grids(EMPTY.with_rules(Diagonals(), AntiKnight(), Windoku())))


def test_the_backend_does_not_change_the_grids():
    assert take(2, classic(order=2), 1, "norvig") == take(2, classic(order=2), 1)
    assert take(2, EMPTY, 1, "norvig") == take(2, EMPTY, 1)
