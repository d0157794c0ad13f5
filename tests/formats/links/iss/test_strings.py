"""Strings of Interactive Sudoku Solver are recognised, read, refused by place, and written."""

import re
from dataclasses import replace

import pytest
from examples import case, rule_puzzles, share_or_whole
from hypothesis import example, given
from oracle import brute_force
from strategies import puzzles

from nonet import count, rules
from nonet.formats import classic, latin, parse, read, write
from nonet.formats.contract import Inexpressible, attempt
from nonet.formats.links import recognise
from nonet.formats.links.iss.codecs import automaton_of, packed, payload_of
from nonet.formats.links.iss.conversion import puzzle_of, string_of
from nonet.formats.reader import parse_line
from nonet.model.automata import Automaton
from nonet.model.grid import Grid, Layer
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError, TooLarge

# --- boards, givens and candidates ---------------------------------------------------------------

_NINE = classic(order=3)


def test_boards_of_which_a_jigsaw_may_leave_one_region_open():
    rows = (rules.Rows(), rules.Columns())
    for string, grid, expected in [
        (".Shape~6x6", Grid(6, 6), (*rows, rules.Boxes(2, 3))),
        (".Shape~6x9", Grid(6, 9), (*rows, rules.Boxes(3, 3))),
        (".Shape~7x7", Grid(7, 7), rows),
        (".Shape~8x8", Grid(8, 8), (*rows, rules.Boxes(2, 4))),
        (".Shape~9x9~10", Grid(9, 9, range(1, 11)), (*rows, rules.Boxes(3, 3))),
        (".Shape~9x9~0-8", Grid(9, 9, range(9)), (*rows, rules.Boxes(3, 3))),
        (".Shape~6x6.NoBoxes", Grid(6, 6), rows),
        (".Shape~8x8~9.RegionSize~4", Grid(8, 8, range(1, 10)), (*rows, rules.Boxes(2, 2))),
        (".Shape~4x4~4~Raw", Grid(4, 4), ()),
        (".Shape~4x4~2~Raw", Grid(4, 4, range(1, 3)), ()),
        (".Shape~2x2.Jigsaw~0011", Grid(2, 2), (*rows, rules.Regions([(0, 1), (2, 3)]))),
        (".Shape~16x16", Grid(16, 16), (*rows, rules.Boxes(4, 4))),
    ]:
        with case(string):
            assert puzzle_of(string) == Puzzle(grid, rules=expected)
            assert string_of(Puzzle(grid, rules=expected)) == string
    puzzle = puzzle_of(".Shape~3x3.Jigsaw~000111111")
    assert puzzle.rules[2:] == (rules.ExtraRegion((0, 1, 2)),)
    with pytest.raises(PuzzleError, match="2 regions have an unusual size"):
        puzzle_of(".Shape~3x3.Jigsaw~000111122")
    line = puzzle_of(".Shape~3x3.NoBoxes.Jigsaw~000111222.RegionSumLine~R1C1~R2C1").rules[-1]
    assert line == rules.RegionSum((0, 3))


def test_cells_beyond_nine_are_letters_and_candidates_of_a_cell_meet():
    puzzle = puzzle_of(".Shape~16x16.~RaCg_16~R1C1_1_10")
    assert puzzle["r10c16"] == 16
    assert puzzle.marks[0] == puzzle.grid.mask([1, 10])
    assert string_of(puzzle) == ".Shape~16x16.~R1C1_1_10~RaCg_16"
    puzzle = puzzle_of(".~R1C1_1_2~R1C1_2_3~R1C2_5~R1C2_5_6")
    assert puzzle.givens[:2] == (None, 5)
    assert list(puzzle.grid.values_of(puzzle.marks[0])) == [2]
    assert puzzle_of(".~R1C1_1~R1C1_2").domains[0] == 0
    single = replace(_NINE, marks=(_NINE.grid.bit(5), *_NINE.marks[1:]))
    assert puzzle_of(string_of(single)) == single
    without = replace(_NINE, marks=(0, *_NINE.marks[1:]))
    assert puzzle_of(string_of(without)).domains[0] == 0


# --- reading -------------------------------------------------------------------------------------


