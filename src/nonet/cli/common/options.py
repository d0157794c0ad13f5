"""The options that verbs share, and the help of a verb.

`nonet --help` explains the options for reading puzzles, and the options of all verbs. The help of a
verb explains only its own options.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar

import typer
from typer.core import TyperCommand, TyperOption

from nonet import formats
from nonet.cli.common.exits import Exit, complain, require
from nonet.cli.common.output import printable
from nonet.formats import FORMATS, WRITTEN
from nonet.system import memory
from nonet.system.errors import PuzzleError
from nonet.system.limits import Limits, limited_to

Thing = TypeVar("Thing")
Result = TypeVar("Result")

_SIZE = re.compile(r"([1-9]\d*)([KMGT])B?", re.IGNORECASE)
_POWERS = {"K": 10, "M": 20, "G": 30, "T": 40}

#: ``--time`` takes at most this many seconds (a week). Some clocks cannot count more seconds.
_MOST_SECONDS = 7 * 24 * 3600

#: The names of all formats. The formats that nonet can write come first.
_FORMATS = tuple(dict.fromkeys((*WRITTEN, *FORMATS)))

#: In the help of a verb, these headings come after the heading "Options".
PANELS = LIMITS, OUTPUT = "Limits", "Output"


@dataclass(frozen=True)
class Reading(formats.Reading):
    """The options for reading puzzles."""

    column: str | None = None


#: The default: nonet detects everything.
DETECTED = Reading()

#: The help of each verb that takes any number of puzzles has this paragraph.
_SOURCES = (
    "Each PUZZLE is a file, '-' for stdin, or the puzzle itself. By default, nonet reads stdin."
)

#: The verbs that do not take the options for reading puzzles.
_OTHERS = ("verify", "generate", "rules", "backends")

_reading: ContextVar[Reading] = ContextVar("reading", default=DETECTED)


def current_reading() -> Reading:
    """Return the options for reading on the current command line."""
    return _reading.get()


def size(text: str) -> int:
    """Return a number of bytes. The text has a unit, such as 500M."""
    parts = _SIZE.fullmatch(text)
    if not parts:
        raise typer.BadParameter(f"--memory takes a size such as 500M or 2G, not {text!r}")
    return int(parts[1]) << _POWERS[parts[2].upper()]


def known_format(flag: str, name: str | None, others: tuple[str, ...] = ()) -> str | None:
    """Return the name of a format. If the name is unknown, print all names, and end nonet."""
    names = (*(WRITTEN if flag == "--to" else _FORMATS), *others)
    if name is not None and name not in names:
        is_read = "nonet reads this format, but does not write it" if name in FORMATS else ""
        complain(f"{flag} {name}: {is_read or 'unknown format'}. Formats: {', '.join(names)}")
        raise typer.Exit(Exit.BAD_INPUT)
    return name


def kinds_of_formats() -> list[tuple[str, str]]:
    """Return the names of the formats, for the help."""
    only_read = [name for name in _FORMATS if name not in WRITTEN]
    return [("read and written", ", ".join(WRITTEN)), ("only read", ", ".join(only_read))]


def declared(declaration: str) -> tuple[list[str], str | None]:
    """Return the flags of an option, and the name of its value or None."""
    words = declaration.split()
    flags = [word for word in words if word.startswith("-")]
    return flags, " ".join(words[len(flags) :]) or None


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


def argument(metavar: str, default: Any = None) -> Any:
    """Return an argument. The list of options leaves it out, because the help explains it."""
    return typer.Argument(default, metavar=metavar, hidden=True)


def format_option(help: str, others: tuple[str, ...] = ()) -> Any:
    """Return the option ``--to``. It takes a format that nonet can write, or one of `others`."""
    return option(
        "--to FORMAT", help, OUTPUT, callback=lambda name: known_format("--to", name, others)
    )


PUZZLES = argument("[PUZZLE]...")
BACKEND = option(
    "--backend -b SPEC", "The solver (see 'nonet backends'). By default, nonet picks one."
)
PROOF = option("--proof DIR", "Write a certificate into this new folder, one per puzzle.")
JOBS = option("--jobs -j N", "Run this many processes.", default=1)
TIME = option("--time -t SECONDS", "Give up on a puzzle after this time.", LIMITS)
NODES = option(
    "--nodes -n COUNT", "Give up on a puzzle after this many nodes or conflicts.", LIMITS
)
STEP_NODES = option(
    "--nodes -n COUNT", "Search at most this many nodes for a step of the solution.", LIMITS
)
VERBOSE = option("--verbose -v", "Say on stderr which solver answers each puzzle, and why.", OUTPUT)
JSON = option("--json", "Print JSON Lines, one record per puzzle.", OUTPUT)
KEEP = option("--keep NAMES", "Copy these columns of a table to the output (a,b,c).", OUTPUT)


def names_in(keep: str | None) -> tuple[str, ...]:
    """Return the names of the columns that ``--keep`` lists."""
    return tuple(name.strip() for name in keep.split(",")) if keep else ()


def limits(seconds: float | None, nodes: int | None) -> Limits:
    """Return the limits that the options set."""
    if seconds is not None:
        said = f"--time takes 0 to {_MOST_SECONDS} seconds, not {seconds:g}"
        require(0 <= seconds <= _MOST_SECONDS, said)
    require(nodes is None or nodes >= 0, f"--nodes takes 0 or more, not {nodes}")
    return Limits(seconds, nodes)


def require_jobs(jobs: int) -> None:
    """Refuse fewer jobs than one."""
    require(jobs >= 1, f"--jobs takes 1 or more, not {jobs}")


def require_limit(limit: int | None) -> None:
    """Refuse a number of solutions below 1, or too large for a 64-bit integer."""
    if limit is not None:
        said = f"--limit takes 1 to {sys.maxsize:,}, not {limit:,}"
        require(1 <= limit <= sys.maxsize, said)


@contextmanager
def spread(
    jobs: int, task: Callable[[Thing], Result], things: Iterable[Thing]
) -> Iterator[Iterator[Result]]:
    """Yield the results of a task in order, from several processes. An error ends all work."""
    require_jobs(jobs)
    if jobs == 1:
        yield map(task, things)
        return
    from nonet.questions.executors import workers_for

    with workers_for(jobs, None, in_threads=False) as workers:
        yield workers(task, things)


# --- the options of all verbs, and the help -------------------------------------------------------


class Verb(TyperCommand):
    """A verb with its own options, and with the options that it shares with other verbs."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        puzzles = [param for param in self.params if param.metavar == "[PUZZLE]..."]
        if puzzles and "Each PUZZLE" not in (self.help or ""):
            first, *others = (self.help or "").split("\n\n")
            self.help = "\n\n".join([first, _SOURCES, *others])
        self.shared = general_options()
        if self.name not in _OTHERS:
            self.shared = reading_options() + self.shared
        self.params += self.shared

    def invoke(self, ctx: Any) -> Any:
        said = {str(option.name): ctx.params.pop(str(option.name)) for option in self.shared}
        most, total = said.pop("memory", None), memory.total()
        said.pop("rules_from")
        _reading.set(Reading(ignore_drawings=said.pop("lossy", False), **said))
        with limited_to(Limits(memory=size(most) if most is not None else total and total // 2)):
            return super().invoke(ctx)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the help of the verb's own options, and the names of the shared options."""
        panels: dict[str, list[tuple[str, str]]] = {name: [] for name in ("Options", *PANELS)}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                panels[getattr(param, "rich_help_panel", None) or "Options"].append(record)
        for name, records in panels.items():
            if records:
                with formatter.section(name):
                    formatter.write_dl(records)
        flags = ", ".join(option.opts[0] for option in self.shared)
        formatter.write_paragraph()
        formatter.write_text(f"'nonet --help' explains the common options: {flags}.")


def _option(declaration: str, help: str, **more: Any) -> TyperOption:
    flags, metavar = declared(declaration)
    kind = {"metavar": metavar} if metavar else {"is_flag": True, "default": False}
    return TyperOption(param_decls=flags, help=help, hidden=True, **kind, **more)


def reading_options() -> list[TyperOption]:
    """Return the options for reading puzzles."""
    return [
        _option(
            "--format -f FORMAT",
            "The format of the input. By default, it is detected.",
            callback=lambda ctx, param, name: known_format("--format", name),
        ),
        _option("--alphabet SYMBOLS", "The symbols of a large puzzle, such as 1-9A-G or 0-9A-F."),
        _option("--column NAME", "The column of a table that has the puzzles."),
        _option(
            "--lossy", "Leave out unknown drawings of links, and rules that --to cannot express."
        ),
        _option("--fetch", "Fetch the puzzles of short links from their servers."),
    ]


def general_options() -> list[TyperOption]:
    """Return the options of every verb."""
    return [
        _option(
            "--rules-from FILE",
            "Load the rules that this Python file defines.",
            multiple=True,
            callback=_import_rules,
        ),
        _option("--memory SIZE", "Use at most this much, such as 2G. Default: half of all memory."),
    ]


def _import_rules(ctx: typer.Context, param: Any, files: Sequence[str] | None) -> Any:
    """Run the user's files, so that they register their rules. Report errors in the files."""
    from nonet.system.imports import import_file

    for file in () if ctx.resilient_parsing else files or ():
        try:
            import_file(file)
        except PuzzleError as error:
            raise typer.BadParameter(printable(str(error))) from None
    return files
