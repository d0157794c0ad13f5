"""What goes wrong with a puzzle, said so that its author can put it right."""

from __future__ import annotations


class PuzzleError(ValueError):
    """Bad input: the message says what is wrong, and where when that is known.

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

    def at(
        self, *, file: str | None = None, line: int | None = None, cell: str | None = None
    ) -> PuzzleError:
        """Return the same error with the places that it did not know yet."""
        return type(self)(
            self.message,
            file=self.file or file,
            line=self.line or line,
            cell=self.cell or cell,
        )

    def __str__(self) -> str:
        place = self.file or ""
        if self.line is not None:
            place += f":{self.line}" if place else f"line {self.line}"
        return ": ".join(part for part in (place, self.cell, self.message) if part)


class TooLarge(PuzzleError):
    """More than memory or a backend can hold: said, with the limit, before the memory is spent."""
