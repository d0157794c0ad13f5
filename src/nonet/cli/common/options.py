"""The options that several verbs share, and their meaning."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

import typer

from nonet.cli.common.verbs import LIMITS, OUTPUT, declared, formats_like, known_format
from nonet.system.limits import Limits

Thing = TypeVar("Thing")
Result = TypeVar("Result")

#: ``--time`` takes at most this many seconds (a week). Some clocks cannot count more seconds.
_MOST_SECONDS = 7 * 24 * 3600


def option(
    declaration: str, help: str, panel: str | None = None, default: Any = None, **more: Any
) -> Any:
    """Return an option, given its flags and the name of its value, as in "--limit -l COUNT".

    An option without a value is False by default. With the default ``...``, it is required.
    """
    flags, metavar = declared(declaration)
    if default is None and metavar is None:
        default = False
    return typer.Option(default, *flags, metavar=metavar, help=help, rich_help_panel=panel, **more)


#: An option in a type. The verb that uses the type sets the default.
_shared = partial(option, default=...)


def format_option(help: str, others: tuple[str, ...] = ()) -> Any:
    """Return the option ``--to``. It takes a format that nonet can write, or one of `others`."""
    return option(
        "--to FORMAT",
        help,
        OUTPUT,
        callback=lambda name: known_format("--to", name, others),
        autocompletion=lambda incomplete: formats_like(incomplete, others),
    )


def backends_like(incomplete: str) -> list[str]:
    """Return the specs that complete a word, or the last word of a list with commas."""
    from nonet.solvers import backends

    first, comma, last = incomplete.rpartition(",")
    specs = [each.spec for each in backends() if not each.missing]
    return [f"{first}{comma}{spec}" for spec in specs if spec.startswith(last)]


#: The argument PUZZLE. It is not in the list of options, because the text of the help explains it.
Puzzles: TypeAlias = Annotated[list[str] | None, typer.Argument(metavar="[PUZZLE]...", hidden=True)]
BackendSpec: TypeAlias = Annotated[
    str | None,
    _shared(
        "--backend -b SPEC",
        "The solver (see 'nonet backends'). By default, nonet picks one.",
        autocompletion=backends_like,
    ),
]
ProofFolder: TypeAlias = Annotated[
    Path | None, _shared("--proof DIR", "Write a certificate into this new folder, one per puzzle.")
]
Jobs: TypeAlias = Annotated[int, _shared("--jobs -j N", "Run this many processes.")]
Seconds: TypeAlias = Annotated[
    float | None, _shared("--time -t SECONDS", "Give up on a puzzle after this time.", LIMITS)
]
Nodes: TypeAlias = Annotated[
    int | None,
    _shared("--nodes -n COUNT", "Give up on a puzzle after this many nodes or conflicts.", LIMITS),
]
StepNodes: TypeAlias = Annotated[
    int | None,
    _shared(
        "--nodes -n COUNT", "Search at most this many nodes for a step of the solution.", LIMITS
    ),
]
Verbose: TypeAlias = Annotated[
    bool,
    _shared("--verbose -v", "Say on stderr which solver answers each puzzle, and why.", OUTPUT),
]
AsJson: TypeAlias = Annotated[
    bool, _shared("--json", "Print JSON Lines, one record per puzzle.", OUTPUT)
]
Keep: TypeAlias = Annotated[
    str | None,
    _shared("--keep NAMES", "Copy these columns of a table to the output (a,b,c).", OUTPUT),
]


def names_in(keep: str | None) -> tuple[str, ...]:
    """Return the names of the columns that ``--keep`` lists."""
    return tuple(name.strip() for name in keep.split(",")) if keep else ()


def limits(seconds: float | None, nodes: int | None) -> Limits:
    """Return the limits that the options set."""
    if seconds is not None and not 0 <= seconds <= _MOST_SECONDS:
        raise typer.BadParameter(f"--time takes 0 to {_MOST_SECONDS} seconds, not {seconds:g}")
    if nodes is not None and nodes < 0:
        raise typer.BadParameter(f"--nodes takes 0 or more, not {nodes}")
    return Limits(seconds, nodes)


def require_jobs(jobs: int) -> None:
    """Refuse fewer jobs than one."""
    if jobs < 1:
        raise typer.BadParameter(f"--jobs takes 1 or more, not {jobs}")


def require_limit(limit: int | None, least: int = 1) -> None:
    """Refuse a number of solutions below `least`, or too large for a 64-bit integer."""
    if limit is not None and not least <= limit <= sys.maxsize:
        raise typer.BadParameter(f"--limit takes {least} to {sys.maxsize:,}, not {limit:,}")


@contextmanager
def spread(
    jobs: int, task: Callable[[Thing], Result], things: Iterable[Thing]
) -> Iterator[Iterator[Result]]:
    """Yield the results of a task in order, like `map`, but from several processes.

    The task should return its errors, because the first error ends all work.
    """
    require_jobs(jobs)
    if jobs == 1:
        yield map(task, things)
        return
    from nonet.streaming.executors import workers_for

    with workers_for(jobs, None, in_threads=False) as workers:
        yield workers(task, things)
