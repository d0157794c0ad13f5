"""Tests of candidates of each cell, in 729 characters and in rows of words."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from nonet.formats import classic, parse, write


@st.composite
def candidates(draw, orders):
    """Draw a given or a set of two values or more for each cell."""
    puzzle = classic(order=draw(st.sampled_from(orders)))
    grid = puzzle.grid
    masks = draw(st.lists(st.integers(1, grid.full), min_size=1, max_size=len(grid.cells)))
    masks += [grid.full] * (len(grid.cells) - len(masks))
    single = [mask.bit_count() == 1 for mask in masks]
    givens = tuple(grid.value_of(m) if one else None for m, one in zip(masks, single, strict=True))
    marks = tuple(grid.full if one else mask for mask, one in zip(masks, single, strict=True))
    return replace(puzzle, givens=givens, marks=marks)


@given(candidates([1, 2, 3, 4]))
def test_candidates_are_written_and_read(puzzle):
    text = write(puzzle, "pencilmarks")
    assert parse(text, format="pencilmarks") == puzzle
    if puzzle.grid.rows == 9:
        assert parse(text) == puzzle
    if 1 < puzzle.grid.rows <= 9:
        assert parse(in_rows(text, puzzle.grid.rows), format="sdx") == puzzle


def in_rows(text, side):
    """Write the pencil marks of a puzzle as rows of words."""
    cells = [text[start : start + side].replace(".", "") for start in range(0, side**3, side)]
    return "\n".join(" ".join(cells[start : start + side]) for start in range(0, side**2, side))


def test_a_label_may_follow_pencil_marks():
    nine = replace(classic(order=3), marks=(3,) * 81)
    for puzzle, format in ((nine, None), (classic(order=2), "pencilmarks")):
        labelled = replace(puzzle, meta=(("label", "my label"),))
        text = write(puzzle, "pencilmarks") + "  my label"
        assert parse(text, format=format) == labelled
        assert parse(write(labelled, "pencilmarks"), format=format) == labelled


def test_empty_places_may_be_zeros():
    text = "1000" + "1234" * 15
    assert parse(text, format="pencilmarks") == classic("1" + "." * 15)
    assert parse(text).grid.rows == 8  # without the name it is a line


def test_beyond_nine_a_value_takes_two_digits():
    puzzle = classic(order=4).with_givens({0: 16, 1: 1})
    text = write(puzzle, "pencilmarks")
    assert text.startswith("." * 30 + "16" + "01" + "." * 30)
    assert parse(text, format="pencilmarks") == puzzle
