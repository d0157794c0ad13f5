"""``nonet canon``: the canonical form of each puzzle, and which of them are the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import Item, are_files, items
from nonet.cli.common.options import AsJson, Puzzles
from nonet.cli.common.output import put, text
from nonet.cli.common.transcript import Transcript
from nonet.cli.common.verbs import reading

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle
    from nonet.questions.symmetry import CanonicalForm


def canon(
    puzzles: Puzzles = None,
    dedupe: Annotated[
        bool,
        typer.Option("--dedupe", help="Print one of each class, and how many puzzles are in it."),
    ] = False,
    json: AsJson = False,
) -> Exit:
    """Print the canonical form of each puzzle.

    Two puzzles are the same exactly if their forms are.

    Each PUZZLE is a file, '-' for stdin, or written out; without any, stdin is read.

    Puzzles are the same if one becomes the other by renaming the values, moving rows, columns,
    bands and stacks, and turning the board. The form is the smallest of all of these, cells
    compared row by row, empty ones first.

    A record of --json has the number of automorphisms, and the way from the puzzle to its form: for
    each cell of the form the cell that moves there, and what each value becomes.

    For millions of puzzles: nonet bulk --mode canon.
    """
    from nonet.questions.symmetry import canonical

    transcript = Transcript(
        items(puzzles, reading()),
        json,
        lines=not dedupe,
        draws=False,
        names=are_files(puzzles, reading()),
    )
    classes: dict[Puzzle, _Class] = {}

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        found = canonical(puzzle)
        if dedupe:
            classes.setdefault(found.puzzle, _Class(item, found)).count += 1
        elif transcript.as_json:
            transcript.record(item, _fields(found))
        else:
            put(f"{transcript.place(item)}{text(found.puzzle)}{transcript.kept(item)}")
        transcript.count("canonical")
        return Exit.ANSWERED

    code = transcript.each("Canonised", answer)
    for each in classes.values():
        if transcript.as_json:
            transcript.record(each.first, {**_fields(each.form), "count": each.count})
        else:
            put(f"{text(each.form.puzzle)}  count={each.count}")
    return code


@dataclass
class _Class:
    """Puzzles that are the same: where the first of them is, their form, and their number."""

    first: Item
    form: CanonicalForm
    count: int = 0


def _fields(found: CanonicalForm) -> dict[str, Any]:
    grid, way = found.puzzle.grid, found.isomorphism
    return {
        "canonical": text(found.puzzle),
        "automorphisms": found.automorphisms,
        "cells": [grid.name(cell) for cell in way.cells],
        "values": {
            str(value): renamed for value, renamed in zip(grid.values, way.values, strict=True)
        },
    }
