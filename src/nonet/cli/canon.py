"""``nonet canon``: the canonical form of each puzzle, and classes of equivalent puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import Item, are_files, items
from nonet.cli.common.options import AsJson, Puzzles, option
from nonet.cli.common.output import put, text
from nonet.cli.common.transcript import Transcript
from nonet.cli.common.verbs import reading

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle
    from nonet.questions.symmetry import CanonicalForm


def canon(
    puzzles: Puzzles = None,
    dedupe: Annotated[
        bool, option("--dedupe", "Print one puzzle of each class, and the size of the class.")
    ] = False,
    json: AsJson = False,
) -> Exit:
    """Print the canonical form of each puzzle.

    Each PUZZLE is a file, '-' for stdin, or the puzzle itself. Without any, nonet reads stdin.

    Two puzzles are equivalent if one becomes the other by renaming values, by moving rows, columns,
    bands and stacks, and by turning the board. Equivalent puzzles, and no others, have the same
    canonical form: the smallest equivalent puzzle, where cells are compared row by row and empty
    cells come first.

    A JSON record also has the number of automorphisms and the way to the form: for each cell of the
    form the original cell, and the new name of each value.

    For millions of puzzles, use 'nonet bulk --mode canon'.
    """
    from nonet.questions.symmetry import canonical

    found, names = items(puzzles, reading()), are_files(puzzles, reading())
    transcript = Transcript(found, json, lines=not dedupe, draws=False, names=names)
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
    """A class of equivalent puzzles: the place of its first puzzle, its form and its size."""

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
