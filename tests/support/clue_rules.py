"""Rules with dots, clues and about the whole board: instances on small boards, and random ones."""

from itertools import permutations

from hypothesis import strategies as st

from nonet.model.grid import Grid
from nonet.rules import (
    AntiLeaper,
    BlackDot,
    BoxIndexer,
    ColumnIndexer,
    Contains,
    CountDistinct,
    CountingCircles,
    DiagonalNonConsecutive,
    Diagonals,
    Flatmates,
    GlobalEntropy,
    GlobalModular,
    Greater,
    HiddenSkyscraper,
    Knightmare,
    LittleKiller,
    Lunchbox,
    Maximum,
    Minimum,
    NegativeBlackDots,
    NegativeBoxIndexers,
    NegativeColumnIndexers,
    NegativeRowIndexers,
    NegativeWhiteDots,
    NegativeXV,
    NonConsecutive,
    NumberedRoom,
    PairSum,
    Quadruple,
    RowIndexer,
    Rule,
    Sandwich,
    SelfTaxicab,
    Skyscraper,
    Slingshot,
    Taxicab,
    TopBottom,
    V,
    WhiteDot,
    Windoku,
    X,
    XSum,
)
from nonet.system.errors import PuzzleError

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

#: Instances of each rule, on boards with other values than 1 to n, too.
EXAMPLES: list[tuple[Grid, Rule]] = [
    (Grid(4, 4, range(1, 3)), Windoku(1, 2)),
    (Grid(6, 6, range(1, 4)), Windoku(2, 3)),
    (_CUBE, Diagonals(rising=False)),
    (_SQUARE9, Diagonals(falling=False)),
    *((grid, DiagonalNonConsecutive()) for grid in _BOARDS),
    *((grid, Knightmare()) for grid in _BOARDS),
    (_WIDE, Knightmare((2, 4))),
    *((grid, SelfTaxicab()) for grid in (*_BOARDS, _SIX, _TALL)),
    *((grid, Taxicab(2)) for grid in _BOARDS),
    (_CUBE, Taxicab(1)),
    (_WIDE, Taxicab(3)),
    (_LINE, Taxicab(9)),  # no cells are that far apart
    (_CUBE, AntiLeaper(1, 2)),
    (_WIDE0, AntiLeaper(0, 2)),
    (_SIX, AntiLeaper(3, 0, values=(1, 6))),
    (_CUBE, AntiLeaper(1, 1, cells=(4,))),
    (_WIDE, AntiLeaper(1, 1, values=(2,), cells=(0, 1))),
    (_WIDE0, NonConsecutive(exempt=((0, 1), (5, 2)))),
    (_WIDE, NonConsecutive(dots_exempt=False)),
    *((grid, NegativeWhiteDots()) for grid in _BOARDS),
    (_SIX, NegativeWhiteDots((1, 3), exempt=((0, 1),))),
    *((grid, NegativeBlackDots()) for grid in _BOARDS),
    (_SIX, NegativeBlackDots((2, 3), exempt=((2, 1),), white_exempts=False)),
    *((grid, NegativeXV()) for grid in _BOARDS),
    (_SIX, NegativeXV((7,), exempt=((0, 1),))),
    (_SIX, WhiteDot(0, 3, difference=4)),
    (_NINE, WhiteDot(0, 1, 8)),
    (_NINE, BlackDot(2, 1, ratio=4)),
    (_SIX, BlackDot(0, 3, ratio=9)),  # no value has nine times another
    (_SIX, X(0, 1)),
    (_LINE, X(2, 0)),
    (_NINE, X(0, 1)),
    (_LINE, V(0, 1)),
    (_LINE0, V(2, 0)),
    (_SIX, PairSum(0, 1, total=7)),
    (_NINE, PairSum(1, 2, total=0)),
    (_LINE, Greater((0, 1, 2, 3))),
    (_LINE0, Greater((3, 1))),
    (_WIDE, Greater((0, 1, 4, 5))),  # longer than there are values
    (_CUBE, Minimum((4,))),
    (_WIDE0, Minimum((0, 1))),
    (_SIX, Minimum((2,), exempt=(1,))),
    (_WIDE, Minimum((1,), others_exempt=False)),
    (_CUBE, Maximum((0, 8))),
    (_SQUARE9, Maximum((0,))),
    (_TALL, Maximum((1, 2), exempt=(0,))),
    (_SQUARE, Quadruple((0, 1, 2, 3), (1, 4))),
    (_SQUARE9, Quadruple((3, 1, 0, 2), (0, 0, 8))),
    (_SQUARE6, Quadruple((0, 1, 2, 3), (1, 2, 3, 6))),
    (_LINE, Contains((0, 1, 2), (2, 2))),
    (_NINE, Contains((0, 1, 2), (8, 0), exactly=True)),
    (_SIX, Contains((3, 0, 1), (6,), exactly=True)),
    *((grid, GlobalEntropy()) for grid in (_LINE, _SQUARE, _SQUARE9, _SQUARE6, _WIDE0, _CUBE)),
    *((grid, GlobalModular()) for grid in (_LINE, _SQUARE, _SQUARE9, _SQUARE6, _WIDE0, _CUBE)),
    (_BITS, GlobalModular(2)),
    (_SQUARE, GlobalModular(4)),
    (_LINE, CountingCircles((0, 1, 2, 3))),
    (_NINE, CountingCircles((0, 2))),
    (_CUBE, CountingCircles((0, 1, 2, 4, 8))),
    (_LINE, CountDistinct(0, (1, 2, 3))),
    (_NINE, CountDistinct(1, (0, 2))),
    (_SIX, CountDistinct(3, (0, 1, 2))),
    (_WIDE, CountDistinct(5, (0, 1, 2, 3, 4))),
    (_LINE, Slingshot(0, 1, (2, 3))),
    (_NINE, Slingshot(0, 2, (1,))),
    (_SIX, Slingshot(3, 2, (1, 0))),
    (_WIDE0, Slingshot(5, 0, (1, 2, 3, 4))),
    *((grid, Flatmates()) for grid in (_CUBE, _WIDE0, _SQUARE9, Grid(3, 1, range(2, 7)))),
    *((grid, TopBottom()) for grid in (Grid(2, 2), _CUBE, Grid(3, 2, range(3)), Grid(4, 1))),
    (_LINE, XSum((0, 1, 2, 3), 6)),
    (_LINE0, XSum((3, 2, 1, 0), 0)),
    (_NINE, XSum((0, 1, 2), 9)),
    (_SIX, XSum((0, 1, 2, 3), 2)),  # nothing has this sum
    (_LINE, Sandwich((0, 1, 2, 3), 5)),
    (_LINE0, Sandwich((3, 2, 1, 0), 3)),
    (_NINE, Sandwich((0, 1, 2), 0)),
    (_SIX, Sandwich((0, 1, 2, 3), 4, crusts=(5, 2))),
    (_FIVE, Sandwich((0, 1, 2, 3, 4), 4)),
    (_LINE, Sandwich((0, 1, 2, 3), 99)),
    (_SIX, Lunchbox((0, 1, 2, 3), 7)),
    (_NINE, Lunchbox((0, 1, 2), 3)),
    (_LINE0, Lunchbox((3, 0), 0)),
    (_LINE, Skyscraper((0, 1, 2, 3), 3)),
    (_NINE, Skyscraper((2, 1, 0), 1)),
    (_SIX, Skyscraper((0, 1, 2, 3), 2)),
    (_LINE, Skyscraper((0, 1), 3)),  # more than there are cells
    (_LINE, HiddenSkyscraper((0, 1, 2, 3), 2)),
    (_NINE, HiddenSkyscraper((2, 1, 0), 0)),
    (_SIX, HiddenSkyscraper((0, 1, 2, 3), 6)),
    (_LINE, NumberedRoom((0, 1, 2, 3), 4)),
    (_NINE, NumberedRoom((2, 0, 1), 0)),
    (_SIX, NumberedRoom((0, 1, 2, 3), 1)),
    (_CUBE, LittleKiller(1, "down-right", 4)),
    (_WIDE0, LittleKiller(3, "up-right", 2)),
    (_SQUARE9, LittleKiller(0, "down-right", 7)),
    (_SQUARE6, LittleKiller(3, "up-left", 0)),
    (_CUBE, LittleKiller(2, "down-left", 6)),
    (_LINE, LittleKiller(2, "up-left", 3)),
    (_CUBE, RowIndexer((0, 4))),
    (_TALL, RowIndexer((0, 1, 2, 3))),
    (_WIDE0, RowIndexer((1,))),
    (_CUBE, ColumnIndexer((3, 8))),
    (_LINE0, ColumnIndexer((0, 2))),
    (_SIX, ColumnIndexer((1,))),
    (_SQUARE, BoxIndexer((0, 3), 2, 2)),
    (_SQUARE9, BoxIndexer((1,), 2, 2)),
    (_WIDE, BoxIndexer((5,), 1, 3)),
    (_TALL, NegativeRowIndexers()),
    (_BITS, NegativeRowIndexers(exempt=(4,))),
    (_LINE0, NegativeColumnIndexers()),
    (_SIX, NegativeColumnIndexers(exempt=(0, 3))),
    (_SQUARE, NegativeBoxIndexers(2, 2)),
    (_WIDE0, NegativeBoxIndexers(2, 1, exempt=(0,))),
]


