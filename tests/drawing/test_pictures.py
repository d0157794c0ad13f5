"""Pictures of puzzles are equal to stored files.

`NONET_GOLDEN=write pytest tests/drawing` writes the files again. Look at each changed picture, for
example with `rsvg-convert -b white -z 2 FILE > FILE.png`.
"""

import os
from pathlib import Path

import pytest
from drawn_boards import AMBIGUOUS, SOLVED, WIKIPEDIA
from examples import case, classic, pattern

from nonet import rules
from nonet.drawing.svg import draw_svg
from nonet.formats import parse
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import check

GOLDEN = Path(__file__).parent / "golden"
PUZZLES = Path(__file__).parents[1] / "puzzles"


def at(names):
    return WIKIPEDIA.grid.named(names)


def no_signs():
    """Rules without a correct sign in the picture, which words describe."""
    listed = (
        rules.Cage((0, 10), 7),  # in two pieces
        rules.Cage((1, 2), 3),
        rules.Cage((2, 3), 5),  # next to another cage
        rules.WhiteDot(0, 15),
        rules.BlackDot(4, 5),
        rules.WhiteDot(5, 4),
        rules.Thermo((0, 7)),
        rules.ExtraRegion((3, 12)),
        rules.Odd((8,)),
        rules.Even((8, 9)),
        rules.Among((15,), (1, 2)),  # the cell is filled
    )
    return draw_svg(classic("...............4", *listed))


def candidates():
    """Draw printed candidates (bold), other candidates (light), and eliminated ones (pale)."""
    puzzle = classic("1..............4", rules.Among((1, 2), (2, 3)))
    return draw_svg(puzzle, marks=[0b1111, 0b0100, 0b0110, 0, *[0b1011] * 12], highlight=[3])


def two_digits():
    cells = len(pattern(4, 4))
    puzzle = Puzzle(Grid(16, 16), rules=(rules.Rows(), rules.Columns(), rules.Boxes(4, 4)))
    values = [value + 1 for value in pattern(4, 4)]
    return draw_svg(puzzle.with_givens({cell: values[cell] for cell in range(0, cells, 3)}), values)


def rectangle():
    listed = (rules.Rows(), rules.Columns(), rules.Boxes(2, 3))
    puzzle = Puzzle(Grid(2, 6, range(100, 106)), rules=listed, meta=(("label", "a <small> one"),))
    return draw_svg(puzzle.with_givens({3: 105}), [100, *[None] * 11], caption="of three digits")


PICTURES = {
    "classic": lambda: draw_svg(WIKIPEDIA),
    "solved": lambda: draw_svg(WIKIPEDIA, SOLVED, highlight=at("r5c5 r9c9")),
    "no_signs": no_signs,
    "candidates": candidates,
    "two_digits": two_digits,
    "rectangle": rectangle,
    "witnesses": lambda: check(AMBIGUOUS, backend="norvig")._repr_svg_(),
    "clash": lambda: check(classic("11.............."))._repr_svg_(),
}


def golden(path, picture):
    if os.environ.get("NONET_GOLDEN") == "write":
        path.write_text(picture + "\n")
    assert picture + "\n" == path.read_text(), "see the head of this file"


@pytest.mark.parametrize("name", PICTURES)
def test_golden(name):
    golden(GOLDEN / f"{name}.svg", PICTURES[name]())


def test_the_puzzles_of_setters_have_their_pictures_beside_them():
    models = sorted(PUZZLES.glob("*.json"))
    assert models
    for model in models:
        with case(model.stem):
            golden(model.with_suffix(".svg"), draw_svg(parse(model.read_text())))
    assert {path.stem for path in PUZZLES.glob("*.svg")} == {model.stem for model in models}


def test_every_golden_picture_is_drawn():
    assert {path.stem for path in GOLDEN.glob("*.svg")} == set(PICTURES)
