"""Find enough solutions with each pencil mark, in the way that suits the backend best.

If a limit is reached, raise `TimeUp`. The pool keeps the solutions found so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import TypeAlias

from nonet.puzzle import Puzzle
from nonet.questions.analysis.oracles import Load, Selectors
from nonet.questions.analysis.solutions import each_solution, find_one
from nonet.solvers import Backend, Limits, Lister, RowSolver, Solution, require_right
from nonet.system.limits import TimeUp, seconds_left

#: A cell and a value.
Mark: TypeAlias = tuple[int, int]

#: First, list up to this many solutions. If there are more, examine the pencil marks one by one.
LISTED = 100


class SolutionPool:
    """Different solutions of a puzzle. If the pool is `complete`, there are no others.

    A pencil mark is `settled` if the number of its solutions is exact or has reached the cap.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.solutions: list[Solution] = []
        self.complete = False
        self.settled: set[Mark] = set()
        self._grid = puzzle.grid
        self._known: set[Solution] = set()
        self._through: dict[Mark, list[Solution]] = {}
        #: The numbers of solutions with some marks, even of solutions that are not in the pool.
        self.counted: dict[Mark, int] = {}

    def add(self, solution: Solution) -> None:
        answer = self._grid.answer(solution)
        if answer in self._known:
            return
        self._known.add(answer)
        self.solutions.append(solution)
        for mark in zip(self._grid.answers, answer, strict=True):
            self._through.setdefault(mark, []).append(solution)

    def through(self, cell: int, value: int) -> list[Solution]:
        return self._through.get((cell, value), [])

    def count(self, cell: int, value: int) -> int:
        """Return the known number of solutions with this value in this cell."""
        return max(len(self.through(cell, value)), self.counted.get((cell, value), 0))

    def masks(self) -> tuple[int, ...]:
        """Return for each cell of the answer the mask of the values that it has in solutions."""
        masks = [0] * len(self._grid.cells)
        for cell, value in self._through:
            masks[cell] |= self._grid.bit(value)
        return tuple(masks)

    def equal_cells(self) -> Iterator[tuple[int, ...]]:
        """Yield groups of cells that are equal in each known solution. Leave out fixed cells."""
        groups: dict[tuple[int, ...], list[int]] = {}
        columns = list(zip(*self.solutions, strict=True))
        for cell in self._grid.answers if columns else ():
            column = columns[cell]
            groups.setdefault(column, []).append(cell)
        for column, cells in groups.items():
            if len(cells) > 1 and len(set(column)) > 1:
                yield tuple(cells)


def fill(pool: SolutionPool, puzzle: Puzzle, backend: Backend, limits: Limits, cap: int) -> None:
    """Add solutions to a pool until all marks are settled. At most `cap` with each are needed."""
    if backend.cores is not None:
        with closing(MarkSolver(puzzle, backend.cores, limits)) as live:
            for solution in live.cover():
                pool.add(solution)
            _top_up(pool, puzzle, cap, live.find_through)
            return
    for solution in each_solution(puzzle, backend, limits):
        pool.add(solution)
        if len(pool.solutions) >= max(LISTED, cap):
            break
    else:
        pool.complete = True
        return
    if limits.nodes is None:  # the faster methods cannot obey a node limit
        if backend.rows and puzzle.is_classic:
            _count_in_rows(pool, puzzle, backend.rows, cap)
            return
        if backend.listings and backend.listings(puzzle, few=True):
            _count_in_listings(pool, puzzle, backend.listings, cap)
            return

    def find_through(mark: Mark) -> Solution | None:
        marked = puzzle.with_givens(dict([mark]))
        return find_one(marked, backend, limits, blocked=pool.through(*mark))

    _top_up(pool, puzzle, cap, find_through)


def _top_up(
    pool: SolutionPool, puzzle: Puzzle, cap: int, find_through: Callable[[Mark], Solution | None]
) -> None:
    """Find new solutions with each mark until there are enough or no more exist."""
    for mark in _marks(pool, puzzle):
        while pool.count(*mark) < cap:
            solution = find_through(mark)
            if solution is None:
                break
            pool.add(solution)
        pool.settled.add(mark)


