"""Rules of one puzzle, said by a plain function: pairs, a few cells, or a walk along a line.

A function is asked once, when its rule meets a grid, and the rule keeps what it means: a table or
an automaton. So a rule in a puzzle is compared by value, travels to other processes, and is written
to a file and read back without running anybody's code.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, Any, Self, TypeVar

from nonet.automata import MOST_STATES, Automaton
from nonet.constraints import Candidates, Regular, Relation, Values
from nonet.errors import PuzzleError, TooLarge
from nonet.grid import Cells, CellsLike, Grid
from nonet.rules.fields import complaints_of
from nonet.rules.rule import Lowered, Rule, require_cells, require_pairs

T = TypeVar("T")

#: The fillings of a few cells for which a function is asked; each may take 150 bytes. Five cells of
#: nine values have half as many.
MOST_FILLINGS = 1 << 17


@dataclass(frozen=True, kw_only=True)
class Own(Rule, family=True):
    """The family: messages and legends call the rule what its setter does."""

    called: str | None = None

    if TYPE_CHECKING:

        @property
        def cells(self) -> Cells:
            """The cells, in the order in which they are named."""

    def describe(self, grid: Grid) -> str:
        """Name the cells, after what the rule is called."""
        return f"{self.called or self.name} {grid.names(self.cells)}"


@dataclass(frozen=True)
class Pairs(Own):
    """Neighbours on the line hold an allowed pair of values; with `every`, every two cells do.

    A function says which pairs are allowed, the value of the cell that is listed first before that
    of the other.

    >>> far = Pairs("r1c1-r1c4", lambda a, b: abs(a - b) >= 2).on(Grid(1, 4))
    >>> sorted(far.allowed)
    [(1, 3), (1, 4), (2, 4), (3, 1), (4, 1), (4, 2)]
    >>> far.holds(Grid(1, 4), [1, 3, None, 2]), far.holds(Grid(1, 4), [1, 2, None, None])
    (True, False)
    """

    cells: Cells
    allowed: frozenset[tuple[int, int]] | Callable[[int, int], bool]
    every: bool = False

    if TYPE_CHECKING:

        def __init__(
            self,
            cells: CellsLike,
            allowed: Callable[[int, int], bool] | Iterable[tuple[int, int]],
            every: bool = False,
            *,
            called: str | None = None,
        ) -> None: ...

    def on(self, grid: Grid) -> Self:
        """Return the same rule with the numbers of its cells and a table of the pairs."""
        rule = super().on(grid)
        if isinstance(rule.allowed, frozenset):
            return rule
        require_pairs(grid, self.name)
        return replace(rule, allowed=_table(self.name, rule.allowed, grid.values, 2))

    def fit(self, grid: Grid) -> None:
        """Refuse a single cell, cells outside the board, other values, and too many."""
        require_cells(grid, dict.fromkeys(self.cells), self.name, at_least=2)
        require_pairs(grid, self.name)
        _require_values(grid, (value for pair in _kept(self.allowed) for value in pair), self.name)

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether all pairs that are filled are allowed."""
        allowed = _kept(self.allowed)
        for a, b in self._pairs():
            left, right = values[a], values[b]
            if left is not None and right is not None and (left, right) not in allowed:
                return False
        return True

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Relate the cells of each pair."""
        allowed = _kept(self.allowed)
        for a, b in self._pairs():
            if a == b:
                yield Candidates(a, frozenset(v for v in grid.values if (v, v) in allowed))
            else:
                yield Relation(a, b, allowed)

    def _pairs(self) -> Iterable[tuple[int, int]]:
        return combinations(self.cells, 2) if self.every else pairwise(self.cells)


@dataclass(frozen=True)
class Where(Own):
    """The values of a few cells are one of the allowed fillings.

    A function of as many values as there are cells says which are.

    >>> product = Where("r1c1 r1c2 r1c3", lambda a, b, c: a * b == c).on(Grid(1, 3))
    >>> sorted(product.allowed)
    [(1, 1, 1), (1, 2, 2), (1, 3, 3), (2, 1, 2), (3, 1, 3)]
    >>> product.holds(Grid(1, 3), [2, 1, 3])
    False
    """

    cells: Cells
    allowed: frozenset[tuple[int, ...]] | Callable[..., bool]

    if TYPE_CHECKING:

        def __init__(
            self,
            cells: CellsLike,
            allowed: Callable[..., bool] | Iterable[tuple[int, ...]],
            *,
            called: str | None = None,
        ) -> None: ...

    def on(self, grid: Grid) -> Self:
        """Return the same rule with the numbers of its cells and a table of the fillings."""
        rule = super().on(grid)
        if isinstance(rule.allowed, frozenset):
            return rule
        self._require_few(grid)
        found = _table(self.name, rule.allowed, grid.values, len(self.cells))
        return replace(rule, allowed=found)

    def fit(self, grid: Grid) -> None:
        """Refuse cells that are too many or outside the board, and fillings of other cells."""
        require_cells(grid, self.cells, self.name)
        self._require_few(grid)
        for filling in _kept(self.allowed):
            if len(filling) != len(self.cells):
                raise PuzzleError(
                    f"{self.name}: {filling} has {len(filling)} values, not {len(self.cells)}"
                )
            _require_values(grid, filling, self.name)
        if len(self.cells) > 2:
            with complaints_of(self.name):
                _words(grid.values, len(self.cells), _kept(self.allowed))

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the filling is allowed, once all cells are filled."""
        filling = tuple([values[cell] for cell in self.cells])
        return None in filling or filling in _kept(self.allowed)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Restrict one cell, relate two, and take the fillings of more for words."""
        allowed = _kept(self.allowed)
        match self.cells:
            case (cell,):
                yield Candidates(cell, frozenset(value for (value,) in allowed))
            case (a, b):
                yield Relation(a, b, frozenset((v, w) for v, w in allowed))
            case _:
                yield Regular(self.cells, _words(grid.values, len(self.cells), allowed))

    def _require_few(self, grid: Grid) -> None:
        values, cells = len(grid.values), len(self.cells)
        # A power of thousands of digits is not computed; with one value, there is one filling.
        if values > 1 and (cells > MOST_FILLINGS.bit_length() or values**cells > MOST_FILLINGS):
            raise TooLarge(
                f"{self.name}: {cells} cells of {values} values have {values}^{cells} fillings; "
                f"the limit is {MOST_FILLINGS} (a Walk looks at one cell after the other)"
            )


@dataclass(frozen=True)
class Walk(Own):
    """A walk along the line, cell by cell, ends well; a cell that is there twice is passed twice.

    It begins in the state `start`; ``step(state, value)`` returns the next state, or None where the
    walk breaks off; ``accept(state)`` tells whether the walk may end there. States are whatever
    the function needs, such as numbers or tuples, and are found by trying all values.

    >>> def sum_so_far(total, value):
    ...     return total + value
    >>> walk = Walk("r1c1-r1c3", 0, sum_so_far, lambda total: total % 5 == 0).on(Grid(1, 3))
    >>> walk.holds(Grid(1, 3), [1, 1, 3]), walk.holds(Grid(1, 3), [1, 1, None])
    (True, True)
    >>> walk.holds(Grid(1, 3), [1, 1, 1])
    False
    """

    cells: Cells
    start: int | Hashable
    step: frozenset[tuple[int, int, int]] | Callable[[Any, int], Any]
    accept: frozenset[int] | Callable[[Any], bool]

    if TYPE_CHECKING:

        def __init__(
            self,
            cells: CellsLike,
            start: T,
            step: Callable[[T, int], T | None] | Iterable[tuple[int, int, int]],
            accept: Callable[[T], bool] | Iterable[int],
            *,
            called: str | None = None,
        ) -> None: ...

    def __post_init__(self) -> None:
        super().__post_init__()
        if callable(self.step) != callable(self.accept):
            raise TypeError(f"{self.name}: step and accept are both functions, or both lists")
        if not callable(self.step) and not isinstance(self.start, int):
            raise TypeError(f"{self.name}: start must be an integer, not {self.start!r}")

    def on(self, grid: Grid) -> Self:
        """Return the same rule with the numbers of its cells and the states of its walk."""
        rule = super().on(grid)
        with complaints_of(self.name):
            automaton = rule._explored(grid) if callable(rule.step) else rule._automaton()
        kept = (0, _steps(automaton), automaton.accepting)
        if (rule.start, rule.step, rule.accept) == kept:
            return rule
        start, step, accept = kept
        return replace(rule, start=start, step=step, accept=accept)

    def fit(self, grid: Grid) -> None:
        """Refuse no cells, cells outside the board, and other values."""
        require_cells(grid, dict.fromkeys(self.cells), self.name)
        _require_values(grid, {value for _, value, _ in _kept(self.step)}, self.name)

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the walk ends well, or may still do so."""
        return self._automaton().accepts([values[cell] for cell in self.cells])

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Take the values for a word."""
        yield Regular(self.cells, self._automaton())

    def _automaton(self) -> Automaton:
        return _listed(_kept(self.step), self.start, _kept(self.accept))

    def _explored(self, grid: Grid) -> Automaton:
        """Return the automaton of the functions, for words as long as the line."""
        step, accept = self.step, self.accept
        assert callable(step)
        assert callable(accept)

        def hashable(state: Hashable, value: int) -> Hashable:
            found: Hashable = step(state, value)
            hash(found)
            return found

        return Automaton.exploring(
            self.start,
            lambda state, value: _asked(hashable, state, value),
            lambda state: _truth(accept, state),
            grid.values,
            longest=len(self.cells),
        )


def _asked(function: Callable[..., T], *given: Any) -> T:
    """Return what a setter's function returns; an error says what it was asked."""
    try:
        return function(*given)
    except Exception as error:
        asked = ", ".join(map(repr, given))
        message = f"the function fails for ({asked}): {type(error).__name__}: {error}"
        raise PuzzleError(message) from error


