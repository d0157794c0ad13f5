"""What all verbs share: options for reading puzzles, rules of one's own, the limit of memory.

Their help stands once, in that of `nonet` itself. Any other option is in the help of its verb, in
the panel that it names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import typer
from typer.core import TyperCommand, TyperOption

from nonet import formats
from nonet.cli.common.exits import Exit, complain
from nonet.cli.common.output import printable
from nonet.formats import FORMATS, WRITTEN
from nonet.system import memory
from nonet.system.errors import PuzzleError
from nonet.system.limits import Limits, limited_to

_SIZE = re.compile(r"([1-9]\d*)([KMGT])B?", re.IGNORECASE)
_POWERS = {"K": 10, "M": 20, "G": 30, "T": 40}

#: All formats, those that are written first.
_FORMATS = tuple(dict.fromkeys((*WRITTEN, *FORMATS)))

#: The panels of options, in the order of the help; all others are in the first one.
PANELS = LIMITS, OUTPUT = "Limits", "Output"


@dataclass(frozen=True)
class Reading(formats.Reading):
    """What the options of a verb say about its sources; nothing said, all is detected."""

    column: str | None = None


#: What verbs without these options do.
DETECTED = Reading()


_reading: ContextVar[Reading] = ContextVar("reading", default=DETECTED)


def reading() -> Reading:
    """Return what the present command line says about its sources."""
    return _reading.get()


def size(text: str) -> int:
    """Return a number of bytes.

    >>> size("2G"), size("500M")
    (2147483648, 524288000)
    """
    parts = _SIZE.fullmatch(text)
    if not parts:
        raise typer.BadParameter(f"--memory takes a size such as 500M or 2G, not {text!r}")
    return int(parts[1]) << _POWERS[parts[2].upper()]


def known_format(flag: str, name: str | None, others: tuple[str, ...] = ()) -> str | None:
    """Return the name of a format; complain about any other one, or about one that is only read."""
    names = (*(WRITTEN if flag == "--to" else _FORMATS), *others)
    if name is not None and name not in names:
        wrong = f"{name} is read, not written" if name in FORMATS else ""
        there = f"there are {', '.join(names)}"
        complain(f"{flag}: {wrong or f'no format is called {name!r}'}; {there}")
        raise typer.Exit(Exit.BAD_INPUT)
    return name


def formats_like(incomplete: str, others: tuple[str, ...] = ()) -> list[str]:
    """Return the names of formats that a shell may complete.

    >>> formats_like("sdm")
    ['sdm']
    """
    return [name for name in (*_FORMATS, *others) if name.startswith(incomplete)]


class Verb(TyperCommand):
    """A verb that reads no puzzles."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = {param.name for param in self.params}
        self.appended = [option for option in self.shared() if option.name not in own]
        self.params += self.appended

    def shared(self) -> list[TyperOption]:
        """Return the options that it shares with other verbs."""
        return general_options()

    def invoke(self, ctx: Any) -> Any:
        """Run the verb with what the shared options say."""
        said = {str(option.name): ctx.params.pop(str(option.name)) for option in self.appended}
        most, total = said.pop("memory", None), memory.total()
        said.pop("rules_from")
        _reading.set(Reading(**said))
        with limited_to(Limits(memory=size(most) if most is not None else total and total // 2)):
            return super().invoke(ctx)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write its own options by panels, and the names of the shared ones."""
        panels: dict[str, list[tuple[str, str]]] = {name: [] for name in ("Options", *PANELS)}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                panels[getattr(param, "rich_help_panel", None) or "Options"].append(record)
        for name, records in panels.items():
            if records:
                with formatter.section(name):
                    formatter.write_dl(records)
        flags = ", ".join(option.opts[0] for option in self.appended)
        formatter.write_paragraph()
        formatter.write_text(f"Options of all such verbs, as in 'nonet --help': {flags}.")


class ReadingVerb(Verb):
    """A verb that reads puzzles."""

    def shared(self) -> list[TyperOption]:
        """Return those for reading as well."""
        return reading_options() + general_options()


def _option(*flags: str, help: str, **more: Any) -> TyperOption:
    return TyperOption(param_decls=list(flags), help=help, hidden=True, **more)


def reading_options() -> list[TyperOption]:
    """Return the options of a `Reading`."""
    return [
        _option(
            "--format",
            "-f",
            metavar="NAME",
            help=f"The format of the input, if not to be detected: {', '.join(_FORMATS)}.",
            callback=lambda ctx, param, name: known_format("--format", name),
            autocompletion=formats_like,
        ),
        _option(
            "--alphabet",
            metavar="SYMBOLS",
            help="The symbols of large puzzles written in characters, such as 1-9A-G or 0-9A-F.",
        ),
        _option(
            "--column",
            metavar="NAME",
            help="The column of a table that has the puzzles: else puzzle, quizzes, board or grid.",
        ),
        _option(
            "--ignore-drawings",
            is_flag=True,
            default=False,
            help="Leave out drawings of a link that no known rule has, which are else refused.",
        ),
        _option(
            "--fetch",
            is_flag=True,
            default=False,
            help="Ask the servers of short links for their puzzles. Without it, nothing is sent.",
        ),
    ]


def general_options() -> list[TyperOption]:
    """Return the options of every verb."""
    return [
        _option(
            "--rules-from",
            metavar="FILE",
            multiple=True,
            help="Run this Python file first: models may name the rules that it defines.",
            callback=_import_rules,
        ),
        _option(
            "--memory",
            metavar="SIZE",
            help="Refuse what takes this process, or one that it starts, more memory: 500M, 2G. "
            "The default is half of the machine's.",
        ),
    ]


def _import_rules(ctx: typer.Context, param: Any, files: Sequence[str] | None) -> Any:
    """Run the files, which makes their rules known; report what goes wrong in them."""
    from nonet.system.imports import import_file

    for file in () if ctx.resilient_parsing else files or ():
        try:
            import_file(file)
        except PuzzleError as error:
            raise typer.BadParameter(printable(str(error))) from None
    return files
