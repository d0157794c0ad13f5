"""Strings of Interactive Sudoku Solver: each class is its rule, both ways, and refused by name."""

import re
from dataclasses import replace

import pytest
from examples import RULES, case
from hypothesis import given
from oracle import brute_force
from strategies import puzzles

from nonet import count
from nonet.automata import Automaton
from nonet.errors import PuzzleError, TooLarge
from nonet.formats import classic, latin, parse, read, write
from nonet.formats.contract import Inexpressible
from nonet.formats.links import recognise
from nonet.formats.links.iss.payloads import automaton_of, packed, payload_of
from nonet.formats.links.iss.reader import puzzle_of
from nonet.formats.links.iss.writer import string_of
from nonet.formats.reader import parse_line
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import (
    All,
    Among,
    AntiKing,
    AntiKnight,
    Arrow,
    Between,
    BlackDot,
    Boxes,
    Cage,
    ColumnIndexer,
    Columns,
    Contains,
    CountDistinct,
    CountingCircles,
    Diagonals,
    DisjointGroups,
    DoubleArrow,
    Either,
    Entropic,
    EqualityCage,
    EqualSums,
    ExtraRegion,
    Flatmates,
    GlobalEntropy,
    GlobalModular,
    Greater,
    HiddenSkyscraper,
    LittleKiller,
    Lockout,
    LookAndSay,
    Lunchbox,
    Modular,
    NegativeBlackDots,
    NegativeWhiteDots,
    NegativeXV,
    NonConsecutive,
    NumberedRoom,
    Odd,
    Pairs,
    Palindrome,
    Quadruple,
    Regex,
    Regions,
    RegionSum,
    Rellik,
    Renban,
    RowIndexer,
    Rows,
    SameValues,
    Sandwich,
    SelfTaxicab,
    Skyscraper,
    Slingshot,
    SlowThermo,
    Sum,
    SumLine,
    Thermo,
    V,
    Walk,
    Whisper,
    WhiteDot,
    Windoku,
    X,
    XSum,
    Zipper,
)

#: The strings that the app itself parsed, with the number of solutions that it counted.
COUNTED = {
    ".Shape~4x4.AntiKnight.~R1C1_1": 6,
    ".Shape~4x4.Pair~Qg~_x~R1C1~R1C2": 48,
    ".Shape~4x4.Or.Thermo~R1C1~R1C2~R1C3~R1C4.Thermo~R1C4~R1C3~R1C2~R1C1.End": 24,
    ".Shape~2x3~4~Raw": 4096,
    ".Shape~4x4.Regex~MTIz~R1C1~R1C2~R1C3": 12,
    ".Shape~4x4~0-3.~R1C1_0~R4C4_3": 18,
    ".Shape~4x4.LittleKiller~3~R2C1": 18,
    ".Shape~4x4.XSum~R1~3~": 24,
    ".Shape~4x4.Sandwich~5~C2": 48,
}

_LINE = (0, 1, 2)
_FOUR = (0, 1, 9, 10)

