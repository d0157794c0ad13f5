"""The constraint solver Choco. It has a propagator for each primitive, and does not learn.

While Choco runs, Python does not see Ctrl-C, and an internal error of Choco ends the process. So
Choco runs in a worker process, which can be killed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial, singledispatch
from typing import TYPE_CHECKING, Any

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
from nonet.solvers.answers import Answer, PhaseClock, Solution, Status
from nonet.solvers.contract import single_backend
from nonet.solvers.cuts import with_cuts
from nonet.solvers.engines import Freed
from nonet.solvers.worker_engine import in_worker
from nonet.system.errors import TooLarge
from nonet.system.limits import Limits

if TYPE_CHECKING:
    from pychoco.objects.automaton.finite_automaton import FiniteAutomaton

#: The limit on the values of all cells in all constraints. An empty 49×49 board has 470 thousand.
MOST_PLACES = 1_000_000

#: The limits on sums and values. Choco uses 32 bits for sums, and 16 bits for values in automata.
MOST_SUM, MOST_VALUE = 1 << 30, 60_000

_OPERATORS = {"==": "=", "<=": "<=", ">=": ">="}

#: The counters that answers report. There are no nodes, because pychoco 0.4 returns a time instead.
_COUNTERS = ("backtrack", "fail", "restart")

#: The largest node limit that fits into Java's 64-bit counters.
_MOST_NODES = 1 << 62


class Search(Freed):
    """The engine. Its search pauses at each solution and continues after the solution is blocked.

    Choco counts nodes from the root of the search tree, and cannot remove a node limit. So the
    search starts again before a solve with a node limit, and also after it.
    """

    def __init__(self, lowered: Lowered, seed: int) -> None:
        self._phases = PhaseClock()
        self._lowered = lowered
        self._blocked: set[Solution] = set()
        self._is_limited = False
        self._begin()

    def solve(self, limits: Limits) -> Answer:
        was_limited, self._is_limited = self._is_limited, limits.nodes is not None
        if was_limited or self._is_limited:
            self._begin()
        before = self._totals()
        with self._phases.measure("solve"):
            status = self._search(limits.nodes)
        counters = {name: total - before[name] for name, total in self._totals().items()}
        solution = self._found if status is Status.SATISFIED else None
        return Answer(status, solution, counters, self._phases.take())

    def block(self, solution: Solution) -> None:
        self._blocked.add(solution)

    def _begin(self) -> None:
        with self._phases.measure("encode"):
            self._model = ChocoModel(self._lowered)
        self._found: Solution | None = None
        self._is_over = False

    def _search(self, nodes: int | None) -> Status:
        solver = self._model.solver
        most = None if nodes is None else min(nodes, _MOST_NODES)
        while self._found is None or self._found in self._blocked:
            # Do not continue a finished search, because an internal check of Choco would fail.
            if self._is_over or not solver.solve(node_limit=most):
                self._is_over = solver.get_search_state() == "TERMINATED"
                return Status.UNSATISFIABLE if self._is_over else Status.UNKNOWN
            self._found = self._model.decode()
        return Status.SATISFIED

    def _totals(self) -> dict[str, int]:
        solver = self._model.solver
        return {f"{name}s": getattr(solver, f"get_{name}_count")() for name in _COUNTERS}


class ChocoModel:
    """A model with a variable for each cell, and a solver that enumerates each grid once."""

    def __init__(self, lowered: Lowered) -> None:
        from pychoco.model import Model

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
        return self.model.arithm(self.model.intvar(0), "=", 1)

    def number_in(self, allowed: Iterable[int], number: Any) -> Any:
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
    from pychoco.objects.automaton.finite_automaton import FiniteAutomaton

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


PROVIDER = single_backend(
    "choco",
    "constraint programming with arc consistency, by Choco",
    with_cuts(partial(in_worker, "choco", Search)),
    ("every rule", "incremental", "seconds (child process)", "nodes"),
    package="pychoco",
    module="pychoco",
)
