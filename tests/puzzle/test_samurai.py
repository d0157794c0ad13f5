"""Several boards that overlap, and the cells outside all boards."""

import pytest
from oracle import found_by_all

from nonet import check, count, draw, draw_svg, explain, parse, read, solutions, write
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import AntiKnight, Cage, Rows, Samurai
from nonet.system.errors import PuzzleError

#: Puzzle 147 of janko.at.
TEXT = """\
92.43....   .38...7.2
....5.46.   ....9.5.8
46....5..   .2..37...
..39....1   ...1.4..7
.17....9.   7.3....41
...8.56..   8..7.....
3...9.....96...9..41.
1.4........5....5..2.
....42.....3.....2...
      892......
      1.......9
      ......523
...5.....5.....79....
.1..7....9........2.8
.74..6...23.....1...5
.....7..2   ..75.3...
24....3.6   .8....54.
3..4.2...   3....86..
...82..5.   ..1....82
4.3.5....   .49.2....
1.5...92.   ....89.17"""
SOLUTION = """\
925436187   138645792
738159462   674291538
461728539   529837164
683974251   295164387
517263894   763589241
249815673   841723659
352691748196352978416
194587326485917456823
876342915723486312975
      892354761
      153672849
      467819523
832514679541238795164
516978234968175436298
974236581237694812735
651397842   417563829
247185396   986271543
398462715   352948671
769821453   761354982
423759168   849127356
185643927   523689417"""
PUZZLE = parse(TEXT)
EMPTY = Puzzle(Grid(21, 21, range(1, 10))).samurai()
ABSENT = Samurai().absent(EMPTY.grid)


@pytest.mark.parametrize("spec", ["native", "pysat", "cpsat", "norvig"])
def test_a_published_samurai_has_its_one_solution(spec):
    [solution] = check(PUZZLE, spec).witnesses
    assert write(PUZZLE.with_givens(dict(enumerate(solution))), "samurai") == SOLUTION
    assert {solution[cell] for cell in ABSENT} == {1}


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(Grid(3, 3, range(2))).samurai("r1c1 r2c2", 1, 2),
        Puzzle(Grid(3, 5, range(2, 4))).samurai("r2c1 r1c2 r2c4", 2, 1),
        Puzzle(Grid(5, 6, range(1, 5)))
        .samurai("r1c1 r2c3", 2, 2)
        .with_givens({"r1c1": 1, "r1c2": 2, "r2c1": 3, "r3c2": 1, "r3c4": 3, "r5c6": 1}),
    ],
)
def test_every_kind_of_backend_finds_the_solutions_of_brute_force(puzzle):
    assert found_by_all(puzzle)


def test_a_windmill_names_its_boards():
    boards = "r1c4 r4c13 r7c7 r10c1 r13c10"
    windmill = Puzzle(EMPTY.grid).samurai(boards).with_givens({"r1c4": 5})
    assert parse(write(windmill, "json")) == windmill
    assert check(windmill.with_givens({"r1c12": 5})).kind == "none"
    assert check(windmill.with_givens({"r4c13": 5})).kind == "multiple"
    assert check(windmill.with_givens({"r1c13": 2})).kind == "none"  # an absent cell


# --- texts ---------------------------------------------------------------------------------------

BOARDS = [
    "".join("." if PUZZLE.givens[cell] is None else str(PUZZLE.givens[cell]) for cell in board)
    for board in Samurai().squares(EMPTY.grid)
]


@pytest.mark.parametrize(
    "text",
    {
        "zeros and dots": "\n".join(
            row.replace(".", "0").ljust(21).replace(" ", ".") for row in TEXT.split("\n")
        ),
        "hyphens": "\n".join(" ".join(row.ljust(21).replace(" ", "-")) for row in TEXT.split("\n")),
        "no absent cells": "".join(TEXT.split()),
        "bands": TEXT.replace("\n......", "\n\n......"),
        "a drawing": draw(PUZZLE).partition("\nvalues")[0],
        "one line": "".join(BOARDS),
    }.values(),
)
def test_the_usual_texts_are_recognised(text):
    assert parse(text) == PUZZLE


