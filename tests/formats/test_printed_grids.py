"""nonet reads the grids that it prints, and grids from elsewhere."""

from dataclasses import replace

import pytest
from examples import case
from hypothesis import given
from hypothesis import strategies as st

import nonet
from nonet import PuzzleError, classic, latin, parse, read, write
from nonet.cli.common.output import legible
from nonet.drawing import draw, draw_side_by_side
from nonet.rules import AntiKnight

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [EASY[start : start + 9] for start in range(0, 81, 9)]
TWISTED = parse("1...............\nAAABCABBCCDBCDDD", format="jigsaw")
WIDE = parse("\n".join(["." * 36, "AAAABBACABBBCCCBDDEECCDDEEFFDDEEFFFF"]), format="jigsaw")


@st.composite
def boards(draw_value):
    """Draw a classic puzzle, a Latin square or a jigsaw with some givens."""
    shapes = [(2, 2), (2, 3), (3, 2), (3, 3), (5, 2), (4, 4)]
    others = [latin(side=5), latin(side=6), TWISTED, WIDE]
    empty = draw_value(st.sampled_from([*(classic(boxes=shape) for shape in shapes), *others]))
    given, count = st.sampled_from([None, None, *empty.grid.values]), len(empty.grid.cells)
    givens = draw_value(st.lists(given, min_size=count, max_size=count))
    return replace(empty, givens=tuple(givens))


@given(puzzle=boards(), highlight=st.sets(st.integers(0, 15)))
def test_drawings_of_show_are_read(puzzle, highlight):
    assert parse(draw(puzzle)) == puzzle
    assert parse(draw(puzzle, highlight=sorted(highlight))) == puzzle
    drawn = legible(draw(puzzle, highlight=sorted(highlight)), "ascii")
    assert drawn.isascii()
    if len(puzzle.rules) > 2:
        assert parse(drawn) == puzzle
        assert parse(f"a label\n{drawn}").label == "a label"


def test_a_frame_alone_leaves_the_boxes_to_the_size():
    drawn = legible(draw(latin(side=6)), "ascii")
    assert parse(drawn) == classic(boxes=(2, 3))
    assert parse(draw(latin(side=6))) == latin(side=6)
    assert parse(legible(draw(latin(side=5)), "ascii")) == latin(side=5)


def test_a_solution_is_read_as_givens():
    solved = nonet.solve(EASY).solution
    assert parse(draw(EASY, solved)).givens == solved


def test_several_drawings_and_their_labels_are_read():
    labelled = replace(classic(EASY), meta=(("label", "an easy one"),))
    text = f"{draw(labelled)}\n\n{draw(TWISTED)}\n"
    for drawn in (text, legible(text, "ascii")):
        assert [record.puzzle for record in read(drawn)] == [labelled, TWISTED]


def test_a_heading_is_the_label_of_a_drawing_too():
    labelled = replace(classic(EASY), meta=(("label", "Grid 01"),))
    plain = "Grid 02\n" + "\n".join(ROWS)
    found = [record.puzzle for record in read(f"{draw(labelled)}\n\n{plain}")]
    assert [puzzle.label for puzzle in found] == ["Grid 01", "Grid 02"]
    assert found[0] == labelled == parse(legible(draw(labelled), "ascii"))


def test_a_second_line_above_a_drawing_is_not_dropped():
    for above in ("hello\nby me", "Grid 01\nby me"):
        for drawn in (draw(EASY), legible(draw(EASY), "ascii")):
            with (
                case(above),
                pytest.raises(PuzzleError, match=r"'by me' is a second line above the drawing"),
            ):
                parse(f"{above}\n{drawn}")


def test_words_in_a_drawing_are_refused():
    drawn = draw(classic(EASY).with_rules(AntiKnight()))
    for text in (drawn, legible(drawn, "ascii")):
        with pytest.raises(
            PuzzleError, match=r"line 14: grid cannot read the text .* below the drawing"
        ):
            parse(text)
    with pytest.raises(PuzzleError, match="Separate boards with a blank line"):
        parse(draw_side_by_side("....", [(1, 2, 2, 1), (2, 1, 1, 2)]))
    with pytest.raises(PuzzleError, match="the columns of the drawing are not aligned"):
        parse(draw(classic(EASY)).replace("┃ 5 3 · ┃", "┃  5 3 ·┃"))


def test_an_empty_row_of_dashes_is_not_a_separator():
    text = "12--\n----\n2---\n---3"
    assert write(parse(text)) == "12......2......3"