#: For each class an item on the board of 9×9, and the rule that it is.
ITEMS = {
    ".Thermo~R1C1~R1C2~R1C3": Thermo(_LINE),
    ".Palindrome~R1C1~R1C2~R1C3": Palindrome(_LINE),
    ".Renban~R1C1~R1C2~R1C3": Renban(_LINE),
    ".Whisper~4~R1C1~R1C2~R1C3": Whisper(_LINE, 4),
    ".Modular~3~R1C1~R1C2~R1C3": Modular(_LINE),
    ".Entropic~R1C1~R1C2~R1C3": Entropic(_LINE),
    ".RegionSumLine~R1C3~R1C4": RegionSum((2, 3)),
    ".Between~R1C1~R1C2~R1C3": Between(_LINE),
    ".Lockout~4~R1C1~R1C2~R1C3": Lockout(_LINE, 4),
    ".Zipper~R1C1~R1C2~R1C3": Zipper(_LINE),
    ".DoubleArrow~R1C1~R1C2~R1C3": DoubleArrow(_LINE),
    ".SumLine~10~R1C1~R1C2~R1C3": SumLine(_LINE, 10),
    ".SumLine~10~R1C1~R1C2~R2C2~R2C1~LOOP": SumLine((0, 1, 10, 9), 10, loop=True),
    ".Arrow~R1C1~R1C2~R1C3": Arrow((0,), (1, 2)),
    ".PillArrow~2~R1C1~R1C2~R1C3~R2C3": Arrow((0, 1), (2, 11)),
    ".Cage~15~R1C1~R1C2~R1C3": Cage(_LINE, 15),
    ".Cage~0~R1C1~R1C2~R1C3": Cage(_LINE),
    ".Sum~15~R1C1~R1C2": Sum((0, 1), 15),
    ".Sum~-2_=_1_-3~R1C1~R1C2": Sum((0, 1), -2, coefficients=(1, -3)),
    ".RellikCage~7~R1C1~R1C2~R1C3": Rellik(_LINE, 7),
    ".EqualityCage~R1C1~R1C2~R2C1~R2C2": EqualityCage(_FOUR),
    ".AllDifferent~R1C1~R2C2": ExtraRegion((0, 10)),
    ".SameValues~2~R1C1~R1C2~R5C5~R6C6": SameValues([(0, 1), (40, 50)]),
    ".EqualSum~R1C1~R1C2~-~R5C5": EqualSums([(0, 1), (40,)]),
    ".ContainAtLeast~1_1_2~R1C1~R1C2~R4C4": Contains((0, 1, 30), (1, 1, 2)),
    ".ContainExact~1_2~R1C1~R1C2~R4C4": Contains((0, 1, 30), (1, 2), exactly=True),
    ".LookAndSay~2113~R1C1~R1C2~R4C4": LookAndSay((0, 1, 30), [(2, 1), (1, 3)]),
    ".Quad~R1C1~1~1~2": Quadruple(_FOUR, (1, 1, 2)),
    ".WhiteDot~R1C1~R1C2": WhiteDot(0, 1),
    ".BlackDot~R1C1~R1C2": BlackDot(0, 1),
    ".X~R1C1~R1C2": X(0, 1),
    ".V~R1C1~R1C2": V(0, 1),
    ".GreaterThan~R1C1~R1C2~R1C3": Greater(_LINE),
    ".Pair~B~_both%20one~R1C1~R5C5": Pairs((0, 40), [(1, 1)], called="both one"),
    ".PairX~B~_~R1C1~R5C5~R7C9": Pairs((0, 40, 62), [(1, 1)], every=True),
    ".Regex~MTIz~R1C1~R1C2~R1C3": Regex(_LINE, "123"),
    ".LittleKiller~12~R2C1": LittleKiller(9, "down-right", 12),
    ".LittleKiller~12~R8C9": LittleKiller(71, "up-left", 12),
    ".LittleKiller~12~R1C9": LittleKiller(8, "down-left", 12),
    ".LittleKiller~12~R9C2": LittleKiller(73, "up-right", 12),
    ".XSum~R1~15~": XSum(range(9), 15),
    ".XSum~R1~~15": XSum(range(8, -1, -1), 15),
    ".Skyscraper~C1~3~": Skyscraper(range(0, 81, 9), 3),
    ".HiddenSkyscraper~C1~3~": HiddenSkyscraper(range(0, 81, 9), 3),
    ".NumberedRoom~C9~~3": NumberedRoom(range(80, 7, -9), 3),
    ".Sandwich~0~R1": Sandwich(range(9), 0),
    ".Lunchbox~3~R1C1~R1C2~R1C3": Lunchbox(_LINE, 3),
    ".Indexing~R~R1C1~R1C5": RowIndexer((0, 4)),
    ".Indexing~C~R1C1~R1C5": ColumnIndexer((0, 4)),
    ".ValueIndexing~R1C1~R1C2~R1C3~R1C4": Slingshot(1, 0, (2, 3)),
    ".CountingCircles~R1C1~R5C5": CountingCircles((0, 40)),
    ".CountDistinct~R1C1~R5C5~R6C6": CountDistinct(0, (40, 50)),
    ".Diagonal~1": Diagonals(falling=False),
    ".Diagonal~-1": Diagonals(rising=False),
    ".AntiKnight": AntiKnight(),
    ".AntiKing": AntiKing(),
    ".AntiTaxicab": SelfTaxicab(),
    ".AntiConsecutive": NonConsecutive(dots_exempt=False),
    ".StrictXV": NegativeXV(),
    ".Windoku": Windoku(),
    ".DisjointSets": DisjointGroups(3, 3),
    ".GlobalEntropy": GlobalEntropy(),
    ".GlobalMod": GlobalModular(),
    ".DutchFlatmates": Flatmates(),
    ".And.~R1C1_1_2~R1C2_1_2.End": All(Among((0, 1), (1, 2))),
    ".Or.~R1C1_5_5.And.X~R1C1~R1C2.V~R1C2~R1C3.End.End": Either(
        Among((0,), (5,)), All(X(0, 1), V(1, 2))
    ),
}

