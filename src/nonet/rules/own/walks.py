"""A setter's own rules about the values along a line: a walk through states, or a pattern."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self, TypeVar

from nonet.model.automata import MOST_STATES, Automaton
from nonet.model.constraints import Regular, Values
from nonet.model.grid import Cells, CellsLike, Grid
from nonet.rules.fields import CellsField, complaints_of, frozen
from nonet.rules.own.function import Look, Own, asked, kept, require_values, truth
from nonet.rules.own.patterns import automaton_of
from nonet.rules.rule import Lowered, require_cells
from nonet.system.errors import PuzzleError, TooLarge

T = TypeVar("T")


@frozen
class Walk(Own):
    """A state machine reads the line cell by cell, and ends in an accepted state.

    It begins in the state `start`. ``step(state, value)`` returns the next state, or None to
    reject the line. After the last cell, ``accept(state)`` tells whether the line is allowed.
    States are any hashable objects. nonet calls both functions in advance, for all states and
    values.

    In a file, states are numbers. `step` lists triples (state, value, next state), and `accept`
    lists the accepted states.

    >>> def sum_so_far(total, value):
    ...     return total + value
    >>> walk = Walk("r1c1-r1c3", 0, sum_so_far, lambda total: total % 5 == 0).on(Grid(1, 3))
    >>> walk.holds(Grid(1, 3), [1, 1, 3]), walk.holds(Grid(1, 3), [1, 1, 1])
    (True, False)
    """

    cells: Cells
    start: int | Hashable
    step: frozenset[tuple[int, int, int]] | Callable[[Any, int], Any]
    accept: frozenset[int] | Callable[[Any], bool]

    unnamed = "only some sequences of digits are allowed"

    if TYPE_CHECKING:

        def __init__(
            self,
            cells: CellsLike,
            start: T,
            step: Callable[[T, int], T | None] | Iterable[tuple[int, int, int]],
            accept: Callable[[T], bool] | Iterable[int],
            *,
            called: str | None = None,
            look: Look | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        super().__post_init__()
        if callable(self.step) != callable(self.accept):
            raise TypeError(f"{self.name}: step and accept must both be functions, or both lists")
        if not callable(self.step) and not isinstance(self.start, int):
            raise TypeError(f"{self.name}: start must be an integer, not {self.start!r}")

    def on(self, grid: Grid) -> Self:
        rule = super().on(grid)
        with complaints_of(self.name):
            automaton = rule._explored(grid) if callable(rule.step) else rule._automaton()
        transitions = automaton.transitions
        step = frozenset((s, value, to) for s in automaton.states for value, to in transitions[s])
        numbered = replace(rule, start=0, step=step, accept=automaton.accepting)
        return rule if rule == numbered else numbered

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        require_cells(grid, self.cells, self.name, may_repeat=True)
        require_values(grid, {value for _, value, _ in kept(self.step)}, self.name)

    def holds(self, grid: Grid, values: Values) -> bool:
        return self._automaton().accepts([values[cell] for cell in self.cells])

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield Regular(self.cells, self._automaton())

    def _automaton(self) -> Automaton:
        return _listed(kept(self.step), self.start, kept(self.accept))

    def _explored(self, grid: Grid) -> Automaton:
        step, accept = self.step, self.accept
        assert callable(step)
        assert callable(accept)

        def hashable(state: Hashable, value: int) -> Hashable:
            found: Hashable = step(state, value)
            hash(found)
            return found

        return Automaton.exploring(
            self.start,
            lambda state, value: asked(hashable, state, value),
            lambda state: truth(accept, state),
            grid.values,
            longest=len(self.cells),
        )


@frozen
class Regex(Own):
    """The values along the line match a pattern, such as ``[1-3]*[4-6]+``.

    `nonet.rules.own.patterns` describes patterns.

    >>> regex = Regex([0, 1, 2, 3], "[12]+(3|4).*")
    >>> regex.holds(Grid(1, 4), [1, 2, 3, 1]), regex.holds(Grid(1, 4), [1, 1, 1, 2])
    (True, False)
    """

    cells: CellsField
    pattern: str

    usual = "regex {pattern}"
    unnamed = "the digits match the pattern {pattern}"

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        require_cells(grid, self.cells, self.name, may_repeat=True)
        with complaints_of(self.name):
            self._automaton(grid)

    def holds(self, grid: Grid, values: Values) -> bool:
        return self._automaton(grid).accepts([values[cell] for cell in self.cells])

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield Regular(self.cells, self._automaton(grid))

    def _automaton(self, grid: Grid) -> Automaton:
        return automaton_of(self.pattern, grid.values, len(self.cells))


@lru_cache(maxsize=256)
def _listed(
    step: frozenset[tuple[int, int, int]], start: Hashable, accept: frozenset[int]
) -> Automaton:
    states = {start, *accept, *(state for state, _, _ in step), *(to for _, _, to in step)}
    if len(states) > MOST_STATES:
        raise TooLarge(f"the walk has {len(states)} states. The limit is {MOST_STATES}")
    try:
        return Automaton(sorted(step), start, accept)
    except ValueError as error:
        raise PuzzleError(str(error)) from None
