"""nonet reads each class of Interactive Sudoku Solver as a rule, and writes it back."""

import pytest
from examples import case

from nonet import count, rules
from nonet.formats import classic
from nonet.formats.links.iss.conversion import puzzle_of, string_of

#: Strings that Interactive Sudoku Solver parsed, with the number of solutions that it counted.
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

#: For each class, an item on a 9×9 board, and its rule.
ITEMS = {
    ".Thermo~R1C1~R1C2~R1C3": rules.Thermo(_LINE),
    ".Palindrome~R1C1~R1C2~R1C3": rules.Palindrome(_LINE),
    ".Renban~R1C1~R1C2~R1C3": rules.Renban(_LINE),
    ".Whisper~4~R1C1~R1C2~R1C3": rules.Whisper(_LINE, 4),
    ".Modular~3~R1C1~R1C2~R1C3": rules.Modular(_LINE),
    ".Entropic~R1C1~R1C2~R1C3": rules.Entropic(_LINE),
    ".RegionSumLine~R1C3~R1C4": rules.RegionSum((2, 3)),
    ".Between~R1C1~R1C2~R1C3": rules.Between(_LINE),
    ".Lockout~4~R1C1~R1C2~R1C3": rules.Lockout(_LINE, 4),
    ".Zipper~R1C1~R1C2~R1C3": rules.Zipper(_LINE),
    ".DoubleArrow~R1C1~R1C2~R1C3": rules.DoubleArrow(_LINE),
    ".SumLine~10~R1C1~R1C2~R1C3": rules.SumLine(_LINE, 10),
    ".SumLine~10~R1C1~R1C2~R2C2~R2C1~LOOP": rules.SumLine((0, 1, 10, 9), 10, loop=True),
    ".Arrow~R1C1~R1C2~R1C3": rules.Arrow((0,), (1, 2)),
    ".PillArrow~2~R1C1~R1C2~R1C3~R2C3": rules.Arrow((0, 1), (2, 11)),
    ".Cage~15~R1C1~R1C2~R1C3": rules.Cage(_LINE, 15),
    ".Cage~0~R1C1~R1C2~R1C3": rules.Cage(_LINE),
    ".Sum~15~R1C1~R1C2": rules.Sum((0, 1), 15),
    ".Sum~-2_=_1_-3~R1C1~R1C2": rules.Sum((0, 1), -2, coefficients=(1, -3)),
    ".RellikCage~7~R1C1~R1C2~R1C3": rules.Rellik(_LINE, 7),
    ".EqualityCage~R1C1~R1C2~R2C1~R2C2": rules.EqualityCage(_FOUR),
    ".AllDifferent~R1C1~R2C2": rules.ExtraRegion((0, 10)),
    ".SameValues~2~R1C1~R1C2~R5C5~R6C6": rules.SameValues([(0, 1), (40, 50)]),
    ".EqualSum~R1C1~R1C2~-~R5C5": rules.EqualSums([(0, 1), (40,)]),
    ".ContainAtLeast~1_1_2~R1C1~R1C2~R4C4": rules.Contains((0, 1, 30), (1, 1, 2)),
    ".ContainExact~1_2~R1C1~R1C2~R4C4": rules.Contains((0, 1, 30), (1, 2), exactly=True),
    ".LookAndSay~2113~R1C1~R1C2~R4C4": rules.LookAndSay((0, 1, 30), [(2, 1), (1, 3)]),
    ".Quad~R1C1~1~1~2": rules.Quadruple(_FOUR, (1, 1, 2)),
    ".WhiteDot~R1C1~R1C2": rules.WhiteDot(0, 1),
    ".BlackDot~R1C1~R1C2": rules.BlackDot(0, 1),
    ".X~R1C1~R1C2": rules.X(0, 1),
    ".V~R1C1~R1C2": rules.V(0, 1),
    ".GreaterThan~R1C1~R1C2~R1C3": rules.Greater(_LINE),
    ".Pair~B~_both%20one~R1C1~R5C5": rules.Pairs((0, 40), [(1, 1)], called="both one"),
    ".PairX~B~_~R1C1~R5C5~R7C9": rules.Pairs((0, 40, 62), [(1, 1)], every=True),
    ".Regex~MTIz~R1C1~R1C2~R1C3": rules.Regex(_LINE, "123"),
    ".LittleKiller~12~R2C1": rules.LittleKiller(9, "down-right", 12),
    ".LittleKiller~12~R8C9": rules.LittleKiller(71, "up-left", 12),
    ".LittleKiller~12~R1C9": rules.LittleKiller(8, "down-left", 12),
    ".LittleKiller~12~R9C2": rules.LittleKiller(73, "up-right", 12),
    ".XSum~R1~15~": rules.XSum(range(9), 15),
    ".XSum~R1~~15": rules.XSum(range(8, -1, -1), 15),
    ".Skyscraper~C1~3~": rules.Skyscraper(range(0, 81, 9), 3),
    ".HiddenSkyscraper~C1~3~": rules.HiddenSkyscraper(range(0, 81, 9), 3),
    ".NumberedRoom~C9~~3": rules.NumberedRoom(range(80, 7, -9), 3),
    ".Sandwich~0~R1": rules.Sandwich(range(9), 0),
    ".Lunchbox~3~R1C1~R1C2~R1C3": rules.Lunchbox(_LINE, 3),
    ".Indexing~R~R1C1~R1C5": rules.RowIndexer((0, 4)),
    ".Indexing~C~R1C1~R1C5": rules.ColumnIndexer((0, 4)),
    ".ValueIndexing~R1C1~R1C2~R1C3~R1C4": rules.Slingshot(1, 0, (2, 3)),
    ".CountingCircles~R1C1~R5C5": rules.CountingCircles((0, 40)),
    ".CountDistinct~R1C1~R5C5~R6C6": rules.CountDistinct(0, (40, 50)),
    ".Diagonal~1": rules.Diagonals(falling=False),
    ".Diagonal~-1": rules.Diagonals(rising=False),
    ".AntiKnight": rules.AntiKnight(),
    ".AntiKing": rules.AntiKing(),
    ".AntiTaxicab": rules.SelfTaxicab(),
    ".AntiConsecutive": rules.NonConsecutive(dots_exempt=False),
    ".StrictXV": rules.NegativeXV(),
    ".Windoku": rules.Windoku(),
    ".DisjointSets": rules.DisjointGroups(3, 3),
    ".GlobalEntropy": rules.GlobalEntropy(),
    ".GlobalMod": rules.GlobalModular(),
    ".DutchFlatmates": rules.Flatmates(),
    ".ConnectedValues~~1_3_5": rules.ConnectedValues((1, 3, 5)),
    ".ConnectedValues~~2~9": rules.ConnectedValues((2,), size=9),
    ".And.~R1C1_1_2~R1C2_1_2.End": rules.All(rules.Among((0, 1), (1, 2))),
    ".Or.~R1C1_5_5.And.X~R1C1~R1C2.V~R1C2~R1C3.End.End": rules.Either(
        rules.Among((0,), (5,)), rules.All(rules.X(0, 1), rules.V(1, 2))
    ),
}

