"""Rules about lines, groups and cages: instances on small boards, and ways to draw random ones."""

from collections import Counter
from itertools import accumulate, pairwise

from hypothesis import strategies as st

from nonet.model.grid import Grid
from nonet.rules import (
    Arithmetic,
    Arrow,
    Between,
    Cage,
    Clone,
    DoubleArrow,
    Entropic,
    EqualityCage,
    EqualSums,
    Lockout,
    LookAndSay,
    Modular,
    Nabner,
    Palindrome,
    RegionSum,
    Rellik,
    Renban,
    Rule,
    SameValues,
    SlowThermo,
    Sum,
    SumLine,
    Thermo,
    Whisper,
    Zipper,
)

_LINE = Grid(1, 4)
_LINE0 = Grid(1, 4, range(4))
_FIVE = Grid(1, 5, range(1, 4))
_SIX = Grid(1, 4, range(1, 7))
_NINE = Grid(1, 3, range(9))
_WIDE = Grid(2, 3)
_TEENS = Grid(1, 3, range(8, 13))

#: Instances of each rule, on boards with other values than 1 to n, too.
EXAMPLES: list[tuple[Grid, Rule]] = [
    (_LINE0, SlowThermo((3, 1))),
    (_SIX, SlowThermo((0, 1, 2))),
    (_WIDE, SlowThermo((0, 1, 2, 5))),
    (_LINE, Palindrome((0, 1, 2, 3))),
    (_NINE, Palindrome((2, 0, 1))),
    (_LINE, Palindrome((0, 1, 2, 0, 3))),
    (_LINE, Whisper((0, 1, 2, 3))),
    (_NINE, Whisper((0, 1, 2))),
    (_SIX, Whisper((3, 2, 1, 0), gap=2)),
    (_SIX, Whisper((0, 1, 0), gap=6)),  # no two values are that far apart
    (_LINE, Whisper((0, 0, 1), gap=1)),  # a cell differs from itself
    (_LINE, Entropic((0, 1, 2, 3))),
    (_NINE, Entropic((0, 1))),
    (_SIX, Entropic((0, 1, 2, 3))),
    (_WIDE, Entropic((0, 1, 2, 5, 4))),
    (_LINE, Entropic((0, 1, 2, 0))),
    (_LINE, Entropic((0, 1, 0))),  # every three consecutive cells differ
    (_NINE, Modular((0, 1, 2))),
    (_SIX, Modular((0, 1, 2, 3))),
    (_SIX, Modular((0, 1, 2, 3), modulus=2)),
    (_LINE0, Modular((3, 1, 2, 0), modulus=4)),
    (_LINE0, Modular((3, 1), modulus=7)),
    (_SIX, Renban((0, 1, 2))),
    (_NINE, Renban((0, 2))),
    (_LINE0, Renban((3, 1, 2, 0))),
    (_WIDE, Renban((0, 1, 2, 3))),  # more cells than values
    (_NINE, Nabner((0, 1, 2))),
    (_SIX, Nabner((0, 1, 3))),
    (_LINE, Nabner((3, 0, 1))),
    (_WIDE, Nabner((0, 1, 2, 3))),
    (_LINE, Between((0, 1, 2, 3))),
    (_NINE, Between((0, 2, 1))),
    (_SIX, Between((0, 1, 2, 1, 3))),
    (_LINE, Between((0, 1, 2, 0))),  # a loop without cells between its ends
    (_LINE, Lockout((0, 1, 2, 3))),
    (_NINE, Lockout((0, 2, 1))),
    (_SIX, Lockout((0, 1, 2, 3), gap=2)),
    (_SIX, Lockout((1, 3), gap=5)),
    (_LINE, Lockout((0, 1, 2), gap=9)),
    (_LINE, Arrow((0,), (1, 2))),
    (_LINE0, Arrow((3,), (0,))),
    (_NINE, Arrow((1,), (0, 2))),
    (_SIX, Arrow((0,), (1, 2, 3, 1))),
    (Grid(1, 4, range(1, 8)), Arrow((0, 1), (2, 3))),
    (_LINE0, Arrow((0, 1), (2, 3, 3, 3, 2, 2, 2))),
    (_TEENS, Arrow((0,), (1, 2))),
    (_TEENS, Arrow((0, 1), (2, *[2] * 80))),
    (_WIDE, Arrow((0,), (1, 2, 5, 4))),  # too long
    (_WIDE, Arrow((0, 1, 2), (3, 4, 5))),  # too large a number
    (_LINE, DoubleArrow((0, 1, 2, 3))),
    (_NINE, DoubleArrow((0, 1, 2))),
    (_SIX, DoubleArrow((0, 1, 2, 1, 3))),
    (_LINE, RegionSum((0, 1, 2, 3), boxes=(1, 2))),
    (_SIX, RegionSum((0, 1, 2), regions=((1, 2), (0,)))),
    (_WIDE, RegionSum((1, 2, 5, 4, 1), boxes=(2, 1))),
    (_WIDE, RegionSum((0, 1, 2, 5, 4), boxes=(1, 3))),
    (_LINE0, RegionSum((0, 2, 1, 3), regions=((0, 1), (2,), (3,)))),
    (_LINE0, RegionSum((0, 2, 1, 3), regions=((0, 1), (2,), (3,)), single_totals=True)),
    (_LINE, Zipper((0, 1, 2, 3))),
    (_NINE, Zipper((0, 1, 2))),
    (_FIVE, Zipper((4, 0, 2, 1, 3))),
    (_SIX, Zipper((0, 1, 2, 0))),
    (_LINE, SumLine((0, 1, 2, 3), 4)),
    (_LINE0, SumLine((0, 1, 2, 3), 3)),
    (_NINE, SumLine((2, 1, 0), 8)),
    (_SIX, SumLine((0, 1, 2, 1), 5)),
    (_SIX, SumLine((0, 1, 2, 3), 6, loop=True)),
    (_LINE0, SumLine((0, 1, 2), 2, loop=True)),
    (_LINE, SumLine((0, 1), 9)),  # beyond both cells together
    (_NINE, Arithmetic((0, 1, 2))),
    (_LINE, Arithmetic((3, 2, 1, 0))),
    (_SIX, Arithmetic((0, 1, 2, 3))),
    (_LINE, Arithmetic((0, 1, 0))),
    (_LINE, EqualSums(((0, 1), (2, 3)))),
    (_NINE, EqualSums(((0,), (1, 2)))),
    (_SIX, EqualSums(((0, 0), (1, 2), (3, 1)))),
    (_LINE, SameValues(((0, 1), (2, 3)))),
    (_NINE, SameValues(((0,), (1,), (2,)))),
    (_SIX, SameValues(((0, 1, 2), (3, 1, 0)))),
    (_WIDE, SameValues(((0, 1, 2), (3, 4, 5)))),
    (_LINE, Clone((0, 1), (2, 3))),
    (_NINE, Clone((0, 2), (1, 2))),
    (_SIX, Clone((0, 1, 2), (1, 2, 3))),
    (_SIX, Cage((0, 1, 2), totals=(7, 10))),
    (_NINE, Cage((0, 1, 2), totals=(1, 4, 24))),
    (_LINE, Cage((0, 1), totals=(1, 99))),
    (_SIX, Cage((0, 1, 3), root=3)),
    (_NINE, Cage((0, 1), root=0)),
    (_NINE, Cage((2, 1), root=9)),
    (_LINE, Sum((0, 1, 2), 6)),
    (_NINE, Sum((0, 1, 0), totals=(3, 20))),
    (_SIX, Sum((0, 1, 2), 0, coefficients=(1, 1, -2))),
    (_SIX, Sum((0, 1), totals=(-3, 3), coefficients=(1, -1))),
    (_LINE, LookAndSay((0, 1, 2, 3), ((2, 1),))),
    (_NINE, LookAndSay((0, 1, 2), ((1, 0), (0, 8)))),
    (_SIX, LookAndSay((0, 1, 2), ((1, 3), (1, 6)))),
    (_LINE, LookAndSay((0, 1), ((3, 1),))),
    (_LINE, Rellik((0, 1, 2), 5)),
    (_NINE, Rellik((0, 1, 2), 8)),
    (_SIX, Rellik((0, 1, 2, 3), 9, repeats=True)),
    (_LINE, Rellik((0, 1), 99)),
    (_SIX, EqualityCage((0, 1, 2, 3))),
    (_NINE, EqualityCage((0, 2))),
    (_LINE0, EqualityCage((0, 1, 2, 3))),
    (_LINE, EqualityCage((0, 1, 2))),  # three cells cannot be halved
]


