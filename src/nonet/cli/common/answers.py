"""Choose the backend, write proofs and solutions, and compare answers with stored solutions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet.cli.common.exits import complain
from nonet.cli.common.inputs import Item
from nonet.cli.common.output import put, readable
from nonet.formats import FORMATS, left_out, read_values, write
from nonet.formats.text import counted
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Regions, Rows
from nonet.system.errors import PuzzleError
from nonet.system.files import require_new
from nonet.system.limits import Limits, TimeUp, limited_to

if TYPE_CHECKING:
    from nonet.certificates import Certificate
    from nonet.solvers import Answer, Backend

#: A message names at most this many differing cells.
_MOST_NAMED = 6

#: The reason for a missing certificate, unless the error gives another.
NO_PROOF = "no proof, because a limit was reached"

#: The value of ``--to`` for a picture. All other values are names of formats.
SVG = "svg"


class ChosenBackend:
    """The backend that ``--backend`` names. Its methods print the lines of ``--verbose``."""

    def __init__(self, spec: str | None, verbose: bool) -> None:
        from nonet.solvers import find_backend

        self.backend: Backend = find_backend(spec)
        self._verbose = verbose

    def announce(self, item: Item, puzzle: Puzzle) -> None:
        """Print which backend ``auto`` picks for a puzzle."""
        if self._verbose and self.backend.picks:
            complain(f"{item.place}: {self.backend.spec} picks {self.backend.picks(puzzle)}")

    def credit(self, item: Item, answers: Sequence[Answer]) -> str:
        """Print the backends that answered, and their counters. Return the last backend."""
        from nonet.solvers import summed_counters

        specs = list(dict.fromkeys(answer.by or self.backend.spec for answer in answers))
        if self._verbose:
            words = f"{item.place}: answered by {', then '.join(specs)}"
            counters = [f"{name} {readable(n)}" for name, n in summed_counters(answers).items()]
            complain(f"{words}: {', '.join(counters)}" if counters else words)
        return specs[-1] if specs else self.backend.spec


def proved(
    folder: Path | None, puzzle: Puzzle, left: Limits, **asked: Any
) -> tuple[Certificate | None, dict[str, str]]:
    """If there is a folder, write the certificate. Return it, and fields for the record."""
    if folder is None:
        return None, {}
    from nonet.certificates import Uncertifiable, certify

    try:
        with limited_to(left):
            certificate = certify(puzzle, limits=left, **asked)
            certificate.write(folder)
    except (TimeUp, Uncertifiable) as error:
        return None, {"proof_error": str(error) or NO_PROOF}
    return certificate, {"proof": str(folder)}


class Proofs:
    """The folders for the certificates of the puzzles in `items`, if ``--proof`` is given."""

    def __init__(self, folder: Path | None, items: Iterator[Item]) -> None:
        if folder:
            require_new(str(folder))
        first = list(islice(items, 2)) if folder else []
        self._folder, self._are_several = folder, len(first) > 1
        self.items = chain(first, items)

    def folder(self, item: Item) -> Path | None:
        if self._folder is None or not self._are_several:
            return self._folder
        return self._folder / f"{item.index + 1:04}"


class Contradiction(NamedTuple):
    """How a stored solution differs from a found one. An unreadable solution has no cells."""

    said: str
    cells: tuple[int, ...] = ()


def stored_values(puzzle: Puzzle) -> tuple[int | None, ...] | None:
    """Return the solution that is stored with the puzzle, or None."""
    stored = dict(puzzle.meta).get("solution")
    try:
        return None if stored is None else read_values(puzzle.grid, stored)
    except PuzzleError as error:
        raise PuzzleError(f"the stored solution cannot be read: {error}") from None


def contradiction(puzzle: Puzzle, solution: Sequence[int]) -> Contradiction | None:
    """Return how a solution differs from the stored solution, or None."""
    try:
        stored = stored_values(puzzle)
    except PuzzleError as error:
        return Contradiction(str(error))
    if stored is None:
        return None
    cells = tuple(c for c in puzzle.grid.answers if stored[c] not in (None, solution[c]))
    if not cells:
        return None
    said = f"the stored solution differs in {counted(len(cells), 'cell')}"
    names = f": {puzzle.grid.names(cells)}" if len(cells) <= _MOST_NAMED else ""
    return Contradiction(said + names, cells)


def holds_one(format: str | None) -> bool:
    """Tell whether a file in this format holds only one puzzle, as a picture does."""
    return format == SVG or (format is not None and FORMATS[format].holds_one)


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


def written(puzzle: Puzzle, solution: Sequence[int], format: str) -> str:
    """Return a solution as a text in a format. Leave out rules that the format cannot express."""
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
