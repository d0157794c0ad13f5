"""Pictures of puzzles are equal to stored files.

`NONET_GOLDEN=write pytest tests/drawing` writes the files again. Look at each changed picture, for
example with `rsvg-convert -b white -z 2 FILE > FILE.png`.
"""

import os
from importlib.resources import files
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


def killer(values=None):
    text = (files("nonet") / "puzzles" / "killer.json").read_text()
    return draw_svg(parse(text), values)


def every_sign():
    """Two thermometers, dots, parities, cages, shaded groups, diagonals, candidates, and words."""
    listed = (
        rules.Diagonals(),
        rules.Windoku(),
        rules.ExtraRegion(at("r7c3 r7c4 r6c3 r6c4 r5c4")),
        rules.Thermo(at("r1c1 r1c2 r2c3 r3c3 r4c3")),
        rules.Thermo(at("r9c9 r8c9 r7c8")),
        rules.WhiteDot(*at("r1c5 r1c6")),
        rules.BlackDot(*at("r3c5 r4c5")),
        rules.Odd(at("r5c1 r5c2")),
        rules.Even(at("r6c1 r6c2")),
        rules.Cage(at("r8c1 r8c2 r9c1"), 15),
        rules.Cage(at("r8c4 r8c5")),
        rules.Among(at("r1c9 r2c9"), (1, 5, 9)),
        rules.AntiKnight(),
        rules.NonConsecutive(),
    )
    return draw_svg(classic("." * 81, *listed).with_givens({4: 5, 80: 3}), [None] * 80 + [3])


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


def jigsaw():
    letters = "AAABBAACBBDCCCBDDCEEDDEEE"
    regions = (
        tuple(cell for cell, letter in enumerate(letters) if letter == name) for name in "ABCDE"
    )
    listed = (rules.Rows(), rules.Columns(), rules.Regions(tuple(regions)))
    return draw_svg(Puzzle(Grid(5, 5), rules=listed).with_givens({0: 5, 12: 3}))


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
    "killer": killer,
    "every_sign": every_sign,
    "no_signs": no_signs,
    "jigsaw": jigsaw,
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
