"""Draws random rules of every kind. If possible, a given filling obeys the rules."""

from functools import partial, reduce
from itertools import pairwise, product
from random import Random

from nonet import rules
from nonet.rules.own.patterns import SYMBOLS
from nonet.system.errors import PuzzleError

#: The number of draws for a rule that a filling obeys.
TRIES = 60


class Chance:
    """Random cells and numbers on a board with a filling."""

    def __init__(self, seed, grid, hint):
        self.random, self.grid, self.hint = Random(seed), grid, hint

    def pick(self, *items):
        return self.random.choice(items)

    def number(self, least, most):
        return self.random.randint(least, most)

    def cells(self, least=1, most=4):
        """Return different cells, fewer on a board that is too small."""
        count = min(self.number(least, most), len(self.grid.cells))
        return tuple(self.random.sample(self.grid.cells, count))

    def line(self, least=2, most=5):
        """Return cells that may repeat."""
        return tuple(self.random.choices(self.grid.cells, k=self.number(least, most)))

    def apart(self, most=4):
        """Return cells whose values differ, in ascending order of their values."""
        places = {self.hint[cell]: cell for cell in self.cells(most=most)}
        return tuple(places[value] for value in sorted(places))

    def held(self, cells):
        return [self.hint[cell] for cell in cells]

    def sum(self, cells):
        return sum(self.held(cells))

    def value(self):
        return self.random.choice(self.grid.values)

    def values_of(self, cells):
        return tuple(self.random.sample(held := self.held(cells), self.number(1, len(held))))

    def sides(self):
        """Return a height and a width by which the board can be cut into blocks."""
        sides = self.grid.rows, self.grid.columns
        return [self.pick(*(n for n in range(1, side + 1) if side % n == 0)) for side in sides]

    def table(self, cells, held):
        """Return more than half of all fillings of a number of cells, including the given ones."""
        fillings = product(self.grid.values, repeat=cells)
        return [*held, *(each for each in fillings if self.random.random() < 0.6)]

    def groups(self, size):
        cells = self.random.sample(self.grid.cells, len(self.grid.cells))
        return tuple(tuple(cells[at : at + size]) for at in range(0, len(cells), size))


def _cage(c):
    cells = c.apart(5)
    total = c.sum(cells)
    root = total and 1 + (total - 1) % 9
    named = c.pick({}, {"total": total}, {"totals": (total, total + 2)}, {"root": root})
    return rules.Cage(cells, **named)


def _sum(c):
    cells = c.line(1, 4)
    weights = tuple(c.pick(1, -1, 2) for _ in cells)
    total = sum(weight * value for weight, value in zip(weights, c.held(cells), strict=True))
    weighted = rules.Sum(cells, totals=(total, total + 3), coefficients=weights)
    return c.pick(rules.Sum(cells, c.sum(cells)), weighted)


def _sum_line(c):
    cells = c.line(1, 4)
    return rules.SumLine(cells, c.number(1, 1 + c.sum(cells)), c.pick(False, True))


def _region_sum(c):
    groups = c.groups(c.number(1, 3))
    line = sum(groups[: c.number(2, 3)], ())
    single = c.pick(False, True)
    return c.pick(
        rules.RegionSum(line, groups, single_totals=single),
        rules.RegionSum(c.line(), boxes=(1, 1), single_totals=single),
    )


def _rellik(c):
    cells = c.cells(1, 3)
    return rules.Rellik(cells, c.number(1, c.sum(cells) + 1), c.pick(False, True))


def _look_and_say(c):
    cells, values = c.cells(1, 5), {c.value(), c.value()}
    return rules.LookAndSay(cells, [(c.held(cells).count(value), value) for value in values])


def _contains(c):
    cells = c.cells(1, 5)
    return rules.Contains(cells, c.values_of(cells), exactly=c.pick(False, True))


def _quadruple(c):
    cell, below = c.pick(*c.grid.cells), c.grid.columns
    cells = (cell, cell + 1, cell + below, cell + below + 1)
    return rules.Quadruple(cells, c.values_of(cell for cell in cells if cell in c.grid.cells))


