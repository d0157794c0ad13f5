"""The command line; one file a command. Heavy imports stay inside the commands."""

from __future__ import annotations

from typing import Annotated

import typer

import nonet
from nonet.cli.backends import backends
from nonet.cli.check import check
from nonet.cli.encode import encode
from nonet.cli.exits import guarded
from nonet.cli.race import race
from nonet.cli.show import show
from nonet.cli.solve import solve
from nonet.cli.verify import verify

app = typer.Typer(
    name="nonet",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(guarded(solve))
app.command()(guarded(check))
app.command()(guarded(verify))
app.command()(guarded(race))
app.command()(guarded(encode))
app.command()(guarded(show))
app.command()(guarded(backends))


def _version(wanted: bool) -> None:
    if wanted:
        print(f"nonet {nonet.__version__}")
        raise typer.Exit


@app.callback()
def _nonet(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """One Sudoku model, every kind of solver, and a proof that the answer is the only one.

    Exit codes: 0 every puzzle answered, and unique where that was asked; 1 some puzzle has no or
    several solutions; 2 usage or unreadable input; 3 contestants disagree; 4 backend not
    installed; 124 limit reached.
    """


def main() -> None:
    """Run the command line."""
    app()