# --- ways to draw a rule that a filling of the grid is likely to obey ----------------------------


def _one_of(draw, grid, hint, rules):
    """Draw one of some rules that fits the grid, and if possible one that the filling obeys."""
    good, others = [], []
    for rule in rules:
        try:
            rule.fit(grid)
        except PuzzleError:
            continue
        (good if rule.holds(grid, hint) else others).append(rule)
    return draw(st.sampled_from(good or others or [NonConsecutive()]))


def _some(draw, grid, most, least=1):
    """Draw different cells, fewer on a board that is too small."""
    return tuple(draw(st.permutations(grid.cells))[: draw(st.integers(least, most))])


def _cells(kind, most=4):
    """Return a way to draw a rule of some cells."""

    def make(draw, grid, hint):
        tries = [(cell,) for cell in grid.cells] + [_some(draw, grid, most) for _ in range(5)]
        return _one_of(draw, grid, hint, map(kind, tries))

    return make


def _numbered(kind, numbers):
    """Return a way to draw a rule of some cells and a number."""

    def make(draw, grid, hint):
        cells = _some(draw, grid, 4)
        return _one_of(draw, grid, hint, (kind(cells, number) for number in numbers(grid)))

    return make


def _pair(kind, numbers):
    """Return a way to draw a mark between two cells."""

    def make(draw, grid, hint):
        cells = _some(draw, grid, 2, least=2)
        if len(cells) < 2:
            return NonConsecutive()
        return _one_of(draw, grid, hint, (kind(*cells, *rest) for rest in numbers(hint, *cells)))

    return make