# --- ways to draw a rule that a filling of the grid is likely to obey ----------------------------


def _line(draw, grid, least=2, most=5, unique=False):
    """Draw cells for a line; fewer on a board that is too small."""
    if unique:
        return tuple(draw(st.permutations(grid.cells))[: draw(st.integers(least, most))])
    cells = st.sampled_from(grid.cells)
    return tuple(draw(st.lists(cells, min_size=least, max_size=most)))


def _apart(draw, grid, hint):
    """Draw cells whose values differ."""
    places = {hint[cell]: cell for cell in draw(st.permutations(grid.cells))}
    return tuple(places.values())[: draw(st.integers(2, 4))]


def _slow_thermo(draw, grid, hint):
    return SlowThermo(tuple(sorted(_line(draw, grid, unique=True), key=hint.__getitem__)))


def _palindrome(draw, grid, hint):
    half = _line(draw, grid, 1, 3)
    ahead = []
    for cell in reversed(half):
        ahead.append(draw(st.sampled_from([c for c in grid.cells if hint[c] == hint[cell]])))
    middle = _line(draw, grid, 0, 1)
    return Palindrome((*half, *middle, *ahead))


def _whisper(draw, grid, hint):
    cells = _line(draw, grid, 2, 3)
    gap = min(abs(hint[a] - hint[b]) for a, b in pairwise(cells))
    return Whisper(cells, draw(st.sampled_from([gap, gap, None])) or None)


