"""Print the answers to puzzles and the errors, in the order of the puzzles."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from typing import Any

from nonet.cli.common.exits import Exit, complain, gravest
from nonet.cli.common.inputs import Item, are_files
from nonet.cli.common.output import coloured, printable, put, put_record, tell
from nonet.cli.common.progress import counted
from nonet.cli.common.signals import ctrl_c_let_through
from nonet.formats import one_line
from nonet.formats.reader import of_line
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

#: Two fields of a line, of which one may be a puzzle.
_FIELDS = re.compile(r"[0-9.*_xX-]{16,}\s*[,;\t]|[,;\t]\s*[0-9.*_xX-]{16,}")

#: A terminal shows drawings of at most this many puzzles or solutions.
MOST_DRAWN = 10


class Transcript:
    """Takes puzzles in order and prints the answer to each: a JSON record, a drawing or a line.

    A terminal shows drawings of at most `MOST_DRAWN` puzzles. With `lines`, a puzzle without an
    answer gets the line ``error``. If there are several files in `sources`, each line begins with
    the place of the puzzle.
    """

    def __init__(
        self,
        items: Iterator[Item],
        as_json: bool = False,
        *,
        lines: bool = True,
        draws: bool = True,
        sources: list[str] | None = None,
    ) -> None:
        self.as_json = as_json
        self._lines = lines and not sys.stdout.isatty()
        is_drawn = draws and not as_json and sys.stdout.isatty()
        first = list(islice(items, MOST_DRAWN + 1 if is_drawn else 0))
        self._items = chain(first, items)
        self.draws = is_drawn and len(first) <= MOST_DRAWN
        self._names = (is_drawn and len(first) > 1) or are_files(sources)
        self._outcomes: Counter[str] = Counter()
        self._complaints = _Complaints()

    def each(self, what: str, answer: Callable[[Item, Puzzle], Exit]) -> Exit:
        """Answer every puzzle. An unreadable puzzle does not stop the run, but a full disk does."""
        return self.end(self.one(item, answer) for item in counted(self._items, what))

    def one(self, item: Item, answer: Callable[[Item, Puzzle], Exit]) -> Exit:
        """Answer a puzzle, or print its error."""
        from nonet.solvers import Unable

        try:
            puzzle = item.read()
            self._complaints.enter(item.file, is_answered=True)
            if self.draws and self._names:
                place = printable(item.place)
                heading = f"\x1b[2m{place}\x1b[0m" if coloured() else place
                put(f"\n{heading}" if item.index else heading)
            with ctrl_c_let_through():
                return answer(item, puzzle)
        except (PuzzleError, Unable) as reason:
            error = reason if isinstance(reason, PuzzleError) else PuzzleError(str(reason))
            if item.puzzle is not None and error.file not in (None, item.file):
                self._complaints.end()
                raise  # the error is about an output file, not about the puzzle
            self._failed(item, error.at(file=item.file, line=item.line))
            return Exit.BAD_INPUT

    def end(self, codes: Iterable[Exit]) -> Exit:
        """Answer all puzzles, and return the gravest code. Print delayed errors and a summary."""
        code = gravest(codes)  # the codes may be lazy
        self._complaints.end()
        if self._outcomes.total() > 1 and sys.stderr.isatty():
            sys.stdout.flush()
            outcomes = (f"{count} {outcome}" for outcome, count in self._outcomes.most_common())
            if self.draws:
                tell("")
            tell(f"{self._outcomes.total()} puzzles: {', '.join(outcomes)}")
        return code

    def answer(self, item: Item, said: str, fields: dict[str, Any], outcome: object) -> None:
        """Print the answer to a puzzle, as a JSON record or as a line, and count its outcome."""
        if self.as_json:
            self.record(item, fields)
        else:
            put(self.place(item) + said + self.kept(item))
        self.count(outcome)

    def record(self, item: Item, fields: dict[str, Any]) -> None:
        record: dict[str, Any] = {"index": item.index, "file": item.file, "line": item.line}
        if item.puzzle and item.puzzle.label:
            record["label"] = item.puzzle.label
        if item.puzzle:
            record["puzzle"] = one_line(item.puzzle)
        kept = {"kept": dict(item.kept)} if item.kept else {}
        put_record(record | fields | kept)

    def place(self, item: Item) -> str:
        """Return the start of a line: the place of a puzzle, or nothing."""
        return f"{printable(item.place)}: " if self._names and not self.draws else ""

    def kept(self, item: Item) -> str:
        """Return the end of a line: the columns of ``--keep``, or nothing."""
        return "".join(f"  {printable(name)}={printable(text)}" for name, text in item.kept)

    def count(self, outcome: object) -> None:
        """Count an outcome for the last line of the run. An exit code counts under its name."""
        name = outcome.name.lower().replace("_", " ") if isinstance(outcome, Exit) else str(outcome)
        self._outcomes[name] += 1

    def _failed(self, item: Item, error: PuzzleError) -> None:
        if self.as_json:
            self.record(item, {"error": str(error)})
        elif self._lines and item.line is not None:
            put(f"{self.place(item)}error{self.kept(item)}")
        self._complaints.add(item, error)
        self.count("unreadable" if item.puzzle is None else "refused")


class _Complaints:
    """Prints the errors of puzzles on stderr, one line for each error.

    If all puzzles of a file are unreadable for the same reason, the file gets only one line. So the
    first errors are delayed until a puzzle is readable or has another error.
    """

    def __init__(self) -> None:
        self._file: str | None = None
        self._delays = False
        self._delayed: list[PuzzleError] = []

    def enter(self, file: str, is_answered: bool = False) -> None:
        """Begin or continue a file. If one of its puzzles is answered, print the delayed errors."""
        if file != self._file:
            self.end()
            self._file, self._delays = file, True
        if is_answered:
            self._release()

    def add(self, item: Item, error: PuzzleError) -> None:
        """Print the error of a puzzle, or delay it if all puzzles so far have the same error."""
        self.enter(item.file)
        first = (self._delayed or [error])[0]
        may_wait = self._delays and item.puzzle is None and item.line is not None
        if may_wait and _reason_of(error.message) == _reason_of(first.message):
            self._delayed.append(error)
        else:
            self._release()
            self._print(error)

    def end(self) -> None:
        """End the file, and print its delayed errors."""
        if len(self._delayed) > 1:
            count = f"{len(self._delayed):,}"
            first = self._delayed[0].message
            said = f"{self._file}: none of {count} puzzles can be read: {first}"
            self._print("; ".join(filter(None, (said, _hint_for(_first_line(self._file or ""))))))
            self._delayed = []
        self._release()

    def _release(self) -> None:
        for error in self._delayed:
            self._print(error)
        self._delayed, self._delays = [], False

    def _print(self, message: object) -> None:
        """Print an error after the answers before it."""
        sys.stdout.flush()
        complain(message)


def _first_line(file: str) -> str:
    with suppress(OSError, ValueError), open(file, "rb") as opened:
        return opened.readline(200).decode(errors="replace")
    return ""


def _reason_of(message: str) -> str:
    """Return a message without its numbers and quotations, so that similar messages are equal."""
    return re.sub(r"'[^']*'|\d+", "", message)


def _hint_for(text: str) -> str:
    """Return a hint for a text that is not a puzzle, or an empty string."""
    if _FIELDS.search(text):
        return "if this is a table, its first line must name the columns, such as puzzle,solution"
    looks_other = text.startswith(("{", "[", "http")) or " " in text.strip()
    if looks_other and of_line(text) == "line":
        return "if this is another format, name it with --format or convert with nonet show"
    return ""
