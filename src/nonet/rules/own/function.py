"""The base class of rules that a setter defines with a Python function.

The function is called only when the rule is placed on a grid. The rule then stores a table or an
automaton. So rules can be compared, sent to other processes and written to files. A program that
reads such a file runs no foreign code.
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

#: The looks of lines, outlines and shades.
Look: TypeAlias = Literal[LineLook, OutlineLook, ShadeLook]
_LOOKS = get_args(Look)


@dataclass(frozen=True, kw_only=True)
class Own(Rule, family=True):
    """Base of a setter's own rules. `called` names the rule in messages, and `look` draws it.

    `nonet.model.figures` lists the looks of lines, outlines and shades.
    """

    called: str | None = None
    look: Look | None = None

    if TYPE_CHECKING:

        @property
        def cells(self) -> Cells:
            """The cells in the given order."""

    @property
    def _usual(self) -> str:
        """The name of the rule if its setter gives none."""
        return self.name

    @property
    def _unnamed(self) -> str:
        """The sentence for players if the setter gives the rule no name."""
        raise NotImplementedError

    def fit(self, grid: Grid) -> None:
        if self.called is not None and not self.called.isprintable():
            raise PuzzleError(
                f"{self.name}: the name {self.called!r:.40} has characters that cannot be printed"
            )
        if self.look is not None and self.look not in _LOOKS:
            close = get_close_matches(self.look, _LOOKS, 1)
            hint = f"Did you mean {close[0]!r}?" if close else f"Choose one of {', '.join(_LOOKS)}"
            raise PuzzleError(f"{self.name}: unknown look {self.look!r}. {hint}")

    def describe(self, grid: Grid) -> str:
        return f"{self.called or self._usual} {grid.names(self.cells)}"

    def figures(self, grid: Grid) -> Iterator[Figure]:
        look: Any = self.look
        if look in get_args(LineLook) and not any(breaks(grid, self.cells)):
            yield line(grid, self.cells, look)
        elif look in get_args(OutlineLook):
            yield Outline(self.cells, look)
        elif look in get_args(ShadeLook):
            yield Shade(self.cells, look)

    def wording(self, grid: Grid) -> str:
        where = f"{self.look}" if self.look else grid.names(self.cells)
        return f"{where}: {self.called or self._unnamed}"

    def notes(self, grid: Grid) -> Iterator[str]:
        if self.look in get_args(LineLook):
            yield from (f"{self.describe(grid)}: {note}" for note in breaks(grid, self.cells))


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