def _entropic(draw, grid, hint):
    return Entropic(_apart(draw, grid, hint))


def _modular(draw, grid, hint):
    cells = _apart(draw, grid, hint)
    modulus = next(
        m for m in range(2, 999) if len({hint[cell] % m for cell in cells}) == len(cells)
    )
    return Modular(cells, draw(st.sampled_from([modulus, modulus, 2])))


def _renban(draw, grid, hint):
    cells = sorted(_apart(draw, grid, hint), key=hint.__getitem__)
    run = [c for number, c in enumerate(cells) if hint[c] - hint[cells[0]] == number]
    return Renban(tuple(draw(st.permutations(run))))


def _nabner(draw, grid, hint):
    cells = sorted(_apart(draw, grid, hint), key=hint.__getitem__)
    kept = [cells[0]]
    for cell in cells[1:]:
        if hint[cell] - hint[kept[-1]] > 1:
            kept.append(cell)
    return Nabner(tuple(draw(st.permutations(kept))))


def _between(draw, grid, hint):
    low, *inner, high = sorted(
        (*_line(draw, grid, 1, 3), *_line(draw, grid, 2, 2)), key=hint.__getitem__
    )
    return Between(draw(st.sampled_from([(low, *inner, high), (high, *inner, low)])))


def _lockout(draw, grid, hint):
    cells = sorted(_line(draw, grid, 2, 4), key=hint.__getitem__)
    one, other, *inner = cells
    gap = hint[other] - hint[one]
    return Lockout((one, *inner, other), draw(st.sampled_from([gap, gap, None])) or None)


def _arrow(draw, grid, hint):
    shaft = _line(draw, grid, 1, 3)
    total = sum(hint[cell] for cell in shaft)
    one = [(cell,) for cell in grid.cells if hint[cell] == total]
    pills = [(a, b) for a in grid.cells for b in grid.cells if f"{hint[a]}{hint[b]}" == f"{total}"]
    bulbs = [bulb for bulb in one + pills if len(set(bulb)) == len(bulb)]
    return Arrow(draw(st.sampled_from(bulbs or [(0,)])), shaft)


def _double_arrow(draw, grid, hint):
    first, last = _line(draw, grid, 2, 2)
    inner, total = [], hint[first] + hint[last]
    for cell in draw(st.permutations(grid.cells)):
        if hint[cell] <= total and len(inner) < 4:
            inner.append(cell)
            total -= hint[cell]
    return DoubleArrow((first, *inner, last))


def _region_sum(draw, grid, hint):
    order = draw(st.permutations(grid.cells))
    size = draw(st.integers(1, 3))
    regions = [tuple(order[start : start + size]) for start in range(0, len(order), size)]
    line = [cell for region in regions[: draw(st.integers(2, 3))] for cell in region]
    if draw(st.booleans()):
        return RegionSum(tuple(line), tuple(regions), single_totals=draw(st.booleans()))
    return RegionSum(_line(draw, grid), boxes=(1, 1), single_totals=draw(st.booleans()))


def _zipper(draw, grid, hint):
    a, b, c = _line(draw, grid, 3, 3)
    total = hint[a] + hint[b]
    centre = [(cell,) for cell in grid.cells if hint[cell] == total]
    fourth = [(c, cell) for cell in grid.cells if hint[c] + hint[cell] == total]
    return Zipper((a, *draw(st.sampled_from(centre + fourth or [(c,)])), b))


