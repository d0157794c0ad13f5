"""Geometries compiled for the general engine, each once for all puzzles that share it."""

from __future__ import annotations

from functools import lru_cache, singledispatch
from itertools import combinations
from typing import TYPE_CHECKING

from nonet.automata import Automaton
from nonet.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Constraint,
    Count,
    Linear,
    Regular,
    Relation,
)
from nonet.grid import Grid
from nonet.puzzle import Geometry, Puzzle
from nonet.solvers.native.core import core

if TYPE_CHECKING:
    from nonet.solvers.native import _core

#: The bits in a mask of values, and the largest set of cells.
MOST_VALUES = 64
MOST_CELLS = 4096

#: Each level of alternatives in alternatives takes up to 100 KB of the stack.
MOST_DEPTH = 16

#: Sums are computed in 64 bits, with room to spare.
_MOST_WEIGHT = 1 << 40


def supports(puzzle: Puzzle) -> str | None:
    """Return why the engine cannot take a puzzle, or None if it can.

    >>> from nonet.grid import Grid
    >>> supports(Puzzle(Grid(9, 9)))
    >>> supports(Puzzle(Grid(81, 81)))
    '6561 cells: the native engine holds up to 4096'
    """
    cells, values = len(puzzle.grid.cells), len(puzzle.grid.values)
    if cells > MOST_CELLS:
        return f"{cells} cells: the native engine holds up to {MOST_CELLS}"
    if values > MOST_VALUES:
        return f"{values} values: the native engine holds up to {MOST_VALUES}"
    return _lacking(puzzle.geometry)


def learns(puzzle: Puzzle) -> bool:
    """Tell whether the engine can learn where search finds nothing.

    It does not where all rules are cages, or groups in which every two cells obey one relation:
    there search concludes more than clauses would.

    >>> from nonet.formats import classic
    >>> learns(classic(order=4))
    True
    """
    return compiled(puzzle.geometry).learns


@lru_cache(maxsize=64)
def _lacking(geometry: Geometry) -> str | None:
    reasons = (
        _refused(constraint)
        for constraint in geometry.constraints
        if type(constraint) not in _PLAIN  # most are
    )
    return next((reason for reason in reasons if reason), None)


@singledispatch
def _refused(constraint: object) -> str | None:
    """Return why the engine cannot take a constraint, or None if it can."""
    return f"{type(constraint).__name__}: the native engine has no propagator for it"


#: Constraints of which the engine takes any.
_PLAIN = (AllDifferent, Relation, Count, Regular, Candidates)
for _plain in _PLAIN:
    _refused.register(_plain, lambda constraint: None)


@_refused.register
def _(constraint: Linear) -> str | None:
    total = constraint.total
    totals = total if isinstance(total, frozenset) else {total}
    weight = sum(abs(coefficient) for coefficient, _ in constraint.terms)
    weight += max(map(abs, totals), default=0)
    if weight > _MOST_WEIGHT:
        return f"a sum of weight {weight}: the native engine counts to 2⁴⁰"
    return None


@_refused.register
def _(constraint: AnyOf) -> str | None:
    if _depth(constraint) > MOST_DEPTH:
        return f"alternatives in alternatives: the native engine goes {MOST_DEPTH} deep"
    return next((reason for reason in map(_refused, _inside(constraint)) if reason), None)


def _inside(constraint: AnyOf) -> list[Constraint | Candidates]:
    """Return the parts of the alternatives of which the engine does not take any."""
    return [part for parts in constraint.alternatives for part in parts if type(part) not in _PLAIN]


def _depth(constraint: AnyOf) -> int:
    inner = (_depth(part) for part in _inside(constraint) if isinstance(part, AnyOf))
    return 1 + max(inner, default=0)


@lru_cache(maxsize=256)
def _automaton(automaton: Automaton, values: range) -> _core.GeneralAutomaton:
    """Return an automaton as the engine has it; it rejects what has no next state."""
    steps = [moves.get(value, -1) for moves in automaton.moves for value in values]
    found: _core.GeneralAutomaton = core().GeneralAutomaton(
        len(values), steps, sorted(automaton.accepting)
    )
    return found


