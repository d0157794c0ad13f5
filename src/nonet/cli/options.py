"""The options that several commands share, and what they mean."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from nonet.solvers import Limits

#: A week: what is longer is a slip, and more than some clocks can count.
_MOST_SECONDS = 7 * 24 * 3600


class FormatName(StrEnum):
    """The names of the formats, known here without importing them."""

    LINE = "line"
    TOKENS = "tokens"
    GRID = "grid"
    SDM = "sdm"
    SDK = "sdk"
    SS = "ss"
    JIGSAW = "jigsaw"
    JSON = "json"


class Shown(StrEnum):
    """What a puzzle can be shown as: every format, or a picture."""

    LINE = "line"
    TOKENS = "tokens"
    GRID = "grid"
    SDM = "sdm"
    SDK = "sdk"
    SS = "ss"
    JIGSAW = "jigsaw"
    JSON = "json"
    SVG = "svg"


#: What a PUZZLE may be is said in the text of each command, where it reads best.
Puzzles: TypeAlias = Annotated[list[str] | None, typer.Argument(metavar="PUZZLE", hidden=True)]
BackendSpec: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--backend",
        "-b",
        metavar="SPEC",
        help="Who answers; 'nonet backends' lists them all. Without it, auto: the quickest for "
        "each puzzle, as measured.",
        show_default=False,
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
        help="Give up on a puzzle after so many search nodes, or conflicts: a limit that is the "
        "same on every machine.",
        show_default=False,
    ),
]
Verbose: TypeAlias = Annotated[
    bool, typer.Option("--verbose", "-v", help="Say on stderr who answers each puzzle, and why.")
]
AsJson: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Print JSON Lines, one record a puzzle.")
]
Format: TypeAlias = Annotated[
    FormatName | None,
    typer.Option(
        "--format",
        "-f",
        metavar="NAME",
        help=f"The format of the input, if it is not to be detected: {', '.join(FormatName)}.",
        show_default=False,
    ),
]
Alphabet: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--alphabet",
        metavar="SYMBOLS",
        help="The symbols of large puzzles in characters, such as 1-9A-G or 0-9A-F.",
        show_default=False,
    ),
]


def limits(seconds: float | None, nodes: int | None, name: str = "--time") -> Limits:
    """Return the limits that the options ask for; `name` is that of the one for seconds."""
    from nonet.solvers import Limits

    if seconds is not None and not 0 <= seconds <= _MOST_SECONDS:
        raise typer.BadParameter(f"{name} takes 0 to {_MOST_SECONDS} seconds, not {seconds:g}")
    if nodes is not None and nodes < 0:
        raise typer.BadParameter(f"--nodes takes no negative number such as {nodes}")
    return Limits(seconds, nodes)
