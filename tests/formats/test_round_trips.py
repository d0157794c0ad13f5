"""Written texts read back as the same puzzle, or writing is refused."""

from dataclasses import replace

import pytest
from breadth import tried
from hypothesis import given
from hypothesis import strategies as st

from nonet.formats import WRITTEN, classic, latin, parse, read, write
from nonet.rules import Columns, Regions, Rows
from nonet.system.errors import PuzzleError

labels = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(
    lambda text: text == text.strip() and "\n" not in text and "\r" not in text
)


@st.composite
def classics(draw, sides, firsts=(1,)):
    """Draw givens at random. They may clash, because formats do not check this."""
    side, first = draw(st.sampled_from(sides)), draw(st.sampled_from(firsts))
    empty = classic("." * side**2) if side <= 36 else classic(" ".join("." * side**2))
    if first == 0:
        empty = replace(empty, grid=replace(empty.grid, values=range(side)))
    cells = st.sampled_from(empty.grid.cells)
    values = st.sampled_from(empty.grid.values)
    return empty.with_givens(draw(st.dictionaries(cells, values, max_size=side**2)))


def reads_back_or_is_refused(puzzle, format):
    try:
        text = write(puzzle, format)
    except PuzzleError:
        return False
    assert parse(text, format=format) == puzzle
    return True


SMALL, LARGE = range(1, 10), [10, 16, 25, 37]


@pytest.mark.parametrize(
    ("format", "sides"),
    [
        *(("line", SMALL), ("tokens", SMALL), ("grid", SMALL)),
        *(("sdm", [9]), ("sdk", [9]), ("tokens", LARGE), ("grid", LARGE)),
    ],
)
@tried(60)
@given(data=st.data())
def test_classic_puzzles_are_written_and_detected(format, sides, data):
    puzzle = data.draw(classics(sides))
    assert reads_back_or_is_refused(puzzle, format)
    if puzzle.grid.rows >= 4:  # a shorter text may be a row
        assert parse(write(puzzle, format)) == puzzle


@tried(60)
@given(classics([10, 12, 16, 25, 34, 36], firsts=(0, 1)))
def test_a_line_beyond_9_reads_back_or_is_refused(puzzle):
    reads_back_or_is_refused(puzzle, "line")
    reads_back_or_is_refused(puzzle, "tokens")


@given(classics([16]).filter(lambda puzzle: 16 in puzzle.givens))
def test_a_16x16_line_with_its_highest_value_is_always_written(puzzle):
    assert parse(write(puzzle)) == puzzle


@given(classics([4, 9]), labels)
def test_labels_of_lines(puzzle, label):
    labelled = replace(puzzle, meta=(("label", label),))
    assert parse(write(labelled)) == labelled


@given(st.lists(classics([4, 9]), min_size=1, max_size=4), st.sampled_from(sorted(WRITTEN)))
def test_several_puzzles(puzzles, format):
    if format == "sdk" or (format == "sdm" and any(p.grid.rows == 4 for p in puzzles)):
        return
    if format == "jigsaw":
        puzzles = [jigsaw(puzzle) for puzzle in puzzles]
    text = "\n\n".join(write(puzzle, format) for puzzle in puzzles)
    assert [record.puzzle for record in read(text, format=format)] == puzzles


def jigsaw(puzzle):
    """Make regions that run from the second cell of a row to the first cell of the next row."""
    side = puzzle.grid.rows
    regions = {}
    for cell in puzzle.grid.cells:
        regions.setdefault((cell - 1) // side % side, []).append(cell)
    rules = (Rows(), Columns(), Regions(tuple(map(tuple, regions.values()))))
    return replace(puzzle, rules=rules)


@given(classics(range(2, 10)))
def test_jigsaws_are_written_and_detected(puzzle):
    shaped = jigsaw(puzzle)
    assert parse(write(shaped, "jigsaw")) == shaped


@pytest.mark.parametrize("format", ["tokens", "grid"])
def test_100x100(format):
    puzzle = classic(order=10).with_givens({0: 100, 9999: 1})
    assert parse(write(puzzle, format)) == puzzle


def test_1x1():
    for format in ("line", "tokens", "grid", "json"):
        for puzzle in (classic("1"), classic(order=1)):
            assert parse(write(puzzle, format)) == puzzle
    assert latin(side=1) != classic(order=1)