_NINE = classic(order=3)

_ROWS = "".join(sign * 9 for sign in "123456789")


@pytest.mark.parametrize(("string", "solutions"), COUNTED.items())
def test_solutions_are_counted_as_in_the_app(string, solutions):
    puzzle = puzzle_of(string)
    assert count(puzzle, limit=solutions + 1) == solutions
    assert string_of(puzzle) == string


def test_each_class_is_its_rule_in_both_directions():
    for item, rule in ITEMS.items():
        puzzle = _NINE.with_rules(rule)
        with case(item):
            assert puzzle_of(item) == puzzle
            assert string_of(puzzle) == item


def test_a_class_may_be_several_rules():
    for item, expected in {
        ".WhiteDot~R1C1~R1C2~R2C1": (rules.WhiteDot(0, 1), rules.WhiteDot(0, 9)),
        ".GreaterThan~R1C1~R1C2~R2C1": (rules.Greater((0, 1)), rules.Greater((0, 9))),
        ".Pair~B~_a~R1C1~R1C2~~R2C1~R2C2~_b~R3C1~R3C2": (
            rules.Pairs((0, 1), [(1, 1)], called="a"),
            rules.Pairs((9, 10), [(1, 1)], called="a"),
            rules.Pairs((18, 19), [(1, 1)], called="b"),
        ),
        ".XSum~R1~15~16": (rules.XSum(range(9), 15), rules.XSum(range(8, -1, -1), 16)),
        ".Regex~MTI~R1C1~R1C2~~R2C1~R2C2": (rules.Regex((0, 1), "12"), rules.Regex((9, 10), "12")),
        ".StrictKropki": (rules.NegativeWhiteDots((1,)), rules.NegativeBlackDots((2,))),
        ".And.X~R1C1~R1C2.And.X~R1C2~R1C3.End.End.StrictXV": (
            *(rules.X(0, 1), rules.X(1, 2), rules.NegativeXV()),
        ),
        ".Replicate~D.X~R1C1~R2C1.End": (rules.X(0, 9), rules.X(1, 10)),
        ".Replicate~D~R2C2.~R2C2_5.AllDifferent~R2C2~R3C3.End": (
            rules.ExtraRegion((10, 20)),
            rules.ExtraRegion((11, 21)),
        ),
    }.items():
        with case(item):
            assert puzzle_of(item).rules == (*_NINE.rules, *expected)
    assert puzzle_of(".Replicate~D~R2C2.~R2C2_5.End").givens[10:12] == (5, 5)
    assert string_of(puzzle_of(".StrictKropki")) == ".StrictKropki"


