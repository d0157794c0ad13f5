"""Instances of every rule, on boards small enough for brute force."""

from random import Random

from rule_makers import KINDS, LAYERED, PLAIN, Chance, chosen, fits

from nonet import rules
from nonet.model.grid import Grid, Layer
from nonet.rules import All, Among, Either, Pairs, Regex, Rule, Thermo, Walk, Where

_LINE, _LINE0, _FIVE = Grid(1, 4), Grid(1, 4, range(4)), Grid(1, 5, range(1, 4))
_SIX, _NINE, _TEENS = Grid(1, 4, range(1, 7)), Grid(1, 3, range(9)), Grid(1, 3, range(8, 13))
_WIDE, _WIDE0, _TALL = Grid(2, 3), Grid(2, 3, range(3)), Grid(4, 1)
_SQUARE0, _SQUARE = Grid(2, 2, range(3)), Grid(2, 2, range(1, 5))
_SQUARE6, _SQUARE9 = Grid(2, 2, range(1, 7)), Grid(2, 2, range(9))
_CUBE, _BITS, _ONE, _PAIR = Grid(3, 3), Grid(3, 3, range(2)), Grid(1, 1), Grid(2, 2)
_TURNED = Grid(2, 3, range(1, 3), layers=(Layer("galaxy"),))
_SHADED = Grid(2, 2, range(1, 4), layers=(Layer("shade", (1, 2)),))
_BESIDE = Grid(2, 2, range(3), layers=(Layer("missing", (1, 2), size=6),))
#: The boards of rules without parameters, and those of drawn rules.
_PLAIN = (_LINE, _SIX, _TALL, _WIDE0, _SQUARE9, _CUBE, _BITS, _ONE)
_DRAWN = (_LINE, _LINE0, _SIX, _NINE, _WIDE, _WIDE0, _TALL, _SQUARE, _SQUARE6, _SQUARE9, _BITS)
_MARKED = (Grid(2, 2, range(1, 3), (Layer("mark"), Layer("marked", size=2))),)
_TWICE = (Grid(1, 1, range(3), (Layer("mark"), Layer("marked", size=2))),)
#: The boards of rules that fit no others.
_SPECIAL = {"fullrank": (_PAIR,), "doppelganger": (_SQUARE0,)}
_SPECIAL |= dict.fromkeys(("doubler", "multiplier", "negator"), _MARKED)
_SPECIAL |= {"samurai": (Grid(3, 4, range(2)),)}
_SPECIAL |= dict.fromkeys(("hotcold", "vampire"), _TWICE)

_REGIONS = (Grid(2, 2, layers=(Layer("region"),)), Grid(1, 4, range(1, 3), (Layer("region"),)))


def _drawn(name: str, number: int) -> tuple[Grid, Rule]:
    """Draw a rule with this name on a board that has room for it."""
    random = Random(f"{name} {number}")
    while True:
        boards = _REGIONS if name in LAYERED else _SPECIAL.get(name, _DRAWN)
        grid = random.choice(boards)
        hint = [random.choice(grid.values) for _ in grid.cells]
        rule = chosen(Chance(random.random(), grid, hint), name)
        if rule is not None:
            return grid, rule


_LINES = (rules.Arithmetic, rules.Between, rules.DoubleArrow, rules.Entropic, rules.EqualityCage)
_LINES += (rules.Greater, rules.Lockout, rules.Modular, rules.Nabner, rules.Palindrome)
_LINES += (rules.Renban, rules.SlowThermo, Thermo, rules.Whisper, rules.Zipper)
_CLUES = (rules.HiddenSkyscraper, rules.NumberedRoom, rules.Sandwich, rules.Skyscraper, rules.XSum)