@lru_cache(maxsize=1024)
def _partners(allowed: frozenset[tuple[int, int]], values: range) -> list[int]:
    """Return for each value of a first cell a mask for the second."""
    partners = [0] * len(values)
    for first, second in allowed:
        if first in values and second in values:
            partners[first - values.start] |= 1 << second - values.start
    return partners


@lru_cache(maxsize=64)
def compiled(geometry: Geometry) -> _core.GeneralEngine:
    """Return the engine for all puzzles of a geometry; a session passes only the domains."""
    model = _Model(geometry.grid)
    for constraint in geometry.constraints:
        if type(constraint) is AllDifferent:
            model.core.all_different(constraint.cells)
        elif type(constraint) is Relation:  # often hundreds, so without a dispatch
            model.core.relation(constraint.a, constraint.b, model.table(constraint.allowed))
        else:
            _add(constraint, model.core, model)
    engine: _core.GeneralEngine = core().GeneralEngine(model.core)
    return engine


class _Model:
    """The model, with the tables that constraints share."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.core: _core.GeneralModel = core().GeneralModel(
            len(grid.cells), len(grid.values), grid.values.start
        )
        self._tables: dict[frozenset[tuple[int, int]], int] = {}
        self._automata: dict[Automaton, int] = {}
        self._masks: dict[frozenset[int], int] = {}

    def table(self, allowed: frozenset[tuple[int, int]]) -> int:
        """Return the number of a table."""
        if allowed not in self._tables:
            self._tables[allowed] = self.core.table(_partners(allowed, self.grid.values))
        return self._tables[allowed]

    def automaton(self, automaton: Automaton) -> int:
        """Return the number of an automaton."""
        if automaton not in self._automata:
            found = _automaton(automaton, self.grid.values)
            self._automata[automaton] = self.core.automaton(found)
        return self._automata[automaton]

    def mask(self, values: frozenset[int]) -> int:
        """Return the mask of some values."""
        if values not in self._masks:
            self._masks[values] = self.grid.overlap(values)
        return self._masks[values]


@singledispatch
def _add(part: object, group: _core.GeneralGroup, model: _Model) -> None:
    """Add a constraint to the model, or to an alternative."""
    raise NotImplementedError(f"the native engine has no propagator for {type(part).__name__}")


@_add.register(AllDifferent)
def _(part: AllDifferent, group: _core.GeneralGroup, model: _Model) -> None:
    """In an alternative, every two cells are related."""
    values = model.grid.values
    if len(set(part.cells)) < len(part.cells) or len(part.cells) > len(values):
        group.count((), 0, ())
    differ = frozenset((v, w) for v in values for w in values if v != w)
    for a, b in combinations(part.cells, 2):
        group.relation(a, b, model.table(differ))


@_add.register(Relation)
def _(part: Relation, group: _core.GeneralGroup, model: _Model) -> None:
    group.relation(part.a, part.b, model.table(part.allowed))


@_add.register(Linear)
def _(part: Linear, group: _core.GeneralGroup, model: _Model) -> None:
    coefficients, cells = zip(*part.terms, strict=True) if part.terms else ((), ())
    if not isinstance(part.total, frozenset):
        group.linear(coefficients, cells, part.op, (part.total,))
    elif part.total:
        group.linear(coefficients, cells, part.op, sorted(part.total))
    else:
        group.count((), 0, ())


@_add.register(Count)
def _(part: Count, group: _core.GeneralGroup, model: _Model) -> None:
    numbers = [number for number in range(len(part.cells) + 1) if number in part.allowed]
    group.count(part.cells, model.mask(part.values), numbers)


@_add.register(Regular)
def _(part: Regular, group: _core.GeneralGroup, model: _Model) -> None:
    group.word(part.cells, model.automaton(part.automaton))


@_add.register(Candidates)
def _(part: Candidates, group: _core.GeneralGroup, model: _Model) -> None:
    group.candidates(part.cell, model.mask(part.values))


@_add.register(AnyOf)
def _(part: AnyOf, group: _core.GeneralGroup, model: _Model) -> None:
    if () in part.alternatives:
        return
    alternatives = []
    for parts in part.alternatives:
        alternative = core().GeneralGroup()
        for inner in parts:
            _add.registry[type(inner)](inner, alternative, model)  # a dispatch takes as long
        alternatives.append(alternative)
    group.any_of(alternatives)