def _marks(pool: SolutionPool, puzzle: Puzzle) -> list[Mark]:
    grid, domains = puzzle.grid, puzzle.domains
    marks = [(cell, value) for cell in grid.answers for value in grid.values_of(domains[cell])]
    unsettled = (mark for mark in marks if mark not in pool.settled)
    return sorted(unsettled, key=lambda mark: pool.count(*mark))


def _count_in_rows(pool: SolutionPool, puzzle: Puzzle, solver: RowSolver, cap: int) -> None:
    """Count the solutions with each mark, many marks at a time. Keep one checked solution."""
    marks = _marks(pool, puzzle)
    cells = len(puzzle.givens)
    rows = bytearray([value or 0 for value in puzzle.givens] * len(marks))
    for row, (cell, value) in enumerate(marks):
        rows[cells * row + cell] = value
    results = solver.run(rows, limit=cap, kept=1, seconds=seconds_left())
    counts, finished = results.counts.tolist(), results.finished.tolist()
    grids = results.solutions[:, 0].tolist()
    for mark, count, done, grid in zip(marks, counts, finished, grids, strict=True):
        if count:
            pool.add(tuple(grid))
            pool.counted[mark] = count
        if done:
            pool.settled.add(mark)
    if not all(finished):
        raise TimeUp


def _count_in_listings(pool: SolutionPool, puzzle: Puzzle, listings: Lister, cap: int) -> None:
    """Count the solutions with each mark, one mark at a time. Keep one checked solution."""
    for mark in _marks(pool, puzzle):
        if pool.count(*mark) < cap:
            cell, value = mark
            marked = puzzle.with_givens({cell: value})
            listing = listings(marked, few=True)
            assert listing is not None
            taken = listing.take(cap, kept=1, seconds=seconds_left())
            require_right(marked, taken.kept, listing.by)
            for solution in taken.kept:
                pool.add(solution)
            pool.counted[mark] = taken.found
            if taken.found < cap and not taken.end:
                raise TimeUp
        pool.settled.add(mark)


class MarkSolver(Selectors):
    """A SAT solver loaded with one puzzle, which finds no solution twice.

    To cover all marks, each solution must have a mark that no earlier solution has. The solver
    prefers such marks, so about thirty solutions cover the 729 marks of an empty 9×9 grid.
    """

    def __init__(self, puzzle: Puzzle, load: Load, limits: Limits) -> None:
        super().__init__(puzzle, (), limits, load)
        self._unseen = {
            puzzle.grid.mark(cell, value)
            for cell in puzzle.grid.answers
            for value in puzzle.grid.values_of(self._cnf.domains[cell])
        }
        self._seen: set[int] = set()

    def cover(self) -> Iterator[Solution]:
        """Yield solutions until every mark that has a solution is in one of them."""
        shrinking = self._cnf.variables + 1
        while self._unseen:
            # This clause requires a mark that no solution has had. Every such clause implies the
            # clauses before it, so one assumption activates all of them.
            self._solver.add([-shrinking, *self._unseen])
            self._solver.prefer([*self._unseen, *(-mark for mark in self._seen)])
            solution = self.find([shrinking])
            if solution is None:
                return
            yield solution

    def find_through(self, mark: Mark) -> Solution | None:
        """Return a new solution with this mark, or None. Call `cover` first."""
        number = self.puzzle.grid.mark(*mark)
        return self.find([number]) if number in self._seen else None

    def find(self, assumed: Sequence[int]) -> Solution | None:
        """Return a new solution under assumptions, or None."""
        solution = super().find(assumed)
        if solution is None:
            return None
        marks = {self.puzzle.grid.mark(*mark) for mark in enumerate(solution)}
        self._unseen -= marks
        self._seen |= marks
        # If all cells are fixed, there is no other solution. Then add the empty clause.
        self._solver.add(self._cnf.blocking(solution) or [])
        return solution