def _truth(predicate: Callable[..., Any], *given: Any) -> bool:
    """Return what a predicate says; one that forgets to return anything says nothing."""

    def said(*values: Any) -> bool:
        found = predicate(*values)
        if bool(found) != found:
            raise TypeError(f"{found!r} is neither True nor False")
        return bool(found)

    return _asked(said, *given)


def _table(
    name: str, predicate: Callable[..., bool], values: range, cells: int
) -> frozenset[tuple[Any, ...]]:
    """Return the fillings of so many cells for which a predicate holds."""
    with complaints_of(name):
        fillings = product(values, repeat=cells)
        return frozenset(filling for filling in fillings if _truth(predicate, *filling))


def _kept(table: frozenset[T] | Callable[..., Any]) -> frozenset[T]:
    """Return the table that stands in the place of a function."""
    if not isinstance(table, frozenset):
        raise TypeError("a rule means nothing before it is on a grid: rule.on(grid)")
    return table


def _require_values(grid: Grid, values: Iterable[int], what: str) -> None:
    for value in values:
        if value not in grid.values:
            raise PuzzleError(f"{what}: {value} is not a value from {grid.span}")


@lru_cache(maxsize=256)
def _words(values: Sequence[int], length: int, words: Collection[tuple[int, ...]]) -> Automaton:
    """Return the automaton of words of one length, built from their ends.

    A state is known by what may follow, a number for each value; 0 is a dead end, 1 the end of
    a word.
    """
    following = [int(word in words) for word in product(values, repeat=length)]
    transitions: list[tuple[int, int, int]] = []
    states = 2
    for _ in range(length):
        known = {(0,) * len(values): 0}
        before = []
        for nexts in zip(*[iter(following)] * len(values), strict=True):
            if nexts not in known:
                known[nexts] = states
                transitions += ((states, v, to) for v, to in zip(values, nexts, strict=True) if to)
                states += 1
                if states > MOST_STATES:
                    raise TooLarge(f"the fillings need more than {MOST_STATES} states, the limit")
            before.append(known[nexts])
        following = before
    return Automaton(transitions, following[0], [1])


@lru_cache(maxsize=256)
def _listed(
    step: frozenset[tuple[int, int, int]], start: Hashable, accept: frozenset[int]
) -> Automaton:
    """Return the automaton of a list of steps."""
    states = {start, *accept, *(state for state, _, _ in step), *(to for _, _, to in step)}
    if len(states) > MOST_STATES:
        raise TooLarge(f"{len(states)} states, the limit is {MOST_STATES}")
    try:
        return Automaton(sorted(step), start, accept)
    except ValueError as error:
        raise PuzzleError(str(error)) from None


def _steps(automaton: Automaton) -> frozenset[tuple[int, int, int]]:
    transitions = automaton.transitions
    return frozenset((s, value, to) for s in automaton.states for value, to in transitions[s])
