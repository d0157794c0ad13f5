"""An example of every rule, on a board that shows it."""

from __future__ import annotations

from functools import cache

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import (
    All,
    Among,
    AntiKing,
    AntiKnight,
    AntiLeaper,
    Arithmetic,
    Arrow,
    Between,
    BlackDot,
    Boxes,
    BoxIndexer,
    Cage,
    Clone,
    ColumnIndexer,
    Columns,
    Contains,
    CountDistinct,
    CountingCircles,
    DiagonalNonConsecutive,
    Diagonals,
    DisjointGroups,
    DoubleArrow,
    Either,
    Entropic,
    EqualityCage,
    EqualSums,
    Even,
    ExtraRegion,
    Flatmates,
    GlobalEntropy,
    GlobalModular,
    Greater,
    HiddenSkyscraper,
    Knightmare,
    LittleKiller,
    Lockout,
    LookAndSay,
    Lunchbox,
    Maximum,
    Minimum,
    Modular,
    Nabner,
    NegativeBlackDots,
    NegativeBoxIndexers,
    NegativeColumnIndexers,
    NegativeRowIndexers,
    NegativeWhiteDots,
    NegativeXV,
    NonConsecutive,
    NumberedRoom,
    Odd,
    Pairs,
    PairSum,
    Palindrome,
    Quadruple,
    Regex,
    Regions,
    RegionSum,
    Rellik,
    Renban,
    RowIndexer,
    Rows,
    Rule,
    SameValues,
    Sandwich,
    SelfTaxicab,
    Skyscraper,
    Slingshot,
    SlowThermo,
    Sum,
    SumLine,
    Taxicab,
    Thermo,
    TopBottom,
    V,
    Walk,
    Where,
    Whisper,
    WhiteDot,
    Windoku,
    X,
    XSum,
    Zipper,
)

_LINE = "r5c1 r4c2 r3c2 r2c3 r2c4"
_HOOK = "r2c2 r3c3 r4c3 r5c4 r5c5"
_ROW, _COLUMN = "r3c1-r3c6", "r1c2-r6c2"
_NINE = Grid(9, 9)

