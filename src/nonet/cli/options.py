"""The options that several commands share, and what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from nonet.solvers import Limits

Puzzles: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PUZZLES]...",
        help="Files, '-' for stdin, or puzzles themselves; without any, stdin.",
        show_default=False,
    ),
]
BackendSpec: TypeAlias = Annotated[
    str, typer.Option("--backend", "-b", help="Who answers; `nonet backends` lists all.")
]
Seconds: TypeAlias = Annotated[
    float | None,
    typer.Option("--time", "-t", min=0, metavar="SECONDS", help="Give up on a puzzle after this."),
]
Nodes: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--nodes",
        min=0,
        help="Give up after so many search nodes, or conflicts: a limit that "
        "is the same on every machine.",
    ),
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON Lines.")]
FormatName: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        help="line, tokens, grid, sdk, sdm, ss, jigsaw or json, where it is not to be detected.",
    ),
]
Alphabet: TypeAlias = Annotated[
    str | None,
    typer.Option("--alphabet", help="The symbols of large grids, such as 1-9A-G or 0-9A-F."),
]


def limits(seconds: float | None, nodes: int | None) -> Limits:
    """Return the limits that the options ask for."""
    from nonet.solvers import Limits

    return Limits(seconds, nodes)
