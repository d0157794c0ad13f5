"""An example of every rule, on a board that shows it."""

from __future__ import annotations

from functools import cache

from nonet import rules
from nonet.model.grid import Grid, Layer
from nonet.puzzle import Puzzle

_LINE = "r5c1 r4c2 r3c2 r2c3 r2c4"
_HOOK = "r2c2 r3c3 r4c3 r5c4 r5c5"
_CENTRES = "r3c4 r4c4", "r3c1 r4c1", "r3c5", "r2c2", "r5c5 r5c6", "r2c3 r3c3"
_ROW, _COLUMN = "r3c1-r3c6", "r1c2-r6c2"
_NINE = Grid(9, 9)
_MISSING = [Layer(name, size=6) for name in ("row", "column", "box")]
_BESIDE = Grid(6, 6, range(7), layers=tuple(_MISSING))

#: The examples. Their board has 6×6 cells with boxes of 2×3, unless a grid is given.
_RULES: tuple[rules.Rule | tuple[Grid, rules.Rule], ...] = (
    rules.All(rules.Odd("r2c2"), rules.Even("r2c3")),
    rules.Among("r2c2 r2c3 r5c5", [2, 5]),
    rules.AntiKing(),
    rules.AntiKnight(),
    rules.AntiLeaper(1, 3),
    rules.Arithmetic(_HOOK),
    rules.Arrow("r5c2", "r4c3 r3c3 r2c4"),
    rules.Between(_LINE),
    rules.BlackDot("r3c3", "r3c4"),
    rules.Boxes(2, 3),
    rules.BoxIndexer("r2c2 r3c5", 2, 3),
    rules.Cage("r2c2 r2c3 r3c3", 11),
    rules.ChaosConstruction(),
    rules.Clone("r2c2 r2c3 r3c2", copy="r4c4 r4c5 r5c4"),
    rules.ColumnIndexer("r1c2-r6c2"),
    rules.Columns(),
    (_NINE, rules.ConnectedValues([1, 3, 5, 7, 9])),
    rules.Contains("r2c2 r2c3 r3c2 r3c3", [3, 3]),
    rules.CountDistinct("r2c2", "r3c2 r4c2 r4c3"),
    rules.CountingCircles("r1c2 r2c5 r3c3 r5c1 r5c4 r6c6"),
    rules.DiagonalNonConsecutive(),
    rules.Diagonals(),
    rules.DisjointGroups(2, 3),
    (_BESIDE, rules.Doppelganger("row.1-6", "column.1-6", "box.1-6", (2, 3))),
    rules.DoubleArrow(_HOOK),
    rules.Doubler(),
    rules.Either(rules.Cage("r2c2 r2c3", 5), rules.Cage("r5c4 r5c5", 5)),
    (_NINE, rules.Entropic(_LINE)),
    (_NINE, rules.EqualityCage("r2c2 r2c3 r3c2 r3c3")),
    rules.EqualSums(["r2c2 r2c3", "r4c4 r4c5 r5c5"]),
    rules.Even("r2c2 r4c5"),
    rules.ExtraRegion("r2c3 r2c4 r3c3 r3c4 r4c4 r5c4"),
    (_NINE, rules.Flatmates()),
    rules.FullRank(_ROW, 11),
    rules.Galaxies(_CENTRES, repeats=True),
    (_NINE, rules.GlobalEntropy()),
    (_NINE, rules.GlobalModular()),
    rules.Greater("r3c2 r3c3 r4c3"),
    rules.HiddenSkyscraper(_ROW, 4),
    rules.HotCold(),
    rules.Knightmare([7]),
    rules.LittleKiller("r1c3", "down-right", 14),
    (_NINE, rules.Lockout(_LINE)),
    rules.LookAndSay("r2c2 r2c3 r3c2 r3c3", [(2, 1), (1, 3)]),
    rules.Loop([2], layer="shade"),
    rules.Lunchbox("r4c2-r4c5", 7),
    rules.Maximum("r2c2 r4c5"),
    rules.Minimum("r3c3 r5c5"),
    rules.Modular(_LINE),
    rules.Multiplier(factor=3),
    rules.Nabner("r2c2 r3c3 r4c3"),
    rules.Negator(),
    rules.NegativeBlackDots(),
    rules.NegativeBoxIndexers(2, 3, exempt="r1c1-r2c3 r1c4-r2c6"),
    rules.NegativeColumnIndexers(exempt="r1c1-r1c6"),
    rules.NegativeRowIndexers(exempt="r1c1-r6c1"),
    rules.NegativeWhiteDots(),
    rules.NegativeXV([5]),
    rules.NonConsecutive(),
    rules.Norinori([2], layer="shade"),
    rules.NumberedRoom(_COLUMN, 3),
    rules.Nurimisaki([1], "r2c1 r2c5 r5c2 r6c4", layer="shade", counted=True),
    rules.Odd("r2c2 r4c5"),
    (
        Grid(4, 4),
        rules.Pairs("r1c2-r4c2", lambda a, b: a + b != 5, called="no five", look="teal line"),
    ),
    rules.PairSum("r3c3", "r3c4", 7),
    rules.Palindrome(_LINE),
    rules.Quadruple("r3c3 r3c4 r4c3 r4c4", [1, 2, 5]),
    (
        Grid(4, 4),
        rules.Regions(["r1c1-r1c3 r2c1", "r1c4 r2c4 r2c3 r3c4", "r2c2 r3c1-r3c3", "r4c1-r4c4"]),
    ),
    rules.RegionArrow("r3c3", ["r3c3-r3c6", "r3c3 r2c3 r1c3"]),
    rules.RegionCount("r2c2", "r2c2 r1c1 r1c2 r1c3 r2c1 r2c3 r3c1 r3c2 r3c3"),
    rules.Regex(_LINE, "[1-3]*[4-6]+", called="low to high", look="orange line"),
    rules.RegionSum("r1c2 r2c3 r3c3 r4c4"),
    rules.Rellik("r2c2 r2c3 r3c3", 7),
    rules.Renban(_LINE),
    rules.RowIndexer("r2c1-r2c6"),
    rules.Rows(),
    (Grid(6, 6, range(1, 5)), rules.Samurai("r1c1 r3c3", 2, 2)),
    rules.SameValues(["r2c2 r2c3", "r4c4 r5c4"]),
    (_NINE, rules.Sandwich("r3c1-r3c9", 9)),
    rules.SelfTaxicab(),
    rules.Skyscraper(_COLUMN, 4),
    rules.Slingshot("r4c2", "r5c1", "r4c3-r4c6"),
    rules.SlowThermo(_HOOK),
    rules.Snake([2], "r2c2 r5c5", layer="shade"),
    rules.StarBattle([2], 1, layer="shade"),
    rules.Sum("r2c2 r2c3 r3c3", 12),
    rules.SumLine(_LINE, 6),
    rules.Taxicab(3),
    rules.Thermo(_HOOK),
    (_NINE, rules.TopBottom()),
    rules.V("r3c3", "r3c4"),
    rules.Vampire(),
    rules.Walk(
        _LINE, 0, lambda odd, value: (odd + value) % 2, lambda odd: odd == 0, look="brown line"
    ),
    (
        Grid(4, 4),
        rules.Where(
            "r2c2 r2c3 r3c3", lambda a, b, c: a * b == c, called="product", look="purple cage"
        ),
    ),
    (_NINE, rules.Whisper(_LINE)),
    rules.WhiteDot("r3c3", "r4c3"),
    (_NINE, rules.Windoku()),
    rules.X("r3c3", "r4c3"),
    rules.XSum(_ROW, 12),
    rules.YinYang([2], layer="shade"),
    rules.Zipper(_HOOK),
)


@cache
def examples() -> dict[str, Puzzle]:
    """Return for each rule of nonet a puzzle with rows, columns, boxes and the rule."""
    found = {}
    for entry in _RULES:
        grid, rule = entry if isinstance(entry, tuple) else (Grid(6, 6), entry)
        found[rule.name] = Puzzle(grid).with_rules(*_around(grid, rule), rule)
    return found


def _around(grid: Grid, rule: rules.Rule) -> tuple[rules.Rule, ...]:
    if isinstance(rule, rules.Samurai):
        return ()
    boxes = {4: rules.Boxes(2, 2), 6: rules.Boxes(2, 3), 9: rules.Boxes(3, 3)}[grid.rows]
    usual = (rules.Rows(), rules.Columns(), *([] if isinstance(rule, rules.Regions) else [boxes]))
    return tuple(each for each in usual if each != rule)