def test_links_are_recognised_read_and_written():
    string = ".Shape~4x4.Pair~Qg~_a%20b~R1C1~R1C2.~R3C3_1"
    link = write(puzzle_of(string), "iss")
    assert link.startswith("https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Shape~4x4.Pair~Qg")
    for text in (
        link,
        link.removeprefix("https://"),
        string,
        "http://localhost:8080/?q=" + string.replace("%", "%25"),
        f"{string[:9]} {string[9:]}",
    ):
        with case(text):
            assert recognise(text) == "iss"
            assert parse(text) == puzzle_of(string)
    assert [record.line for record in read(f"{link}\n\n# one more\n{string}")] == [1, 4]
    assert recognise(".A.B...." * 32) is None


def test_a_string_may_fill_several_lines():
    string = ".Shape~4x4.Or.X~R1C1~R1C2.V~R1C1~R1C2.End.~R3C3_1"
    lines = "\n .Shape~4x4 .Or\n# a comment\n.X~R1C1~R1C2.V~R1C1~R1C2\n.End.~R3C3_1"
    assert parse(lines) == parse(lines, format="iss") == parse(string)
    link = write(parse(string), "iss")
    found = list(read(f"{lines}\n{link}\n.Shape~4x4\n.AntiKing\n\n..AntiKnight"))
    assert [record.line for record in found] == [2, 6, 7, 10]
    assert [record.puzzle for record in found] == list(
        map(puzzle_of, (string, string, ".Shape~4x4.AntiKing", ".AntiKnight"))
    )


def test_cells_that_look_like_classes_are_cells():
    assert recognise(".X~R1C1~R1C2") == recognise(". V~R1C1~R1C2") == "iss"
    tokens = ". X . 1 " * 4
    for text in (".X.1234341221434", ".V." + "." * 622, ".NFA." + "." * 620, tokens):
        with case(text):
            assert recognise(text) is None
    assert parse(".X.1234341221434").givens[:4] == (None, None, None, 1)
    assert parse(tokens) == parse_line(tokens)
    square = ".X." + "." * 21 + "Y"
    assert parse("\n".join([square] * 25)).givens[1] == 24