_NINE = classic(order=3)
_ROWS = "".join(sign * 9 for sign in "123456789")


@pytest.mark.parametrize(("string", "solutions"), COUNTED.items())
def test_what_the_app_counted_we_count(string, solutions):
    puzzle = puzzle_of(string)
    assert count(puzzle, limit=solutions + 1) == solutions
    assert string_of(puzzle) == string


def test_each_class_is_its_rule_in_both_directions():
    for item, rule in ITEMS.items():
        puzzle = _NINE.with_rules(rule)
        with case(item):
            assert puzzle_of(item) == puzzle
            assert string_of(puzzle) == item


def test_a_class_may_say_several_rules():
    for item, rules in {
        ".WhiteDot~R1C1~R1C2~R2C1": (WhiteDot(0, 1), WhiteDot(0, 9)),
        ".GreaterThan~R1C1~R1C2~R2C1": (Greater((0, 1)), Greater((0, 9))),
        ".Pair~B~_a~R1C1~R1C2~~R2C1~R2C2~_b~R3C1~R3C2": (
            Pairs((0, 1), [(1, 1)], called="a"),
            Pairs((9, 10), [(1, 1)], called="a"),
            Pairs((18, 19), [(1, 1)], called="b"),
        ),
        ".XSum~R1~15~16": (XSum(range(9), 15), XSum(range(8, -1, -1), 16)),
        ".Regex~MTI~R1C1~R1C2~~R2C1~R2C2": (Regex((0, 1), "12"), Regex((9, 10), "12")),
        ".StrictKropki": (NegativeWhiteDots((1,)), NegativeBlackDots((2,))),
        ".Replicate~D.X~R1C1~R2C1.End": (X(0, 9), X(1, 10)),
        ".Replicate~D~R2C2.~R2C2_5.AllDifferent~R2C2~R3C3.End": (
            ExtraRegion((10, 20)),
            ExtraRegion((11, 21)),
        ),
    }.items():
        with case(item):
            assert puzzle_of(item).rules == (*_NINE.rules, *rules)
    assert puzzle_of(".Replicate~D~R2C2.~R2C2_5.End").givens[10:12] == (5, 5)
    assert string_of(puzzle_of(".StrictKropki")) == ".StrictKropki"


