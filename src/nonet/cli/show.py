"""``nonet show``: draw puzzles, or write them in another format."""

from __future__ import annotations

from typing import Annotated

import typer

from nonet.cli.exits import Exit, complain, gravest
from nonet.cli.inputs import records
from nonet.cli.options import Alphabet, FormatName, Puzzles
from nonet.cli.output import coloured


def show(
    puzzles: Puzzles = None,
    to: Annotated[
        str | None,
        typer.Option("--to", help="Write this format (line, tokens, grid, json …) instead."),
    ] = None,
    format: FormatName = None,
    alphabet: Alphabet = None,
) -> Exit:
    """Draw puzzles, or convert them to another format."""
    from nonet.drawing import draw
    from nonet.formats import write

    codes = [Exit.ANSWERED]
    for record in records(puzzles, format, alphabet):
        if record.puzzle is None:
            complain(record.error)
            codes.append(Exit.BAD_INPUT)
        else:
            puzzle = record.puzzle
            print(write(puzzle, to) if to else draw(puzzle, colour=coloured()))
    return gravest(codes)