def _sum_line(draw, grid, hint):
    cells = _line(draw, grid, 1, 4)
    sums = list(accumulate(hint[cell] for cell in cells))
    total = draw(st.sampled_from(sums))
    while len(cells) > 1 and sums[-1] % max(total, 1):
        cells, sums = cells[:-1], sums[:-1]
    return SumLine(cells, max(total, 1), draw(st.booleans()))


def _arithmetic(draw, grid, hint):
    a, b = _line(draw, grid, 2, 2)
    ahead = [cell for cell in grid.cells if hint[cell] - hint[b] == hint[b] - hint[a]]
    return Arithmetic((a, b, draw(st.sampled_from(ahead or [a]))))


def _equal_sums(draw, grid, hint):
    one, other = _line(draw, grid, 1, 3), _line(draw, grid, 1, 3)
    total = sum(hint[cell] for cell in one)
    single = [(cell,) for cell in grid.cells if hint[cell] == total]
    return EqualSums((one, draw(st.sampled_from([*single, other]))))


def _same_values(draw, grid, hint):
    one = _line(draw, grid, 1, 3, unique=True)
    held = Counter(hint[cell] for cell in one)
    other = []
    for cell in draw(st.permutations(grid.cells)):
        if held[hint[cell]] > 0:
            held[hint[cell]] -= 1
            other.append(cell)
    return SameValues((one, tuple(other)))


def _clone(draw, grid, hint):
    cells = _line(draw, grid, 1, 3, unique=True)
    copy = []
    for cell in cells:
        equal = [c for c in grid.cells if hint[c] == hint[cell] and c not in copy]
        copy.append(draw(st.sampled_from(equal or [cell])))
    return Clone(cells, tuple(copy))


def _cage(draw, grid, hint):
    """Draw a cage with a total of any kind."""
    places = {hint[cell]: cell for cell in draw(st.permutations(grid.cells))}
    cells = tuple(places.values())[: draw(st.integers(1, 5))]
    total = sum(hint[cell] for cell in cells)
    kinds = [Cage(cells), Cage(cells, total), Cage(cells, total)]
    kinds += [
        Cage(cells, totals=(total, total + 2)),
        Cage(cells, root=total and (total - 1) % 9 + 1),
    ]
    return draw(st.sampled_from(kinds))


def _sum(draw, grid, hint):
    cells = _line(draw, grid, 1, 4)
    if draw(st.booleans()):
        return Sum(cells, sum(hint[cell] for cell in cells))
    weights = tuple(draw(st.sampled_from([1, -1, 2])) for _ in cells)
    total = sum(weight * hint[cell] for weight, cell in zip(weights, cells, strict=True))
    return Sum(cells, totals=(total, total + 3), coefficients=weights)


def _look_and_say(draw, grid, hint):
    cells = _line(draw, grid, 1, 5, unique=True)
    held = [hint[cell] for cell in cells]
    values = draw(st.lists(st.sampled_from(grid.values), min_size=1, max_size=2, unique=True))
    return LookAndSay(cells, tuple((held.count(value), value) for value in values))


def _rellik(draw, grid, hint):
    cells = _line(draw, grid, 1, 3, unique=True)
    sums = {0}
    for cell in cells:
        sums |= {total + hint[cell] for total in sums}
    total = draw(st.sampled_from([n for n in range(1, max(sums) + 2) if n not in sums]))
    return Rellik(cells, total, repeats=len({hint[cell] for cell in cells}) < len(cells))


def _equality_cage(draw, grid, hint):
    cells = [_apart(draw, grid, hint) for _ in range(3)]
    return next(
        (rule for rule in map(EqualityCage, cells) if rule.holds(grid, hint)),
        EqualityCage(cells[0]),
    )


def _thermo(draw, grid, hint):
    cells = _apart(draw, grid, hint)
    return Thermo(tuple(sorted(cells, key=hint.__getitem__)))


#: For each rule, how to draw one that a filling of the grid is likely to obey.
MAKERS = {
    "arithmetic": _arithmetic,
    "arrow": _arrow,
    "between": _between,
    "cage": _cage,
    "clone": _clone,
    "doublearrow": _double_arrow,
    "entropic": _entropic,
    "equalitycage": _equality_cage,
    "equalsums": _equal_sums,
    "lockout": _lockout,
    "lookandsay": _look_and_say,
    "modular": _modular,
    "nabner": _nabner,
    "palindrome": _palindrome,
    "regionsum": _region_sum,
    "rellik": _rellik,
    "renban": _renban,
    "samevalues": _same_values,
    "slowthermo": _slow_thermo,
    "sum": _sum,
    "sumline": _sum_line,
    "thermo": _thermo,
    "whisper": _whisper,
    "zipper": _zipper,
}