def test_bad_items_are_refused_by_name_and_place():
    for string, message in {
        ".~R1C1_5.FullRank~R1~37~": "'FullRank' at item 2: fullrank: the rank 37 is above 36",
        ".FullRankTies~some": "'FullRankTies' at item 1: 'some' is not none,",
        ".Doppelganger": "'Doppelganger' at item 1: doppelganger: the grid must be square",
        ".ChaosArrow~R1C1": "'ChaosArrow' at item 1: only a puzzle with ChaosConstruction has",
        ".Var~a": "'Var' at item 1: 'a' must be capital letters",
        ".Var~A~~3.Var~A~~4": "'Var' at item 2 contradicts an earlier item",
        ".ConnectedValues~VA~1": "'ConnectedValues' at item 1: 'VA' does not begin the names",
        ".Var~A~~3.ConnectedValues~VA~1": "'ConnectedValues' at item 2: connectedvalues: the layer",
        ".Var~A~~2.Replicate~D~VA1.~VA2_1.End": "'Replicate' at item 2: a copy would lie outside",
        ".Thremo~R1C1~R1C2": "unknown class 'Thremo'; did you mean",
        ".Sum~5~VA1~R1C1": "'Sum' at item 1: 'VA1' is not the name of a cell",
        ".Or.AntiKnight.End": "'AntiKnight' at item 2: a group cannot contain",
        ".Or.X~R1C1~R1C2": "'Or' at item 1: the End of this group is missing",
        ".X~R1C1~R1C2.End": "'End' at item 2: no group begins",
        ".Or.End": "'Or' at item 1: the group is empty",
        ".X~R1C1~R5C5": "'X' at item 1: no two of the cells share an edge",
        ".Shape~4x4.Entropic~R1C1~R1C2": "'Entropic' at item 2: only for the values 1 to 9",
        ".Shape~4x4~4~Raw.AntiKing": "'AntiKing' at item 2: only on a board with rows",
        ".Shape~17x17": "'Shape': 17×17 with 17 values",
        ".Shape~9x9~2-5": "'Shape': '2-5' is not a range",
        ".Shape~4x4~3": "'Shape': 4×4 with 3 values. A row",
        ".Shape~9": "'Shape': '9' is not a size",
        ".Shape~4x4.Shape~9x9": "'Shape' at item 2 contradicts an earlier item",
        ".Jigsaw~0011": "'Jigsaw' at item 1: the layout has 4 signs for 81 cells",
        ".~R1C1_10": "'~' at item 1: 10 is not a value",
        ".~R1C1": "'~' at item 1: 'R1C1' lacks a value",
        ".~R0C1_1": "'~' at item 1: 'R0C1' is not the name of a cell",
        ".Shape~4x4.~R5C1_1": "'~' at item 2: R5C1 is outside the 4×4 grid",
        ".Cage~x~R1C1": "'Cage' at item 1: 'x' is not a whole number",
        ".Sum~1_2~R1C1": "'Sum' at item 1: '1_2' is not a sum",
        ".Thermo~R1C1": "'Thermo' at item 1: thermo",
        ".Diagonal~2": "'Diagonal' at item 1: '2' is neither",
        ".Indexing~B~R1C1": "'Indexing' at item 1: 'B' is neither",
        ".LittleKiller~3~R5C5": "'LittleKiller' at item 1: R5C5 is not the name of a diagonal",
        ".Sandwich~3~R10": "'Sandwich' at item 1: 'R10' is not a row",
        ".Quad~R9C9~1": "'Quad' at item 1: R9C9 is not the upper left cell",
        ".PairX~Qg~_~R1C1~R1C2": "'PairX' at item 1: the table must allow (b, a)",
        ".Shape~4x4.Pair~QgA_~_~R1C1~R1C2": "has more than 4 values",
        ".Pair~!~_~R1C1~R1C2": "is not a letter of base64",
        ".NFA~A~_~R1C1": "'A' is not base64",
        ".NFA~AA~_~R1C1": "the automaton is cut off",
        ".Regex~_w~R1C1": "the pattern is not UTF-8",
        ".Regex~KDE~R1C1": "'(' without ')'",
        ".Replicate~_~R9C9.X~R8C8~R8C9.End": "a copy would lie outside",
        ".Sandwich~0~R1.Sandwich~5~R1": "'Sandwich' at item 2 is at the same place as item 1",
        ".XSum~R1~3~4.XSum~R2~3~.XSum~R1~~5": "'XSum' at item 3 is at the same place as item 1",
        ".Quad~R1C1~1.X~R1C1~R1C2.Quad~R1C1~2": "'Quad' at item 3 is at the same place",
        ".LittleKiller~2~R1C2.LittleKiller~6~R1C2": "'LittleKiller' at item 2 is at",
        "Thermo~R1C1": "does not begin with a dot",
    }.items():
        with case(string), pytest.raises(PuzzleError, match=re.escape(message)):
            puzzle_of(string)
    puzzle_of(".Shape~4x4.Pair~QgAAAAA~_~R1C1~R1C2")


def test_sizes_are_bounded():
    patterns = "".join(f".Regex~{packed(b'1' * count)}~R1C1" for count in range(1, 300))
    many = ".Replicate~" + "_" * 13 + ".X~R1C1~R1C1" * 3000 + ".End"
    for string in ("." * 20_000, "." + "a" * (1 << 20), ".Or" * 20 + ".End" * 20, patterns, many):
        with case(string[:9]), pytest.raises(TooLarge):
            puzzle_of(string)


def test_clues_at_different_places_and_a_repeated_clue():
    for string in (".XSum~R1~3~.XSum~R1~~4", ".Sandwich~5~R1.Sandwich~5~R1"):
        with case(string):
            assert len(puzzle_of(string).rules) == 5