def _sides(grid):
    """Return the ways to cut a side into equal parts."""
    heights, widths = (
        [size for size in range(1, side + 1) if side % size == 0]
        for side in (grid.rows, grid.columns)
    )
    return [(height, width) for height in heights for width in widths]


def _box_indexer(draw, grid, hint):
    height, width = draw(st.sampled_from(_sides(grid)))
    rules = (BoxIndexer((cell,), height, width) for cell in grid.cells)
    return _one_of(draw, grid, hint, rules)


def _negative_indexers(kind, of_box=False):
    """Return a way to draw a negative rule that exempts all cells that index."""

    def make(draw, grid, hint):
        sides = draw(st.sampled_from(_sides(grid))) if of_box else ()
        rule = kind(*sides)
        exempt = tuple(cell for cell in grid.cells if rule.indexes(grid, cell, hint))
        return kind(*sides, exempt=exempt)

    return make


def _negative_pairs(kind):
    """Return a way to draw a negative rule that exempts all pairs that clash."""

    def make(draw, grid, hint):
        rule = kind()
        exempt = [pair for pair in rule.pairs(grid) if rule.clashes(*(hint[c] for c in pair))]
        return kind(exempt=tuple(exempt))

    return make


def _contains(draw, grid, hint):
    cells = _some(draw, grid, 5)
    held = [hint[cell] for cell in cells]
    some = tuple(draw(st.permutations(held))[: draw(st.integers(1, len(held)))])
    rules = [Contains(cells, some), Contains(cells, some, exactly=True), Contains(cells, some[:1])]
    return _one_of(draw, grid, hint, rules)


