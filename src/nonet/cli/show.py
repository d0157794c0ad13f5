"""``nonet show``: draw puzzles, or write them in another format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.exits import Exit
from nonet.cli.inputs import Item, items
from nonet.cli.options import Alphabet, Format, FormatName, Puzzles
from nonet.cli.output import drawing
from nonet.cli.report import Report

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle


def show(
    puzzles: Puzzles = None,
    to: Annotated[
        FormatName | None,
        typer.Option(
            "--to",
            metavar="NAME",
            help=f"Write this format instead of a drawing: {', '.join(FormatName)}.",
            show_default=False,
        ),
    ] = None,
    format: Format = None,
    alphabet: Alphabet = None,
) -> Exit:
    """Draw puzzles, or convert them to another format.

    A PUZZLE is a file, '-' for stdin, or written out; without any, stdin is read.
    """
    from nonet.formats import write

    report = Report(items(puzzles, format, alphabet), answers=False, draws=not to)
    was_long = False

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        nonlocal was_long
        written = write(puzzle, to) if to else drawing(puzzle)
        if was_long and not report.draws:
            print()  # what takes several lines is told apart by a blank one
        print(written)
        was_long = "\n" in written
        return Exit.ANSWERED

    return report.each("Shown", answer)
