"""Rules of one puzzle, said by a plain function: what they share.

A function is asked once, when its rule meets a grid, and the rule keeps what it means: a table or
an automaton. So a rule in a puzzle is compared by value, travels to other processes, and is written
to a file and read back without running anybody's code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, get_args

from nonet.model.figures import Figure, LineLook, Outline, OutlineLook, Shade, ShadeLook, line
from nonet.model.grid import Cells, Grid
from nonet.rules.connection import breaks
from nonet.rules.rule import Rule
from nonet.system.errors import PuzzleError

T = TypeVar("T")

#: The looks that a line, an outline or a shade may have.
Look: TypeAlias = Literal[LineLook, OutlineLook, ShadeLook]
_LOOKS = get_args(Look)


@dataclass(frozen=True, kw_only=True)
class Own(Rule, family=True):
    """The family: messages call the rule what its setter does, and pictures show it so.

    A `look` is one of those that lines, outlines and shades have in `nonet.model.figures`.
    """

    called: str | None = None
    look: Look | None = None

    if TYPE_CHECKING:

        @property
        def cells(self) -> Cells:
            """The cells, in the order in which they are named."""

    @property
    def _usual(self) -> str:
        """What the rule is called if its setter does not call it anything."""
        return self.name

    def fit(self, grid: Grid) -> None:
        """Refuse a look that there is not, and a name that cannot be printed."""
        if self.called is not None and not self.called.isprintable():
            raise PuzzleError(f"{self.name}: called {self.called!r:.40}, which cannot be printed")
        if self.look is not None and self.look not in _LOOKS:
            close = get_close_matches(self.look, _LOOKS, 1)
            hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(_LOOKS)}"
            raise PuzzleError(f"{self.name}: nothing looks like {self.look!r}; {hint}")

    def describe(self, grid: Grid) -> str:
        """Name the cells, after what the rule is called."""
        return f"{self.called or self._usual} {grid.names(self.cells)}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw a line, if it is not broken, an outline around the cells, or a shade."""
        look: Any = self.look
        if look in get_args(LineLook) and not any(breaks(grid, self.cells)):
            yield line(grid, self.cells, look)
        elif look in get_args(OutlineLook):
            yield Outline(self.cells, look)
        elif look in get_args(ShadeLook):
            yield Shade(self.cells, look)

    def caption(self, grid: Grid) -> str:
        """Say what the look stands for."""
        return f"{self.look}: {self.called or self._usual}" if self.look else ""

    def notes(self, grid: Grid) -> Iterator[str]:
        """Note where a line is broken, if it looks like one."""
        if self.look in get_args(LineLook):
            yield from (f"{self.describe(grid)}: {note}" for note in breaks(grid, self.cells))


def asked(function: Callable[..., T], *given: Any) -> T:
    """Return what a setter's function returns; an error says what it was asked."""
    try:
        return function(*given)
    except Exception as error:
        values = ", ".join(map(repr, given))
        message = f"the function fails for ({values}): {type(error).__name__}: {error}"
        raise PuzzleError(message) from error


def truth(predicate: Callable[..., Any], *given: Any) -> bool:
    """Return what a predicate says; one that forgets to return anything says nothing."""

    def said(*values: Any) -> bool:
        found = predicate(*values)
        if bool(found) != found:
            raise TypeError(f"{found!r} is neither True nor False")
        return bool(found)

    return asked(said, *given)


def kept(table: frozenset[T] | Callable[..., Any]) -> frozenset[T]:
    """Return the table that stands in the place of a function."""
    if not isinstance(table, frozenset):
        raise TypeError("a rule means nothing before it is on a grid: rule.on(grid)")
    return table


def require_values(grid: Grid, values: Iterable[int], what: str) -> None:
    """Raise `PuzzleError` for a value that the grid does not have."""
    for value in sorted({*values}.difference(grid.values)):
        raise PuzzleError(f"{what}: {value} is not a value from {grid.span}")