def test_automata_in_both_layouts():
    values = range(1, 4)
    automaton = Automaton([(0, 1, 1), (1, 2, 0), (1, 3, 2), (2, 1, 2)], 0, [0, 2])
    assert automaton_of(payload_of(automaton, values), values) == automaton
    walk = rules.Walk(
        (0, 1, 2), 0, lambda total, value: (total + value) % 3, lambda total: total == 0
    )
    puzzle = classic(order=2).with_rules(walk)
    assert puzzle_of(string_of(puzzle)) == puzzle
    # The bits are: 0 (the plain layout), 2 bits for each state, 3 values, 1 start, 1 accepting
    # state, the start does not accept, 2 bits for each count. From the start, 1 leads to both other
    # states, and 2 leads to the accepting state.
    bits = "0000010010010100010110001001001010000"
    number = int(bits.ljust(48, "0"), 2).to_bytes(6)
    found = automaton_of(packed(number), values)
    assert [word for word in values if found.accepts([word])] == [1, 2]


def test_segments_of_an_automaton_have_a_sign_between_and_may_be_empty():
    # The automaton accepts a 1, the sign between segments (3), and a 2.
    payload = payload_of(Automaton([(0, 1, 1), (1, 3, 2), (2, 2, 3)], 0, [3]), range(1, 4))
    puzzle = puzzle_of(f".Shape~2x2.NFA~{payload}~_a~R1C1~-~R1C2")
    assert puzzle.rules[-1].holds(puzzle.grid, (1, 2, 2, 1))
    assert not puzzle.rules[-1].holds(puzzle.grid, (2, 1, 1, 2))
    # The automaton accepts two signs between segments (3), a 1, two more signs, and a 2.
    word = (3, 3, 1, 3, 3, 2)
    moves = [(state, sign, state + 1) for state, sign in enumerate(word)]
    payload = payload_of(Automaton(moves, 0, [len(word)]), range(1, 4))
    found = puzzle_of(f".Shape~2x2.NFA~{payload}~_a~-~-~R1C1~-~-~R1C2").rules[-1]
    assert found.holds(Grid(2, 2), (1, 2, 2, 1))
    assert not found.holds(Grid(2, 2), (2, 1, 1, 2))


def test_regions_that_are_part_of_the_solution_are_read():
    text = ".Shape~2x4.NoBoxes.ChaosConstruction.~R1C1_1.ChaosArrow~R1C2~~CC2~CC3~-~CC2~CC6"
    puzzle = parse(text + ".ChaosArrow~R2C3~1.ChaosCount~R1C4~0~R1C4~R1C3.ChaosCount~R2C1")
    assert puzzle.grid.layers == (Layer("region", (1, 2)),)
    assert puzzle.rules[-5:] == (
        rules.ChaosConstruction(),
        rules.RegionArrow(1, [(1, 2), (1, 5)]),
        rules.RegionArrow(6, [(6, 5, 4), (6, 7), (6, 2), (6,)], own=False),
        rules.RegionCount(3, (3, 2)),
        rules.RegionCount(4, (4, 5, 0, 1)),
    )


# --- writing -------------------------------------------------------------------------------------


def test_rules_without_a_class_are_written_as_primitives():
    for rule, string in {
        rules.Odd((0, 1)): r"\.~R1C1_1_3~R1C2_1_3",
        rules.SlowThermo((0, 1)): r"\.Pair~[\w-]+~_slowthermo~R1C1~R1C2",
        rules.WhiteDot(0, 1, 2): r"\.Pair~[\w-]+~_whitedot~R1C1~R1C2",
        rules.Cage((0, 1), totals=(3, 4)): r"\.AllDifferent~R1C1~R1C2\.Or\.Sum~3~.*\.Sum~4~.*\.End",
        rules.Boxes(1, 2): r"(\.AllDifferent~R\dC\d~R\dC\d){8}",
        rules.Contains((0, 4), (2, 2)): r"\.ContainAtLeast~2_2~R1C1~R2C1",
        # The app does not support a repeated cell on a line, or a line of three cells cut in half.
        rules.Between((0, 1, 2, 1, 3)): r".*\.Or\.Pair~.*\.End\.Pair~.*",
        rules.EqualityCage((0, 1, 2)): r"\.AllDifferent~R1C1~R1C2~R1C3\.NFA~.*",
    }.items():
        puzzle = latin(side=4).with_rules(rule)
        with case(rule):
            assert re.fullmatch(r"\.Shape~4x4\.NoBoxes" + string, string_of(puzzle))
            assert count(puzzle_of(string_of(puzzle)), 600) == count(puzzle, 600)
    board = Puzzle(Grid(1, 3, range(1)), rules=(rules.Lockout((0, 1)),))
    assert brute_force(puzzle_of(string_of(board))) == brute_force(board)


