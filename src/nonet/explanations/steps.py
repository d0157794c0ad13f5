"""A step: its uses, its conclusion, its technique and its picture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from nonet.drawing.legend import NO_BREAK
from nonet.drawing.svg import draw_svg
from nonet.explanations.reasons import Mark, Reason, reason_of
from nonet.explanations.techniques import technique_of
from nonet.explanations.uses import Use
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Among, Either, ExtraRegion, LookAndSay, Rule
from nonet.solvers import COMPARED


@dataclass(frozen=True)
class Board:
    """A board: for each cell, its value or None, and the mask of its pencil marks."""

    values: tuple[int | None, ...]
    marks: tuple[int, ...]

    @property
    def naked(self) -> int | None:
        """The first empty cell with a single mark, or None."""
        cells = enumerate(zip(self.values, self.marks, strict=True))
        return next((c for c, (v, mask) in cells if v is None and mask.bit_count() == 1), None)


@dataclass(frozen=True, repr=False)
class Step:
    """One step of a path.

    `uses` are the cited rules. On the `board` before the step, they rule out the `removed` marks. A
    naked or hidden single places a value: `placed` is the pair (cell, value). This value rules out
    the `struck` marks in other cells.

    The cost of a step is the number of its uses. A naked single cites no use and costs 1. No step
    on this board costs less than `least`. If `cut_off` is True, the search reached its node limit.

    `technique` is the players' name of the step, or empty. `subset` has the cells and the values of
    a naked or hidden subset.

    >>> import nonet
    >>> step = nonet.explain("12..34..2......3").steps[0]
    >>> print(step)
    naked single: r1c4 = 4, the only value left
    >>> step.cost, step.exact
    (1, True)
    """

    puzzle: Puzzle
    board: Board
    uses: tuple[Use, ...] = ()
    removed: tuple[Mark, ...] = ()
    placed: Mark | None = None
    struck: tuple[Mark, ...] = ()
    least: int = 1
    reason: Reason = field(default_factory=Reason)
    technique: str = "naked single"
    subset: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    cut_off: bool = False

    @property
    def cost(self) -> int:
        """The number of uses, at least 1."""
        return max(1, len(self.uses))

    @property
    def exact(self) -> bool:
        """Whether it is certain that no step costs less."""
        return self.cost <= self.least

    @property
    def all_compared(self) -> bool:
        """Whether the step was compared with all steps of its cost."""
        return self.exact and not self.cut_off and self.cost <= COMPARED

    @property
    def after(self) -> Board:
        """The board after the step."""
        values = list(self.board.values)
        if self.placed is not None:
            values[self.placed[0]] = self.placed[1]
        gone = (*self.removed, *self.struck)
        return Board(tuple(values), without(self.puzzle.grid, self.board.marks, gone))

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the removed marks and of the placed value."""
        placed = () if self.placed is None else (self.placed[0],)
        return tuple(sorted({*placed, *(cell for cell, _ in self.removed)}))

    @property
    def evidence(self) -> frozenset[int]:
        """The cells that prove the step: filled cells, and the places for needed values."""
        grid, places = self.puzzle.grid, set[int]()
        for number in self.reason.places:
            use = self.uses[number]
            bit = grid.mask([] if use.value is None else [use.value])
            places.update(cell for cell in use.cells if self.board.marks[cell] & bit)
        return self.reason.cells | places | {*(self.subset[0] if self.subset else ())}

    @property
    def scope(self) -> frozenset[int]:
        """The cells of the cited rules, except for rules of the whole board."""
        scopes = (use.cells for use in self.uses if len(use.cells) < len(self.puzzle.grid.cells))
        return frozenset(cell for scope in scopes for cell in scope)

    @property
    def claim(self) -> Puzzle:
        """The claim of the step, as a puzzle without a solution.

        The candidates of this puzzle are the pencil marks before the step. Its rules are the cited
        rules, and a rule that denies the conclusion.
        """
        if self.placed is None or self.uses:
            cells = [Among([cell], sorted(vs)) for cell, vs in _by_cell(self.removed).items()]
            wrong: Rule = cells[0] if len(cells) == 1 else Either(*cells)
        else:  # the value occurs 0 times: a list of all other values could be empty
            cell, value = self.placed
            wrong = LookAndSay([cell], [(0, value)])
        grid, title = self.puzzle.grid, ("title", str(self))
        rules = (*(_as_rule(grid, use) for use in self.uses), wrong)
        return Puzzle(grid, marks=self.board.marks, rules=rules, meta=(title,))

    def __repr__(self) -> str:
        return f"<Step: {self}>"

    def __str__(self) -> str:
        grid = self.puzzle.grid
        head = f"{self.technique}: " if self.technique else ""
        if self.subset:
            cells, values = self.subset
            houses = dict.fromkeys(use.part.describe(grid) for use in self.uses)
            subset = f"{' '.join(map(str, values))} in {grid.names(cells)}"
            why = f"{subset} of {' and '.join(houses)}"
        else:
            why = ", ".join(self._fact(number, use) for number, use in enumerate(self.uses))
        if self.placed is None:
            return f"{head}{why} → {_in_words(grid, self.removed)}"
        cell, value = self.placed
        return f"{head}{grid.name(cell)} = {value}, {why or 'the only value left'}"

    def _fact(self, number: int, use: Use) -> str:
        """Name a cited rule. For a house, name only the fact that the step needs."""
        part = use.part.describe(self.puzzle.grid)
        if use.value is None:
            return f"the only place for {self.placed[1]} in {part}" if self.placed else part
        if number in self.reason.places:
            where = "the only place" if self.placed else "a place"
            also = " and one alone" if number in self.reason.ones else ""
            return f"{where} for {use.value} in {part}{also}"
        return f"one {use.value} in {part}"

    def draw(self, *, captioned: bool = True) -> str:
        """Return the picture of the step as SVG, on the board before it.

        The cells of the cited rules are shaded, and the cells that prove the step are darker. Cells
        that change are framed, and removed marks are struck out.
        """
        after = self.after
        # Put a non-breaking space before each sign and number of the caption.
        caption = re.sub(r" (?=[≠=]|\d)", NO_BREAK, str(self)) if captioned else None
        return draw_svg(
            self.puzzle,
            after.values,
            marks=self.board.marks,
            highlight=self.cells,
            shaded=sorted(self.scope),
            evidence=sorted(self.evidence),
            gone=[old & ~new for old, new in zip(self.board.marks, after.marks, strict=True)],
            caption=caption,
        )

    def _repr_svg_(self) -> str:
        return self.draw()


