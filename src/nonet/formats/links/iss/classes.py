"""The classes of Interactive Sudoku Solver and the rules they express, for reading and writing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations, groupby, pairwise, product
from operator import itemgetter
from typing import Any

from nonet import rules
from nonet.formats.links.contract import Codec, Form, Part, cells_part, count_pairs
from nonet.formats.links.iss import codecs
from nonet.formats.links.iss.board import Args, Board, Item, box_shape, integer
from nonet.formats.links.iss.codecs import form, number, pairs
from nonet.formats.text import quoted
from nonet.model.grid import Cells, Grid
from nonet.rules import Rule
from nonet.rules.outside import Direction
from nonet.system.errors import PuzzleError


def _read_region_sum(args: Args, board: Board) -> Iterator[Rule]:
    """Read a region sum line. On a board without boxes, use the regions of the jigsaw."""
    found = board.cells(args)
    if board.boxes and board.regions:
        yield rules.RegionSum(found, boxes=board.boxes)
    elif board.boxes or board.covers:
        yield rules.RegionSum(found)
    elif board.regions:
        yield rules.RegionSum(found, regions=board.regions)
    else:
        raise PuzzleError("region sums need boxes or regions")


def _read_sum_line(args: Args, board: Board) -> Iterator[Rule]:
    """Read a sum line. ISS accepts zeros alone, except in a loop with a total of 2 or more."""
    loop, total = args[-1] == "LOOP", integer(args[0])
    line = rules.SumLine(board.cells(args[1 : len(args) - loop]), total, loop=loop)
    accepts_zeros = 0 in board.grid.values and not (loop and total > 1)
    yield rules.Either(line, rules.Among(line.cells, (0,))) if accepts_zeros else line


def _write_sum_line(rule: rules.SumLine, board: Board) -> Iterator[Args]:
    yield (str(rule.total), *board.names(rule.cells), *["LOOP"] * rule.loop)


def _read_pill(args: Args, board: Board) -> Iterator[Rule]:
    """Read an arrow whose bulb is a number, digit by digit. Only its first cell may exceed 9."""
    size = integer(args[0])
    if size not in (2, 3):
        raise PuzzleError(f"a pill has 2 or 3 cells, not {size}")
    found = board.cells(args[1:])
    bulb = tuple(sorted(found[:size]))
    yield rules.Arrow(bulb, found[size:])
    if board.grid.values[-1] > 9:
        yield rules.Among(bulb[1:], board.grid.values[: 10 - board.grid.values.start])


def _write_pill(rule: rules.Arrow, board: Board) -> Iterator[Args]:
    yield (str(len(rule.bulb)), *board.names((*rule.bulb, *rule.shaft)))


def _read_greater(args: Args, board: Board) -> Iterator[Rule]:
    """Read decreasing cells. A chain of neighbours is one rule. Other shapes are several rules."""
    read, _ = pairs(lambda *pair: rules.Greater(pair))
    edges = list(read(args, board))
    chain = rules.Greater(board.cells(args))
    is_chain = edges == list(map(rules.Greater, pairwise(chain.cells)))
    yield from [chain] if is_chain else edges


#: The cells of a rule about two halves. Their number must be even.
EVEN = cells_part()._replace(
    write=lambda rule, board: board.names(rule.cells) if len(rule.cells) % 2 == 0 else None
)


_read_plain_skyscrapers, _write_skyscraper = codecs.whole_line(rules.Skyscraper, "count")


def _read_skyscrapers(args: Args, board: Board) -> Iterator[Rule]:
    """Read skyscraper clues. ISS does not count a building of height 0, which may come first."""
    values = board.grid.values
    for clue in _read_plain_skyscrapers(args, board):
        if values.start or not isinstance(clue, rules.Skyscraper):
            yield clue
            continue
        first = clue.cells[:1]
        yield rules.Either(
            rules.All(rules.Among(first, values[1:]), clue),
            rules.All(rules.Among(first, (0,)), rules.Skyscraper(clue.cells, clue.count + 1)),
        )


def _read_different(args: Args, board: Board) -> Iterator[Rule]:
    yield rules.ExtraRegion(tuple(dict.fromkeys(board.cells(args))))


_, _write_cage = form(rules.Cage, codecs.TOTAL)


def _read_cage(args: Args, board: Board) -> list[Rule]:
    """Read a cage. A cell named twice counts twice in the sum."""
    total, named = integer(args[0] or "0") or None, board.cells(args[1:])
    if len(set(named)) == len(named):
        return [rules.Cage(named, total)]
    return [*_read_different(args[1:], board), *([rules.Sum(named, total)] if total else [])]


_read_modulus, _write_modular = form(rules.Modular, number("modulus"))


def _read_modular(args: Args, board: Board) -> Iterator[Rule]:
    """Read a modular line. The modulus 1 restricts nothing."""
    if args[:1] != ("1",):
        yield from _read_modulus(args, board)


def _read_sum(args: Args, board: Board) -> Iterator[Rule]:
    total, *others = args[0].split("_")
    if others and others[0] != "=":
        raise PuzzleError(f"{quoted(args[0])} is not a sum, like 15 or 15_=_1_-1")
    weights = tuple(map(integer, others[1:])) if others else None
    yield rules.Sum(board.cells(args[1:]), integer(total), coefficients=weights)


def _write_sum(rule: rules.Sum, board: Board) -> Iterator[Args]:
    weights = rule.coefficients
    if rule.total is not None and max(map(abs, weights or (1,))) <= 100:
        parts = [str(rule.total), *(["=", *map(str, weights)] if weights else [])]
        yield ("_".join(parts), *board.names(rule.cells))


def _read_same_values(args: Args, board: Board) -> Iterator[Rule]:
    count, found = integer(args[0]), board.cells(args[1:])
    if count < 1 or len(found) % count:
        raise PuzzleError(f"{len(found)} cells cannot be divided into {count} equal sets")
    size = len(found) // count
    yield rules.SameValues([found[at : at + size] for at in range(0, len(found), size)])


def _write_same_values(rule: rules.SameValues, board: Board) -> Iterator[Args]:
    yield (str(len(rule.groups)), *board.names(cell for group in rule.groups for cell in group))


#: The groups of cells of a rule. An item writes dashes between the groups.
GROUPS = Part(
    "groups",
    lambda args, board: list(map(board.cells, codecs.split_at_dashes(args))),
    lambda rule, board: [arg for group in rule.groups for arg in ("-", *board.names(group))][1:],
)


#: The counts of a rule. An item writes each count and its value as two digits.
COUNTS = Part(
    "counts",
    lambda arg, board: count_pairs(arg),
    lambda rule, board: "".join(f"{count}{value}" for count, value in rule.counts),
)


def _read_square(arg: str, board: Board) -> Cells:
    grid, first = board.grid, board.cell(arg)
    row, column = grid.place(first)
    if not grid.has(row + 1, column + 1):
        raise PuzzleError(f"{arg} is not the upper left cell of a square")
    return first, first + 1, first + grid.columns, first + grid.columns + 1


#: The cells of a square, named by its upper left cell, and its values as the last arguments.
SQUARE = Part("cells", _read_square, lambda rule, board: board.name(min(rule.cells)))
NUMBERS = Part(
    "values",
    lambda args, board: tuple(map(integer, args)),
    lambda rule, board: tuple(map(str, rule.values)),
)


def _read_connected(args: Args, board: Board) -> Iterator[Rule]:
    if args[0] not in board.layers:
        raise PuzzleError(f"{quoted(args[0])} does not begin the names of cells beside the board")
    size = integer(args[2]) if args[2:] and args[2] else None
    yield rules.ConnectedValues(map(integer, args[1].split("_")), size, board.layers[args[0]])


def _write_connected(rule: rules.ConnectedValues, board: Board) -> Iterator[Args]:
    prefix = next(prefix for prefix, layer in board.layers.items() if layer == rule.layer)
    size = () if rule.size is None else (str(rule.size),)
    yield (prefix, codecs.VALUES.write(rule, board), *size)


def _read_candidates(args: Args, board: Board) -> Iterator[Rule]:
    found = [candidates(arg, board) for arg in args]
    for values, group in groupby(found, key=lambda each: each[1]):
        yield rules.Among(tuple(cell for cell, _ in group), tuple(dict.fromkeys(values)))


def _write_candidates(rule: Any, board: Board) -> Iterator[Args]:
    values = [value for value in board.grid.values if rule.accepts(value)]
    if values:
        yield tuple(candidate_set(name, values) for name in board.names(rule.cells))


def candidates(arg: str, board: Board) -> tuple[int, tuple[int, ...]]:
    """Return the cell and the values of ``R1C1_5`` or ``R1C1_1_2``."""
    cell, *values = arg.split("_")
    found = tuple(map(integer, values))
    board.grid.mask(found)
    if not found:
        raise PuzzleError(f"{quoted(arg)} lacks a value")
    return board.cell(cell), found


def candidate_set(name: str, values: Sequence[int]) -> str:
    """Return a cell and its candidates as text. A single candidate is written twice."""
    return "_".join([name, *map(str, (*values, *values) if len(values) == 1 else values)])


def _read_indexing(args: Args, board: Board) -> Iterator[Rule]:
    if args[0] not in ("R", "C"):
        raise PuzzleError(f"{quoted(args[0])} is neither R nor C")
    kind = rules.RowIndexer if args[0] == "R" else rules.ColumnIndexer
    yield kind(board.cells(args[1:]))


def _indexing(letter: str, kind: Any) -> Class:
    def write(rule: Any, board: Board) -> Iterator[Args]:
        yield (letter, *board.names(rule.cells))

    return _of("Indexing", kind, _read_indexing, write, unfit=_sudoku, least=2)


def _read_diagonal(args: Args, board: Board) -> Iterator[Rule]:
    if args not in (("1",), ("-1",)):
        raise PuzzleError(f"{quoted('~'.join(args))} is neither 1 nor -1")
    yield rules.Diagonals(falling=args == ("-1",), rising=args == ("1",))


def _write_diagonal(rule: rules.Diagonals, board: Board) -> list[Args]:
    return [*[("1",)] * rule.rising, *[("-1",)] * rule.falling]


def _read_windoku(args: Args, board: Board) -> Iterator[Rule]:
    grid = board.grid
    shape = box_shape(grid.rows, grid.columns, len(grid.values))
    if shape is None:
        raise PuzzleError("windows need boxes that tile the board")
    is_usual = shape[0] == shape[1] and grid.rows == shape[0] ** 2
    yield rules.Windoku() if is_usual else rules.Windoku(*shape)


def _read_disjoint(args: Args, board: Board) -> Iterator[Rule]:
    if board.tiles is None:
        raise PuzzleError("disjoint sets need boxes of one shape")
    yield rules.DisjointGroups(*board.tiles)


def _read_region_values(args: Args, board: Board) -> Iterator[Rule]:
    """Read a rule about the largest rows, columns, boxes or regions: they have the same values."""
    houses = [group for rule in board.rules for group in rule.groups(board.grid)]
    largest = max(map(len, houses))
    if largest < len(board.grid.values):
        yield rules.SameValues([house for house in houses if len(house) == largest])


def _read_doppelganger(args: Args, board: Board) -> Iterator[Rule]:
    """Read missing digits. The cells for those of the columns form a row, and vice versa."""
    cells = {prefix: board.grid.layer(layer) for prefix, layer in board.layers.items() if layer}
    boxes = () if board.boxes is None else (cells["DGB"], board.boxes)
    yield rules.Doppelganger(cells["DGC"], cells["DGR"], *boxes)


def _region_clue(args: Args, board: Board) -> tuple[int, bool, list[Cells]]:
    """Return the control cell of a clue, whether its first cell counts, and its lines."""
    control, flag, *names = (*args, "")[: max(2, len(args))]
    if flag not in ("", "0", "1"):
        raise PuzzleError(f"{quoted(flag)} is not 0 or 1")
    if "CC" not in board.layers:
        raise PuzzleError("only a puzzle with ChaosConstruction has regions to find")
    first = board.grid.layer(board.layers["CC"])[0]
    lines = [
        tuple(cell - first * (cell >= first) for cell in board.cells(part))
        for part in codecs.split_at_dashes(tuple(names))
        if part
    ]
    return board.cell(control), flag != "1", lines


def _read_region_arrow(args: Args, board: Board) -> Iterator[Rule]:
    """Read an arrow. Without cells, its lines go in all four directions to the edge."""
    control, own, lines = _region_clue(args, board)
    row, column = board.grid.place(control)
    across = board.grid.board[row * board.grid.columns :][: board.grid.columns]
    down = board.grid.board[column :: board.grid.columns]
    around = (across[column::-1], across[column:], down[row::-1], down[row:])
    yield rules.RegionArrow(control, lines or list(map(tuple, around)), own=own)


def _read_region_count(args: Args, board: Board) -> Iterator[Rule]:
    """Read a count. Without cells, it counts those around the control cell."""
    control, own, lines = _region_clue(args, board)
    row, column = board.grid.place(control)
    around = [(row + down, column + right) for down, right in product((0, -1, 1), repeat=2)]
    beside = tuple(board.grid.at(*each) for each in around if board.grid.has(*each))
    yield rules.RegionCount(control, sum(lines, ()) or beside, own=own)


_read_ranks, _write_rank = codecs.whole_line(rules.FullRank, "rank")


def _read_rank(args: Args, board: Board) -> Iterator[Rule]:
    for clue in _read_ranks(args, board):
        assert isinstance(clue, rules.FullRank)
        yield replace(clue, ties=board.ties)


def _read_ties(args: Args, board: Board) -> Iterator[Rule]:
    """Read whether two lines may be equal. Parallel lines in one direction never are."""
    if args not in (("none",), ("only-unclued",), ("any",)):
        raise PuzzleError(f"{quoted('~'.join(args))} is not none, only-unclued or any")
    if args == ("none",):
        sides = [tuple(side.groups(board.grid)) for side in (rules.Rows(), rules.Columns())]
        pairs = [(a, b[::-1]) for side in sides for a, b in combinations(side, 2)]
        pairs += [(a, b[::turn]) for a, b in product(*sides) for turn in (1, -1)]
        for pair in pairs:
            differing = ((a, b) for a, b in zip(*pair, strict=True) if a != b)
            yield rules.Either(*map(rules.ExtraRegion, differing))


@lru_cache(maxsize=8)
def _diagonals(grid: Grid) -> dict[int, tuple[Direction, Cells]]:
    """Map cells to diagonals. ISS names each diagonal by one of its cells."""
    last, end = grid.rows - 1, grid.columns - 1
    starts: list[tuple[int, int, Direction]] = [
        *((row, 0, "down-right") for row in range(last)),
        *((row, end, "up-left") for row in range(1, last)),
        *((0, column, "down-left") for column in range(1, end + 1)),
        *((last, column, "up-right") for column in range(1, end)),
    ]
    found: dict[int, tuple[Direction, Cells]] = {}
    seen = set()
    for row, column, direction in starts:
        cell = grid.at(row, column)
        line = rules.LittleKiller(cell, direction, 0).diagonal(grid)
        if len(line) > 1 and frozenset(line) not in seen:
            seen.add(frozenset(line))
            found[cell] = direction, line
    return found


def _read_little_killer(args: Args, board: Board) -> Iterator[Rule]:
    cell = board.cell(args[1])
    found = _diagonals(board.grid).get(cell)
    if found is None:
        raise PuzzleError(f"{args[1]} is not the name of a diagonal")
    yield rules.LittleKiller(cell, found[0], integer(args[0]))


def _write_little_killer(rule: rules.LittleKiller, board: Board) -> Iterator[Args]:
    line = set(rule.diagonal(board.grid))
    for first, (_, found) in _diagonals(board.grid).items():
        if line == set(found):
            yield (str(rule.total), board.name(first))


@dataclass(frozen=True)
class Class(Form):
    """A class of ISS. `read` gets the arguments of an item, and `write` yields those of items."""

    #: Whether ``Or`` and ``And`` may contain the class, because it is not about the whole board.
    local: bool = True
    #: The least number of arguments.
    least: int = 0
    #: Returns the reason why a board cannot have the class, or None if the board can have it.
    unfit: Callable[[Board], str | None] | None = None
    #: Returns the places of an item. ISS keeps only the last item at each place.
    places: Callable[[Args], Collection[object]] = lambda args: ()

    def items_of(self, rule: Rule, board: Board) -> list[Item]:
        """Return items for a rule. They may not express the whole rule."""
        found = () if self.unfit and self.unfit(board) else self.write(rule, board)
        return [Item(self.name, args) for args in found]


def _sudoku(board: Board) -> str | None:
    return "only on a board with rows and columns, not on a raw one" if board.raw else None


def _nine(board: Board) -> str | None:
    return None if board.grid.values == range(1, 10) else "only for the values 1 to 9"


def _of(name: str, kind: type[Rule], read: Any, write: Any = None, **others: Any) -> Class:
    write = write or (lambda rule, board: [board.names(rule.cells)])
    return Class(name, (kind,), read, write, **others)


def _whole(name: str, kind: type[Rule], read: Any) -> Class:
    """Return a class without arguments that depends on the board."""
    return _of(name, kind, read, lambda rule, board: [()], local=False, unfit=_sudoku)


def _line(name: str, kind: Any, *parts: Part, usual: str | None = None, **others: Any) -> Class:
    return _of(name, kind, *form(kind, *parts, usual=usual), **others)


def _flag(name: str, *rules: Rule, unfit: Callable[[Board], str | None] | None = _sudoku) -> Class:
    codec: Codec = lambda args, board: rules, lambda rule, board: [()]
    return Class(name, tuple(map(type, rules)), *codec, local=False, unfit=unfit)


def _ends(args: Args) -> Collection[object]:
    return [(args[0], end) for end, clue in enumerate(args[1:]) if clue]


_AT_ENDS: dict[str, Any] = {"unfit": _sudoku, "places": _ends}
_BY_CLUE: dict[str, Any] = {"unfit": _sudoku, "places": itemgetter(slice(1, 2))}


def _clue(name: str, kind: type[Rule], field: str) -> Class:
    return _of(name, kind, *codecs.whole_line(kind, field), **_AT_ENDS)


_corner = itemgetter(slice(1))
_contains_exactly = partial(rules.Contains, exactly=True)
_SANDWICH = form(rules.Sandwich, number("total"), rest=codecs.LINE)
_NEGATIVE_DOTS = (rules.NegativeWhiteDots((1,)), rules.NegativeBlackDots((2,)))
_CONNECTED = _read_connected, _write_connected
_LITTLE_KILLER = _read_little_killer, _write_little_killer

CLASSES = (
    _line("Thermo", rules.Thermo),
    _line("Palindrome", rules.Palindrome),
    _line("Renban", rules.Renban),
    _line("Whisper", rules.Whisper, codecs.GAP, usual="5"),
    _of("Modular", rules.Modular, _read_modular, _write_modular),
    _line("Entropic", rules.Entropic, unfit=_nine),
    _of("RegionSumLine", rules.RegionSum, _read_region_sum),
    _line("Between", rules.Between),
    _line("Lockout", rules.Lockout, codecs.GAP, usual="4"),
    _line("Zipper", rules.Zipper),
    _line("DoubleArrow", rules.DoubleArrow),
    _of("SumLine", rules.SumLine, _read_sum_line, _write_sum_line, least=2),
    _of("Arrow", rules.Arrow, *form(rules.Arrow, codecs.BULB, rest=cells_part("shaft"))),
    _of("PillArrow", rules.Arrow, _read_pill, _write_pill, least=3),
    _of("Cage", rules.Cage, _read_cage, _write_cage, least=2),
    _of("Sum", rules.Sum, _read_sum, _write_sum, least=2),
    _line("RellikCage", rules.Rellik, number("total")),
    _of("EqualityCage", rules.EqualityCage, *form(rules.EqualityCage, rest=EVEN)),
    _of("AllDifferent", rules.ExtraRegion, _read_different),
    _of("SameValues", rules.SameValues, _read_same_values, _write_same_values, least=2),
    _of("EqualSum", rules.EqualSums, *form(rules.EqualSums, rest=GROUPS)),
    _line("ContainAtLeast", rules.Contains, codecs.VALUES),
    _of("ContainExact", rules.Contains, *form(_contains_exactly, codecs.VALUES)),
    _line("LookAndSay", rules.LookAndSay, COUNTS),
    _of("Quad", rules.Quadruple, *form(rules.Quadruple, SQUARE, rest=NUMBERS), places=_corner),
    _of("WhiteDot", rules.WhiteDot, *pairs(rules.WhiteDot)),
    _of("BlackDot", rules.BlackDot, *pairs(rules.BlackDot)),
    _of("X", rules.X, *pairs(rules.X)),
    _of("V", rules.V, *pairs(rules.V)),
    _of("GreaterThan", rules.Greater, _read_greater),
    _of("Pair", rules.Pairs, *codecs.pairs_of(every=False), least=2),
    _of("PairX", rules.Pairs, *codecs.pairs_of(every=True), least=2),
    _of("Binary", rules.Pairs, *codecs.pairs_of(every=False, is_old=True), least=2),
    _of("BinaryX", rules.Pairs, *codecs.pairs_of(every=True, is_old=True), least=2),
    _of("Regex", rules.Regex, codecs.read_regex, codecs.write_regex, least=2),
    _of("NFA", rules.Walk, codecs.read_walk, codecs.write_walk, least=2),
    _of("LittleKiller", rules.LittleKiller, *_LITTLE_KILLER, **_BY_CLUE, least=2),
    _clue("XSum", rules.XSum, "total"),
    _of("Skyscraper", rules.Skyscraper, _read_skyscrapers, _write_skyscraper, **_AT_ENDS),
    _clue("HiddenSkyscraper", rules.HiddenSkyscraper, "value"),
    _of("FullRank", rules.FullRank, _read_rank, _write_rank, **_AT_ENDS),
    Class("FullRankTies", (), _read_ties, local=False, unfit=_sudoku),
    _clue("NumberedRoom", rules.NumberedRoom, "value"),
    _of("Sandwich", rules.Sandwich, *_SANDWICH, **_BY_CLUE),
    _line("Lunchbox", rules.Lunchbox, number("total")),
    _indexing("R", rules.RowIndexer),
    _indexing("C", rules.ColumnIndexer),
    _line("ValueIndexing", rules.Slingshot, codecs.cell("stone"), codecs.cell("control")),
    _line("CountingCircles", rules.CountingCircles),
    _line("CountDistinct", rules.CountDistinct, codecs.cell("control")),
    _of("Diagonal", rules.Diagonals, _read_diagonal, _write_diagonal, local=False, unfit=_sudoku),
    _flag("AntiKnight", rules.AntiKnight()),
    # ISS checks only diagonal neighbours, because the other neighbours share a row or column.
    _flag("AntiKing", rules.AntiKing()),
    _flag("AntiTaxicab", rules.SelfTaxicab()),
    _flag("AntiConsecutive", rules.NonConsecutive(dots_exempt=False)),
    _flag("StrictKropki", *_NEGATIVE_DOTS, unfit=None),
    _flag("StrictXV", rules.NegativeXV(), unfit=None),
    _whole("Windoku", rules.Windoku, _read_windoku),
    _whole("DisjointSets", rules.DisjointGroups, _read_disjoint),
    _flag("GlobalEntropy", rules.GlobalEntropy(), unfit=_nine),
    _flag("GlobalMod", rules.GlobalModular(), unfit=_nine),
    _flag("DutchFlatmates", rules.Flatmates(), unfit=_nine),
    _of("ConnectedValues", rules.ConnectedValues, *_CONNECTED, local=False, least=2),
    # nonet writes cells for missing values as other cells, and the rule as primitives.
    Class("Doppelganger", (), _read_doppelganger, unfit=_sudoku),
    # Without writers, because nonet writes the cells of regions as other cells.
    Class("ChaosConstruction", (), lambda *_: [rules.ChaosConstruction()], unfit=_sudoku),
    Class("ChaosArrow", (), _read_region_arrow, least=1),
    Class("ChaosCount", (), _read_region_count, least=1),
    _whole("RegionSameValues", rules.SameValues, _read_region_values),
    Class("", (rules.Among, rules.Odd, rules.Even), _read_candidates, _write_candidates),
)

#: The classes that do not restrict the solution. nonet keeps their items unchanged.
HINTS = ("Priority", "SearchPriority")
