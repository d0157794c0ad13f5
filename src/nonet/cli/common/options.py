"""The options that several verbs share, and what they mean."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import typer

from nonet.cli.common.verbs import LIMITS, OUTPUT, formats_like, known_format
from nonet.formats import WRITTEN

if TYPE_CHECKING:
    from nonet.solvers import Limits

#: A week: a longer time is a slip, and more than some clocks can count.
_MOST_SECONDS = 7 * 24 * 3600


def format_option(*flags: str, text: str, others: tuple[str, ...] = ()) -> Any:
    """Return an option that takes the name of a format, or one of the other words.

    Its help is the text followed by all names.
    """
    return typer.Option(
        *flags,
        metavar="NAME",
        help=f"{text}: {', '.join((*WRITTEN, *others))}.",
        show_default=False,
        callback=lambda name: known_format(flags[0], name, others),
        autocompletion=lambda incomplete: formats_like(incomplete, others),
        rich_help_panel=OUTPUT,
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
        rich_help_panel=LIMITS,
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
        rich_help_panel=LIMITS,
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
        rich_help_panel=LIMITS,
    ),
]
Verbose: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--verbose",
        "-v",
        help="Say on stderr which backend answers each puzzle, and why.",
        rich_help_panel=OUTPUT,
    ),
]
AsJson: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--json",
        help="Print JSON Lines, a record for each puzzle, or for each run of a race.",
        rich_help_panel=OUTPUT,
    ),
]
Keep: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--keep",
        metavar="NAMES",
        help="Columns of a table to carry along, separated by commas.",
        show_default=False,
        rich_help_panel=OUTPUT,
    ),
]


def names_in(keep: str | None) -> tuple[str, ...]:
    """Return the names of the columns that ``--keep`` lists.

    >>> names_in("id, rating")
    ('id', 'rating')
    """
    return tuple(name.strip() for name in keep.split(",")) if keep else ()


def limits(seconds: float | None, nodes: int | None) -> Limits:
    """Return the limits that the options set."""
    from nonet.solvers import Limits

    if seconds is not None and not 0 <= seconds <= _MOST_SECONDS:
        raise typer.BadParameter(f"--time takes 0 to {_MOST_SECONDS} seconds, not {seconds:g}")
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