def test_usual_numbers_and_old_spellings():
    for item, same in {
        ".Whisper~R1C1~R1C2": ".Whisper~5~R1C1~R1C2",
        ".Lockout~R1C1~R1C2~R1C3": ".Lockout~4~R1C1~R1C2~R1C3",
        ".Cage~~R1C1~R1C2": ".Cage~0~R1C1~R1C2",
        ".Jigsaw~9x9~" + _ROWS: ".Jigsaw~" + _ROWS,
        ".Binary~-_~R1C1~R1C2": ".Pair~_-~R1C1~R1C2",
        ".PillArrow~2~R1C2~R1C1~R2C1": ".PillArrow~2~R1C1~R1C2~R2C1",
        ".~r1c1_5": ".~R1C1_5",
        " .~R1C1_5\n.~R1C2_4 ": ".~R1C1_5~R1C2_4",
        ".Diagonal~1.Diagonal~-1": ".Diagonal~-1.Diagonal~1",
    }.items():
        with case(item):
            assert puzzle_of(item) == puzzle_of(same)


def test_the_gap_of_a_whisper_is_written_where_the_app_has_another():
    puzzle = classic(order=2).with_rules(Whisper((0, 1)))
    assert string_of(puzzle) == ".Shape~4x4.Whisper~2~R1C1~R1C2"
    assert puzzle_of(".Shape~4x4.Whisper~R1C1~R1C2").rules[-1] == Whisper((0, 1), 5)


def test_boards():
    rows = (Rows(), Columns())
    for string, grid, rules in [
        (".Shape~6x6", Grid(6, 6), (*rows, Boxes(2, 3))),
        (".Shape~6x9", Grid(6, 9), (*rows, Boxes(3, 3))),
        (".Shape~7x7", Grid(7, 7), rows),
        (".Shape~8x8", Grid(8, 8), (*rows, Boxes(2, 4))),
        (".Shape~9x9~10", Grid(9, 9, range(1, 11)), (*rows, Boxes(3, 3))),
        (".Shape~9x9~0-8", Grid(9, 9, range(9)), (*rows, Boxes(3, 3))),
        (".Shape~6x6.NoBoxes", Grid(6, 6), rows),
        (".Shape~8x8~9.RegionSize~4", Grid(8, 8, range(1, 10)), (*rows, Boxes(2, 2))),
        (".Shape~4x4~4~Raw", Grid(4, 4), ()),
        (".Shape~4x4~2~Raw", Grid(4, 4, range(1, 3)), ()),
        (".Shape~2x2.Jigsaw~0011", Grid(2, 2), (*rows, Regions([(0, 1), (2, 3)]))),
        (".Shape~16x16", Grid(16, 16), (*rows, Boxes(4, 4))),
    ]:
        with case(string):
            assert puzzle_of(string) == Puzzle(grid, rules=rules)
            assert string_of(Puzzle(grid, rules=rules)) == string


def test_a_jigsaw_may_leave_one_region_open():
    puzzle = puzzle_of(".Shape~3x3.Jigsaw~000111111")
    assert puzzle.rules[2:] == (ExtraRegion((0, 1, 2)),)
    with pytest.raises(PuzzleError, match="2 regions of another size"):
        puzzle_of(".Shape~3x3.Jigsaw~000111122")
    line = puzzle_of(".Shape~3x3.NoBoxes.Jigsaw~000111222.RegionSumLine~R1C1~R2C1").rules[-1]
    assert line == RegionSum((0, 3))


def test_cells_beyond_nine_are_letters():
    puzzle = puzzle_of(".Shape~16x16.~RaCg_16~R1C1_1_10")
    assert puzzle["r10c16"] == 16
    assert puzzle.marks[0] == puzzle.grid.mask([1, 10])
    assert string_of(puzzle) == ".Shape~16x16.~R1C1_1_10~RaCg_16"


