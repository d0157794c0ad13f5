"""The options that several verbs share, and what they mean."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from nonet.cli.common.exits import Exit, complain
from nonet.cli.common.output import printable
from nonet.formats import FORMATS
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.solvers import Limits

#: A week: a longer time is a slip, and more than some clocks can count.
_MOST_SECONDS = 7 * 24 * 3600


def format_option(*flags: str, text: str, others: tuple[str, ...] = ()) -> Any:
    """Return an option that takes the name of a format, or one of the other words.

    Its help is the text followed by all names.
    """
    names = (*FORMATS, *others)

    def known(name: str | None) -> str | None:
        if name is not None and name not in names:
            there = f"there are {', '.join(names)}"
            complain(f"{flags[0]}: no format is called {name!r}; {there}")
            raise typer.Exit(Exit.BAD_INPUT)
        return name

    return typer.Option(
        *flags,
        metavar="NAME",
        help=f"{text}: {', '.join(names)}.",
        show_default=False,
        callback=known,
        autocompletion=lambda incomplete: [name for name in names if name.startswith(incomplete)],
    )


def backends_like(incomplete: str) -> list[str]:
    """Return the specs that a shell may complete; of several with commas between, the last one.

    >>> "norvig" in backends_like("nor"), "native,norvig" in backends_like("native,nor")
    (True, True)
    """
    from nonet.solvers import backends

    first, comma, last = incomplete.rpartition(",")
    specs = [each.spec for each in backends() if not each.missing]
    return [f"{first}{comma}{spec}" for spec in specs if spec.startswith(last)]


#: The text of each verb says what a PUZZLE may be.
Puzzles: TypeAlias = Annotated[list[str] | None, typer.Argument(metavar="[PUZZLE]...", hidden=True)]
BackendSpec: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--backend",
        "-b",
        metavar="SPEC",
        help="The backend, as 'nonet backends' lists them; the default, auto, picks one for each "
        "puzzle.",
        show_default=False,
        autocompletion=backends_like,
    ),
]
Seconds: TypeAlias = Annotated[
    float | None,
    typer.Option(
        "--time",
        "-t",
        metavar="SECONDS",
        help="Give up on a puzzle after this time.",
        show_default=False,
    ),
]
Nodes: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--nodes",
        "-n",
        metavar="COUNT",
        help="Give up on a puzzle after this many search nodes, or conflicts: a limit that is "
        "the same on every machine.",
        show_default=False,
    ),
]
StepNodes: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--nodes",
        "-n",
        metavar="COUNT",
        help="End the search for a step after this many nodes: its cost is "
        "then a bound. The same on every machine.",
        show_default=False,
    ),
]
Verbose: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--verbose", "-v", help="Say on stderr which backend answers each puzzle, and why."
    ),
]
AsJson: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Print JSON Lines, one record per puzzle, in a race per run.")
]
Format: TypeAlias = Annotated[
    str | None,
    format_option("--format", "-f", text="The format of the input, if not to be detected"),
]
Alphabet: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--alphabet",
        metavar="SYMBOLS",
        help="The symbols of large puzzles written in characters, such as 1-9A-G or 0-9A-F.",
        show_default=False,
    ),
]
Fetch: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--fetch",
        help="Ask the servers of short links for their puzzles. Without it, nothing is sent.",
    ),
]
IgnoreDrawings: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--ignore-drawings",
        help="Leave out what a link draws but no known rule looks like, instead of refusing it.",
    ),
]
Column: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--column",
        metavar="NAME",
        help="The column of a table that has the puzzles.",
        show_default="puzzle, quizzes, board or grid",
    ),
]


Keep: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--keep",
        metavar="NAMES",
        help="Columns of a table to carry along, separated by commas.",
        show_default=False,
    ),
]


def names_in(keep: str | None) -> tuple[str, ...]:
    """Return the names of the columns that ``--keep`` lists.

    >>> names_in("id, rating")
    ('id', 'rating')
    """
    return tuple(name.strip() for name in keep.split(",")) if keep else ()


def _import_rules(context: typer.Context, files: list[str] | None) -> list[str] | None:
    """Run the files, which makes their rules known; what goes wrong in them is said."""
    from nonet.system.imports import import_file

    for file in () if context.resilient_parsing else files or ():
        try:
            import_file(file)
        except PuzzleError as error:
            raise typer.BadParameter(printable(str(error))) from None
    return files


RulesFrom: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--rules-from",
        metavar="FILE",
        help="Run this Python file first: models may name the rules that it defines.",
        show_default=False,
        callback=_import_rules,
    ),
]


def limits(seconds: float | None, nodes: int | None, name: str = "--time") -> Limits:
    """Return the limits that the options set; `name` is that of the option for seconds."""
    from nonet.solvers import Limits

    if seconds is not None and not 0 <= seconds <= _MOST_SECONDS:
        raise typer.BadParameter(f"{name} takes 0 to {_MOST_SECONDS} seconds, not {seconds:g}")
    if nodes is not None and nodes < 0:
        raise typer.BadParameter(f"--nodes takes no negative number such as {nodes}")
    return Limits(seconds, nodes)


def require_limit(limit: int | None, least: int = 1) -> None:
    """Refuse a number of solutions below the least, or above what the machine counts to.

    >>> require_limit(None), require_limit(1), require_limit(0, least=0)
    (None, None, None)
    """
    if limit is not None and not least <= limit <= sys.maxsize:
        raise typer.BadParameter(f"--limit takes {least} to {sys.maxsize:,}, not {limit:,}")
