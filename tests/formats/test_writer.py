"""Written texts read back as the same puzzle, or the error names what a format cannot express."""

from dataclasses import dataclass, fields, replace

import pytest
from breadth import tried
from examples import case
from hypothesis import example, given
from hypothesis import strategies as st
from refusals import refused

from nonet.formats import WRITTEN, classic, latin, left_out, parse, read, write, write_values
from nonet.formats.contract import attempt
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Cage, Columns, Diagonals, Regions, Rows, Samurai, Windoku
from nonet.system.errors import PuzzleError

# --- refusals ------------------------------------------------------------------------------------

NINE = classic(order=3)
JIGSAW = latin("." * 4).with_rules(Regions(((0, 1), (2, 3))))
JIGSAW_9 = latin("." * 81).with_rules(
    Regions([tuple(range(9 * row, 9 * row + 9)) for row in range(9)])
)
SAMURAI = Puzzle(Grid(21, 21, range(1, 10)), rules=(Samurai(),))

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
    "other values": (Puzzle(Grid(2, 2, range(5, 7))), "a 2×2 grid of values from 5 to 6", "json"),
    "values from 0": (latin(side=2, alphabet="01"), "the values 0 to 1 (as 1-2)", "json"),
    "too many values": (classic(boxes=(1, 37)), "boxes of 1×37", "json"),
    "49 values": (classic(order=7), "49 values as single characters", "tokens"),
}


FOUR = classic(order=2)
SINGLE = "the marks of r1c1: a single candidate is a given"
SORTED = "sorted by their first cells"
FROM_0 = classic("F" + "." * 255, alphabet="0-9A-F")
TWO = latin(side=2)
ONLY_JSON = [
    ("line", FROM_0, "the values 0 to 15 (as 1-9A-G or 0-9A-F)"),
    ("tokens", FROM_0, "the values 0 to 15"),
    ("grid", latin(side=6), "a puzzle without boxes"),
    ("grid", classic(boxes=(1, 5)), "boxes of 1×5"),
    ("grid", FOUR.with_rules(Boxes(1, 2)), "the rule boxes"),
    ("jigsaw", latin(side=4), "a puzzle without the rules rows, columns and regions"),
    ("jigsaw", JIGSAW.with_rules(Diagonals()), "the rule diagonals"),
    ("jigsaw", TWO.with_rules(Regions(((2, 3), (0, 1)))), f"regions that are not {SORTED}"),
    ("jigsaw", TWO.with_rules(Regions(((0, 1, 2, 3),))), "regions that do not have 2 cells"),
    ("pencilmarks", replace(FOUR, marks=(1, *FOUR.marks[1:])), SINGLE),
    ("pencilmarks", replace(FOUR, marks=(0, *FOUR.marks[1:])), SINGLE),
    ("pencilmarks", replace(FOUR.with_givens({0: 1}), marks=(3, *FOUR.marks[1:])), SINGLE),
    ("pencilmarks", FOUR.with_rules(Diagonals()), "the rule diagonals"),
    ("pencilmarks", latin(side=4), "a puzzle without boxes"),
    ("pencilmarks", replace(FOUR, grid=Grid(4, 4, range(4))), "a 4×4 grid of values from 0 to 3"),
]
ONES = classic("0" * 16 + "1" * 240, alphabet="1-9A-G")
OTHERS = [
    ("line", ONES, "the values 1 to 16 (as 1-9A-G or 0-9A-F)", "tokens"),
    ("sdm", FOUR, "a 4×4 puzzle", "line"),
    *((*each, "json") for each in ONLY_JSON),
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
        puzzle = {"jigsaw": JIGSAW_9, "samurai": SAMURAI}.get(format, classic("." * 81))
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


def test_the_order_of_rules_does_not_matter_but_the_name_of_the_format_does():
    puzzle = replace(NINE, rules=(Boxes(3, 3), Rows(), Columns(), Rows()))
    assert write(puzzle) == write(NINE)
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


# --- round trips ---------------------------------------------------------------------------------

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


REGIONS = Boxes(3, 3).groups(Grid(9, 9))


@pytest.mark.parametrize("rule", [Boxes(3, 3), Diagonals(), Regions(REGIONS), Windoku()])
def test_a_rule_that_changes_the_meaning_of_another_is_not_written_as_the_other(rule):
    @dataclass(frozen=True)
    class Changed(type(rule)):
        def lower(self, grid):
            return Cage((0, 1), 3).lower(grid)

    changed = Changed(*(getattr(rule, field.name) for field in fields(rule)))
    puzzle = latin(side=9).with_rules(changed)
    for format in WRITTEN:
        with case(format):
            text = attempt(write, puzzle, format)
            if isinstance(text, str):  # some formats can express the sum
                assert {*parse(text, format=format).constraints} == {*puzzle.constraints}


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
@example(classic(order=2), "Pair")
@example(classic(order=2), ".Shape~6x6")
def test_labels_of_lines(puzzle, label):
    labelled = replace(puzzle, meta=(("label", label),))
    assert parse(write(labelled)) == labelled


@given(st.lists(classics([4, 9]), min_size=1, max_size=4), st.sampled_from(sorted(WRITTEN)))
def test_several_puzzles(puzzles, format):
    if format in ("sdk", "samurai") or (format == "sdm" and any(p.grid.rows == 4 for p in puzzles)):
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
