"""Complaints about puzzles that cannot be read: one that holds for a whole file is said once."""

from __future__ import annotations

from contextlib import suppress

from nonet.cli.common.exits import complain
from nonet.cli.common.inputs import Item
from nonet.system.errors import PuzzleError


class Complaints:
    """Holds complaints back as long as a file has no puzzle, always for the same reason."""

    def __init__(self) -> None:
        self._file: str | None = None
        self._holds = False
        self._held: list[str] = []
        self._first = ""

    def add(self, item: Item, error: PuzzleError) -> None:
        """Say what is wrong with a puzzle: now, or once it is known whether all are so."""
        from nonet.streaming.summary import reason_of

        self._enter(item.file)
        is_same = not self._held or reason_of(self._first) == reason_of(error.message)
        if self._holds and is_same and item.puzzle is None and item.line is not None:
            self._held.append(str(error))
            self._first = self._first or error.message
        else:
            self._say_held()
            complain(error)

    def answered(self, item: Item) -> None:
        """Take note of a puzzle that was read: what is held back is said, line by line."""
        self.answered_in(item.file)

    def answered_in(self, file: str) -> None:
        """Take note of a puzzle that was read in a file."""
        self._enter(file)
        self._say_held()

    def end(self) -> None:
        """Say what is held back of a file that has no puzzle."""
        if len(self._held) > 1:
            from nonet.streaming.summary import hint_for

            said = f"{self._file}: none of {len(self._held):,} puzzles can be read: {self._first}"
            complain("; ".join(filter(None, (said, hint_for(_first_line(self._file or ""))))))
            self._held = []
        self._say_held()

    def _enter(self, file: str) -> None:
        if file != self._file:
            self.end()
            self._file, self._holds, self._first = file, True, ""

    def _say_held(self) -> None:
        for message in self._held:
            complain(message)
        self._held, self._holds = [], False


def _first_line(file: str) -> str:
    with suppress(OSError, ValueError), open(file, "rb") as opened:
        return opened.readline(200).decode(errors="replace")
    return ""
