"""Show progress on stderr, if stderr is a terminal."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar

from nonet.cli.common.output import printable, tell

T = TypeVar("T")

#: The seconds between two drawings of a count. Drawing takes more time than counting.
_PAUSE = 0.2

#: If a count takes longer than these seconds, nonet tells how to stop it earlier.
_PATIENCE = 10.0


class Bar:
    """A line on stderr that shows progress. A column is a text, or the name of a Rich class."""

    def __init__(self, what: str, *columns: str, is_shown: bool, **fields: Any) -> None:
        self._shown = None
        if not is_shown:
            return
        from rich import progress
        from rich.console import Console
        from rich.markup import escape

        made = [getattr(progress, name)() if name.endswith("Column") else name for name in columns]
        # By default, Rich would redirect the results from stdout to stderr.
        self._shown = progress.Progress(
            *made, console=Console(stderr=True), transient=True, redirect_stdout=False
        )
        self._task = self._shown.add_task(escape(printable(what)), **fields)

    def __enter__(self) -> Bar:
        if self._shown:
            self._shown.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            self._shown.stop()

    def note(self, **changes: Any) -> None:
        """Change fields of the line, as in ``note(completed=7)``."""
        if self._shown:
            self._shown.update(self._task, **changes)

    def show(self, result: Callable[[], None]) -> None:
        """Call the function `result` to print a result. On a terminal, hide the bar meanwhile."""
        is_same = self._shown is not None and sys.stdout.isatty()
        if is_same:
            self.__exit__()
        result()
        self.note(advance=1)
        if is_same:
            sys.stdout.flush()
            self.__enter__()


def counted(items: Iterable[T], what: str) -> Iterator[T]:
    """Yield the items. If the results go into a file, count the items on stderr."""
    # If stdout is a pipe, do not count, because its reader may draw on the same terminal.
    is_shown = sys.stderr.isatty() and _is_file(sys.stdout.fileno())
    columns = ("SpinnerColumn", f"{what}: {{task.completed}}", "TimeElapsedColumn")
    with Bar(what, *columns, is_shown=is_shown, total=None) as bar:
        for item in items:
            yield item
            bar.note(advance=1)


def result_bar(what: str, total: int) -> Bar:
    """Return a bar for a verb that prints each result when it is ready."""
    is_shown = sys.stderr.isatty() and (sys.stdout.isatty() or _is_file(sys.stdout.fileno()))
    columns = ("{task.description}", "BarColumn", "TaskProgressColumn", "TimeRemainingColumn")
    return Bar(what, *columns, is_shown=is_shown, total=total)


@contextmanager
def tallied(what: str) -> Iterator[Callable[..., None]]:
    """Show a count or, if the total is known, a bar. Yield the function ``note(count, total)``."""
    columns = ("{task.description}", "BarColumn", "MofNCompleteColumn", "TimeElapsedColumn")
    drawn = 0.0
    with Bar(what, *columns, is_shown=sys.stderr.isatty(), total=None) as bar:

        def note(count: int, total: int | None = None) -> None:
            nonlocal drawn
            if count == total or time.monotonic() - drawn > _PAUSE:
                drawn = time.monotonic()
                bar.note(completed=count, total=total)

        yield note


@contextmanager
def share(what: str) -> Iterator[Callable[[float, int], None]]:
    """Show a bar, and puzzles per second. Yield the function ``note(share, puzzles)``."""
    first: tuple[int, float] | None = None
    columns = ("{task.description}", "BarColumn", "TaskProgressColumn", "{task.fields[rate]}")
    is_shown = sys.stderr.isatty()
    with Bar(what, *columns, "TimeRemainingColumn", is_shown=is_shown, total=1.0, rate="") as bar:

        def note(done: float, count: int) -> None:
            nonlocal first
            now = time.perf_counter()
            before, start = first = first or (count, now)
            new = count - before
            rate = f"{count:,} puzzles, {new / (now - start):,.0f}/s" if new else ""
            bar.note(completed=done, rate=rate)

        yield note


@contextmanager
def growing(what: str) -> Iterator[Callable[[int], None]]:
    """Show a growing count if it takes long. After `_PATIENCE`, tell how to stop it."""
    start = time.monotonic()
    show: Callable[..., None] | None = None
    has_told = False

    def note(count: int) -> None:
        nonlocal show, has_told
        passed = time.monotonic() - start
        if not has_told and passed > _PATIENCE:
            has_told = True
            said = f"{count:,} solution{'s' * (count != 1)}"
            tell(f"nonet: note: {said} so far. Use --time or a lower --limit to stop earlier.")
        if show is None and passed > _PAUSE:
            show = shown.enter_context(tallied(what))
        if show:
            show(count)

    with ExitStack() as shown:
        yield note


def _is_file(descriptor: int) -> bool:
    return stat.S_ISREG(os.fstat(descriptor).st_mode)
