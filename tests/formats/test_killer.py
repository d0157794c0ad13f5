"""Killers in 81 characters, as numbers with colons, and as SumoCue has them."""

import re
from dataclasses import replace

import pytest
from examples import case
from hypothesis import given
from hypothesis import strategies as st

from nonet.formats import classic, latin, parse, write
from nonet.rules import Cage, Diagonals, Regions, Thermo
from nonet.system.errors import PuzzleError

NINE = classic(order=3)
ROWS = Regions(tuple(tuple(range(start, start + 9)) for start in range(0, 81, 9)))


@st.composite
def killers(draw):
    """Draw cages that share no cell, each in one piece; each has its own sum."""
    left, cages = set(NINE.grid.cells), []
    for start in draw(st.lists(st.sampled_from(NINE.grid.cells), unique=True, max_size=9)):
        cells, size = [], draw(st.integers(2, 5))
        near = {start} & left
        while near and len(cells) < size:
            cell = draw(st.sampled_from(sorted(near)))
            cells.append(cell)
            left.discard(cell)
            row, column = NINE.grid.place(cell)
            steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
            around = {(row + down, column + right) for down, right in steps}
            near |= {NINE.grid.at(*place) for place in around if NINE.grid.has(*place)}
            near &= left
        if len(cells) > 1:
            cages.append(Cage(tuple(sorted(cells)), draw(st.integers(1, 45))))
    return NINE.with_rules(*sorted(cages, key=lambda cage: cage.cells))


@pytest.mark.parametrize("format", ["killer", "ps", "sumocue"])
@given(puzzle=killers())
def test_killers_are_written_and_read(format, puzzle):
    text = write(puzzle, format)
    assert parse(text, format=format) == puzzle
    if format != "killer" or set(text) & set("<>^`',"):
        assert parse(text) == puzzle


def test_the_sums_and_arrows_of_each_notation():
    eleven = NINE.with_rules(Cage((0, 1), 11))
    corners = NINE.with_rules(Cage((0, 10, 18, 19), 45), Cage((8, 16, 26), 36))
    free = NINE.with_rules(Cage((0, 1)))
    for text, puzzle in {
        "B<" + "0" * 79: eleven,
        "j0000000a0`00000'0>^000000`" + "0" * 54: corners,
        "0<" + "0" * 79: free,
        "3x3::k:2817:2817:" + "0:" * 79: eleven,
        "3x3::k:2817:2817:" + "0:" * 78 + "255": eleven,
        "3x3:d:k:2817:2817:" + "0:" * 79: NINE.with_rules(Diagonals(), Cage((0, 1), 11)),
        "SumoCueV1=11+0" + "=0" * 79: eleven,
        "SumoCueV1=11+0+1" + "=0" * 78: NINE.with_rules(Cage((0, 1, 2), 11)),
        "SumoCueV1=0+0" + "=0" * 79: free,
        "SumoCueV1=5" + "=0" * 80: NINE.with_givens({0: 5}),
        "SumoCueV1D" + "=0" * 81: NINE.with_rules(Diagonals()),
        "SumoCueV1" + "".join(f"=0J{row}" * 9 for row in range(9)): latin(side=9).with_rules(ROWS),
    }.items():
        with case(text):
            assert parse(text) == puzzle


def test_what_is_wrong_is_named():
    for format, text, message in [
        ("killer", "B<", "2 characters: a killer has 81"),
        ("killer", "><" + "0" * 79, "r1c1: the arrows lead in a circle"),
        ("killer", "<" + "0" * 80, "r1c1: '<' points out of the grid"),
        ("killer", "0" * 80 + "!", "r9c9: '!' is neither an arrow nor a sum"),
        ("ps", "3x3::k:1:2", "2 numbers: there are 81 cells"),
        ("ps", "2x2::k:" + "0:" * 81, "'2x2::k:' is unknown"),
        ("ps", "3x3:x:k:" + "0:" * 81, "'3x3:x:k:' is unknown"),
        ("ps", "3x3::k:" + "x:" * 81, "r1c1: 'x' is no number"),
        ("ps", "0:0", "'0:0' does not begin with '3x3::k:'"),
        ("sumocue", "=11", "'=11' does not begin with 'SumoCueV1'"),
        ("sumocue", "SumoCueV1=11", "1 entries, not 81"),
        ("sumocue", "SumoCueV1-11", "not a list of entries"),
        ("sumocue", "SumoCueV1+1+0" + "=0" * 79, "r1c1: its cage has no first cell"),
        ("sumocue", "SumoCueV1+81" + "=0" * 80, "r1c1: there is no cell 81"),
        ("sumocue", "SumoCueV1=0J0" + "=0" * 80, "r1c2: it has no region"),
        ("sumocue", "SumoCueV1" + "=0J0" * 81, "the region J0 has 81 cells"),
    ]:
        with case(text), pytest.raises(PuzzleError, match=re.escape(message)):
            parse(text, format=format)


def test_what_they_cannot_express_is_refused():
    for format, puzzle, message in [
        ("killer", NINE.with_rules(Cage((0, 2), 5)), "it is not in one piece"),
        ("killer", NINE.with_rules(Cage((0, 1), 5), Cage((1, 2), 5)), "two cages that share r1c2"),
        ("killer", NINE.with_givens({0: 5}), "the given in r1c1"),
        ("killer", NINE.with_rules(Thermo((0, 1))), "the rule thermo"),
        ("killer", NINE.with_rules(Cage((0, 1), totals=(5, 6))), "it is not one sum"),
        ("killer", NINE.with_rules(Cage((0, 1), 46)), "a sum is 1 to 45"),
        ("killer", NINE.with_rules(Diagonals()), "the rule diagonals"),
        ("killer", latin(side=9), "a puzzle without the rule boxes"),
        ("killer", classic(order=2), "a 4×4 puzzle"),
        ("killer", replace(NINE, marks=(3, *NINE.marks[1:])), "the marks of r1c1"),
        ("ps", NINE.with_rules(Cage((0, 1))), "it has no sum"),
        ("sumocue", NINE.with_rules(Cage((0,), 5)), "a cage of one cell is a given"),
        ("sumocue", NINE.with_rules(Cage((0, 1), 5)).with_givens({1: 2}), "the given in r1c2"),
        ("sumocue", NINE.with_rules(ROWS), "not either boxes or one kind of regions"),
    ]:
        with case(message), pytest.raises(PuzzleError, match=re.escape(message)):
            write(puzzle, format)
