"""Print puzzles and solutions in the formats of ``--to``, and as pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from nonet.cli.common.exits import complain
from nonet.cli.common.output import put
from nonet.formats import FORMATS, left_out, write
from nonet.formats.text import counted
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Regions, Rows
from nonet.system.errors import PuzzleError

#: The value of ``--to`` for a picture. All others are names of formats.
SVG = "svg"


def holds_one(format: str | None) -> bool:
    """Tell whether a file in this format holds only one puzzle. A picture holds only one.

    >>> holds_one("sdk"), holds_one("svg"), holds_one("sdm"), holds_one(None)
    (True, True, False, False)
    """
    return format == SVG or (format in FORMATS and FORMATS[format].holds_one)


class Texts:
    """Prints puzzles in the format of ``--to``, and counts the metadata that get lost."""

    def __init__(self, format: str | None) -> None:
        self._format = format if format in FORMATS else None
        self._was_long = False
        self._lost: Counter[str] = Counter()

    def put(self, text: str, puzzle: Puzzle | None = None) -> None:
        """Print the text of a puzzle. Put a blank line between a long text and the next text."""
        put(f"\n{text}" if self._was_long else text)
        self._was_long = "\n" in text
        if puzzle and self._format:
            self._lost.update(left_out(puzzle, text, self._format))

    def note_losses(self) -> None:
        """Print a note for each kind of metadata that the texts lack."""
        for key, count in self._lost.items():
            of = counted(count, "puzzle")
            complain(f"note: {self._format} cannot store the {key}, so {of} lost it")


def without_solution(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle without its stored solution. The found solution is shown instead."""
    return replace(puzzle, meta=tuple(pair for pair in puzzle.meta if pair[0] != "solution"))


def written(puzzle: Puzzle, solution: Sequence[int], format: str) -> str:
    """Return a solution as a text in a format. Leave out rules that the format cannot express.

    >>> from nonet.formats import classic
    >>> puzzle = classic("12..34..2......3").cage("r1c3 r1c4", 7)
    >>> written(puzzle, [1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3], "line")
    '1234341223414123'
    """
    if format == SVG:
        from nonet.drawing.svg import draw_svg

        return draw_svg(puzzle, solution)
    solved = replace(puzzle, givens=tuple(solution), marks=())
    try:
        return write(solved, format)
    except PuzzleError:
        board = Rows | Columns | Boxes | Regions
        rules = tuple(rule for rule in puzzle.rules if isinstance(rule, board))
        return write(replace(solved, rules=rules), format)