def test_five_boards_are_a_samurai_only_if_the_user_says_so():
    assert parse("\n".join(BOARDS), format="samurai") == PUZZLE
    assert [record.puzzle.grid.rows for record in read("\n".join(BOARDS))] == [9] * 5
    squares = ("\n".join(board[i : i + 9] for i in range(0, 81, 9)) for board in BOARDS)
    assert parse("\n\n".join(squares), format="samurai") == PUZZLE


def test_a_text_may_have_several_samurai():
    assert [record.line for record in read(f"{TEXT}\n\n{TEXT}")] == [1, 23]
    lines = "".join(BOARDS)
    assert [record.puzzle for record in read(f"{lines}\n{lines}")] == [PUZZLE, PUZZLE]


def test_other_large_boards_are_not_samurai():
    rows = ["." * 21] * 21
    assert parse("\n".join(rows)).grid.values == range(1, 22)
    assert parse("\n".join(["1" + "." * 20, *rows[1:]])).grid.values == range(1, 22)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("12.\n3..\n..1", "9 cells: a samurai has 369, or 441 with absent cells"),
        (TEXT.replace("   .38", "  5.38"), "370 cells"),
        (TEXT.replace("   .38", "..5.38"), "369"),
        (TEXT.replace("92.4", "92$4"), "r1c3: '\\$' is not a digit"),
        (BOARDS[0][:-1] + "1" + BOARDS[1] + 20 * "." + "2" + 222 * ".", "r9c9: two boards differ"),
    ],
)
def test_wrong_texts_are_refused(text, message):
    with pytest.raises(PuzzleError, match=message):
        parse(text, format="samurai")


# --- pictures, links and questions ---------------------------------------------------------------


def test_absent_cells_are_blank_in_every_drawing():
    solved = next(solutions(PUZZLE))
    assert draw(PUZZLE, solved).split("\n")[1][24:33] == "┃       ┃"
    assert "no rule for rows" not in draw(PUZZLE)
    assert "116 givens, 253 values found" in draw_svg(PUZZLE, solved)
    small = Puzzle(Grid(3, 3, range(2))).samurai("r1c1 r2c2", 1, 2)
    assert draw_svg(small, (1, 0, 0, 0, 1, 0, 0, 0, 1)).count(">0</text>") == 4
    assert draw_svg(small, marks=(3,) * 9).count(">0</text>") == 7


def test_a_link_of_sudokupad_has_the_boards():
    assert parse(write(PUZZLE, "sudokupad")) == PUZZLE
    for format in ("fpuzzles", "penpa", "iss", "sudokumaker", "grid"):
        with pytest.raises(PuzzleError, match=f"{format} cannot express"):
            write(PUZZLE, format)


def test_other_rules_may_apply_to_cells_but_not_to_the_whole_grid():
    assert count(PUZZLE.with_rules(Cage("r1c3 r1c6", 11))) == 1
    for rule in (Rows(), AntiKnight()):
        with pytest.raises(PuzzleError, match=f"absent cells cannot obey the rule {rule.name}"):
            PUZZLE.with_rules(rule)


def test_no_step_explains_an_absent_cell():
    path = explain(PUZZLE)
    assert len([step for step in path.steps if step.placed]) == 369 - 116
    assert not {step.placed[0] for step in path.steps if step.placed} & {*ABSENT}


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: Puzzle(Grid(9, 9)).samurai(), "five boards need a grid of 21×21"),
        (lambda: Puzzle(Grid(21, 21)).samurai(), "boxes of 3×3 do not fit 21 values"),
        (lambda: Puzzle(EMPTY.grid).samurai("r14c1"), "of 9×9 at r14c1 is outside the grid"),
        (lambda: Puzzle(EMPTY.grid).samurai("r1c1 r1c1"), "r1c1 is named twice"),
    ],
)
def test_wrong_boards_are_refused(make, why):
    with pytest.raises(PuzzleError, match=why):
        make()
