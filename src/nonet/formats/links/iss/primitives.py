"""What no class says, said by primitives: as tables of pairs, sums, sets of cells and automata.

The app has a class for each primitive, so a rule without a class of its own is written as what it
lowers to, and its name is kept where there is room for one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from itertools import chain

from nonet.formats.contract import Inexpressible, attempt
from nonet.formats.links.iss.board import Board
from nonet.formats.links.iss.cages import candidate_set
from nonet.formats.links.iss.codecs import named
from nonet.formats.links.iss.items import Item
from nonet.formats.links.iss.payloads import key_of, payload_of
from nonet.model.automata import Automaton
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Count,
    Linear,
    Regular,
    Relation,
)
from nonet.rules import Lowered
from nonet.rules.tables import Table
from nonet.system.errors import PuzzleError

#: A sum that may be one of more totals is refused rather than written as an ``Or`` of all of them.
MOST_TOTALS = 64


def items_for(parts: Iterable[Lowered], called: str, board: Board) -> Iterator[Item]:
    """Yield items that say primitives; what they are called is in those that have a name."""
    related: dict[Table, list[Relation]] = {}
    for part in parts:
        if isinstance(part, Relation):
            related.setdefault(part.allowed, []).append(part)
        else:
            yield from _said(part, called, board)
    for table, relations in related.items():
        yield _pairs(table, relations, called, board)


def _pairs(table: Table, relations: Sequence[Relation], called: str, board: Board) -> Item:
    """Return one item for all pairs with one table."""
    pairs = (("", board.name(relation.a), board.name(relation.b)) for relation in relations)
    cells = tuple(chain.from_iterable(pairs))[1:]
    return Item("Pair", (key_of(table, board.grid.values), named(called), *cells))


@singledispatch
def _said(part: Lowered, called: str, board: Board) -> Iterator[Item]:
    raise NotImplementedError(type(part).__name__)


@_said.register
def _(part: Candidates, called: str, board: Board) -> Iterator[Item]:
    values = [value for value in board.grid.values if value in part.values]
    if not values:
        yield from _impossible(part.cell, board)
    elif len(values) < len(board.grid.values):
        yield Item("", (candidate_set(board.name(part.cell), values),))


@_said.register
def _(part: AllDifferent, called: str, board: Board) -> Iterator[Item]:
    if len(part.cells) > 1:
        yield Item("AllDifferent", board.names(part.cells))


@_said.register
def _(part: Linear, called: str, board: Board) -> Iterator[Item]:
    weights = [weight for weight, _ in part.terms]
    if part.op not in ("==", "in") or any(abs(weight) > 100 for weight in weights):
        raise Inexpressible(f"a sum {part.op} {part.total}")
    cells = board.names(cell for _, cell in part.terms)
    said = "" if set(weights) == {1} else "_=_" + "_".join(map(str, weights))
    within = _reach(part, board)
    totals = [total for total in sorted(_totals(part)) if total in within]
    if len(totals) > MOST_TOTALS:
        raise Inexpressible(f"a sum of {len(totals)} totals")
    sums = tuple(Item("Sum", (f"{total}{said}", *cells)) for total in totals)
    if sums:
        yield sums[0] if len(sums) == 1 else Item("Or", inner=sums)
    else:
        yield from _impossible(part.terms[0][1], board)


@_said.register
def _(part: Count, called: str, board: Board) -> Iterator[Item]:
    """Count along the cells, in whatever order."""
    most = len(part.cells)

    def step(found: int, value: int) -> int:
        return found + (value in part.values)

    automaton = Automaton.exploring(
        0, step, lambda found: found in part.allowed, board.grid.values, longest=most
    )
    yield _automaton(automaton, part.cells, called, board)


@_said.register
def _(part: Regular, called: str, board: Board) -> Iterator[Item]:
    yield _automaton(part.automaton, part.cells, called, board)


@_said.register
def _(part: AnyOf, called: str, board: Board) -> Iterator[Item]:
    """Leave out alternatives that nothing fills; where none is left, nothing fills the puzzle."""
    options = []
    for group in part.alternatives:
        inner = tuple(items_for(group, called, board))
        if not inner:
            return
        options.append(inner[0] if len(inner) == 1 else Item("And", inner=inner))
    if options:
        yield Item("Or", inner=tuple(options))
    else:
        yield from _impossible(0, board)


def _automaton(automaton: Automaton, cells: Iterable[int], called: str, board: Board) -> Item:
    payload = attempt(payload_of, automaton, board.grid.values)
    if isinstance(payload, PuzzleError):
        raise Inexpressible(payload.message)
    return Item("NFA", (payload, named(called), *board.names(cells)))


def _impossible(cell: int, board: Board) -> Iterator[Item]:
    """Say that a cell has no value left: it would have to be two."""
    values = board.grid.values
    if len(values) == 1:
        raise Inexpressible("that nothing fills a board of one value")
    sets = (candidate_set(board.name(cell), [value]) for value in values[:2])
    yield Item("And", inner=tuple(Item("", (each,)) for each in sets))


def _totals(part: Linear) -> Iterable[int]:
    return (part.total,) if isinstance(part.total, int) else part.total


def _reach(part: Linear, board: Board) -> range:
    ends = (board.grid.values[0], board.grid.values[-1])
    low = sum(min(weight * end for end in ends) for weight, _ in part.terms)
    high = sum(max(weight * end for end in ends) for weight, _ in part.terms)
    return range(low, high + 1)
