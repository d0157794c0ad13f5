"""Instances of rules about lines, groups and cages on small boards, and random instances."""

from nonet import rules
from nonet.model.grid import Grid

_LINE = Grid(1, 4)
_LINE0 = Grid(1, 4, range(4))
_FIVE = Grid(1, 5, range(1, 4))
_SIX = Grid(1, 4, range(1, 7))
_NINE = Grid(1, 3, range(9))
_WIDE = Grid(2, 3)
_TEENS = Grid(1, 3, range(8, 13))

#: Instances of each rule. Some boards have other values than 1 to n.
EXAMPLES: list[tuple[Grid, rules.Rule]] = [
    (_LINE0, rules.SlowThermo((3, 1))),
    (_SIX, rules.SlowThermo((0, 1, 2))),
    (_WIDE, rules.SlowThermo((0, 1, 2, 5))),
    (_LINE, rules.Palindrome((0, 1, 2, 3))),
    (_NINE, rules.Palindrome((2, 0, 1))),
    (_LINE, rules.Palindrome((0, 1, 2, 0, 3))),
    (_LINE, rules.Whisper((0, 1, 2, 3))),
    (_NINE, rules.Whisper((0, 1, 2))),
    (Grid(1, 2, range(1, 9)), rules.Whisper((0, 1))),
    (_SIX, rules.Whisper((3, 2, 1, 0), gap=2)),
    (_SIX, rules.Whisper((0, 1, 0), gap=6)),  # no two values are that far apart
    (_LINE, rules.Whisper((0, 0, 1), gap=1)),  # a cell differs from itself
    (_LINE, rules.Entropic((0, 1, 2, 3))),
    *((Grid(1, 2, range(1, last)), rules.Entropic((0, 1))) for last in (6, 8, 9, 10)),
    (_SIX, rules.Entropic((0, 1, 2, 3))),
    (_WIDE, rules.Entropic((0, 1, 2, 5, 4))),
    (_LINE, rules.Entropic((0, 1, 2, 0))),
    (_LINE, rules.Entropic((0, 1, 0))),  # every three consecutive cells differ
    (_NINE, rules.Modular((0, 1, 2))),
    (_SIX, rules.Modular((0, 1, 2, 3))),
    (_SIX, rules.Modular((0, 1, 2, 3), modulus=2)),
    (_LINE0, rules.Modular((3, 1, 2, 0), modulus=4)),
    (_LINE0, rules.Modular((3, 1), modulus=7)),
    (_SIX, rules.Renban((0, 1, 2))),
    (_NINE, rules.Renban((0, 2))),
    (_LINE0, rules.Renban((3, 1, 2, 0))),
    (_WIDE, rules.Renban((0, 1, 2, 3))),  # more cells than values
    (_NINE, rules.Nabner((0, 1, 2))),
    (_SIX, rules.Nabner((0, 1, 3))),
    (_LINE, rules.Nabner((3, 0, 1))),
    (_WIDE, rules.Nabner((0, 1, 2, 3))),
    (_LINE, rules.Between((0, 1, 2, 3))),
    (_NINE, rules.Between((0, 2, 1))),
    (_SIX, rules.Between((0, 1, 2, 1, 3))),
    (_LINE, rules.Between((0, 1, 2, 0))),  # a loop without cells between its ends
    (_LINE, rules.Lockout((0, 1, 2, 3))),
    (_NINE, rules.Lockout((0, 2, 1))),
    (_SIX, rules.Lockout((0, 1, 2, 3), gap=2)),
    (_SIX, rules.Lockout((1, 3), gap=5)),
    (_LINE, rules.Lockout((0, 1, 2), gap=9)),
    (_LINE, rules.Arrow((0,), (1, 2))),
    (_LINE0, rules.Arrow((3,), (0,))),
    (_NINE, rules.Arrow((1,), (0, 2))),
    (_SIX, rules.Arrow((0,), (1, 2, 3, 1))),
    (Grid(1, 4, range(1, 8)), rules.Arrow((0, 1), (2, 3))),
    (_LINE0, rules.Arrow((0, 1), (2, 3, 3, 3, 2, 2, 2))),
    (_TEENS, rules.Arrow((0,), (1, 2))),
    (_TEENS, rules.Arrow((0, 1), (2, *[2] * 80))),
    (_WIDE, rules.Arrow((0,), (1, 2, 5, 4))),  # too long
    (_WIDE, rules.Arrow((0, 1, 2), (3, 4, 5))),  # the number is too large
    (_LINE, rules.DoubleArrow((0, 1, 2, 3))),
    (_NINE, rules.DoubleArrow((0, 1, 2))),
    (_SIX, rules.DoubleArrow((0, 1, 2, 1, 3))),
    (_LINE, rules.RegionSum((0, 1, 2, 3), boxes=(1, 2))),
    (_SIX, rules.RegionSum((0, 1, 2), regions=((1, 2), (0,)))),
    (_WIDE, rules.RegionSum((1, 2, 5, 4, 1), boxes=(2, 1))),
    (_WIDE, rules.RegionSum((0, 1, 2, 5, 4), boxes=(1, 3))),
    (_LINE0, rules.RegionSum((0, 2, 1, 3), regions=((0, 1), (2,), (3,)))),
    (_LINE0, rules.RegionSum((0, 2, 1, 3), regions=((0, 1), (2,), (3,)), single_totals=True)),
    (_LINE, rules.Zipper((0, 1, 2, 3))),
    (_NINE, rules.Zipper((0, 1, 2))),
    (_FIVE, rules.Zipper((4, 0, 2, 1, 3))),
    (_SIX, rules.Zipper((0, 1, 2, 0))),
    (_LINE, rules.SumLine((0, 1, 2, 3), 4)),
    (_LINE0, rules.SumLine((0, 1, 2, 3), 3)),
    (_SIX, rules.SumLine((0, 1), 12)),  # the largest possible total
    (_NINE, rules.SumLine((2, 1, 0), 8)),
    (_SIX, rules.SumLine((0, 1, 2, 1), 5)),
    (_SIX, rules.SumLine((0, 1, 2, 3), 6, loop=True)),
    (_LINE0, rules.SumLine((0, 1, 2), 2, loop=True)),
    (_LINE, rules.SumLine((0, 1), 9)),  # the total is too large for both cells
    (_NINE, rules.Arithmetic((0, 1, 2))),
    (_LINE, rules.Arithmetic((3, 2, 1, 0))),
    (_SIX, rules.Arithmetic((0, 1, 2, 3))),
    (_LINE, rules.Arithmetic((0, 1, 0))),
    (_LINE, rules.EqualSums(((0, 1), (2, 3)))),
    (_NINE, rules.EqualSums(((0,), (1, 2)))),
    (_SIX, rules.EqualSums(((0, 0), (1, 2), (3, 1)))),
    (_LINE, rules.SameValues(((0, 1), (2, 3)))),
    (_NINE, rules.SameValues(((0,), (1,), (2,)))),
    (_SIX, rules.SameValues(((0, 1, 2), (3, 1, 0)))),
    (_WIDE, rules.SameValues(((0, 1, 2), (3, 4, 5)))),
    (_LINE, rules.Clone((0, 1), (2, 3))),
    (_NINE, rules.Clone((0, 2), (1, 2))),
    (_SIX, rules.Clone((0, 1, 2), (1, 2, 3))),
    (_SIX, rules.Cage((0, 1, 2), totals=(7, 10))),
    (_NINE, rules.Cage((0, 1, 2), totals=(1, 4, 24))),
    (_LINE, rules.Cage((0, 1), totals=(1, 99))),
    (_SIX, rules.Cage((0, 1, 3), root=3)),
    (_NINE, rules.Cage((0, 1), root=0)),
    (_NINE, rules.Cage((2, 1), root=9)),
    (_LINE, rules.Sum((0, 1, 2), 6)),
    (_NINE, rules.Sum((0, 1, 0), totals=(3, 20))),
    (_SIX, rules.Sum((0, 1, 2), 0, coefficients=(1, 1, -2))),
    (_SIX, rules.Sum((0, 1), totals=(-3, 3), coefficients=(1, -1))),
    (_LINE, rules.LookAndSay((0, 1, 2, 3), ((2, 1),))),
    (_NINE, rules.LookAndSay((0, 1, 2), ((1, 0), (0, 8)))),
    (_SIX, rules.LookAndSay((0, 1, 2), ((1, 3), (1, 6)))),
    (_LINE, rules.LookAndSay((0, 1), ((3, 1),))),
    (_LINE, rules.Rellik((0, 1, 2), 5)),
    (_NINE, rules.Rellik((0, 1, 2), 8)),
    (_SIX, rules.Rellik((0, 1, 2, 3), 9, repeats=True)),
    (_LINE, rules.Rellik((0, 1), 99)),
    (_SIX, rules.EqualityCage((0, 1, 2, 3))),
    (_NINE, rules.EqualityCage((0, 2))),
    (_LINE0, rules.EqualityCage((0, 1, 2, 3))),
    (_LINE, rules.EqualityCage((0, 1, 2))),  # three cells have no two halves
]
