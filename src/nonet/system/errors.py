"""The base classes of errors. Each message says what is wrong and how to fix it."""

from __future__ import annotations


class NonetError(Exception):
    """The base class of all errors that nonet raises.

    >>> from nonet.formats import parse
    >>> try:
    ...     parse("12..34")
    ... except NonetError as error:
    ...     print(type(error).__name__, error, sep=": ")
    PuzzleError: line 1: 6 characters: a 2×2 puzzle has 4
    """


class PuzzleError(NonetError, ValueError):
    """The input is wrong. The message says why, and names the file, line and cell if known.

    >>> print(PuzzleError("80 characters, not 81", file="top95.txt", line=3))
    top95.txt:3: 80 characters, not 81
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        cell: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.cell = cell

    def at(self, *, file: str | None = None, line: int | None = None) -> PuzzleError:
        """Return the same error with this file and line, unless it already has a file or line."""
        return type(self)(
            self.message, file=self.file or file, line=self.line or line, cell=self.cell
        )

    def __str__(self) -> str:
        place = self.file or ""
        if self.line is not None:
            place += f":{self.line}" if place else f"line {self.line}"
        return ": ".join(part for part in (place, self.cell, self.message) if part)


class TooLarge(PuzzleError):
    """The input is too large for the memory or for a backend.

    >>> from nonet.formats import classic
    >>> from nonet.questions.uniqueness import solve
    >>> try:
    ...     solve(classic(order=10), backend="cpsat")
    ... except TooLarge as error:
    ...     print(error)
    CP-SAT's constraints would have 4000000 literals. The limit is 3500000
    """


class BackendUnavailable(NonetError, RuntimeError):
    """A backend cannot run on this machine. The message says why, and how to install it.

    >>> from nonet.solvers import find_backend
    >>> find_backend("dimacs:no-such-solver")
    Traceback (most recent call last):
    nonet.system.errors.BackendUnavailable: dimacs:no-such-solver: found no program ...
    """
