"""Find the true candidates: the pencil marks that occur in solutions."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from operator import or_

from nonet.drawing.svg import draw_svg
from nonet.formats import PuzzleLike, as_puzzle
from nonet.formats.text import counted
from nonet.puzzle import Puzzle
from nonet.questions.analysis.clues import Given
from nonet.questions.analysis.coverage import SolutionPool, fill
from nonet.questions.analysis.solutions import VERDICTS, choose, find_one
from nonet.questions.uniqueness import Kind
from nonet.rules import ExtraRegion
from nonet.solvers import Backend, Limits, LimitsLike
from nonet.system.limits import TimeUp, limited_to, whole

#: The default cap. For each pencil mark, counting its solutions stops at this number.
CAP = 10


@dataclass(frozen=True)
class TrueCandidates:
    """The result of `true_candidates`.

    For each cell, `marks` has the mask of the values that the cell takes in solutions. `unsettled`
    has the values that are undecided, because a limit was reached. Auxiliary cells have neither.

    `counts` has the number of solutions with each pencil mark, at the index `Grid.mark` minus one.
    A count at the cap is a lower bound, unless the number of all `solutions` is known.

    `equal` lists groups of cells that are equal to each other in every solution, except for fixed
    cells. If a limit was reached too early, `equal` is None.

    >>> found = true_candidates("123434122.......")
    >>> found.kind, found.solutions, len(found.fixed), found.values(15), found.count(15, 1)
    (<Kind.MULTIPLE: 'multiple'>, 2, 12, (1, 3), 1)
    """

    puzzle: Puzzle
    kind: Kind
    marks: tuple[int, ...]
    unsettled: tuple[int, ...]
    counts: tuple[int, ...]
    cap: int
    solutions: int | None
    equal: tuple[tuple[int, ...], ...] | None

    @property
    def complete(self) -> bool:
        """Whether no limit was reached."""
        return self.equal is not None

    @property
    def fixed(self) -> tuple[Given, ...]:
        """The cells with the same value in all solutions (the backbone), including givens."""
        grid = self.puzzle.grid
        return tuple(
            Given(cell, grid.value_of(mask))
            for cell, mask in enumerate(self.marks)
            if mask.bit_count() == 1 and not self.unsettled[cell]
        )

    @property
    def rarest(self) -> Given | None:
        """The mark with the fewest solutions, or None if all cells are fixed.

        Among equally rare marks, choose one in a cell with the most true candidates.
        """
        ranked = [
            (self.count(cell, value), -mask.bit_count(), Given(cell, value))
            for cell, mask in enumerate(self.marks)
            if mask & (mask - 1)
            for value in self.values(cell)
        ]
        return min(ranked)[-1] if ranked else None

    @property
    def possible(self) -> tuple[int, ...]:
        """For each cell, the mask of the values that may still be possible."""
        possible = list(map(or_, self.marks, self.unsettled))
        if self.kind is not Kind.NONE:
            for cell in {*self.puzzle.grid.cells}.difference(self.puzzle.grid.answers):
                possible[cell] = self.puzzle.domains[cell]
        return tuple(possible)

    def values(self, cell: int) -> tuple[int, ...]:
        """Return the values that a cell has in some solution."""
        return tuple(self.puzzle.grid.values_of(self.marks[cell]))

    def __str__(self) -> str:
        if self.kind is Kind.NONE:
            return "no candidates: the puzzle has no solution, look for a conflict"
        if self.kind is Kind.UNKNOWN:
            return VERDICTS[self.kind]
        alive = sum(mask.bit_count() for mask in self.marks)
        total = "" if self.solutions is None else f"{counted(self.solutions, 'solution')}, "
        fixed = counted(len(self.fixed), "cell")
        words = f"{self.kind}: {total}{counted(alive, 'true candidate')}, {fixed} fixed"
        words += self._rarest_in_words()
        for group in self.equal or ():
            words += f", {self.puzzle.grid.names(group)} always equal"
        if not self.complete:
            unsettled = sum(mask.bit_count() for mask in self.unsettled)
            words += f" ({unsettled} marks unsettled: a limit was reached)"
        return words

    def _rarest_in_words(self) -> str:
        rarest = self.rarest
        if rarest is None or not self.complete:
            return ""
        name, many = self.puzzle.grid.name(rarest.cell), self.count(rarest.cell, rarest.value)
        if self.solutions is None and many >= self.cap:
            return f", each in at least {self.cap} solutions" if self.cap > 1 else ""
        return f", {name} = {rarest.value} has the fewest solutions, {many}"

    def _repr_svg_(self) -> str:
        values = list(self.puzzle.givens)
        for given in self.fixed:
            values[given.cell] = given.value
        return draw_svg(self.puzzle, values, marks=self.possible, caption=str(self))

    def count(self, cell: int, value: int) -> int:
        """Return the known number of solutions with this value in this cell."""
        return self.counts[self.puzzle.grid.mark(cell, value) - 1]


def true_candidates(
    puzzle: PuzzleLike, cap: int = CAP, *, backend: str | None = None, limits: LimitsLike = Limits()
) -> TrueCandidates:
    """Return the pencil marks that occur in solutions, and count their solutions up to a cap.

    If you need only the marks, pass a cap of 1.

    >>> true_candidates("12..34..........", cap=1).values(15)
    (1, 2, 3, 4)
    """
    puzzle, limits = as_puzzle(puzzle), Limits.of(limits)
    cap = whole(cap, "the cap", 1)
    chosen, pool = choose(puzzle, backend), SolutionPool(puzzle)
    finished, equal = False, None
    with suppress(TimeUp), limited_to(limits):
        fill(pool, puzzle, chosen, limits, cap)
        finished = True
        equal = _equal_cells(pool, puzzle, chosen, limits)
    grid, marks = puzzle.grid, pool.masks()
    unsettled = [0] * len(grid.cells)
    if not finished:
        for cell in grid.answers:
            for value in grid.values_of(puzzle.domains[cell] & ~marks[cell]):
                if (cell, value) not in pool.settled:
                    unsettled[cell] |= grid.bit(value)
    return TrueCandidates(
        puzzle,
        Kind.of(len(pool.solutions), is_complete=finished or pool.complete),
        marks,
        tuple(unsettled),
        tuple(pool.count(cell, value) for cell in grid.cells for value in grid.values),
        cap,
        len(pool.solutions) if pool.complete else None,
        equal,
    )


def _equal_cells(
    pool: SolutionPool, puzzle: Puzzle, backend: Backend, limits: Limits
) -> tuple[tuple[int, ...], ...]:
    proven: set[tuple[int, int]] = set()
    while True:
        groups = tuple(pool.equal_cells())
        pairs = {(group[0], other) for group in groups for other in group[1:]}
        if pool.complete or pairs <= proven:
            return groups
        pair = min(pairs - proven)
        solution = find_one(puzzle.with_rules(ExtraRegion(pair)), backend, limits)
        if solution is None:
            proven.add(pair)
        else:
            pool.add(solution)
