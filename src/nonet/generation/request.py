"""What is asked of a puzzle that is to be made, and that nothing was found that has it all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from nonet.errors import PuzzleError
from nonet.generation.difficulty import Band, Range
from nonet.generation.symmetry import Symmetry, orbits
from nonet.grid import Cells
from nonet.puzzle import Puzzle

#: Attempts at a puzzle: classic ones are made in batches, which is a thousand times faster.
MOST_CLASSIC, MOST_OTHER = 10_000, 50


@dataclass(frozen=True)
class Request:
    """Which puzzles are wanted; without more, those from which no orbit of clues can go.

    `model` has the board and the rules, and its givens are in all puzzles. `clues` is a range for
    their number; with `fewest`, the one with the fewest of all attempts is taken. `minimal` asks
    for puzzles from which no single clue can go, even if that breaks the symmetry. A `pattern`
    names the cells of the clues. `attempts` are for each puzzle; without a number of them, as many
    as take a few seconds on a 9×9 board.

    >>> from nonet.formats import classic
    >>> Request(classic(order=3), symmetry=Symmetry.ROTATIONAL).orbits[0]
    (0, 80)
    >>> Request(classic(order=2), clues=(17, None))
    Traceback (most recent call last):
    nonet.errors.PuzzleError: 17 clues on a board of 16 cells
    """

    model: Puzzle
    clues: Range | None = None
    fewest: bool = False
    minimal: bool = False
    symmetry: Symmetry = Symmetry.NONE
    pattern: Cells | None = None
    difficulty: Band | None = None
    attempts: int | None = None
    backend: str | None = None

    def __post_init__(self) -> None:
        cells = len(self.model.grid.cells)
        if self.clues and self.clues[0] > cells:
            raise PuzzleError(f"{self.clues[0]} clues on a board of {cells} cells")
        if self.fewest and self.clues:
            raise PuzzleError("as few clues as possible, or a number of them: not both")
        if self.attempts is not None and self.attempts < 1:
            raise PuzzleError(f"{self.attempts} attempts make no puzzle")
        if self.pattern is not None:
            if self.clues or self.fewest or self.symmetry is not Symmetry.NONE:
                raise PuzzleError(
                    "a pattern of clues leaves neither their number nor a symmetry open"
                )
            if not set(self.pattern) <= set(self.model.grid.cells):
                raise PuzzleError("the pattern has cells outside the board")
            missing = sorted(self.fixed - set(self.pattern))
            if missing:
                names = self.model.grid.names(missing)
                raise PuzzleError(f"the pattern leaves out what is given: {names}")
        self.orbits  # noqa: B018 - a board that cannot have the symmetry is refused at once

    @cached_property
    def fixed(self) -> set[int]:
        """The cells whose clues are the model's."""
        return {cell for cell, value in enumerate(self.model.givens) if value is not None}

    @cached_property
    def orbits(self) -> tuple[Cells, ...]:
        """The cells that may be taken out, each with those that go with it."""
        found = orbits(self.model.grid, self.symmetry)
        return tuple(orbit for orbit in found if self.fixed.isdisjoint(orbit))

    @property
    def most(self) -> int:
        """How many attempts at a puzzle there may be."""
        if self.attempts is not None:
            return self.attempts
        return MOST_CLASSIC if self.model.is_classic and self.pattern is None else MOST_OTHER

    @property
    def least(self) -> int:
        """With so many clues the digging stops."""
        return self.clues[0] if self.clues and not self.minimal else 0

    def allows(self, clues: int) -> bool:
        """Tell whether a puzzle may have so many clues."""
        low, high = self.clues or (0, None)
        return low <= clues and (high is None or clues <= high)


class Unmet(RuntimeError):
    """No attempt at a puzzle gave what was asked for; the message says what they lacked."""

    def __init__(self, index: int, lacking: str) -> None:
        super().__init__(index, lacking)  # what it is made of again in another process
        self.index = index
        self.lacking = lacking

    def __str__(self) -> str:
        return f"puzzle {self.index + 1} cannot be made as asked for: {self.lacking}"
