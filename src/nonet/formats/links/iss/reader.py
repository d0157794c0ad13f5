"""Reading an ISS string: first its board, then the rules on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from nonet.formats.json_text import compact, unknown
from nonet.formats.links.iss.board import CLASSES as OF_BOARD
from nonet.formats.links.iss.board import GROUPS, MOST_ARGS, Args, Board, Item, items_of
from nonet.formats.links.iss.classes import CLASSES, HINTS, Class, candidates
from nonet.formats.links.iss.payloads import bits_of
from nonet.puzzle import Puzzle
from nonet.rules import All, Diagonals, Either, Rule
from nonet.rules.fields import complaint, complaints_of
from nonet.system.errors import PuzzleError, TooLarge

_NAMED: dict[str, list[Class]] = {}
for _each in CLASSES:
    _NAMED.setdefault(_each.name, []).append(_each)
_PLACES = {each.name: each.places for each in CLASSES if each.places is not Class.places}
#: The names of all classes.
KNOWN = frozenset({*filter(None, _NAMED), *OF_BOARD, *HINTS, *GROUPS})

#: The classes of items that are not rules.
_NOT_RULES = frozenset({"", *OF_BOARD, *HINTS} - {*filter(None, _NAMED)})

_MACHINES = ("NFA", "Regex")
#: Classes that contain other items or take long to read.
_COMPLEX = frozenset({*GROUPS, *_MACHINES})

#: A string may contain at most this many different automata and patterns. Each may take a second to
#: read. Published puzzles contain only a few.
MOST_MACHINES = 128


def puzzle_of(text: str) -> Puzzle:
    """Return the puzzle of a string."""
    items = items_of(text)
    board = _board(tuple([item for item in items if item.name in OF_BOARD]))
    if not _COMPLEX.isdisjoint([item.name for item in items]):
        items = list(chain.from_iterable(_copied(item, board) for item in items))
        machines = set(_machines(items))
        if len(machines) > MOST_MACHINES:
            raise TooLarge(
                f"{len(machines)} automata and patterns exceed the limit of {MOST_MACHINES}"
            )
    rules: list[Rule] = [*board.rules]
    hints: list[str] = []
    for item in items:
        if item.name in HINTS:
            hints.append(item.text)
        elif item.name not in _NOT_RULES:
            rules += rules_of(item, board)
    if any(item.name in _STRICT for item in items):
        rules = list(chain.from_iterable(map(_apart, rules)))
    _require_apart(items)
    givens, marks = _cells([item for item in items if not item.name], board)
    meta = (("iss", compact(hints)),) if hints else ()
    try:
        return Puzzle(board.grid, givens, marks, tuple(_joined(rules)), meta)
    except PuzzleError:
        _find_unfit(items, board)
        raise


#: Classes about neighbours without a mark. Marks in an ``And`` count, too.
_STRICT = frozenset(("StrictKropki", "StrictXV"))


def _apart(rule: Rule) -> Iterable[Rule]:
    return chain.from_iterable(map(_apart, rule.rules)) if isinstance(rule, All) else (rule,)


#: The boards are cached, because many puzzles have the same board.
_board = lru_cache(maxsize=8)(Board.of)


def rules_of(item: Item, board: Board, grouped: bool = False) -> tuple[Rule, ...]:
    """Return the rules of an item. A group cannot contain rules about the whole board."""
    classes = _NAMED.get(item.name)
    if classes is None:
        if item.name in GROUPS:
            return (_group(item, board),)
        found = unknown(item.name, sorted(KNOWN))
        raise PuzzleError(f"unknown class {found} at item {item.number}")
    try:
        if grouped and not classes[0].local:
            raise PuzzleError("a group cannot contain a rule about the whole board")
        return tuple([rule for each in classes for rule in each.rules_of(item.args, board)])
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
                    rule.on(board.grid).fit(board.grid)


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
    """Return the givens and the marks in the items without a class.

    Several items may have candidates for a cell. The cell gets the candidates they have in common.
    """
    grid = board.grid
    givens: list[int | None] = [None] * len(grid.cells)
    marks = [grid.full] * len(grid.cells)
    for item in items:
        try:
            for arg in item.args:
                cell, values = board.givens.get(arg) or candidates(arg, board)
                if len(values) == 1 and givens[cell] in (None, values[0]):
                    givens[cell] = values[0]
                else:
                    marks[cell] &= grid.mask(values)
        except PuzzleError as error:
            raise complaint(item.place, error) from None
    return tuple(givens), tuple(marks)


def _joined(rules: Sequence[Rule]) -> Iterable[Rule]:
    """Join the two diagonals into one rule. Each diagonal has its own item."""
    halves = [rule for rule in rules if type(rule) is Diagonals]
    if len(set(halves)) < 2:
        return rules
    first = rules.index(halves[0])
    others = [rule for rule in rules[first:] if not isinstance(rule, Diagonals)]
    return [*rules[:first], Diagonals(), *others]