def _as_rule(grid: Grid, use: Use) -> Rule:
    """Return a use as a rule. A use of one digit says how often the digit is in the house."""
    if isinstance(use.part, Rule):
        return use.part
    if use.value is None:
        return ExtraRegion(use.cells)
    once = LookAndSay(use.cells, [(1, use.value)])
    if len(use.cells) == len(grid.values):
        return once
    return Either(LookAndSay(use.cells, [(0, use.value)]), once)


def _in_words(grid: Grid, removed: Iterable[Mark]) -> str:
    """Name the removed marks. Cells that lose the same values are named together."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell, values in _by_cell(removed).items():
        alike.setdefault(tuple(sorted(values)), []).append(cell)
    return ", ".join(
        f"{grid.names(cells)} ≠ {' '.join(map(str, values))}" for values, cells in alike.items()
    )


def _by_cell(marks: Iterable[Mark]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for cell, value in marks:
        found.setdefault(cell, []).append(value)
    return found


def without(grid: Grid, marks: Sequence[int], gone: Iterable[Mark]) -> tuple[int, ...]:
    """Return the marks without some of them."""
    left = list(marks)
    for cell, value in gone:
        left[cell] &= ~grid.bit(value)
    return tuple(left)


def struck_by(puzzle: Puzzle, marks: Sequence[int], placed: Mark) -> tuple[Mark, ...]:
    """Return the marks that a placed value strikes from the cells that see it."""
    cell, value = placed
    bit = puzzle.grid.bit(value)
    seeing = sorted(puzzle.geometry.exclusions[cell])
    return tuple((other, value) for other in seeing if marks[other] & bit)


def naked_single(puzzle: Puzzle, board: Board, cell: int) -> Step:
    """Return the step that places the last value of a cell."""
    placed = (cell, puzzle.grid.value_of(board.marks[cell]))
    return Step(puzzle, board, placed=placed, struck=struck_by(puzzle, board.marks, placed))


def step_by(
    puzzle: Puzzle, board: Board, uses: tuple[Use, ...], removed: tuple[Mark, ...], least: int
) -> Step:
    """Return a step that a search has found, after another solver has confirmed it."""
    grid, marks = puzzle.grid, board.marks
    reason = reason_of(grid, uses, marks, removed)
    technique, cells, values = technique_of(grid, uses, reason, marks, removed)
    subset = (cells, values) if len(cells) > 1 else None
    placed: Mark | None = None
    struck: tuple[Mark, ...] = ()
    if technique == "hidden single":
        [cell] = {cell for cell, _ in removed}
        placed = (cell, grid.value_of(without(grid, marks, removed)[cell]))
        struck = struck_by(puzzle, marks, placed)
    return Step(puzzle, board, uses, removed, placed, struck, least, reason, technique, subset)
