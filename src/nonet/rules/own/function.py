"""Rules that a setter defines with a Python function, and their tables.

The function is called only when the rule is placed on a grid. The rule then stores a table or an
automaton. So rules can be compared, sent to other processes and written to files. A program that
reads such a file runs no foreign code.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, TypeAlias, TypeVar, get_args

from nonet.model.automata import MOST_STATES, Automaton
from nonet.model.constraints import Candidates, Regular, Relation, Values
from nonet.model.figures import Figure, LineLook, Outline, OutlineLook, Shade, ShadeLook, line
from nonet.model.grid import Cells, Grid
from nonet.rules.connection import breaks
from nonet.rules.fields import CellsField, Field, complaints_of, frozen
from nonet.rules.rule import Lowered, Rule, require_cells, require_pairs, require_room
from nonet.rules.value_sets import filled_pairs, relate
from nonet.system.errors import PuzzleError, TooLarge

T = TypeVar("T")

#: The looks of lines, outlines and shades.
Look: TypeAlias = Literal[LineLook, OutlineLook, ShadeLook]
_LOOKS = get_args(Look)


@dataclass(frozen=True, kw_only=True)
class Own(Rule, family=True):
    """Base of a setter's own rules. `called` names the rule in messages, and `look` draws it.

    `nonet.model.figures` lists the looks of lines, outlines and shades.
    """

    reads = "digits"

    called: str | None = None
    look: Look | None = None

    if TYPE_CHECKING:

        @property
        def cells(self) -> Cells:
            """The cells in the given order."""

    #: The name of the rule, and the sentence for players, if the setter gives the rule no name.
    usual: ClassVar[str] = "{name}"
    unnamed: ClassVar[str]

    def fit(self, grid: Grid) -> None:
        if self.called is not None and not self.called.isprintable():
            problem = f"the name {self.called!r:.40} has characters that cannot be printed"
            raise self.refusal(problem)
        if self.look is not None and self.look not in _LOOKS:
            close = get_close_matches(self.look, _LOOKS, 1)
            hint = f"Did you mean {close[0]!r}?" if close else f"Choose one of {', '.join(_LOOKS)}"
            raise self.refusal(f"unknown look {self.look!r}. {hint}")

    def describe(self, grid: Grid) -> str:
        return f"{self.called or self.worded(self.usual, grid)} {grid.names(self.cells)}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        look: Any = self.look
        if look in get_args(LineLook) and not any(self.flaws(grid)):
            yield line(grid, self.cells, look)
        elif look in get_args(OutlineLook):
            yield Outline(self.cells, look)
        elif look in get_args(ShadeLook):
            yield Shade(self.cells, look)

    def wording(self, grid: Grid) -> str:
        said = self.called or self.worded(self.unnamed, grid)
        return f"{self.look or grid.names(self.cells)}: {said}"

    def flaws(self, grid: Grid) -> Iterator[str]:
        return breaks(grid, self.cells) if self.look in get_args(LineLook) else iter(())


def asked(function: Callable[..., T], *given: Any) -> T:
    """Call a setter's function. If the function fails, the error names the arguments."""
    try:
        return function(*given)
    except Exception as error:
        values = ", ".join(map(repr, given))
        message = f"the function fails for ({values}): {type(error).__name__}: {error}"
        raise PuzzleError(message) from error


def truth(predicate: Callable[..., Any], *given: Any) -> bool:
    """Return the result of a predicate. Anything but True and False is an error."""

    def answer(*values: Any) -> bool:
        found = predicate(*values)
        if bool(found) != found:
            raise TypeError(f"{found!r} is neither True nor False")
        return bool(found)

    return asked(answer, *given)


def kept(table: frozenset[T] | Callable[..., Any]) -> frozenset[T]:
    """Return the table of a placed rule. Raise `TypeError` if it is still a function."""
    if not isinstance(table, frozenset):
        raise TypeError("place the rule on a grid first: rule.on(grid)")
    return table


def require_values(grid: Grid, values: Iterable[int], what: str) -> None:
    """Raise `PuzzleError` for a value that the grid does not have."""
    for value in sorted({*values}.difference(grid.values)):
        raise PuzzleError(f"{what}: {value} is not a value from {grid.span}")


#: The maximum number of fillings of a rule's cells, which is twice that of five cells with nine
#: values. The function is called for each filling.
MOST_FILLINGS = 1 << 17