def test_givens_and_candidate_sets_of_a_cell_meet():
    puzzle = puzzle_of(".~R1C1_1_2~R1C1_2_3~R1C2_5~R1C2_5_6")
    assert puzzle.givens[:2] == (None, 5)
    assert list(puzzle.grid.values_of(puzzle.marks[0])) == [2]
    assert puzzle_of(".~R1C1_1~R1C1_2").domains[0] == 0
    single = replace(_NINE, marks=(_NINE.grid.bit(5), *_NINE.marks[1:]))
    assert puzzle_of(string_of(single)) == single
    without = replace(_NINE, marks=(0, *_NINE.marks[1:]))
    assert puzzle_of(string_of(without)).domains[0] == 0


def test_what_has_no_class_is_written_as_what_it_means():
    for rule, string in {
        Odd((0, 1)): r"\.~R1C1_1_3~R1C2_1_3",
        SlowThermo((0, 1)): r"\.Pair~[\w-]+~_slowthermo~R1C1~R1C2",
        WhiteDot(0, 1, 2): r"\.Pair~[\w-]+~_whitedot~R1C1~R1C2",
        Cage((0, 1), totals=(3, 4)): r"\.AllDifferent~R1C1~R1C2\.Or\.Sum~3~.*\.Sum~4~.*\.End",
        Boxes(1, 2): r"(\.AllDifferent~R\dC\d~R\dC\d){8}",
        Contains((0, 4), (2, 2)): r"\.ContainAtLeast~2_2~R1C1~R2C1",
        # What the app is not prepared for: a cell twice on a line, and half of three cells.
        Between((0, 1, 2, 1, 3)): r".*\.Or\.Pair~.*\.End\.Pair~.*",
        EqualityCage((0, 1, 2)): r"\.AllDifferent~R1C1~R1C2~R1C3\.NFA~.*",
    }.items():
        puzzle = latin(side=4).with_rules(rule)
        with case(rule):
            assert re.fullmatch(r"\.Shape~4x4\.NoBoxes" + string, string_of(puzzle))
            assert count(puzzle_of(string_of(puzzle)), 600) == count(puzzle, 600)


def test_dots_exempt_as_each_of_us_has_it():
    dotted = classic(order=2).with_rules(WhiteDot(0, 1), NonConsecutive())
    assert "AntiConsecutive" not in string_of(dotted)
    assert count(puzzle_of(string_of(dotted)), 300) == count(dotted, 300)
    strict = ".Shape~4x4.WhiteDot~R1C1~R1C2.X~R2C1~R2C2.StrictKropki.StrictXV"
    assert string_of(puzzle_of(strict)) == strict
    wide = classic(order=2).with_rules(WhiteDot(0, 1, 2), NegativeWhiteDots(), NegativeBlackDots())
    assert "Strict" not in string_of(wide)


@pytest.mark.parametrize("grid", sorted({grid for grid, _ in RULES}, key=repr), ids=repr)
def test_every_rule_keeps_its_solutions(grid):
    for board, rule in RULES:
        if board != grid or len(grid.values) ** len(grid.cells) > 10_000:
            continue
        try:
            puzzle = Puzzle(grid, rules=(rule,))
        except PuzzleError:
            continue
        try:
            string = string_of(puzzle)
        except Inexpressible:
            assert grid.values.start > 1
            continue
        with case(rule):
            assert brute_force(puzzle_of(string)) == brute_force(puzzle)


@given(puzzles())
def test_what_is_written_has_the_same_solutions(puzzle):
    try:
        string = string_of(puzzle)
    except Inexpressible:
        return
    assert brute_force(puzzle_of(string)) == brute_force(puzzle)
    assert string_of(puzzle_of(string)) == string_of(puzzle_of(string_of(puzzle_of(string))))