def _quadruple(draw, grid, hint):
    if grid.rows < 2 or grid.columns < 2:
        return NonConsecutive()
    row, column = draw(st.integers(0, grid.rows - 2)), draw(st.integers(0, grid.columns - 2))
    cells = tuple(grid.at(row + down, column + right) for down in (0, 1) for right in (0, 1))
    held = draw(st.permutations([hint[cell] for cell in cells]))
    return Quadruple(cells, tuple(held[: draw(st.integers(1, 4))]))


def _greater(draw, grid, hint):
    places = {hint[cell]: cell for cell in draw(st.permutations(grid.cells))}
    cells = sorted(places.values(), key=hint.__getitem__, reverse=True)
    return _one_of(draw, grid, hint, [Greater(tuple(cells[:4]))])


def _little_killer(draw, grid, hint):
    directions = ("down-right", "down-left", "up-right", "up-left")
    rule = _one_of(
        draw,
        grid,
        hint,
        [LittleKiller(cell, direction, 5) for cell in grid.cells for direction in directions],
    )
    total = sum(hint[cell] for cell in rule.diagonal(grid))
    return LittleKiller(rule.cell, rule.direction, total)


def _of_line(kind):
    """Return a way to draw a rule of one cell and some others."""

    def make(draw, grid, hint):
        cells = draw(st.permutations(grid.cells))[:5]
        return _one_of(draw, grid, hint, (kind(c, o) for c, *o in permutations(cells, 3)))

    return make


def _slingshot(draw, grid, hint):
    cells = draw(st.permutations(grid.cells))[:5]
    return _one_of(draw, grid, hint, (Slingshot(a, b, o) for a, b, *o in permutations(cells, 4)))


def _anti_leaper(draw, grid, hint):
    steps = [(down, right) for down in range(3) for right in range(3) if down or right]
    value = draw(st.sampled_from(grid.values))
    cells = _some(draw, grid, 3)
    rules = [AntiLeaper(*step) for step in steps]
    rules += [AntiLeaper(*step, values=(value,)) for step in steps]
    return _one_of(draw, grid, hint, rules + [AntiLeaper(*step, cells=cells) for step in steps])


def _sums(grid):
    return range(4 * grid.values[-1] + 1)


#: For each rule with parameters, how to draw one that a filling of the grid is likely to obey.
MAKERS = {
    "antileaper": _anti_leaper,
    "boxindexer": _box_indexer,
    "columnindexer": _cells(ColumnIndexer),
    "contains": _contains,
    "countdistinct": _of_line(CountDistinct),
    "countingcircles": _cells(CountingCircles),
    "greater": _greater,
    "hiddenskyscraper": _numbered(HiddenSkyscraper, lambda grid: grid.values),
    "littlekiller": _little_killer,
    "lunchbox": _numbered(Lunchbox, _sums),
    "maximum": _cells(Maximum),
    "minimum": _cells(Minimum),
    "negativeblackdots": _negative_pairs(NegativeBlackDots),
    "negativeboxindexers": _negative_indexers(NegativeBoxIndexers, of_box=True),
    "negativecolumnindexers": _negative_indexers(NegativeColumnIndexers),
    "negativerowindexers": _negative_indexers(NegativeRowIndexers),
    "negativewhitedots": _negative_pairs(NegativeWhiteDots),
    "negativexv": _negative_pairs(NegativeXV),
    "numberedroom": _numbered(NumberedRoom, lambda grid: grid.values),
    "pairsum": _pair(PairSum, lambda hint, a, b: [(hint[a] + hint[b],)]),
    "quadruple": _quadruple,
    "rowindexer": _cells(RowIndexer),
    "sandwich": _numbered(Sandwich, _sums),
    "skyscraper": _numbered(Skyscraper, lambda grid: range(1, len(grid.values) + 1)),
    "slingshot": _slingshot,
    "taxicab": lambda draw, grid, hint: _one_of(draw, grid, hint, map(Taxicab, range(1, 5))),
    "v": _pair(V, lambda hint, a, b: [()]),
    "x": _pair(X, lambda hint, a, b: [()]),
    "xsum": _numbered(XSum, _sums),
}

#: The rules without parameters.
PLAIN = (
    DiagonalNonConsecutive(),
    Flatmates(),
    GlobalEntropy(),
    GlobalModular(),
    Knightmare(),
    SelfTaxicab(),
    TopBottom(),
)
