"""Puzzle by puzzle, in order: the answer on stdout, or what went wrong in its place."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from nonet.cli.common.complaints import Complaints
from nonet.cli.common.endings import ctrl_c_let_through
from nonet.cli.common.exits import Exit, gravest
from nonet.cli.common.inputs import Item
from nonet.cli.common.output import coloured, printable, put, tell, text
from nonet.cli.common.progress import counted
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle

#: At most this many puzzles, or solutions, are drawn on a terminal; of more, each gets a line.
MOST_DRAWN = 10


class Transcript:
    """Takes puzzles in their order and prints what becomes of each.

    There are three ways to print: JSON Lines; drawings, for a few puzzles on a terminal; and one
    line per answer. If puzzles have such `lines`, one that cannot be answered has ``error``. With
    `names`, and on a terminal with several puzzles, a line begins with its file.
    """

    def __init__(
        self,
        items: Iterator[Item],
        as_json: bool = False,
        *,
        lines: bool = True,
        draws: bool = True,
        names: bool = False,
    ) -> None:
        self.as_json = as_json
        self._lines = lines
        is_drawn = draws and not as_json and sys.stdout.isatty()
        first = list(islice(items, MOST_DRAWN + 1 if is_drawn else 0))
        self._items = chain(first, items)
        self.draws = is_drawn and len(first) <= MOST_DRAWN
        self._names = (is_drawn and len(first) > 1) or names
        self._outcomes: Counter[str] = Counter()
        self._complaints = Complaints()

    def each(self, what: str, answer: Callable[[Item, Puzzle], Exit]) -> Exit:
        """Answer every puzzle; one that fails does not stop the others, but a full disk does."""
        codes = [self.one(item, answer) for item in counted(self._items, what)]
        return self.end(codes)

    def one(self, item: Item, answer: Callable[[Item, Puzzle], Exit]) -> Exit:
        """Answer a puzzle, or say what is wrong with it."""
        from nonet.solvers import Unable

        try:
            if item.puzzle is None:
                raise item.error or PuzzleError("no puzzle")
            self._complaints.answered(item)
            if self.draws:
                self._head(item)
            with ctrl_c_let_through():
                return answer(item, item.puzzle)
        except (PuzzleError, Unable) as reason:
            error = reason if isinstance(reason, PuzzleError) else PuzzleError(str(reason))
            if item.puzzle is not None and error.file not in (None, item.file):
                self._complaints.end()
                raise  # a file that cannot be written is no fault of the puzzle
            self._failed(item, error.at(file=item.file, line=item.line))
            return Exit.BAD_INPUT

    def end(self, codes: Iterable[Exit]) -> Exit:
        """Say what was held back, and how many puzzles there were; return the gravest code."""
        self._complaints.end()
        self._sum_up()
        return gravest(codes)

    def many(self, file: str, text: str, outcome: str, times: int) -> None:
        """Print the answers to several puzzles of a file, which have the same outcome."""
        self._complaints.answered_in(file)
        put(text)
        self.count(outcome, times)

    def record(self, item: Item, fields: dict[str, Any]) -> None:
        """Print the JSON record of a puzzle."""
        place = {"index": item.index, "file": item.file, "line": item.line}
        head = {}
        kept = {"kept": dict(item.kept)} if item.kept else {}
        if item.puzzle:
            label = {"label": item.puzzle.label} if item.puzzle.label else {}
            head = label | {"puzzle": text(item.puzzle)}
        put(json.dumps(place | head | fields | kept))

    def place(self, item: Item) -> str:
        """Return what a line begins with where it would not be clear whose it is."""
        return f"{printable(item.place)}: " if self._names and not self.draws else ""

    def kept(self, item: Item) -> str:
        """Return what a line ends with: the columns that are carried along."""
        return "".join(f"  {printable(name)}={printable(text)}" for name, text in item.kept)

    def count(self, outcome: str, times: int = 1) -> None:
        """Count an outcome for the sum at the end."""
        self._outcomes[outcome] += times

    def _head(self, item: Item) -> None:
        """Tell the drawings of several puzzles apart."""
        if self._names:
            place = printable(item.place)
            put(("\n" if item.index else "") + (f"\x1b[2m{place}\x1b[0m" if coloured() else place))

    def _failed(self, item: Item, error: PuzzleError) -> None:
        if self.as_json:
            self.record(item, {"error": str(error)})
        elif self._lines and item.line is not None and not sys.stdout.isatty():
            put(f"{self.place(item)}error{self.kept(item)}")
        sys.stdout.flush()
        self._complaints.add(item, error)
        self.count("unreadable" if item.puzzle is None else "refused")

    def _sum_up(self) -> None:
        """Say on a terminal how many puzzles there were, by outcome."""
        if self._outcomes.total() > 1 and sys.stderr.isatty():
            sys.stdout.flush()
            outcomes = (f"{count} {outcome}" for outcome, count in self._outcomes.most_common())
            if self.draws:
                tell("")
            tell(f"{self._outcomes.total()} puzzles: {', '.join(outcomes)}")