def test_of_two_clues_at_one_place_the_site_would_forget_one():
    """It keeps the last: so the second is written as what it means."""
    row, corner = "r1c1-r1c4", "r1c1 r1c2 r2c1 r2c2"
    pairs = {
        "Quad": (Quadruple(corner, (1,)), Quadruple(corner, (2,))),
        "Sandwich": (Sandwich(row, 0), Sandwich(row, 2)),
        "Skyscraper": (Skyscraper(row, 2), Skyscraper(row, 3)),
        "LittleKiller": (
            LittleKiller("r1c2", "down-right", 5),
            LittleKiller("r1c2", "down-right", 6),
        ),
    }
    for name, rules in pairs.items():
        with case(name):
            puzzle = classic("." * 16).with_rules(*rules)
            string = string_of(puzzle)
            assert string.count(f".{name}~") == 1
            assert count(puzzle_of(string)) == count(puzzle)
    both_ends = classic("." * 16).with_rules(Skyscraper(row, 2), Skyscraper("r1c4-r1c1", 2))
    assert string_of(both_ends).count(".Skyscraper~") == 2


def test_automata_in_both_layouts():
    values = range(1, 4)
    automaton = Automaton([(0, 1, 1), (1, 2, 0), (1, 3, 2), (2, 1, 2)], 0, [0, 2])
    assert automaton_of(payload_of(automaton, values), values) == automaton
    walk = Walk((0, 1, 2), 0, lambda total, value: (total + value) % 3, lambda total: total == 0)
    puzzle = classic(order=2).with_rules(walk)
    assert puzzle_of(string_of(puzzle)) == puzzle
    # 0 plain, 2 bits a state, 3 values, 1 start, 1 accepting, start accepts not, 2 bits a count;
    # the start goes by 1 to both others, and by 2 to the accepting one.
    bits = "0000010010010100010110001001001010000"
    number = int(bits.ljust(48, "0"), 2).to_bytes(6)
    found = automaton_of(packed(number), values)
    assert [word for word in values if found.accepts([word])] == [1, 2]


def test_segments_of_an_automaton_have_a_sign_between():
    # Of the values 1 and 2, and of the sign 3: a 1, the sign, and a 2.
    payload = payload_of(Automaton([(0, 1, 1), (1, 3, 2), (2, 2, 3)], 0, [3]), range(1, 4))
    puzzle = puzzle_of(f".Shape~2x2.NFA~{payload}~_a~R1C1~-~R1C2")
    assert puzzle.rules[-1].holds(puzzle.grid, (1, 2, 2, 1))
    assert not puzzle.rules[-1].holds(puzzle.grid, (2, 1, 1, 2))


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


def test_hints_to_the_search_are_kept():
    puzzle = puzzle_of(".AntiKnight.SearchPriority~2~R1C1.Priority~3~R1C2")
    assert puzzle.meta == (("iss", '[".SearchPriority~2~R1C1",".Priority~3~R1C2"]'),)
    assert puzzle_of(string_of(puzzle)) == puzzle
    for foreign in ("{", "[" * 200_000, "[1]", '["SearchPriority"]', '[".Or"]'):
        with case(foreign[:20]):
            meta = (("iss", foreign), ("title", "Jazz"))
            assert string_of(replace(puzzle, meta=meta)) == ".AntiKnight"