def _little_killer(c):
    directions = "down-right", "down-left", "up-right", "up-left"
    rule = rules.LittleKiller(c.pick(*c.grid.cells), c.pick(*directions), 0)
    return rules.LittleKiller(rule.cell, rule.direction, c.sum(rule.diagonal(c.grid)))


def _walk(c):
    cells, states, factor = c.cells(1, 5), c.number(1, 4), c.number(0, 3)

    def step(state, value):
        return (factor * state + value) % states

    end = reduce(step, c.held(cells), 0)
    return rules.Walk(cells, 0, step, lambda state: state == end).on(c.grid)


def _regex(c):
    cells = c.cells()
    word = [SYMBOLS[value] for value in c.held(cells)]
    parts = [c.pick(sign, f"{sign}+", ".", f"({sign}|{word[0]})") for sign in word]
    return rules.Regex(cells, "".join(parts) + c.pick("", f"|.*{word[-1]}"))


def _pairs(c):
    cells = (*c.cells(1, 3), c.pick(*c.grid.cells))
    return rules.Pairs(cells, c.table(2, pairwise(c.held(cells))))


def _where(c):
    cells = c.cells(1, 3)
    return rules.Where(cells, c.table(len(cells), [tuple(c.held(cells))]))


def _anti_leaper(c):
    options = {}, {"values": (c.value(),)}, {"cells": c.cells(1, 3)}
    return rules.AntiLeaper(c.number(0, 2), c.number(0, 2), **c.pick(*options))


def _connected(c):
    values = sorted({c.value(), *c.held(c.cells(1, 2))})
    number = sum(value in values for value in c.hint)
    return rules.ConnectedValues(values, c.pick(None, None, max(1, number)))


def _side(c):
    """Return some values, but not all: one of the two sides of a shading."""
    return sorted(c.random.sample(c.grid.values, c.number(1, max(1, len(c.grid.values) - 1))))


def _galaxies(c):
    centres = c.pick([[0]], [[0, 1]], [[1], [0]], [[0], [3, 2]], [[0, 1], [2, 3]])
    return rules.Galaxies(centres, "region", repeats=c.pick(True, False))


def _nurimisaki(c):
    capes = [at for at in c.grid.board if c.random.random() < 0.3]
    return rules.Nurimisaki(_side(c), capes)


def _snake(c):
    return rules.Snake(_side(c), c.cells(0, 2), corners=c.pick(True, False))


def _region_arrow(c):
    first, *others = c.random.sample(c.grid.board, min(3, len(c.grid.board)))
    lines = [(first, other) for other in others]
    return rules.RegionArrow(c.pick(first, others[0]), lines, own=c.pick(True, False))


def _region_count(c):
    cells = c.random.sample(c.grid.board, min(3, len(c.grid.board)))
    return rules.RegionCount(c.pick(*cells), cells, own=c.pick(True, False))


def _fullrank(c):
    side, turn, ties = c.grid.rows, c.pick(1, -1), c.pick(False, True)
    at = c.number(0, side - 1)
    cells = c.pick(range(at * side, (at + 1) * side), range(at, side * side, side))[::turn]
    return rules.FullRank(cells, c.number(1, 4 * side), ties)


def _indexing(kind, *sides):
    """Return a negative rule that exempts all cells that index."""

    def make(c):
        rule = kind(*(c.sides() if sides else ()))
        exempt = tuple(cell for cell in c.grid.cells if rule.indexes(c.grid, cell, c.hint))
        return kind(*(getattr(rule, side) for side in sides), exempt=exempt)

    return make


def _clashing(kind):
    """Return a negative rule that exempts all pairs that clash."""

    def make(c):
        pairs = kind().pairs(c.grid)
        return kind(exempt=[pair for pair in pairs if kind().clashes(*c.held(pair))])

    return make


def _of(kind, most=4, least=1):
    return lambda c: kind(c.cells(least, most))


