"""A Choco model of a puzzle, with a variable for each cell and a propagator for each primitive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from typing import Any

from pychoco.model import Model
from pychoco.objects.automaton.finite_automaton import FiniteAutomaton

from nonet.encodings.places import Lowered, count_places
from nonet.model.automata import Automaton
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Constraint,
    Count,
    Linear,
    Regular,
    Relation,
)
from nonet.solvers.answers import Solution
from nonet.system.errors import TooLarge

#: The limit on the values of all cells in all constraints. An empty 49×49 board has 470 thousand.
MOST_PLACES = 1_000_000

#: The limits on sums and values. Choco uses 32 bits for sums, and 16 bits for values in automata.
MOST_SUM, MOST_VALUE = 1 << 30, 60_000

_OPERATORS = {"==": "=", "<=": "<=", ">=": ">="}


class ChocoModel:
    """A model with a solver that enumerates each grid once.

    >>> from nonet.puzzle import Puzzle
    >>> from nonet.model.grid import Grid
    >>> from nonet.rules import Rows
    >>> model = ChocoModel(Puzzle(Grid(1, 2), rules=(Rows(),)))
    >>> sorted(model.decode() for _ in iter(model.solver.solve, False))
    [(1, 2), (2, 1)]
    """

    def __init__(self, lowered: Lowered) -> None:
        _require_room(lowered)
        self.grid = lowered.grid
        self.model = Model()
        values = {mask: list(self.grid.values_of(mask)) for mask in set(lowered.domains)}
        # Choco refuses empty domains. So such a cell gets one value, and the model gets a
        # contradiction.
        some = [self.grid.values[0]]
        self.cells = [self.model.intvar(values[mask] or some) for mask in lowered.domains]
        if 0 in lowered.domains:
            self.never().post()
        for constraint in lowered.constraints:
            for part in _propagators(constraint, self):
                part.post()
        self.solver = self.model.get_solver()
        # Choco excludes the grid of each solution. Otherwise it would find the grid again, with
        # other values of auxiliary variables.
        self.solver.set_nogood_recording_from_solutions(self.cells)

    def decode(self) -> Solution:
        return tuple(cell.get_value() for cell in self.cells)

    def never(self) -> Any:
        """Return a contradiction."""
        return self.model.arithm(self.model.intvar(0), "=", 1)

    def number_in(self, allowed: Iterable[int], number: Any) -> Any:
        """Return a constraint: the number is one of the allowed numbers."""
        table = sorted(allowed)
        return self.model.member(number, table) if table else self.never()

    def each_once(self, cells: Iterable[int]) -> list[Any]:
        """Return a variable for each cell. A repeated cell gets an additional, equal variable."""
        seen: set[int] = set()
        found = []
        for cell in cells:
            variable = self.cells[cell]
            if cell in seen:
                copy = self.model.intvar(self.grid.values[0], self.grid.values[-1])
                self.model.arithm(copy, "=", variable).post()
                variable = copy
            seen.add(cell)
            found.append(variable)
        return found


def _require_room(lowered: Lowered) -> None:
    places = count_places(lowered)
    if places > MOST_PLACES:
        raise TooLarge(
            f"Choco's constraints would have {places} values. The limit is {MOST_PLACES}"
        )
    _require_representable(lowered.grid.values[-1], MOST_VALUE)


def _require_representable(number: int, most: int = MOST_SUM) -> None:
    if number > most:
        raise TooLarge(f"the number {number} is too large for Choco. The limit is {most}")


@singledispatch
def _propagators(constraint: Constraint | Candidates, to: ChocoModel) -> Iterator[Any]:
    """Yield the propagators of a constraint. Add the definitions of auxiliary variables."""
    raise NotImplementedError(f"Choco models do not support {type(constraint).__name__}")


@_propagators.register
def _(constraint: AllDifferent, to: ChocoModel) -> Iterator[Any]:
    if len(constraint.cells) > len(to.grid.values):
        yield to.never()
    elif len(constraint.cells) > 1:
        yield to.model.all_different([to.cells[cell] for cell in constraint.cells])


@_propagators.register
def _(constraint: Relation, to: ChocoModel) -> Iterator[Any]:
    pairs = [list(pair) for pair in sorted(constraint.allowed)]
    yield to.model.table(to.each_once(constraint.cells), pairs) if pairs else to.never()


@_propagators.register
def _(constraint: Linear, to: ChocoModel) -> Iterator[Any]:
    if not constraint.terms:  # Choco refuses an empty sum
        if not constraint.compares(0):
            yield to.never()
        return
    factors = [factor for factor, _ in constraint.terms]
    cells = to.each_once(cell for _, cell in constraint.terms)
    reach = sum(map(abs, factors)) * to.grid.values[-1]
    _require_representable(reach)
    total = constraint.total
    if isinstance(total, frozenset):
        sum_ = to.model.intvar(-reach, reach)
        to.model.scalar(cells, factors, "=", sum_).post()
        yield to.number_in((each for each in total if abs(each) <= reach), sum_)
    else:  # reduce a total that is too large for Choco
        bound = min(max(total, -reach - 1), reach + 1)
        yield to.model.scalar(cells, factors, _OPERATORS[constraint.op], bound)


@_propagators.register
def _(constraint: Count, to: ChocoModel) -> Iterator[Any]:
    cells = to.each_once(constraint.cells)
    number = to.model.intvar(0, len(cells))
    to.model.among(number, cells, sorted(constraint.values)).post()
    yield to.number_in(constraint.allowed & set(range(len(cells) + 1)), number)


@_propagators.register
def _(constraint: Regular, to: ChocoModel) -> Iterator[Any]:
    if constraint.cells and constraint.automaton.accepting:
        automaton = _automaton(constraint.automaton, to.grid.values)
        yield to.model.regular(to.each_once(constraint.cells), automaton)
    elif constraint.cells or not constraint.automaton.accepts(()):
        yield to.never()


def _automaton(automaton: Automaton, values: Sequence[int]) -> FiniteAutomaton:
    built = FiniteAutomaton()
    for _ in automaton.states:
        built.add_state()  # type: ignore[no-untyped-call]
    built.set_initial_state(0)
    built.set_final(*sorted(automaton.accepting))  # type: ignore[arg-type] # each an int
    for state in automaton.states:
        for value, after in automaton.transitions[state]:
            if value in values:
                built.add_transition(state, after, value)  # type: ignore[arg-type] # likewise
    return built


@_propagators.register
def _(constraint: Candidates, to: ChocoModel) -> Iterator[Any]:
    yield to.number_in(constraint.values, to.cells[constraint.cell])


@_propagators.register
def _(constraint: AnyOf, to: ChocoModel) -> Iterator[Any]:
    chosen = []
    for parts in constraint.alternatives:
        chosen.append(to.model.boolvar())
        for part in parts:
            for said in (
                _of_copies(part, to) if isinstance(part, Regular) else _propagators(part, to)
            ):
                said.implied_by(chosen[-1])
    yield to.model.or_(chosen) if chosen else to.never()


def _has_word(constraint: Regular, values: Sequence[int]) -> bool:
    states = {0}
    for _ in constraint.cells:
        steps = (step for state in states for step in constraint.automaton.transitions[state])
        states = {after for value, after in steps if value in values}
    return not states.isdisjoint(constraint.automaton.accepting)


def _of_copies(constraint: Regular, to: ChocoModel) -> Iterator[Any]:
    """Yield constraints that make each cell equal to a copy. The copies form an accepted word.

    If Choco activates an automaton during a search, it overlooks the values that the cells have
    already lost. So the automaton is active from the start, but on copies of the cells.
    """
    if not _has_word(constraint, to.grid.values):
        yield to.never()
    elif constraint.cells:
        first, last = to.grid.values[0], to.grid.values[-1]
        copies = [to.model.intvar(first, last) for _ in constraint.cells]
        automaton = _automaton(constraint.automaton, to.grid.values)
        to.model.regular(copies, automaton).post()
        for cell, copy in zip(constraint.cells, copies, strict=True):
            yield to.model.arithm(copy, "=", to.cells[cell])
