"""Writing an ISS string: the board, then each rule by its class, or else by its primitives.

The writer reads each item again. If the rule that it reads has another meaning, the writer does not
use the item. So a codec need not know which rules it cannot express.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from nonet.formats.contract import Inexpressible, attempt
from nonet.formats.json_text import kept
from nonet.formats.links.contract import meaning
from nonet.formats.links.iss.board import Board, Item, board_for, items_of, require_few
from nonet.formats.links.iss.classes import CLASSES, HINTS, Class, candidate_set
from nonet.formats.links.iss.codecs import named
from nonet.formats.links.iss.payloads import key_of, payload_of
from nonet.formats.links.iss.reader import rules_of
from nonet.model import constraints as primitives
from nonet.model.automata import Automaton
from nonet.model.constraints import Connected, Linear, Relation
from nonet.puzzle import Puzzle
from nonet.rules import All, ConnectedValues, Either, Lowered, Regions, Rule
from nonet.rules.value_sets import Table
from nonet.system.errors import PuzzleError, TooLarge

#: Classes of marks between cells. Some rules are about neighbours without such a mark.
_MARKS = ("WhiteDot", "BlackDot", "X", "V")


def string_of(puzzle: Puzzle) -> str:
    """Return the string of a puzzle."""
    board = board_for(puzzle)
    items = [*board.items(), *_Writer(puzzle, board).items(), *_hints(puzzle), *_givens(puzzle)]
    string = "".join(item.text for item in items) or "."
    try:
        require_few(string)
    except TooLarge as error:
        raise Inexpressible(f"this puzzle: {error.message}") from None
    return string


class _Writer:
    """Writes the rules of a puzzle."""

    def __init__(self, puzzle: Puzzle, board: Board) -> None:
        self._puzzle = puzzle
        self._board = board
        self._known: list[Rule] = [*board.rules]
        self._done = set(map(_identity, self._known))
        #: The places that items occupy. The site keeps only one item at each place.
        self._taken: set[object] = set()

    def items(self) -> Iterator[Item]:
        """Return the items in the order of the rules."""
        items: dict[int, list[Item]] = {}
        # Rules that depend on other rules come last.
        for are_last in (False, True):
            for number, rule in enumerate(self._puzzle.rules):
                meant = self._puzzle.meant[number]
                if (meant is not rule or hasattr(rule, "exempt")) is are_last:
                    items[number] = self._once(rule)
        return chain.from_iterable(items[number] for number in sorted(items))

    def _once(self, rule: Rule) -> list[Item]:
        if _identity(rule) in self._done:
            return []
        self._done.add(_identity(rule))
        items = self._of(rule, self._puzzle.rules)
        # Keep the marks between cells, because other rules depend on the marks.
        marks = [item for item in items if item.name in _MARKS]
        self._known += chain.from_iterable(rules_of(item, self._board) for item in marks)
        return items

    def _of(self, rule: Rule, beside: Sequence[Rule], grouped: bool = False) -> list[Item]:
        if isinstance(rule, Either):
            options = [self._of(part, beside, True) for part in rule.rules]
            # If one option needs no items, the whole ``Or`` is always true.
            return [Item("Or", inner=tuple(map(_as_one, options)))] if all(options) else []
        if isinstance(rule, All):
            around = [*beside, *rule.rules]
            inner = chain.from_iterable(self._of(part, around, True) for part in rule.rules)
            item = Item("And", inner=tuple(inner))
            return [item] if item.inner else []
        for each in CLASSES:
            covered = self._covered(rule, each)
            if covered and (each.local or not grouped):
                items = each.items_of(rule, self._board)
                places = {(each.name, at) for item in items for at in each.places(item.args)}
                if self._expresses(items, covered, beside) and not places & self._taken:
                    self._taken |= places
                    self._done |= set(map(_identity, covered))
                    return items
        try:
            parts = rule.beside(beside).lower(self._board.grid)
            return list(items_for(parts, rule.name, self._board, grouped))
        except Inexpressible as error:
            raise Inexpressible(f"{rule.name}: {error.message}") from None

    def _expresses(self, items: list[Item], rules: list[Rule], beside: Sequence[Rule]) -> bool:
        if not items or any(map(self._repeats, items)):
            return False
        return attempt(self._read, items) == self._meaning(rules, beside)

    def _repeats(self, item: Item) -> bool:
        """Tell whether an item names a cell twice, which some classes do not support."""
        cells = list(filter(self._board.is_cell, item.args))
        return item.name != "Sum" and len(set(cells)) < len(cells)

    def _read(self, items: Iterable[Item]) -> frozenset[object]:
        rules = chain.from_iterable(rules_of(item, self._board) for item in items)
        return self._meaning(rules, self._known)

    def _meaning(self, rules: Iterable[Rule], beside: Sequence[Rule]) -> frozenset[object]:
        grid = self._board.grid
        return meaning((rule.beside(beside).on(grid) for rule in rules), grid)

    def _covered(self, rule: Rule, each: Class) -> list[Rule]:
        """Return the rules that an item of a class expresses. Some classes express two rules."""
        if type(rule) not in each.rules:
            return []
        if each.name == "" or len(each.rules) == 1:
            return [rule]
        firsts = {type(other): other for other in reversed(self._puzzle.rules)}
        found = [firsts[kind] for kind in each.rules if kind in firsts]
        return found if rule in found and len(found) == len(each.rules) else []


def _as_one(items: Sequence[Item]) -> Item:
    return items[0] if len(items) == 1 else Item("And", inner=tuple(items))


def _identity(rule: Rule) -> object:
    """Return an object that is equal for equal rules. The order of regions does not matter."""
    return frozenset(map(frozenset, rule.regions)) if isinstance(rule, Regions) else rule


def _givens(puzzle: Puzzle) -> Iterator[Item]:
    board, grid = board_for(puzzle), puzzle.grid
    args = []
    for cell, (given, mask) in enumerate(zip(puzzle.givens, puzzle.marks, strict=True)):
        name = board.name(cell)
        if given is not None:
            args.append(f"{name}_{given}")
        if mask != grid.full:
            args += _sets(cell, tuple(grid.values_of(mask)), board)
    if args:
        yield Item("", tuple(args))


def _sets(cell: int, values: Sequence[int], board: Board) -> list[str]:
    """Return the candidates of a cell as text. Without candidates, write sets that contradict."""
    known = board.grid.values
    if not values and len(known) == 1:
        raise Inexpressible("a cell without candidates, if the board has only one value")
    sets = [values] if values else [[known[0]], [known[1]]]
    return [candidate_set(board.name(cell), each) for each in sets]


def _hints(puzzle: Puzzle) -> Iterator[Item]:
    hints = kept(puzzle, "iss")
    if isinstance(hints, list) and all(isinstance(hint, str) for hint in hints):
        for hint in hints:
            items = attempt(items_of, hint)
            if not isinstance(items, PuzzleError):
                yield from (item for item in items if item.name in HINTS)


#: A sum may allow at most this many totals. Each total becomes an item of an ``Or``.
MOST_TOTALS = 64


def items_for(
    parts: Iterable[Lowered], called: str, board: Board, grouped: bool = True
) -> Iterator[Item]:
    """Yield the items of primitives. `called` is the name of their rule."""
    related: dict[Table, list[Relation]] = {}
    for part in parts:
        if isinstance(part, Relation):
            related.setdefault(part.allowed, []).append(part)
        elif isinstance(part, Connected) and not grouped:
            yield _connected(part, board)
        else:
            yield from _items_of(part, called, board)
    for table, relations in related.items():
        pairs = [("", *board.names((relation.a, relation.b))) for relation in relations]
        cells = list(chain.from_iterable(pairs))[1:]
        yield Item("Pair", (key_of(table, board.grid.values), named(called), *cells))


def _items_of(part: Lowered, called: str, board: Board) -> Iterator[Item]:
    match part:
        case primitives.Candidates(cell, allowed):
            values = [value for value in board.grid.values if value in allowed]
            if len(values) < len(board.grid.values):
                yield _candidates(cell, values, board)
        case primitives.AllDifferent(cells):
            if len(cells) > 1:
                yield Item("AllDifferent", board.names(cells))
        case Linear():
            yield _sum(part, board)
        case primitives.Count(cells, values, allowed):
            counting = Automaton.exploring(
                0,
                lambda found, value: found + (value in values),
                lambda found: found in allowed,
                board.grid.values,
                longest=len(cells),
            )
            yield _automaton(counting, cells, called, board)
        case primitives.Regular(cells, automaton):
            yield _automaton(automaton, cells, called, board)
        case primitives.AnyOf(alternatives):
            options = [tuple(items_for(group, called, board)) for group in alternatives]
            # If one alternative needs no items, the whole ``Or`` is always true.
            if not options:
                yield _candidates(0, (), board)
            elif all(options):
                yield Item("Or", inner=tuple(map(_as_one, options)))
        case Connected() | primitives.Partition() | primitives.Runs():
            raise Inexpressible("a group cannot contain connected cells")


def _connected(part: Connected, board: Board) -> Item:
    grid, values = board.grid, sorted(part.values)
    for prefix, layer in board.layers.items():
        rule = ConnectedValues(values, layer=layer)
        if len(rule.area(grid)) == len(grid.board) and part in rule.lower(grid):
            return Item("ConnectedValues", (prefix, "_".join(map(str, values))))
    raise Inexpressible("connected cells that are not a whole layer")


def _candidates(cell: int, values: Sequence[int], board: Board) -> Item:
    return _as_one([Item("", (each,)) for each in _sets(cell, values, board)])


def _sum(part: Linear, board: Board) -> Item:
    weights = [weight for weight, _ in part.terms]
    if part.op not in ("==", "in") or any(abs(weight) > 100 for weight in weights):
        raise Inexpressible(f"a sum {part.op} {part.total}")
    cells = board.names(cell for _, cell in part.terms)
    suffix = "" if set(weights) == {1} else "_=_" + "_".join(map(str, weights))
    ends = (board.grid.values[0], board.grid.values[-1])
    low = sum(min(weight * end for end in ends) for weight in weights)
    high = sum(max(weight * end for end in ends) for weight in weights)
    allowed = (part.total,) if isinstance(part.total, int) else part.total
    totals = [total for total in sorted(allowed) if low <= total <= high]
    if len(totals) > MOST_TOTALS:
        raise Inexpressible(f"a sum with {len(totals)} possible totals")
    sums = tuple(Item("Sum", (f"{total}{suffix}", *cells)) for total in totals)
    if not sums:
        return _candidates(part.terms[0][1], (), board)
    return sums[0] if len(sums) == 1 else Item("Or", inner=sums)


def _automaton(automaton: Automaton, cells: Iterable[int], called: str, board: Board) -> Item:
    payload = attempt(payload_of, automaton, board.grid.values)
    if isinstance(payload, PuzzleError):
        raise Inexpressible(payload.message)
    return Item("NFA", (payload, named(called), *board.names(cells)))
