"""Conversion of an ISS string into a puzzle, and of a puzzle into a string.

The reader reads the board, then the rules on it. The writer writes the board, then each rule by its
class, or else by its primitives. It reads each item again. If the rule that it reads has another
meaning, the writer does not use the item. So a codec need not know which rules it cannot express.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from operator import attrgetter

from nonet.formats.contract import Inexpressible, attempt
from nonet.formats.json_text import compact, kept, unknown
from nonet.formats.links.contract import meaning
from nonet.formats.links.iss import board as boards
from nonet.formats.links.iss.board import GROUPS, MOST_ARGS, Args, Board, Item, items_of
from nonet.formats.links.iss.classes import CLASSES, HINTS, Class, candidate_set, candidates
from nonet.formats.links.iss.codecs import bits_of, key_of, named, payload_of, too_few
from nonet.model import constraints as primitives
from nonet.model.automata import Automaton
from nonet.model.constraints import Connected, Linear, Relation
from nonet.puzzle import Puzzle
from nonet.rules import All, ConnectedValues, Diagonals, Either, Lowered, Regions, Rule
from nonet.rules.fields import complaint, complaints_of
from nonet.rules.value_sets import Table
from nonet.system.errors import PuzzleError, TooLarge

_NAMED = {each.name: each for each in CLASSES}
_PLACES = {each.name: each.places for each in CLASSES if each.places is not Class.places}
#: The names of all classes.
KNOWN = frozenset({*filter(None, _NAMED), *boards.CLASSES, *HINTS, *GROUPS})

#: The classes of items that are not rules.
_NOT_RULES = frozenset({"", *boards.CLASSES, *HINTS} - {*filter(None, _NAMED)})

_MACHINES = ("NFA", "Regex")
#: Classes that contain other items or take long to read.
_COMPLEX = frozenset({*GROUPS, *_MACHINES})

#: A string may contain at most this many different automata and patterns. Each may take a second to
#: read. Published puzzles contain only a few.
MOST_MACHINES = 128


def puzzle_of(text: str) -> Puzzle:
    """Return the puzzle of a string."""
    items = items_of(text)
    names = {*map(_NAME, items)}
    about_board = () if names.isdisjoint(boards.CLASSES) else filter(_is_about_board, items)
    board = _board(tuple(about_board))
    if not _COMPLEX.isdisjoint(names):
        items = list(chain.from_iterable(_copied(item, board) for item in items))
        machines = set(_machines(items))
        if len(machines) > MOST_MACHINES:
            raise TooLarge(
                f"{len(machines)} automata and patterns exceed the limit of {MOST_MACHINES}"
            )
        names = {*map(_NAME, items)}
    rules: list[Rule] = [*board.rules]
    candidates: list[Item] = []
    hints: list[str] = []
    for item in items:
        if item.name not in _NOT_RULES:
            rules += rules_of(item, board)
        elif not item.name:
            candidates.append(item)
        elif item.name in HINTS:
            hints.append(item.text)
    if not _STRICT.isdisjoint(names):
        rules = list(chain.from_iterable(map(_apart, rules)))
    if not _PLACES.keys().isdisjoint(names):
        _require_apart(items)
    if "Diagonal" in names:
        rules = _joined(rules)
    givens, marks = _cells(candidates, board)
    meta = (("iss", compact(hints)),) if hints else ()
    try:
        return Puzzle(board.grid, givens, marks, tuple(rules), meta)
    except PuzzleError:
        _find_unfit(items, board)
        raise


#: Classes about neighbours without a mark. Marks in an ``And`` count, too.
_STRICT = frozenset(("StrictKropki", "StrictXV"))


def _apart(rule: Rule) -> Iterable[Rule]:
    return chain.from_iterable(map(_apart, rule.rules)) if isinstance(rule, All) else (rule,)


_NAME = attrgetter("name")


def _is_about_board(item: Item) -> bool:
    return item.name in boards.CLASSES


#: The boards are cached, because many puzzles have the same board.
_board = lru_cache(maxsize=8)(Board.of)


def rules_of(item: Item, board: Board, grouped: bool = False) -> tuple[Rule, ...]:
    """Return the rules of an item. A group cannot contain rules about the whole board."""
    found = _NAMED.get(item.name)
    if found is None:
        if item.name in GROUPS:
            return (_group(item, board),)
        name = unknown(item.name, sorted(KNOWN))
        raise PuzzleError(f"unknown class {name} at item {item.number}")
    try:
        if grouped and not found.local:
            raise PuzzleError("a group cannot contain a rule about the whole board")
        if found.unfit and (problem := found.unfit(board)):
            raise PuzzleError(problem)
        if len(item.args) < found.least:
            raise too_few(item.args, found.least)
        return tuple(found.read(item.args, board))
    except (TypeError, PuzzleError) as error:
        raise complaint(item.place, error) from None


def _require_apart(items: Iterable[Item]) -> None:
    found: dict[tuple[str, object], Item] = {}
    for item in items:
        if item.name in _PLACES:
            for place in _PLACES[item.name](item.args):
                other = found.setdefault((item.name, place), item)
                if other.args != item.args:
                    raise PuzzleError(
                        f"{item.place} is at the same place as item {other.number}, but the site "
                        "keeps only one of them"
                    )


def _find_unfit(items: Iterable[Item], board: Board) -> None:
    """Raise an error for the first item whose rules do not fit the board."""
    for item in items:
        if item.name not in _NOT_RULES:
            _find_unfit(item.inner, board)
            rules = rules_of(item, board)
            with complaints_of(item.place):
                for rule in rules:
                    rule.fitted(board.grid)


def _group(item: Item, board: Board) -> Rule:
    parts = [rules_of(inner, board, grouped=True) for inner in item.inner]
    with complaints_of(item.place):
        if not any(parts):
            raise PuzzleError("the group is empty")
        if item.name == "And":
            return All(*chain.from_iterable(parts))
        return Either(*(part[0] if len(part) == 1 else All(*part) for part in parts))


def _machines(items: Iterable[Item]) -> Iterator[Args]:
    for item in items:
        if item.name in _MACHINES:
            yield item.args[:1]
        yield from _machines(item.inner)


def _copied(item: Item, board: Board) -> Iterator[Item]:
    """Yield an item or, for a ``Replicate``, the copies of the items inside."""
    if item.name not in GROUPS:
        yield item
        return
    inner = tuple(chain.from_iterable(_copied(each, board) for each in item.inner))
    if item.name != "Replicate":
        yield item._replace(inner=inner)
        return
    with complaints_of(item.place):
        if not item.args:
            raise PuzzleError("the set of cells is missing")
        origin = board.cell(item.args[1]) if len(item.args) > 1 else 0
        # The first argument has a bit for each target of a copy, beginning at the origin.
        targets = [origin + at for at in bits_of(item.args[0])]
        if targets and targets[-1] not in board.area(origin)[0]:
            raise PuzzleError("a copy would lie outside the board")
        args = sum(1 + each.text.count("~") for each in inner)
        if len(targets) * args > MOST_ARGS:
            raise TooLarge(f"{len(targets) * args} arguments exceed the limit of {MOST_ARGS}")
        for target in targets:
            for each in inner:
                yield _shifted(each, board, origin, target)


def _shifted(item: Item, board: Board, origin: int, target: int) -> Item:
    (first, top, left), (_, down, right) = board.place(origin), board.place(target)
    cells, columns = board.area(origin)

    def moved(arg: str) -> str:
        name, sign, rest = arg.partition("_")
        if not board.is_cell(name):
            return arg
        start, row, column = board.place(board.cell(name))
        row, column = row + down - top, column + right - left
        cell = first + row * columns + column
        if start != first or not 0 <= column < columns or cell not in cells:
            raise PuzzleError("a copy would lie outside the board")
        return board.name(cell) + sign + rest

    inner = tuple(_shifted(each, board, origin, target) for each in item.inner)
    return item._replace(args=tuple(map(moved, item.args)), inner=inner)


def _cells(items: Iterable[Item], board: Board) -> tuple[tuple[int | None, ...], tuple[int, ...]]:
    """Return the givens and marks in the items without a class. A cell keeps common candidates.

    If no cell has candidates, return no marks.
    """
    grid = board.grid
    givens: list[int | None] = [None] * len(grid.cells)
    marks: list[int] = []
    for item in items:
        try:
            for arg in item.args:
                cell, values = board.givens.get(arg) or candidates(arg, board)
                if len(values) == 1 and givens[cell] in (None, values[0]):
                    givens[cell] = values[0]
                else:
                    marks = marks or [grid.full] * len(grid.cells)
                    marks[cell] &= grid.mask(values)
        except PuzzleError as error:
            raise complaint(item.place, error) from None
    return tuple(givens), tuple(marks)


def _joined(rules: list[Rule]) -> list[Rule]:
    """Join the two diagonals into one rule. Each diagonal has its own item."""
    halves = [rule for rule in rules if type(rule) is Diagonals]
    if len(set(halves)) < 2:
        return rules
    first = rules.index(halves[0])
    others = [rule for rule in rules[first:] if not isinstance(rule, Diagonals)]
    return [*rules[:first], Diagonals(), *others]


#: Classes of marks between cells. Some rules are about neighbours without such a mark.
_MARKS = ("WhiteDot", "BlackDot", "X", "V")


def string_of(puzzle: Puzzle) -> str:
    """Return the string of a puzzle."""
    board = boards.board_for(puzzle)
    items = [
        *board.items(),
        *_Writer(puzzle, board).items(),
        *_hints(puzzle),
        *_givens(puzzle, board),
    ]
    string = "".join(item.text for item in items) or "."
    try:
        boards.require_few(string)
    except TooLarge as error:
        raise Inexpressible(f"this puzzle: {error.message}") from None
    return string


class _Writer:
    def __init__(self, puzzle: Puzzle, board: Board) -> None:
        self._puzzle = puzzle
        self._board = board
        self._known: list[Rule] = [*board.rules]
        self._done = set(map(_identity, self._known))
        #: The places that items occupy. The site keeps only one item at each place.
        self._taken: set[object] = set()

    def items(self) -> Iterator[Item]:
        """Return the items in the order of the rules. Write dependent rules after all others."""
        rules, meant = self._puzzle.rules, self._puzzle.meant

        def depends(number: int) -> bool:
            return meant[number] is not rules[number] or hasattr(rules[number], "exempt")

        order = sorted(range(len(rules)), key=depends)
        items = {number: self._once(rules[number]) for number in order}
        return chain.from_iterable(items[number] for number in range(len(rules)))

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


def _givens(puzzle: Puzzle, board: Board) -> Iterator[Item]:
    args = []
    for cell, (given, mask) in enumerate(zip(puzzle.givens, puzzle.marks, strict=True)):
        name = board.name(cell)
        if given is not None:
            args.append(f"{name}_{given}")
        if mask != puzzle.grid.full:
            args += _sets(cell, tuple(puzzle.grid.values_of(mask)), board)
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
        case primitives.Count(cells=(), allowed=allowed):
            if 0 not in allowed:
                yield _candidates(0, (), board)
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
