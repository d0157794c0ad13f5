"""If a format cannot express a part of a puzzle, the error names the part, and another format."""

from dataclasses import replace

import pytest
from examples import case
from refusals import refused

from nonet.formats import WRITTEN, classic, latin, left_out, parse, write, write_values
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Cage, Columns, Diagonals, Regions, Rows
from nonet.system.errors import PuzzleError

NINE = classic(order=3)
JIGSAW = latin("." * 4).with_rules(Regions(((0, 1), (2, 3))))
JIGSAW_9 = latin("." * 81).with_rules(
    Regions([tuple(range(9 * row, 9 * row + 9)) for row in range(9)])
)

#: The formats of givens in default boxes, and of regions.
TEXTS = ("line", "tokens", "grid", "sdm", "sdk", "jigsaw")

CASES = {
    "another rule": (NINE.with_rules(Diagonals()), "the rule diagonals", "json"),
    "a cage": (NINE.with_rules(Cage((0, 1), 9)), "the rule cage", "json"),
    "no columns": (replace(NINE, rules=(Rows(),)), "a puzzle without the rule columns", "json"),
    "no rules": (replace(NINE, rules=()), "a puzzle without the rule rows", "json"),
    "other boxes": (classic(boxes=(3, 2)), "boxes of 3×2", "grid"),
    "no boxes": (latin(side=6), "a puzzle without boxes", "json"),
    "two kinds of boxes": (NINE.with_rules(Boxes(1, 9)), "the rule boxes", "json"),
    "regions": (JIGSAW, "the rule regions", "jigsaw"),
    "marks": (replace(NINE, marks=(3, *NINE.marks[1:])), "the marks of r1c1", "json"),
    "not a square": (Puzzle(Grid(2, 3), rules=(Rows(), Columns())), "a 2×3 grid", "json"),
    "other values": (Puzzle(Grid(2, 2, range(5, 7))), "values from 5 to 6", "json"),
    "values from 0": (
        Puzzle(Grid(2, 2, range(2)), rules=(Rows(), Columns())),
        "the values 0 to 1 (as 1-2)",
        "json",
    ),
    "too many values": (classic(boxes=(1, 37)), "boxes of 1×37", "json"),
    "49 values": (classic(order=7), "49 values as single characters", "tokens"),
}


FOUR = classic(order=2)
SINGLE = "the marks of r1c1: a single candidate is a given"
FROM_0 = classic("F" + "." * 255, alphabet="0-9A-F")
OTHERS = [
    ("line", FROM_0, "the values 0 to 15 (as 1-9A-G or 0-9A-F)", "json"),
    (
        "line",
        classic("0" * 16 + "1" * 240, alphabet="1-9A-G"),
        "the values 1 to 16 (as 1-9A-G or 0-9A-F)",
        "tokens",
    ),
    ("tokens", FROM_0, "the values 0 to 15", "json"),
    ("sdm", FOUR, "a 4×4 puzzle", "line"),
    ("grid", latin(side=6), "a puzzle without boxes", "json"),
    ("grid", classic(boxes=(1, 5)), "boxes of 1×5", "json"),
    ("grid", FOUR.with_rules(Boxes(1, 2)), "the rule boxes", "json"),
    ("jigsaw", latin(side=4), "a puzzle without the rules rows, columns and regions", "json"),
    ("jigsaw", JIGSAW.with_rules(Diagonals()), "the rule diagonals", "json"),
    (
        "jigsaw",
        latin(side=2).with_rules(Regions(((2, 3), (0, 1)))),
        "regions that are not sorted by their first cells",
        "json",
    ),
    (
        "jigsaw",
        latin(side=2).with_rules(Regions(((0, 1, 2, 3),))),
        "regions that do not have 2 cells",
        "json",
    ),
    ("pencilmarks", replace(FOUR, marks=(1, *FOUR.marks[1:])), SINGLE, "json"),
    ("pencilmarks", replace(FOUR, marks=(0, *FOUR.marks[1:])), SINGLE, "json"),
    ("pencilmarks", replace(FOUR.with_givens({0: 1}), marks=(3, *FOUR.marks[1:])), SINGLE, "json"),
    ("pencilmarks", FOUR.with_rules(Diagonals()), "the rule diagonals", "json"),
    ("pencilmarks", latin(side=4), "a puzzle without boxes", "json"),
    (
        "pencilmarks",
        replace(FOUR, grid=Grid(4, 4, range(4))),
        "a 4×4 grid of values from 0 to 3",
        "json",
    ),
]


@pytest.mark.parametrize(
    ("format", "puzzle", "what", "able"), [*(("line", *case) for case in CASES.values()), *OTHERS]
)
def test_what_a_format_cannot_express_is_named(format, puzzle, what, able):
    with refused(f"{format} cannot express {what}; {able} can"):
        write(puzzle, format)
    assert parse(write(puzzle, able), format=able) == puzzle


@pytest.mark.parametrize("format", TEXTS)
@pytest.mark.parametrize("case", ["a cage", "marks", "not a square"])
def test_only_json_expresses_everything(format, case):
    puzzle, _, _ = CASES[case]
    with pytest.raises(PuzzleError, match=f"^{format} cannot express .*; json can$"):
        write(puzzle, format)


METADATA = [
    (("author", "x"),),
    (("a\nb", "x"),),
    (("label", "x"), ("label", "y")),
    (("label", "two\nlines"),),
    (("label", "cut off \ud83d"), ("author", "x")),
    (("solution", "1" * 81), ("rules", "Normal rules apply."), ("author", "x")),
]


@pytest.mark.parametrize("format", WRITTEN)
def test_metadata_never_block_a_format(format):
    for meta in METADATA:
        puzzle = classic("." * 81) if format != "jigsaw" else JIGSAW_9
        annotated = replace(puzzle, meta=meta)
        written = write(annotated, format)
        with case(meta):
            read = parse(written, format=format)
            assert replace(read, meta=()) == puzzle
            there = {value for _, value in read.meta}
            lost = dict.fromkeys(key for key, value in meta if value not in there)
            assert left_out(annotated, written, format) == tuple(lost)


def test_metadata_with_a_field_are_kept():
    annotated = replace(NINE, meta=(("label", "a name"), ("author", "x"), ("source", "y")))
    assert parse(write(annotated)).meta == (("label", "a name"),)
    assert ("author", "x") in parse(write(annotated, "sdk"), format="sdk").meta
    assert left_out(annotated, write(annotated, "json"), "json") == ()


def test_the_order_of_rules_does_not_matter():
    puzzle = replace(NINE, rules=(Boxes(3, 3), Rows(), Columns(), Rows()))
    assert write(puzzle) == write(NINE)


def test_an_unknown_format_is_refused():
    with refused("unknown format 'grids'; did you mean 'grid'?"):
        write(NINE, "grids")


@pytest.mark.parametrize(
    ("grid", "values", "text"),
    [
        (Grid(2, 2), [1, 2, 2, None], "122."),
        (Grid(2, 3), [1, 2, 3, 3, 1, 2], "123312"),
        (Grid(1, 2, range(9, 11)), [9, 10], "9 10"),
        (Grid(10, 1), [10, 1, 2, 3, 4, 5, 6, 7, 8, None], "10 1 2 3 4 5 6 7 8 ."),
    ],
)
def test_values_stand_together_up_to_9(grid, values, text):
    assert write_values(grid, values) == text
