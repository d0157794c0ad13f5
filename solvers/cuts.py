"""Answer puzzles with `Connected` or auxiliary layers by any solver.

The solver gets the puzzle without its connections. If the cells of a solution are not connected,
the solver gets a *cut*: a condition that follows from `Connected`, and that the solution breaks.
Then the solver searches again, until its solution is right.

Let u be a cell of one area, and w a cell of another. Each path from u to w leads through a border,
which is a set of cells that touch the first area. The cut says: u or w has another value, or a cell
of the border has one of the values. If the first area is too small, the border consists of all
cells that touch it, and the cut has no w.

If a puzzle has auxiliary layers, a blocked solution becomes a cut, too: one of the answer's cells
has another value.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from nonet.model.constraints import AnyOf, Candidates, Connected, Constraint, Partition
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.solvers.answers import NO_TIME, Answer, Solution, summed_counters
from nonet.solvers.engines import EncodedEngine, Engine
from nonet.system.limits import Limits

Make: TypeAlias = Callable[[Puzzle, int], Engine]

#: A cut: at least one of these cells has one of the values listed for it.
Cut: TypeAlias = tuple[Candidates, ...]


def with_cuts(make: Make, own: Callable[[Puzzle], tuple[type, ...]] = lambda puzzle: ()) -> Make:
    """Return a function that also makes engines for puzzles that need cuts.

    `own` tells which connections of a puzzle an engine handles without cuts.
    """

    def made(puzzle: Puzzle, seed: int) -> Engine:
        handled = own(puzzle)
        if puzzle.needs_cuts(handled):
            return CutEngine(make, puzzle, seed, handled)
        return make(puzzle, seed)

    return made


class CutEngine:
    """An engine that repeats the search with more and more cuts.

    An `EncodedEngine` continues with the same solver. All other engines are made again. A node
    limit applies to each search.
    """

    def __init__(
        self, make: Make, puzzle: Puzzle, seed: int, handled: tuple[type, ...] = ()
    ) -> None:
        self._make = make
        self._handled = handled
        self._puzzle = puzzle
        self._seed = seed
        self._cuts: dict[Cut, None] = {}
        self._blocked: list[Solution] = []
        self._engine = self._made(())

    def _made(self, cuts: Iterable[Cut]) -> Engine:
        parts = (AnyOf(tuple((candidates,) for candidates in cut)) for cut in cuts)
        return self._make(self._puzzle.relaxed(parts, self._handled), self._seed)

    def solve(self, limits: Limits) -> Answer:
        start, known = time.perf_counter(), len(self._cuts)
        answers = [self._engine.solve(limits)]
        while new := self._new_cuts(answers[-1].solution):
            self._add(new)
            answers.append(self._engine.solve(limits.after(time.perf_counter() - start)))
        counters = summed_counters(answers) | {"cuts": len(self._cuts) - known}
        times = sum((answer.times for answer in answers), NO_TIME)
        return Answer(answers[-1].status, answers[-1].solution, counters, times)

    def _new_cuts(self, solution: Solution | None) -> dict[Cut, None]:
        if solution is None:
            return {}
        found = broken_cuts(self._puzzle, solution)
        return dict.fromkeys(cut for cut in found if cut not in self._cuts)

    def _add(self, new: dict[Cut, None]) -> None:
        if isinstance(self._engine, EncodedEngine):
            for cut in new:
                self._engine.cut(cut)
        else:
            engine = self._made((*self._cuts, *new))
            for blocked in self._blocked:
                engine.block(blocked)
            self._engine.close()
            self._engine = engine
        self._cuts |= new

    def block(self, solution: Solution) -> None:
        grid = self._puzzle.grid
        if grid.has_auxiliary:
            self._add({_differs(solution, grid.answers, frozenset(grid.values)): None})
        else:
            self._blocked.append(solution)
            self._engine.block(solution)

    def close(self) -> None:
        self._engine.close()


def broken_cuts(puzzle: Puzzle, solution: Solution) -> Iterator[Cut]:
    """Yield cuts that a solution breaks.

    >>> from nonet.rules import ConnectedValues
    >>> puzzle = Puzzle(Grid(1, 4), rules=(ConnectedValues([1]),))
    >>> for cut in broken_cuts(puzzle, (1, 2, 2, 1)):
    ...     print([(part.cell, sorted(part.values)) for part in cut])
    [(0, [2, 3, 4]), (3, [2, 3, 4]), (1, [1])]
    [(3, [2, 3, 4]), (0, [2, 3, 4]), (2, [1])]
    """
    for part in puzzle.geometry.connections:
        if not part.holds(solution):
            yield from _cuts(part, solution, puzzle.grid)


def _cuts(part: Constraint | Candidates, solution: Solution, grid: Grid) -> Iterator[Cut]:
    values = frozenset(grid.values)
    if isinstance(part, Connected):
        yield from _cuts_of_areas(part, solution, values - part.values)
    elif isinstance(part, Partition):
        for each in (*part.areas(), *part.others()):
            if not each.holds(solution):
                yield from _cuts(each, solution, grid)
    elif isinstance(part, AnyOf):
        # Each alternative has a broken part. A right solution keeps a cut of one of these parts.
        broken = (next(p for p in parts if not p.holds(solution)) for parts in part.alternatives)
        yield tuple(each for part in broken for each in next(_cuts(part, solution, grid)))
    else:
        yield _differs(solution, part.cells, values)


def _differs(solution: Solution, cells: Iterable[int], values: frozenset[int]) -> Cut:
    return tuple(Candidates(cell, values - {solution[cell]}) for cell in cells)


def _cuts_of_areas(part: Connected, solution: Solution, outside: frozenset[int]) -> Iterator[Cut]:
    areas = list(part.areas({cell for cell in part.cells if solution[cell] in part.values}))
    if not areas:
        yield tuple(Candidates(cell, part.values) for cell in part.cells)
    for number, area in enumerate(areas):
        border, ends = part.border(area), [min(area)]
        if len(area) >= part.least:
            ends.append(min(areas[number - 1]))
            far = next(each for each in part.areas({*part.cells} - border) if ends[1] in each)
            border &= part.border(far)
        yield (
            *(Candidates(cell, outside) for cell in ends),
            *(Candidates(cell, part.values) for cell in sorted(border)),
        )
