"""``nonet canon``: the canonical form of each puzzle, and which of them are the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import Item, are_files, items
from nonet.cli.common.options import AsJson, Puzzles, RulesFrom
from nonet.cli.common.output import put, text
from nonet.cli.common.sources import DETECTED, Reading
from nonet.cli.common.transcript import Transcript

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle
    from nonet.questions.symmetry import CanonicalForm


def canon(
    puzzles: Puzzles = None,
    unique: Annotated[
        bool,
        typer.Option("--unique", help="Print one of each class, and how many puzzles are in it."),
    ] = False,
    to_original: Annotated[
        bool,
        typer.Option(
            "--to-original",
            help="With --unique: print the first puzzle of each class as it stands, not its form.",
        ),
    ] = False,
    json: AsJson = False,
    reading: Reading = DETECTED,
    rules_from: RulesFrom = None,
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
    if to_original and not unique:
        raise typer.BadParameter("--to-original chooses what --unique prints: add --unique")
    from nonet.questions.symmetry import canonical

    transcript = Transcript(
        items(puzzles, reading),
        json,
        lines=not unique,
        draws=False,
        names=are_files(puzzles, reading),
    )
    classes: dict[Puzzle, _Class] = {}

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        found = canonical(puzzle)
        if unique:
            classes.setdefault(found.puzzle, _Class(item, puzzle, found)).count += 1
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
            shown = each.puzzle if to_original else each.form.puzzle
            put(f"{text(shown)}  count={each.count}")
    return code


@dataclass
class _Class:
    """Puzzles that are the same: the first of them, their form, and their number."""

    first: Item
    puzzle: Puzzle
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