#: Instances that are seldom drawn: unbroken lines, all options, extremes, and without a filling.
_UNUSUAL: list[tuple[Grid, Rule]] = [
    *((_LINE, line((0, 1, 2, 3))) for line in _LINES),
    *((_LINE, clue((0, 1, 2, 3), 3)) for clue in _CLUES),
    (Grid(2, 3, range(1, 3)), rules.Rows()),  # more cells than values: unsatisfiable
    (_WIDE, rules.ExtraRegion((0, 1, 2, 3))),
    (_CUBE, rules.Regions(((0, 1, 3), (2, 5, 8), (4, 6, 7)))),
    (Grid(2, 4, range(3)), rules.Boxes(1, 2)),
    (Grid(2, 4, range(1, 4)), rules.DisjointGroups(1, 2)),
    (Grid(4, 4), rules.Windoku()),
    (Grid(4, 4, range(1, 3)), rules.Windoku(1, 2)),
    (Grid(6, 6, range(1, 4)), rules.Windoku(2, 3)),
    (_CUBE, rules.Diagonals(rising=False)),
    (_SQUARE9, rules.Diagonals(falling=False)),
    (_CUBE, rules.FullRank((2, 5, 8), 5)),  # it begins in the first cell of another line
    *((_CUBE, rules.FullRank((3, 4, 5), rank)) for rank in (1, 6, 7, 12)),
    *((_CUBE, rules.FullRank((8, 5, 2), rank, ties=True)) for rank in (2, 3, 8)),
    (_TURNED, rules.Galaxies(((1, 4),))),
    (_TURNED, rules.Galaxies(((2, 1, 5, 4), (0,)), repeats=True)),
    (_BESIDE, rules.Doppelganger((4, 5), (6, 7))),
    (_BESIDE, rules.Doppelganger((4, 6), (5, 7), (8, 9), (2, 1))),
    (_LINE0, rules.BlackDot(2, 1)),  # 0 is twice 0
    (Grid(1, 2, range(5, 8)), rules.BlackDot(0, 1)),  # no value has its double
    (_NINE, rules.BlackDot(2, 1, ratio=4)),
    (_SIX, rules.BlackDot(0, 3, ratio=9)),  # no value has nine times another
    (_SIX, rules.WhiteDot(0, 3, difference=4)),
    (_WIDE, Thermo((0, 1, 2, 5))),  # longer than there are values
    (_WIDE, rules.Greater((0, 1, 4, 5))),
    (_LINE, rules.Cage((0, 1))),
    (_LINE, rules.Cage((0, 3), 99)),
    (_LINE, rules.Cage((0, 1), 1)),
    (_LINE0, rules.Cage((0, 2), 0)),
    (_LINE, rules.Cage((0, 1), totals=(1, 99))),
    (_NINE, rules.Cage((0, 1), root=0)),
    (_NINE, rules.Cage((2, 1), root=9)),
    (Grid(1, 2, range(2, 3)), rules.Odd((0,))),  # without odd values
    (Grid(1, 2, range(3, 7)), Among((1,), (6, 3, 6))),
    (Grid(1, 2, range(1, 9)), rules.Whisper((0, 1))),
    (_SIX, rules.Whisper((0, 1, 0), gap=6)),  # no two values are that far apart
    (_LINE, rules.Whisper((0, 0, 1), gap=1)),  # a cell differs from itself
    *((Grid(1, 2, range(1, last)), rules.Entropic((0, 1))) for last in (6, 8, 9, 10)),
    (_LINE, rules.Entropic((0, 1, 0))),  # every three consecutive cells differ
    (_LINE0, rules.Modular((3, 1), modulus=7)),
    (_WIDE, rules.Renban((0, 1, 2, 3))),  # more cells than values
    (_WIDE, rules.Nabner((0, 1, 2, 3))),
    (_LINE, rules.Between((0, 1, 2, 0))),  # a loop without cells between its ends
    (_LINE, rules.Lockout((0, 1, 2), gap=9)),
    (_LINE, rules.Arrow((0,), (1, 2))),
    (Grid(1, 4, range(1, 8)), rules.Arrow((0, 1), (2, 3))),
    (_LINE0, rules.Arrow((0, 1), (2, 3, 3, 3, 2, 2, 2))),
    (_SIX, rules.Arrow((0,), (1, 2, 3, 1))),
    (_TEENS, rules.Arrow((0,), (1, 2))),
    (_TEENS, rules.Arrow((0, 1), (2, *[2] * 80))),
    (_WIDE, rules.Arrow((0,), (1, 2, 5, 4))),  # too long
    (_WIDE, rules.Arrow((0, 1, 2), (3, 4, 5))),  # the number is too large
    (_WIDE, rules.RegionSum((0, 1, 2, 5, 4), boxes=(1, 3))),
    (_LINE0, rules.RegionSum((0, 2, 1, 3), ((0, 1), (2,), (3,)), single_totals=True)),
    (_SIX, rules.SumLine((0, 1), 12)),  # the largest possible total
    (_LINE, rules.SumLine((0, 1), 9)),  # the total is too large for both cells
    (_SIX, rules.SumLine((0, 1, 2, 3), 6, loop=True)),
    (_LINE, rules.EqualSums(((0, 1), (2, 3)))),
    (_SIX, rules.EqualSums(((0, 0), (1, 2), (3, 1)))),
    (_NINE, rules.SameValues(((0,), (1,), (2,)))),
    (_LINE, rules.Sum((0, 1, 2), 6)),
    (_SIX, rules.Sum((0, 1, 2), 0, coefficients=(1, 1, -2))),
    (_SIX, rules.Sum((0, 1), totals=(-3, 3), coefficients=(1, -1))),
    (_LINE, rules.LookAndSay((0, 1), ((3, 1),))),
    (_LINE, rules.Rellik((0, 1), 99)),
    (_LINE, rules.EqualityCage((0, 1, 2))),  # three cells have no two halves
    (_WIDE, rules.Knightmare((2, 4))),
    (_LINE, rules.Taxicab(9)),  # no cells are that far apart
    (Grid(3, 4, range(2)), rules.AntiLeaper(1, 3)),
    (_SIX, rules.AntiLeaper(3, 0, values=(1, 6))),
    (_WIDE, rules.AntiLeaper(1, 1, values=(2,), cells=(0, 1))),
    (_WIDE0, rules.NonConsecutive(exempt=((0, 1), (5, 2)))),
    (_WIDE, rules.NonConsecutive(dots_exempt=False)),
    *((grid, rules.NegativeWhiteDots()) for grid in _PLAIN),
    (_SIX, rules.NegativeWhiteDots((1, 3), exempt=((0, 1),), black_exempts=False)),
    *((grid, rules.NegativeBlackDots()) for grid in _PLAIN),
    (_SIX, rules.NegativeBlackDots((2, 3), exempt=((2, 1),), white_exempts=False)),
    *((grid, rules.NegativeXV()) for grid in _PLAIN),
    (_SIX, rules.NegativeXV((7,), exempt=((0, 1),))),
    (_SIX, rules.Minimum((2,), exempt=(1,))),
    (_WIDE, rules.Minimum((1,), others_exempt=False)),
    (_TALL, rules.Maximum((1, 2), exempt=(0,), others_exempt=False)),
    (_SQUARE6, rules.Quadruple((0, 1, 2, 3), (1, 2, 3, 6))),
    (_LINE, rules.Contains((0, 1, 2), (2, 2))),
    (_SIX, rules.Contains((3, 0, 1), (6,), exactly=True)),
    (_BITS, rules.GlobalModular(2)),
    (_SQUARE, rules.GlobalModular(4)),
    (_WIDE, rules.ConnectedValues((1, 3), size=1)),
    (_SQUARE, rules.ConnectedValues((1, 2, 3, 4), size=4)),
    *((_BITS, rules.Loop((1,), corners=corners)) for corners in (False, True)),
    *((_BITS, rules.Snake((1,), ends)) for ends in ((), (4,), (0, 8))),
    (_BITS, rules.Snake((1,), (3, 7), corners=True)),
    (_WIDE0, rules.Snake((0, 2))),
    *((_BITS, rules.Nurimisaki((0,), capes)) for capes in ((), (0, 8), (1, 5))),
    (_SHADED, rules.Nurimisaki((1,), (1, 2), "shade", counted=True)),
    (_BITS, rules.Norinori((0,), regions=((0, 1, 2, 3, 4), (5, 6, 7, 8)))),
    (Grid(4, 4, range(2)), rules.StarBattle((1,), 1, boxes=(2, 2))),
    (_LINE, rules.StarBattle((1, 2, 3, 4), 1, boxes=(1, 1))),  # all cells are stars, and touch
    (_WIDE0, rules.Slingshot(5, 0, (1, 2, 3, 4))),
    (_CUBE, rules.CountingCircles((0, 1, 2, 4, 8))),
    (Grid(3, 1, range(2, 7)), rules.Flatmates()),
    *((grid, rules.TopBottom()) for grid in (Grid(2, 2), Grid(3, 2, range(3)))),
    (_LINE0, rules.XSum((3, 2, 1, 0), 0)),
    (_SIX, rules.XSum((0, 1, 2, 3), 2)),  # no values have this sum
    (_LINE0, rules.Lunchbox((3, 0), 0)),
    (_SIX, rules.Lunchbox((0, 1, 2, 3), 7)),
    (_SIX, rules.Sandwich((0, 1, 2, 3), 4, crusts=(5, 2))),
    (_FIVE, rules.Sandwich((0, 1, 2, 3, 4), 4)),
    (_LINE, rules.Sandwich((0, 1, 2, 3), 99)),
    (_LINE, rules.Skyscraper((0, 1), 3)),  # the count is larger than the number of cells
    (_SQUARE6, rules.LittleKiller(3, "up-left", 0)),
    (_TALL, rules.RowIndexer((0, 1, 2, 3))),
    (_TALL, rules.NegativeRowIndexers()),
    (_LINE0, rules.NegativeColumnIndexers()),
    (_SQUARE, rules.NegativeBoxIndexers(2, 2)),
    *(
        (grid, rule.on(grid))
        for grid, rule in (
            (_SQUARE0, Pairs((0, 1, 3, 0), lambda a, b: a + b != 2)),  # a loop
            (_LINE0, Pairs((0, 1, 2, 3), lambda a, b: a * b != 2, every=True)),
            (_SQUARE0, Pairs((0, 1, 0), lambda a, b: a + b == 2, every=True)),  # a cell with itself
            (_LINE, Where((2,), lambda v: v % 3 == 1)),
            (_LINE0, Where((3, 1), lambda a, b: a * 2 >= b)),
            (_LINE, Where((0, 1, 2, 3), lambda *values: sorted(values) == [1, 1, 2, 4])),
            (_LINE0, Where((0, 1, 2), lambda *values: False)),
            (_LINE0, Walk((3, 2), None, lambda last, v: v if v != last else None, lambda _: True)),
            (_WIDE0, Walk((0, 1, 5, 0), (), lambda seen, v: (*seen, v), lambda s: s == s[::-1])),
            (_LINE, Regex((0, 1, 2, 3), "1*[^13]{2,}4?")),
            (_LINE0, Regex((3, 0, 1), "(01|.2)(0|3)?|[1-3]*")),
            (Grid(1, 3, range(9, 12)), Regex((0, 1, 2), "9?[AB]+9?")),
            (_LINE, Regex((0, 1), "2")),  # too short: unsatisfiable
            (_LINE, Either(Thermo((0, 1, 2)), rules.Cage((1, 2, 3), 6))),
            (_WIDE0, Either(rules.Rows(), rules.Columns())),
            (_LINE0, All(Thermo((0, 1)), Either(rules.Odd((2,)), rules.Odd((3,))))),
        )
    ),
]

#: Several instances of every rule.
RULES: list[tuple[Grid, Rule]] = [
    *((grid, rule) for rule in PLAIN for grid in _PLAIN if fits(rule, grid)),
    *(_drawn(name, number) for name in KINDS for number in range(3)),
    *_UNUSUAL,
]
