"""Progress on stderr, if that is a terminal."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from nonet.cli.common.output import printable, tell, tell_over

if TYPE_CHECKING:
    from rich.progress import Progress

T = TypeVar("T")


def counted(items: Iterable[T], what: str) -> Iterator[T]:
    """Yield the items, with a count on stderr while the results go into a file.

    Results on the terminal show the progress themselves, and the reader of a pipe may draw on
    the same terminal.
    """
    if not (sys.stderr.isatty() and _is_file(sys.stdout.fileno())):
        yield from items
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (SpinnerColumn(), f"{what}: {{task.completed}}", TimeElapsedColumn())
    # Rich would redirect what is printed to the console of the bar, and so out of the file.
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task(what, total=None)
        for item in items:
            yield item
            bar.advance(task)


class Beside:
    """Prints results beside a bar, if there is one.

    The bar is hidden while a result is printed, as both may be on the same terminal.
    """

    def __init__(self, bar: Progress | None = None) -> None:
        self._bar = bar

    def __call__(self, show: Callable[[], None]) -> None:
        """Have a result printed, and advance."""
        if self._bar is None:
            show()
            return
        if sys.stdout.isatty():
            self._bar.stop()
        show()
        self._bar.advance(self._bar.task_ids[0])
        if sys.stdout.isatty():
            sys.stdout.flush()
            self._bar.start()

    def note(self, what: str) -> None:
        """Say what is being done."""
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], description=what)


@contextmanager
def bar_beside(what: str, total: int) -> Iterator[Beside]:
    """Show a bar on stderr beside results on stdout, which are printed by what is yielded."""
    if not sys.stderr.isatty() or not (sys.stdout.isatty() or _is_file(sys.stdout.fileno())):
        yield Beside()
        return
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, redirect_stdout=False) as shown:
        shown.add_task(what, total=total)
        yield Beside(shown)


@contextmanager
def tallied(what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Show a bar on stderr, or a count where no total is known; the callable yielded takes it."""
    if not sys.stderr.isatty():
        yield lambda count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as shown:
        task = shown.add_task(what, total=total)
        yield lambda count: shown.update(task, completed=count)


#: Seconds after which a count is told how to end sooner, and between two drawings of it.
_PATIENCE, _PAUSE = 10.0, 0.2


@contextmanager
def growing(what: str) -> Iterator[Callable[[int], None]]:
    """Show a count that grows, if stderr is a terminal; after a while, say that it has a limit."""
    start = shown = time.monotonic()
    is_drawn = sys.stderr.isatty()
    has_told = False

    def note(count: int) -> None:
        nonlocal shown, has_told
        now = time.monotonic()
        if not has_told and now - start > _PATIENCE:
            has_told = True
            said = f"{count:,} solution{'s' * (count != 1)}"
            tell(f"nonet: note: {said} so far; --limit ends a count")
        if is_drawn and now - shown > _PAUSE:
            shown = now
            tell_over(f"{what}: {count:,}")

    try:
        yield note
    finally:
        if is_drawn and shown > start:
            tell_over("")


def _is_file(descriptor: int) -> bool:
    return stat.S_ISREG(os.fstat(descriptor).st_mode)


@contextmanager
def share(what: str) -> Iterator[Callable[[float, int], None]]:
    """Show a bar on stderr; the callable yielded takes the share done and the count of puzzles.

    The count is shown as a rate too: that of the puzzles since the first call.
    """
    if not sys.stderr.isatty():
        yield lambda done, count: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    first: tuple[int, float] | None = None
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as shown:
        task = shown.add_task(escape(printable(what)), total=1.0, rate="")

        def update(done: float, count: int) -> None:
            nonlocal first
            now = time.perf_counter()
            before, start = first = first or (count, now)
            new = count - before
            rate = f"{count:,} puzzles, {new / (now - start):,.0f}/s" if new else ""
            shown.update(task, completed=done, rate=rate)

        yield update