def _counted(kind, number=lambda c, cells: c.number(0, c.sum(cells))):
    """Return a rule of some cells and a number, such as a sum of some of their values."""
    return lambda c: kind(cells := c.cells(), number(c, cells))


def _compound(kind):
    def make(c):
        drawn = [chosen(c, c.pick(*INNER)) for _ in range(c.number(1, 2))]
        return kind(*filter(None, drawn))

    return make


#: For each rule with parameters, a way to draw it.
KINDS = {
    "all": _compound(rules.All),
    "among": lambda c: rules.Among(x := c.cells(1, 3), sorted({*c.held(x), c.value()})),
    "antileaper": _anti_leaper,
    "arithmetic": lambda c: rules.Arithmetic(c.line(3, 4)),
    "arrow": lambda c: rules.Arrow(c.cells(1, 2), c.line(1, 3)),
    "between": lambda c: rules.Between(c.line(3, 5)),
    "blackdot": _of(rules.BlackDot, 2, 2),
    "boxes": lambda c: rules.Boxes(*c.sides()),
    "boxindexer": lambda c: rules.BoxIndexer(c.cells(1, 2), *c.sides()),
    "cage": _cage,
    "chaosconstruction": lambda c: rules.ChaosConstruction(),
    "clone": lambda c: rules.Clone(x := c.cells(1, 3), c.cells(len(x), len(x))),
    "columnindexer": _of(rules.ColumnIndexer),
    "connectedvalues": _connected,
    "contains": _contains,
    "countdistinct": lambda c: rules.CountDistinct((x := c.cells(2))[0], x[1:]),
    "countingcircles": _of(rules.CountingCircles),
    "disjointgroups": lambda c: rules.DisjointGroups(*c.sides()),
    "doubler": lambda c: rules.Doubler(),
    "doppelganger": lambda c: rules.Doppelganger(*c.groups(c.grid.rows)[:2]),
    "doublearrow": lambda c: rules.DoubleArrow(c.line(3, 6)),
    "either": _compound(rules.Either),
    "entropic": lambda c: rules.Entropic(c.line(2, 4)),
    "equalitycage": _of(rules.EqualityCage, 4, 2),
    "equalsums": lambda c: rules.EqualSums((c.line(1, 3), c.line(1, 3))),
    "even": _of(rules.Even),
    "extraregion": lambda c: rules.ExtraRegion(c.apart(6)),
    "fullrank": _fullrank,
    "galaxies": _galaxies,
    "greater": lambda c: rules.Greater(c.apart()[::-1]),
    "hotcold": lambda c: rules.HotCold(),
    "hiddenskyscraper": _counted(rules.HiddenSkyscraper, lambda c, _: c.value()),
    "littlekiller": _little_killer,
    "lockout": lambda c: rules.Lockout(c.line(2, 4), c.pick(None, 1, 2)),
    "lookandsay": _look_and_say,
    "loop": lambda c: rules.Loop(_side(c), corners=c.pick(True, False)),
    "lunchbox": _counted(rules.Lunchbox),
    "maximum": _of(rules.Maximum),
    "minimum": _of(rules.Minimum),
    "modular": lambda c: rules.Modular(c.line(2, 4), c.number(2, 5)),
    "multiplier": lambda c: rules.Multiplier(factor=c.pick(-2, 0, 3)),
    "negator": lambda c: rules.Negator(),
    "nabner": _of(rules.Nabner, 3, 2),
    "negativeblackdots": _clashing(rules.NegativeBlackDots),
    "negativeboxindexers": _indexing(rules.NegativeBoxIndexers, "height", "width"),
    "negativecolumnindexers": _indexing(rules.NegativeColumnIndexers),
    "negativerowindexers": _indexing(rules.NegativeRowIndexers),
    "negativewhitedots": _clashing(rules.NegativeWhiteDots),
    "negativexv": _clashing(rules.NegativeXV),
    "norinori": lambda c: rules.Norinori(_side(c), regions=c.groups(4)),
    "numberedroom": _counted(rules.NumberedRoom, lambda c, _: c.value()),
    "nurimisaki": _nurimisaki,
    "odd": _of(rules.Odd),
    "pairs": _pairs,
    "pairsum": lambda c: rules.PairSum(x := c.cells(2, 2), total=c.sum(x)),
    "palindrome": lambda c: rules.Palindrome(c.line(2, 6)),
    "quadruple": _quadruple,
    "regex": _regex,
    "regionarrow": _region_arrow,
    "regioncount": _region_count,
    "regions": lambda c: rules.Regions(c.groups(c.number(1, len(c.grid.values)))),
    "regionsum": _region_sum,
    "rellik": _rellik,
    "renban": _of(rules.Renban, 4, 2),
    "rowindexer": _of(rules.RowIndexer),
    "samevalues": lambda c: rules.SameValues((x := c.cells(1, 3), c.cells(len(x), len(x)))),
    "samurai": lambda c: rules.Samurai((0, 5, 6), 1, 2),
    "sandwich": _counted(rules.Sandwich),
    "skyscraper": _counted(rules.Skyscraper, lambda c, cells: c.number(1, len(cells))),
    "slingshot": lambda c: rules.Slingshot(*(x := c.cells(3, 5))[:2], x[2:]),
    "slowthermo": lambda c: rules.SlowThermo(sorted(c.cells(2), key=c.hint.__getitem__)),
    "snake": _snake,
    "starbattle": lambda c: rules.StarBattle(_side(c), 1, regions=c.groups(4)),
    "sum": _sum,
    "sumline": _sum_line,
    "taxicab": lambda c: rules.Taxicab(c.number(1, 4)),
    "thermo": lambda c: rules.Thermo(c.apart()),
    "vampire": lambda c: rules.Vampire(),
    "v": _of(rules.V, 2, 2),
    "walk": _walk,
    "where": _where,
    "whisper": lambda c: rules.Whisper(c.line(2, 3), c.pick(None, 1, 2)),
    "whitedot": _of(rules.WhiteDot, 2, 2),
    "x": _of(rules.X, 2, 2),
    "xsum": _counted(rules.XSum),
    "yinyang": lambda c: rules.YinYang(_side(c)),
    "zipper": lambda c: rules.Zipper(c.line(3, 5)),
}
#: The rules that may be part of a rule of rules.
INNER = sorted({*KINDS} - {"all", "either"})
#: The rules that need a layer of regions.
LAYERED = {"chaosconstruction", "galaxies", "regionarrow", "regioncount"}