@frozen
class Pairs(Own):
    """Neighbours on the line hold an allowed pair of values. With `every`, any two cells do.

    ``allowed(a, b)`` tells whether the value `a` may come before the value `b` on the line. In a
    file, `allowed` is the list of all allowed pairs.

    >>> far = Pairs("r1c1-r1c4", lambda a, b: abs(a - b) >= 2).on(Grid(1, 4))
    >>> sorted(far.allowed)
    [(1, 3), (1, 4), (2, 4), (3, 1), (4, 1), (4, 2)]
    >>> far.holds(Grid(1, 4), [1, 3, None, 2]), far.holds(Grid(1, 4), [1, 2, None, None])
    (True, False)
    """

    cells: CellsField
    allowed: Field[
        frozenset[tuple[int, int]] | Callable[[int, int], bool],
        Callable[[int, int], bool] | Iterable[tuple[int, int]],
    ]
    every: bool = False

    usual = "{related}"
    unnamed = "only some pairs of digits are allowed for {which} digits"

    @property
    def related(self) -> str:
        return "every two" if self.every else self.name

    @property
    def which(self) -> str:
        return "every two" if self.every else "neighbouring"

    def on(self, grid: Grid) -> Self:
        rule = super().on(grid)
        if isinstance(rule.allowed, frozenset):
            return rule
        require_pairs(grid, self.name)
        return replace(rule, allowed=_table(self.name, rule.allowed, grid.values, 2))

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        require_cells(grid, self.cells, self.name, at_least=2, may_repeat=True)
        require_pairs(grid, self.name)
        related = len(self.cells) ** 2 // 2 if self.every else 0
        require_room(related, self.name, "pairs of cells")
        require_values(grid, _values_in(kept(self.allowed)), self.name)

    def holds(self, grid: Grid, values: Values) -> bool:
        return kept(self.allowed).issuperset(filled_pairs(self._pairs(), values))

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        allowed = kept(self.allowed)
        return (relate(a, b, allowed) for a, b in self._pairs())

    def _pairs(self) -> Iterable[tuple[int, int]]:
        return combinations(self.cells, 2) if self.every else pairwise(self.cells)


@lru_cache(maxsize=64)  # many lines have the same table
def _values_in(allowed: frozenset[tuple[int, int]]) -> frozenset[int]:
    return frozenset(value for pair in allowed for value in pair)


@frozen
class Where(Own):
    """The values of a few cells are one of the allowed fillings.

    The function `allowed` takes the values of all cells, and tells whether they are allowed. In a
    file, `allowed` is the list of all allowed fillings.

    >>> product = Where("r1c1 r1c2 r1c3", lambda a, b, c: a * b == c).on(Grid(1, 3))
    >>> sorted(product.allowed)
    [(1, 1, 1), (1, 2, 2), (1, 3, 3), (2, 1, 2), (3, 1, 3)]
    >>> product.holds(Grid(1, 3), [2, 1, 3])
    False
    """

    cells: CellsField
    allowed: Field[
        frozenset[tuple[int, ...]] | Callable[..., bool],
        Callable[..., bool] | Iterable[tuple[int, ...]],
    ]

    unnamed = "only some combinations of digits are allowed"

    def on(self, grid: Grid) -> Self:
        rule = super().on(grid)
        if isinstance(rule.allowed, frozenset):
            return rule
        self._require_few(grid)
        found = _table(self.name, rule.allowed, grid.values, len(self.cells))
        return replace(rule, allowed=found)

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        require_cells(grid, self.cells, self.name)
        self._require_few(grid)
        for filling in kept(self.allowed):
            if len(filling) != len(self.cells):
                raise self.refusal(f"{filling} has {len(filling)} values, not {len(self.cells)}")
            require_values(grid, filling, self.name)
        if len(self.cells) > 2:
            with complaints_of(self.name):
                _words(grid.values, len(self.cells), kept(self.allowed))

    def holds(self, grid: Grid, values: Values) -> bool:
        filling = tuple([values[cell] for cell in self.cells])
        return None in filling or filling in kept(self.allowed)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        allowed = kept(self.allowed)
        match self.cells:
            case (cell,):
                yield Candidates(cell, frozenset(value for (value,) in allowed))
            case (a, b):
                yield Relation(a, b, frozenset((v, w) for v, w in allowed))
            case _:
                yield Regular(self.cells, _words(grid.values, len(self.cells), allowed))

    def _require_few(self, grid: Grid) -> None:
        values, cells = len(grid.values), len(self.cells)
        # Look at the number of cells first, because the power can be huge.
        if values > 1 and (cells > MOST_FILLINGS.bit_length() or values**cells > MOST_FILLINGS):
            raise TooLarge(
                f"{self.name}: {cells} cells of {values} values have {values}^{cells} fillings. "
                f"The limit is {MOST_FILLINGS}. Use a Walk, which reads the cells one by one"
            )


def _table(
    name: str, predicate: Callable[..., bool], values: range, cells: int
) -> frozenset[tuple[Any, ...]]:
    with complaints_of(name):
        fillings = product(values, repeat=cells)
        return frozenset(filling for filling in fillings if truth(predicate, *filling))


@lru_cache(maxsize=256)
def _words(values: Sequence[int], length: int, words: Collection[tuple[int, ...]]) -> Automaton:
    """Return the automaton of words of one length. Build it from the last letter to the first.

    States with the same next states are merged. State 0 is a dead end, and state 1 is the end of a
    word.
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
                    problem = f"the automaton of the fillings has more than {MOST_STATES} states"
                    raise TooLarge(problem)
            before.append(known[nexts])
        following = before
    return Automaton(transitions, following[0], [1])
