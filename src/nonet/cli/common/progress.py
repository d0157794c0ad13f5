"""Progress on stderr, if stderr is a terminal."""

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


@contextmanager
def _progress(*columns: str, is_shown: bool) -> Iterator[Progress | None]:
    """Show a line of progress, or yield None if it is not shown.

    Each column is a text or the name of one of Rich's classes.
    """
    if not is_shown:
        yield None
        return
    from rich import progress
    from rich.console import Console

    made = [getattr(progress, name)() if name.endswith("Column") else name for name in columns]
    console = Console(stderr=True)
    # Otherwise Rich would redirect printed text from stdout to the console of the bar.
    with progress.Progress(*made, console=console, transient=True, redirect_stdout=False) as shown:
        yield shown


def _escaped(text: str) -> str:
    from rich.markup import escape

    return escape(printable(text))


def counted(items: Iterable[T], what: str) -> Iterator[T]:
    """Yield the items, and count them on stderr if the results go into a file.

    There is no count if the results go to the terminal, because they show the progress, nor if
    they go into a pipe, because its reader may draw on the same terminal.
    """
    is_shown = sys.stderr.isatty() and _is_file(sys.stdout.fileno())
    columns = ("SpinnerColumn", f"{what}: {{task.completed}}", "TimeElapsedColumn")
    with _progress(*columns, is_shown=is_shown) as shown:
        task = shown.add_task(what, total=None) if shown else None
        for item in items:
            yield item
            if shown and task is not None:
                shown.advance(task)


class ResultBar:
    """A bar that hides while a result is printed, because both may be on the same terminal."""

    def __init__(self, bar: Progress | None) -> None:
        self._bar = bar

    def __call__(self, show: Callable[[], None]) -> None:
        """Print a result with this function, and advance the bar."""
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
        """Set the text of the bar."""
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], description=what)


@contextmanager
def result_bar(what: str, total: int) -> Iterator[ResultBar]:
    """Show a bar on stderr; results are printed through it."""
    is_shown = sys.stderr.isatty() and (sys.stdout.isatty() or _is_file(sys.stdout.fileno()))
    columns = ("{task.description}", "BarColumn", "TaskProgressColumn", "TimeRemainingColumn")
    with _progress(*columns, is_shown=is_shown) as shown:
        if shown:
            shown.add_task(what, total=total)
        yield ResultBar(shown)


@contextmanager
def tallied(what: str) -> Iterator[Callable[..., None]]:
    """Show a count on stderr, or a bar once a total is known: ``note(count, total=None)``."""
    columns = ("{task.description}", "BarColumn", "MofNCompleteColumn", "TimeElapsedColumn")
    with _progress(*columns, is_shown=sys.stderr.isatty()) as shown:
        if not shown:
            yield lambda count, total=None: None
            return
        task = shown.add_task(_escaped(what), total=None)
        yield lambda count, total=None: shown.update(task, completed=count, total=total)


@contextmanager
def share(what: str) -> Iterator[Callable[[float, int], None]]:
    """Show a bar on stderr, which ``note(share done, puzzles)`` updates.

    The bar shows the number of puzzles per second since the first call.
    """
    first: tuple[int, float] | None = None
    columns = ("{task.description}", "BarColumn", "TaskProgressColumn", "{task.fields[rate]}")
    with _progress(*columns, "TimeRemainingColumn", is_shown=sys.stderr.isatty()) as shown:
        if not shown:
            yield lambda done, count: None
            return
        task = shown.add_task(_escaped(what), total=1.0, rate="")

        def update(done: float, count: int) -> None:
            nonlocal first
            now = time.perf_counter()
            before, start = first = first or (count, now)
            new = count - before
            rate = f"{count:,} puzzles, {new / (now - start):,.0f}/s" if new else ""
            shown.update(task, completed=done, rate=rate)

        yield update


#: Seconds before a growing count mentions --limit, and seconds between two drawings of the count.
_PATIENCE, _PAUSE = 10.0, 0.2


@contextmanager
def growing(what: str) -> Iterator[Callable[[int], None]]:
    """Show a growing count on a terminal; after a while, mention that --limit ends it."""
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