#: Examples on a board of 6×6 cells with boxes of 2×3, or on the given grid.
_RULES: tuple[Rule | tuple[Grid, Rule], ...] = (
    All(Odd("r2c2"), Even("r2c3")),
    Among("r2c2 r2c3 r5c5", [2, 5]),
    AntiKing(),
    AntiKnight(),
    AntiLeaper(1, 3),
    Arithmetic(_HOOK),
    Arrow("r5c2", "r4c3 r3c3 r2c4"),
    Between(_LINE),
    BlackDot("r3c3", "r3c4"),
    Boxes(2, 3),
    BoxIndexer("r2c2 r3c5", 2, 3),
    Cage("r2c2 r2c3 r3c3", 11),
    Clone("r2c2 r2c3 r3c2", copy="r4c4 r4c5 r5c4"),
    ColumnIndexer("r1c2-r6c2"),
    Columns(),
    Contains("r2c2 r2c3 r3c2 r3c3", [3, 3]),
    CountDistinct("r2c2", "r3c2 r4c2 r4c3"),
    CountingCircles("r1c2 r2c5 r3c3 r5c1 r5c4 r6c6"),
    DiagonalNonConsecutive(),
    Diagonals(),
    DisjointGroups(2, 3),
    DoubleArrow(_HOOK),
    Either(Cage("r2c2 r2c3", 5), Cage("r5c4 r5c5", 5)),
    (_NINE, Entropic(_LINE)),
    (_NINE, EqualityCage("r2c2 r2c3 r3c2 r3c3")),
    EqualSums(["r2c2 r2c3", "r4c4 r4c5 r5c5"]),
    Even("r2c2 r4c5"),
    ExtraRegion("r2c3 r2c4 r3c3 r3c4 r4c4 r5c4"),
    (_NINE, Flatmates()),
    (_NINE, GlobalEntropy()),
    (_NINE, GlobalModular()),
    Greater("r3c2 r3c3 r4c3"),
    HiddenSkyscraper(_ROW, 4),
    Knightmare([7]),
    LittleKiller("r1c3", "down-right", 14),
    (_NINE, Lockout(_LINE)),
    LookAndSay("r2c2 r2c3 r3c2 r3c3", [(2, 1), (1, 3)]),
    Lunchbox("r4c2-r4c5", 7),
    Maximum("r2c2 r4c5"),
    Minimum("r3c3 r5c5"),
    Modular(_LINE),
    Nabner("r2c2 r3c3 r4c3"),
    NegativeBlackDots(),
    NegativeBoxIndexers(2, 3, exempt="r1c1-r2c3 r1c4-r2c6"),
    NegativeColumnIndexers(exempt="r1c1-r1c6"),
    NegativeRowIndexers(exempt="r1c1-r6c1"),
    NegativeWhiteDots(),
    NegativeXV([5]),
    NonConsecutive(),
    NumberedRoom(_COLUMN, 3),
    Odd("r2c2 r4c5"),
    (Grid(4, 4), Pairs("r1c2-r4c2", lambda a, b: a + b != 5, called="no five", look="teal line")),
    PairSum("r3c3", "r3c4", 7),
    Palindrome(_LINE),
    Quadruple("r3c3 r3c4 r4c3 r4c4", [1, 2, 5]),
    (
        Grid(4, 4),
        Regions(["r1c1-r1c3 r2c1", "r1c4 r2c4 r2c3 r3c4", "r2c2 r3c1-r3c3", "r4c1-r4c4"]),
    ),
    Regex(_LINE, "[1-3]*[4-6]+", called="low to high", look="orange line"),
    RegionSum("r1c2 r2c3 r3c3 r4c4"),
    Rellik("r2c2 r2c3 r3c3", 7),
    Renban(_LINE),
    RowIndexer("r2c1-r2c6"),
    Rows(),
    SameValues(["r2c2 r2c3", "r4c4 r5c4"]),
    (_NINE, Sandwich("r3c1-r3c9", 9)),
    SelfTaxicab(),
    Skyscraper(_COLUMN, 4),
    Slingshot("r4c2", "r5c1", "r4c3-r4c6"),
    SlowThermo(_HOOK),
    Sum("r2c2 r2c3 r3c3", 12),
    SumLine(_LINE, 6),
    Taxicab(3),
    Thermo(_HOOK),
    (_NINE, TopBottom()),
    V("r3c3", "r3c4"),
    Walk(_LINE, 0, lambda odd, value: (odd + value) % 2, lambda odd: odd == 0, look="brown line"),
    (
        Grid(4, 4),
        Where("r2c2 r2c3 r3c3", lambda a, b, c: a * b == c, called="product", look="purple cage"),
    ),
    (_NINE, Whisper(_LINE)),
    WhiteDot("r3c3", "r4c3"),
    (_NINE, Windoku()),
    X("r3c3", "r4c3"),
    XSum(_ROW, 12),
    Zipper(_HOOK),
)


@cache
def examples() -> dict[str, Puzzle]:
    """Return for each rule of nonet a puzzle with rows, columns, boxes and the rule.

    >>> examples()["thermo"].rules[-1].describe(examples()["thermo"].grid)
    'thermo r2c2 r3c3 r4c3 r5c4 r5c5'
    """
    found = {}
    for entry in _RULES:
        grid, rule = entry if isinstance(entry, tuple) else (Grid(6, 6), entry)
        found[rule.name] = Puzzle(grid, rules=(*_around(grid, rule), rule))
    return found


def _around(grid: Grid, rule: Rule) -> tuple[Rule, ...]:
    """Return the usual rules of a board, without the rule itself."""
    boxes = {4: Boxes(2, 2), 6: Boxes(2, 3), 9: Boxes(3, 3)}[grid.rows]
    usual = (Rows(), Columns(), *([] if isinstance(rule, Regions) else [boxes]))
    return tuple(each for each in usual if each != rule)