def test_zeros_repeated_cells_and_ranks_mean_the_same_as_in_the_app():
    for string, solutions in {
        ".Shape~4x4~0-3.Skyscraper~R1~1~": 96,
        ".Shape~4x4~0-3.Skyscraper~R1~3~": 48,
        ".Shape~4x4~0-3.Skyscraper~R1~4~": 0,
        ".Shape~4x4~0-3.HiddenSkyscraper~R1~0~": 120,
        ".Shape~2x3~0-3~Raw.SumLine~3~R1C1~R1C2~R1C3~R2C3": 960,
        ".Shape~2x3~0-3~Raw.SumLine~1~R1C1~R1C2~R1C3~R2C3~LOOP": 256,
        ".Shape~2x3~0-3~Raw.SumLine~3~R1C1~R1C2~R1C3~R2C3~LOOP": 1168,
        ".Shape~1x3~4~Raw.Cage~6~R1C1~R1C2~R1C1": 4,
        ".Shape~1x3~4~Raw.Cage~0~R1C1~R1C2~R1C1": 48,
        ".Shape~1x3~4~Raw.AllDifferent~R1C1~R1C2~R1C1": 48,
        ".Shape~1x3~4~Raw.Modular~1~R1C1~R1C2": 64,
        ".Shape~4x4.FullRank~R1~5~": 9,
        ".Shape~4x4.FullRank~R1~5~.FullRankTies~any": 27,
        ".Shape~4x4.FullRank~R1~5~.FullRank~C2~3~.FullRankTies~any": 14,
        ".Shape~4x4.FullRank~C2~~6.FullRankTies~none": 6,
        ".Shape~4x4.FullRankTies~none": 96,
        ".Shape~4x4~0-3.FullRank~R1~16~.FullRankTies~only-unclued": 9,
    }.items():
        with case(string):
            assert count(puzzle_of(string)) == solutions
            assert count(puzzle_of(string_of(puzzle_of(string)))) == solutions


def test_cells_beside_the_board_mean_the_same_as_in_the_app():
    for string, solutions in {
        ".Shape~2x2.Var~A~b~2.Sum~4~R1C1~VA1~VA2": 3,
        ".Shape~2x2~3~Raw.Var~A~~2x2.ConnectedValues~VA~1~2": 1296,
        ".Shape~2x2.Var~A.Var~B~~3.WhiteDot~VB1~VB2.AllDifferent~VA~VB3": 8,
        ".Shape~2x2.Var~A~~2x3.Replicate~_~VA1.~VA1_1.End": 2,
        ".Shape~2x2.Var~A~~2x3.Replicate~D~VA1.WhiteDot~VA1~VA4.End": 32,
        ".Shape~4x4~0-4.Doppelganger.~R1C1_0_0~DGB1_2_4": 96,
        ".Shape~4x4~0-4.Doppelganger.NoBoxes.~R1C1_0~DGC1_1~R2C2_0~DGR2_3": 80,
    }.items():
        with case(string):
            assert count(puzzle_of(string)) == solutions


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
    puzzle = classic(order=2).with_rules(rules.Whisper((0, 1)))
    assert string_of(puzzle) == ".Shape~4x4.Whisper~2~R1C1~R1C2"
    assert puzzle_of(".Shape~4x4.Whisper~R1C1~R1C2").rules[-1] == rules.Whisper((0, 1), 5)
