"""``nonet canon``: the canonical form of each puzzle, and classes of equivalent puzzles."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import Item, items
from nonet.cli.common.options import JSON, PUZZLES, option
from nonet.cli.common.output import put
from nonet.cli.common.transcript import Transcript
from nonet.formats import one_line
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.questions.symmetry import CanonicalForm


def canon(
    puzzles: list[str] | None = PUZZLES,
    dedupe: bool = option("--dedupe", "Print one puzzle of each class, and the size of the class."),
    json: bool = JSON,
) -> Exit:
    """Print the canonical form of each puzzle.

    Two puzzles are equivalent if one becomes the other by renaming values, by moving rows, columns,
    bands and stacks, and by turning the board. Puzzles have the same canonical form if and only if
    they are equivalent.

    The canonical form is the first of all equivalent puzzles in this order: compare cells row by
    row, and put an empty cell before every value.

    A JSON record also tells how the puzzle becomes the form: the original place of each cell, and
    the new name of each value. It also has the number of automorphisms.

    For millions of puzzles, use 'nonet bulk --mode canon'.
    """
    from nonet.questions.symmetry import canonical

    found = items(puzzles)
    transcript = Transcript(found, json, lines=not dedupe, draws=False, sources=puzzles)
    firsts: dict[Puzzle, tuple[Item, CanonicalForm]] = {}
    sizes: Counter[Puzzle] = Counter()

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        form = canonical(puzzle)
        if dedupe:
            firsts.setdefault(form.puzzle, (item, form))
            sizes[form.puzzle] += 1
            transcript.count("canonical")
        else:
            transcript.answer(item, one_line(form.puzzle), _fields(form), outcome="canonical")
        return Exit.ANSWERED

    code = transcript.each("Canonised", answer)
    for first, form in firsts.values():
        if json:
            transcript.record(first, _fields(form) | {"count": sizes[form.puzzle]})
        else:
            put(f"{one_line(form.puzzle)}  count={sizes[form.puzzle]}")
    return code


def _fields(found: CanonicalForm) -> dict[str, Any]:
    grid, way = found.puzzle.grid, found.isomorphism
    return {
        "canonical": one_line(found.puzzle),
        "automorphisms": found.automorphisms,
        "cells": [grid.name(cell) for cell in way.cells],
        "values": dict(zip(map(str, grid.values), way.values, strict=True)),
    }
