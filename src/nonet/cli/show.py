"""``nonet show``: draw puzzles, or write them in another format or as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.exits import Exit
from nonet.cli.inputs import Item, items, only_puzzle
from nonet.cli.options import Alphabet, Format, Puzzles, Shown
from nonet.cli.output import drawing, put
from nonet.cli.report import Report

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle


def show(
    puzzles: Puzzles = None,
    to: Annotated[
        Shown | None,
        typer.Option(
            "--to",
            metavar="NAME",
            help=f"Write this instead of a drawing: {', '.join(Shown)}. A picture, svg, is of one "
            "puzzle.",
            show_default=False,
        ),
    ] = None,
    format: Format = None,
    alphabet: Alphabet = None,
) -> Exit:
    """Draw puzzles, or convert them to another format.

    A PUZZLE is a file, '-' for stdin, or written out; without any, stdin is read.
    """
    if to is Shown.SVG:
        from nonet.drawing.svg import draw_svg

        put(draw_svg(only_puzzle(puzzles, format, alphabet, "show --to svg")))
        return Exit.ANSWERED

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
