"""Instances of rules on small boards: dots, clues, and rules of the whole board."""

from nonet import rules
from nonet.model.grid import Grid

_LINE = Grid(1, 4)
_LINE0 = Grid(1, 4, range(4))
_FIVE = Grid(1, 5, range(1, 4))
_SIX = Grid(1, 4, range(1, 7))
_NINE = Grid(1, 3, range(9))
_WIDE = Grid(2, 3)
_WIDE0 = Grid(2, 3, range(3))
_TALL = Grid(4, 1)
_SQUARE = Grid(2, 2, range(1, 5))
_SQUARE6 = Grid(2, 2, range(1, 7))
_SQUARE9 = Grid(2, 2, range(9))
_CUBE = Grid(3, 3)
_BITS = Grid(3, 3, range(2))
_BOARDS = (_LINE, _WIDE0, _SQUARE9, _CUBE, _BITS)

#: Instances of each rule. Some boards have other values than 1 to n.
EXAMPLES: list[tuple[Grid, rules.Rule]] = [
    (Grid(4, 4, range(1, 3)), rules.Windoku(1, 2)),
    (Grid(6, 6, range(1, 4)), rules.Windoku(2, 3)),
    (_CUBE, rules.Diagonals(rising=False)),
    (_SQUARE9, rules.Diagonals(falling=False)),
    *((grid, rules.DiagonalNonConsecutive()) for grid in _BOARDS),
    *((grid, rules.Knightmare()) for grid in _BOARDS),
    (_WIDE, rules.Knightmare((2, 4))),
    *((grid, rules.SelfTaxicab()) for grid in (*_BOARDS, _SIX, _TALL)),
    *((grid, rules.Taxicab(2)) for grid in _BOARDS),
    (_CUBE, rules.Taxicab(1)),
    (_WIDE, rules.Taxicab(3)),
    (_LINE, rules.Taxicab(9)),  # no cells are that far apart
    (_CUBE, rules.AntiLeaper(1, 2)),
    (Grid(3, 4, range(2)), rules.AntiLeaper(1, 3)),
    (_WIDE0, rules.AntiLeaper(0, 2)),
    (_SIX, rules.AntiLeaper(3, 0, values=(1, 6))),
    (_CUBE, rules.AntiLeaper(1, 1, cells=(4,))),
    (_WIDE, rules.AntiLeaper(1, 1, values=(2,), cells=(0, 1))),
    (_WIDE0, rules.NonConsecutive(exempt=((0, 1), (5, 2)))),
    (_WIDE, rules.NonConsecutive(dots_exempt=False)),
    *((grid, rules.NegativeWhiteDots()) for grid in _BOARDS),
    (_SIX, rules.NegativeWhiteDots((1, 3), exempt=((0, 1),))),
    *((grid, rules.NegativeBlackDots()) for grid in _BOARDS),
    (_SIX, rules.NegativeBlackDots((2, 3), exempt=((2, 1),), white_exempts=False)),
    *((grid, rules.NegativeXV()) for grid in _BOARDS),
    (_SIX, rules.NegativeXV((7,), exempt=((0, 1),))),
    (_SIX, rules.WhiteDot(0, 3, difference=4)),
    (_NINE, rules.WhiteDot(0, 1, 8)),
    (_NINE, rules.BlackDot(2, 1, ratio=4)),
    (_SIX, rules.BlackDot(0, 3, ratio=9)),  # no value has nine times another
    (_SIX, rules.X(0, 1)),
    (_LINE, rules.X(2, 0)),
    (_NINE, rules.X(0, 1)),
    (_LINE, rules.V(0, 1)),
    (_LINE0, rules.V(2, 0)),
    (_SIX, rules.PairSum(0, 1, total=7)),
    (_NINE, rules.PairSum(1, 2, total=0)),
    (_LINE, rules.Greater((0, 1, 2, 3))),
    (_LINE0, rules.Greater((3, 1))),
    (_WIDE, rules.Greater((0, 1, 4, 5))),  # longer than there are values
    (_CUBE, rules.Minimum((4,))),
    (_WIDE0, rules.Minimum((0, 1))),
    (_SIX, rules.Minimum((2,), exempt=(1,))),
    (_WIDE, rules.Minimum((1,), others_exempt=False)),
    (_CUBE, rules.Maximum((0, 8))),
    (_SQUARE9, rules.Maximum((0,))),
    (_TALL, rules.Maximum((1, 2), exempt=(0,))),
    (_SQUARE, rules.Quadruple((0, 1, 2, 3), (1, 4))),
    (_SQUARE9, rules.Quadruple((3, 1, 0, 2), (0, 0, 8))),
    (_SQUARE6, rules.Quadruple((0, 1, 2, 3), (1, 2, 3, 6))),
    (_LINE, rules.Contains((0, 1, 2), (2, 2))),
    (_NINE, rules.Contains((0, 1, 2), (8, 0), exactly=True)),
    (_SIX, rules.Contains((3, 0, 1), (6,), exactly=True)),
    *(
        (grid, rules.GlobalEntropy())
        for grid in (_LINE, _SQUARE, _SQUARE9, _SQUARE6, _WIDE0, _CUBE)
    ),
    *(
        (grid, rules.GlobalModular())
        for grid in (_LINE, _SQUARE, _SQUARE9, _SQUARE6, _WIDE0, _CUBE)
    ),
    (_BITS, rules.GlobalModular(2)),
    (_SQUARE, rules.GlobalModular(4)),
    *((grid, rules.ConnectedValues(grid.values[:2])) for grid in _BOARDS),
    (_CUBE, rules.ConnectedValues((2,), size=4)),
    (_WIDE, rules.ConnectedValues((1, 3), size=1)),
    (_SQUARE, rules.ConnectedValues((1, 2, 3, 4), size=4)),
    (_LINE, rules.CountingCircles((0, 1, 2, 3))),
    (_NINE, rules.CountingCircles((0, 2))),
    (_CUBE, rules.CountingCircles((0, 1, 2, 4, 8))),
    (_LINE, rules.CountDistinct(0, (1, 2, 3))),
    (_NINE, rules.CountDistinct(1, (0, 2))),
    (_SIX, rules.CountDistinct(3, (0, 1, 2))),
    (_WIDE, rules.CountDistinct(5, (0, 1, 2, 3, 4))),
    (_LINE, rules.Slingshot(0, 1, (2, 3))),
    (_NINE, rules.Slingshot(0, 2, (1,))),
    (_SIX, rules.Slingshot(3, 2, (1, 0))),
    (_WIDE0, rules.Slingshot(5, 0, (1, 2, 3, 4))),
    *((grid, rules.Flatmates()) for grid in (_CUBE, _WIDE0, _SQUARE9, Grid(3, 1, range(2, 7)))),
    *((grid, rules.TopBottom()) for grid in (Grid(2, 2), _CUBE, Grid(3, 2, range(3)), Grid(4, 1))),
    (_LINE, rules.XSum((0, 1, 2, 3), 6)),
    (_LINE0, rules.XSum((3, 2, 1, 0), 0)),
    (_NINE, rules.XSum((0, 1, 2), 9)),
    (_SIX, rules.XSum((0, 1, 2, 3), 2)),  # no values have this sum
    (_LINE, rules.Sandwich((0, 1, 2, 3), 5)),
    (_LINE0, rules.Sandwich((3, 2, 1, 0), 3)),
    (_NINE, rules.Sandwich((0, 1, 2), 0)),
    (_SIX, rules.Sandwich((0, 1, 2, 3), 4, crusts=(5, 2))),
    (_FIVE, rules.Sandwich((0, 1, 2, 3, 4), 4)),
    (_LINE, rules.Sandwich((0, 1, 2, 3), 99)),
    (_SIX, rules.Lunchbox((0, 1, 2, 3), 7)),
    (_NINE, rules.Lunchbox((0, 1, 2), 3)),
    (_LINE0, rules.Lunchbox((3, 0), 0)),
    (_LINE, rules.Skyscraper((0, 1, 2, 3), 3)),
    (_NINE, rules.Skyscraper((2, 1, 0), 1)),
    (_SIX, rules.Skyscraper((0, 1, 2, 3), 2)),
    (_LINE, rules.Skyscraper((0, 1), 3)),  # the count is larger than the number of cells
    (_LINE, rules.HiddenSkyscraper((0, 1, 2, 3), 2)),
    (_NINE, rules.HiddenSkyscraper((2, 1, 0), 0)),
    (_SIX, rules.HiddenSkyscraper((0, 1, 2, 3), 6)),
    (_LINE, rules.NumberedRoom((0, 1, 2, 3), 4)),
    (_NINE, rules.NumberedRoom((2, 0, 1), 0)),
    (_SIX, rules.NumberedRoom((0, 1, 2, 3), 1)),
    (_CUBE, rules.LittleKiller(1, "down-right", 4)),
    (_WIDE0, rules.LittleKiller(3, "up-right", 2)),
    (_SQUARE9, rules.LittleKiller(0, "down-right", 7)),
    (_SQUARE6, rules.LittleKiller(3, "up-left", 0)),
    (_CUBE, rules.LittleKiller(2, "down-left", 6)),
    (_LINE, rules.LittleKiller(2, "up-left", 3)),
    (_CUBE, rules.RowIndexer((0, 4))),
    (_TALL, rules.RowIndexer((0, 1, 2, 3))),
    (_WIDE0, rules.RowIndexer((1,))),
    (_CUBE, rules.ColumnIndexer((3, 8))),
    (_LINE0, rules.ColumnIndexer((0, 2))),
    (_SIX, rules.ColumnIndexer((1,))),
    (_SQUARE, rules.BoxIndexer((0, 3), 2, 2)),
    (_SQUARE9, rules.BoxIndexer((1,), 2, 2)),
    (_WIDE, rules.BoxIndexer((5,), 1, 3)),
    (_TALL, rules.NegativeRowIndexers()),
    (_BITS, rules.NegativeRowIndexers(exempt=(4,))),
    (_LINE0, rules.NegativeColumnIndexers()),
    (_SIX, rules.NegativeColumnIndexers(exempt=(0, 3))),
    (_SQUARE, rules.NegativeBoxIndexers(2, 2)),
    (_WIDE0, rules.NegativeBoxIndexers(2, 1, exempt=(0,))),
]
