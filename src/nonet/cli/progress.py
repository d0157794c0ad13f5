"""Signs of life on stderr, for those who wait at a terminal."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


def counted(items: Iterable[T], what: str) -> Iterator[T]:
    """Yield the items, with a count on stderr while the results go into a file.

    Results that come on the terminal themselves are sign enough, and what reads a pipe may be
    drawing on the same terminal.
    """
    if not (sys.stderr.isatty() and _is_file(sys.stdout.fileno())):
        yield from items
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (SpinnerColumn(), f"{what}: {{task.completed}}", TimeElapsedColumn())
    # Rich would move what is printed to the console of the bar, and so out of the file.
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task(what, total=None)
        for item in items:
            yield item
            bar.advance(task)


@contextmanager
def bar(what: str, total: int) -> Iterator[Callable[[str], None]]:
    """Show a bar on stderr if that is a terminal; call what is yielded with each name done."""
    if not sys.stderr.isatty():
        yield lambda name: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, redirect_stdout=False) as shown:
        task = shown.add_task(what, total=total)
        yield lambda name: shown.update(task, advance=1, description=escape(name))


@contextmanager
def bar_beside(what: str, total: int) -> Iterator[Callable[[Callable[[], None]], None]]:
    """Show a bar on stderr beside what appears on stdout; call what is yielded to print one more.

    It is hidden meanwhile, as both may be the same terminal.
    """
    if not sys.stderr.isatty() or not (sys.stdout.isatty() or _is_file(sys.stdout.fileno())):
        yield lambda show: show()
        return
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, redirect_stdout=False) as shown:
        task = shown.add_task(what, total=total)

        def around(show: Callable[[], None]) -> None:
            if sys.stdout.isatty():
                shown.stop()
            show()
            shown.advance(task)
            if sys.stdout.isatty():
                sys.stdout.flush()
                shown.start()

        yield around


def _is_file(descriptor: int) -> bool:
    return stat.S_ISREG(os.fstat(descriptor).st_mode)


@contextmanager
def share(what: str) -> Iterator[Callable[[float, int], None]]:
    """Show a bar on stderr if that is a terminal; call what is yielded with the share done.

    The count of puzzles that goes with it is shown as a rate.
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
    start = time.perf_counter()
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as shown:
        task = shown.add_task(escape(what), total=1.0, rate="")

        def update(done: float, count: int) -> None:
            rate = count / (time.perf_counter() - start)
            shown.update(task, completed=done, rate=f"{count:,} puzzles, {rate:,.0f}/s")

        yield update