def test_what_cannot_be_said_is_refused_by_name_and_place():
    for string, message in {
        ".~R1C1_5.FullRank~R1~3~": "'FullRank' at item 2: whole lines",
        ".ChaosConstruction": "'ChaosConstruction' at item 1: regions",
        ".Var~A~a~3": "'Var' at item 1: cells beside the board",
        ".Thremo~R1C1~R1C2": "unknown class 'Thremo'; did you mean",
        ".Sum~5~VA1~R1C1": "'Sum' at item 1: 'VA1' is no cell of the board",
        ".Or.AntiKnight.End": "'AntiKnight' at item 2: it speaks of the whole board",
        ".Or.X~R1C1~R1C2": "'Or' at item 1: its End is missing",
        ".X~R1C1~R1C2.End": "'End' at item 2: there is no group",
        ".Or.End": "'Or' at item 1: nothing stands in it",
        ".X~R1C1~R5C5": "'X' at item 1: no two of the cells share an edge",
        ".Shape~4x4.Entropic~R1C1~R1C2": "'Entropic' at item 2: only for the values 1 to 9",
        ".Shape~4x4~4~Raw.AntiKing": "'AntiKing' at item 2: only on a board with rows",
        ".Shape~4x4~0-3.Skyscraper~R1~2~": "'Skyscraper' at item 2: with the value 0",
        ".Shape~4x4~0-3.SumLine~3~R1C1~R1C2": "'SumLine' at item 2: with the value 0",
        ".Shape~17x17": "'Shape': 17×17 with 17 values",
        ".Shape~9x9~2-5": "'Shape': '2-5' is no range",
        ".Shape~4x4~3": "'Shape': 4×4 with 3 values: too few",
        ".Shape~9": "'Shape': '9' is no size",
        ".Shape~4x4.Shape~9x9": "'Shape' at item 2: there is another",
        ".Jigsaw~0011": "'Jigsaw' at item 1: 4 region signs for 81 cells",
        ".~R1C1_10": "'~' at item 1: 10 is not a value",
        ".~R1C1": "'~' at item 1: 'R1C1' has no value",
        ".~R0C1_1": "'~' at item 1: 'R0C1' is no cell",
        ".Shape~4x4.~R5C1_1": "'~' at item 2: R5C1 is outside the 4×4 grid",
        ".Cage~x~R1C1": "'Cage' at item 1: 'x' is no whole number",
        ".Sum~1_2~R1C1": "'Sum' at item 1: '1_2' is no sum",
        ".Thermo~R1C1": "'Thermo' at item 1: thermo: 1 cell",
        ".Diagonal~2": "'Diagonal' at item 1: '2' is neither",
        ".Indexing~B~R1C1": "'Indexing' at item 1: 'B' is neither",
        ".LittleKiller~3~R5C5": "'LittleKiller' at item 1: no diagonal is named by R5C5",
        ".Sandwich~3~R10": "'Sandwich' at item 1: 'R10' is no row",
        ".Quad~R9C9~1": "'Quad' at item 1: R9C9 is not the upper left cell",
        ".PairX~Qg~_~R1C1~R1C2": "'PairX' at item 1: the table of every two cells depends",
        ".Shape~4x4.Pair~QgAAAAA~_~R1C1~R1C2": "",
        ".Shape~4x4.Pair~QgA_~_~R1C1~R1C2": "is a table of more than 4 values",
        ".Pair~!~_~R1C1~R1C2": "is no letter of base64",
        ".NFA~A~_~R1C1": "'A' is not base64",
        ".NFA~AA~_~R1C1": "the automaton is cut off",
        ".Regex~_w~R1C1": "the pattern is no text",
        ".Regex~KDE~R1C1": "'(' without ')'",
        ".Replicate~_~R9C9.X~R8C8~R8C9.End": "a copy would lie outside",
        "Thermo~R1C1": "does not begin with a dot",
    }.items():
        with case(string):
            if message:
                with pytest.raises(PuzzleError, match=re.escape(message)):
                    puzzle_of(string)
            else:
                puzzle_of(string)


def test_sizes_are_bounded():
    patterns = "".join(f".Regex~{packed(b'1' * count)}~R1C1" for count in range(1, 300))
    many = ".Replicate~" + "_" * 13 + ".X~R1C1~R1C1" * 3000 + ".End"
    for string in ("." * 20_000, "." + "a" * (1 << 20), ".Or" * 20 + ".End" * 20, patterns, many):
        with case(string[:9]), pytest.raises(TooLarge):
            puzzle_of(string)


def test_what_a_board_cannot_be_is_refused():
    for puzzle, message in {
        classic(order=5): "a grid of 25×25",
        Puzzle(Grid(2, 2, range(3, 5))): "values from 3 to 4",
    }.items():
        with pytest.raises(Inexpressible, match=message):
            string_of(puzzle)