#: The rules without parameters.
PLAIN = (
    *(rules.AntiKing(), rules.AntiKnight(), rules.Columns(), rules.DiagonalNonConsecutive()),
    *(rules.Diagonals(), rules.Flatmates(), rules.GlobalEntropy(), rules.GlobalModular()),
    *(rules.Knightmare(), rules.NonConsecutive(), rules.Rows(), rules.SelfTaxicab()),
    *(rules.TopBottom(), rules.Windoku()),
)


def fits(rule, grid):
    try:
        rule.fit(grid)
    except PuzzleError:
        return False
    return True


def chosen(c, name):
    """Return a rule that fits the board. Try to find one that the filling obeys."""
    found = None
    for _ in range(TRIES):
        try:
            rule = KINDS[name](c)
            rule.fit(c.grid)
        except (PuzzleError, TypeError, IndexError):  # the board is too small for it
            continue
        if rule.holds(c.grid, c.hint):
            return rule
        found = found or rule
    return found


def _make(name, seed, grid, hint):
    """Return a rule with this name, or with another name if the board is too small for it."""
    found = chosen(Chance(seed, grid, hint), name)
    return found or rules.NonConsecutive()


#: For each rule, how to draw one that a filling of the grid is likely to obey.
MAKERS = {name: partial(_make, name) for name in KINDS}
MAKERS |= {rule.name: lambda seed, grid, hint, rule=rule: rule for rule in PLAIN}