def test_dots_exempt_their_cells_as_in_the_app():
    dotted = classic(order=2).with_rules(rules.WhiteDot(0, 1), rules.NonConsecutive())
    assert "AntiConsecutive" not in string_of(dotted)
    assert count(puzzle_of(string_of(dotted)), 300) == count(dotted, 300)
    strict = ".Shape~4x4.WhiteDot~R1C1~R1C2.X~R2C1~R2C2.StrictKropki.StrictXV"
    assert string_of(puzzle_of(strict)) == strict
    wide = classic(order=2).with_rules(
        rules.WhiteDot(0, 1, 2), rules.NegativeWhiteDots(), rules.NegativeBlackDots()
    )
    assert "Strict" not in string_of(wide)


@share_or_whole("most", 60, 2000)
def test_every_rule_keeps_its_solutions(most):
    for name, puzzle in rule_puzzles(most):
        string = attempt(string_of, puzzle)
        with case(name):
            if isinstance(string, Inexpressible):
                assert puzzle.grid.values.start > 1 or "connected cells" in str(string)
            else:
                read = puzzle_of(string)
                assert read == puzzle or brute_force(read) == brute_force(puzzle)


@given(puzzles())
@example(Puzzle(Grid(1, 1, range(1, 4))).nurimisaki([1, 2], []))
@example(Puzzle(Grid(1, 1, range(1, 4))).nurimisaki([1, 2], ["r1c1"]))
def test_written_puzzles_have_the_same_solutions(puzzle):
    try:
        string = string_of(puzzle)
    except Inexpressible:
        return
    assert brute_force(puzzle_of(string)) == brute_force(puzzle)
    assert string_of(puzzle_of(string)) == string_of(puzzle_of(string_of(puzzle_of(string))))


def test_two_clues_at_one_place():
    """The site keeps only the last clue at a place, so the second clue is written as primitives."""
    row, corner = "r1c1-r1c4", "r1c1 r1c2 r2c1 r2c2"
    pairs = {
        "Quad": (rules.Quadruple(corner, (1,)), rules.Quadruple(corner, (2,))),
        "Sandwich": (rules.Sandwich(row, 0), rules.Sandwich(row, 2)),
        "Skyscraper": (rules.Skyscraper(row, 2), rules.Skyscraper(row, 3)),
        "LittleKiller": [rules.LittleKiller("r1c2", "down-right", total) for total in (5, 6)],
    }
    for name, both in pairs.items():
        with case(name):
            puzzle = classic("." * 16).with_rules(*both)
            string = string_of(puzzle)
            assert string.count(f".{name}~") == 1
            assert count(puzzle_of(string)) == count(puzzle)
    ends = rules.Skyscraper(row, 2), rules.Skyscraper("r1c4-r1c1", 2)
    assert string_of(classic("." * 16).with_rules(*ends)).count(".Skyscraper~") == 2


def test_hints_to_the_search_are_kept():
    puzzle = puzzle_of(".AntiKnight.SearchPriority~2~R1C1.Priority~3~R1C2")
    assert puzzle.meta == (("iss", '[".SearchPriority~2~R1C1",".Priority~3~R1C2"]'),)
    assert puzzle_of(string_of(puzzle)) == puzzle
    for foreign in ("{", "[" * 200_000, "[1]", '["SearchPriority"]', '[".Or"]'):
        with case(foreign[:20]):
            meta = (("iss", foreign), ("title", "Jazz"))
            assert string_of(replace(puzzle, meta=meta)) == ".AntiKnight"


def test_impossible_boards_are_refused():
    for puzzle, message in {
        classic(order=5): "a grid of 25×25",
        Puzzle(Grid(2, 2, range(3, 5))): "values from 3 to 4",
    }.items():
        with pytest.raises(Inexpressible, match=message):
            string_of(puzzle)
