"""Find the cells in which solutions differ, and the unavoidable sets of a solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice

from nonet.drawing.legend import differing
from nonet.drawing.svg import draw_svg, draw_svg_side_by_side
from nonet.formats import PuzzleLike, as_puzzle
from nonet.formats.text import counted
from nonet.model.grid import Cells
from nonet.puzzle import Puzzle
from nonet.questions.analysis.candidates import true_candidates
from nonet.questions.analysis.clues import Given
from nonet.questions.analysis.oracles import Oracle, open_oracle
from nonet.questions.analysis.solutions import VERDICTS, choose, each_solution, last_within, stated
from nonet.questions.analysis.subsets import Parts, broken_by, correction
from nonet.questions.uniqueness import Kind
from nonet.solvers import Limits, LimitsLike, Solution, are_repeated
from nonet.system.limits import TimeUp, whole

#: At most this many solutions are compared. If a puzzle has more, some sets are not found.
MOST_COMPARED = 1000
#: The default number of unavoidable sets to keep, and of sets that the text of a result names.
MOST_SETS, _MOST_NAMED = 100, 3


@dataclass(frozen=True)
class Differences:
    """The result of `find_differences`.

    Solutions differ in the `cells`. If `all_cells` is False, they may differ in more cells.

    A set of cells is *unavoidable* if another solution differs from `solution` in exactly these
    cells, and no solution differs in only some of them. Every unavoidable set needs a given. If
    `all_sets` is False, there may be more sets.

    >>> found = find_differences("123434122.......")
    >>> print(found)
    the solutions differ in 4 cells: r3c2 r3c4 r4c2 r4c4; unavoidable: r3c2 r3c4 r4c2 r4c4
    """

    puzzle: Puzzle
    kind: Kind
    solution: Solution | None = None
    other: Solution | None = None
    cells: Cells = ()
    unavoidable: tuple[Cells, ...] = ()
    all_cells: bool = False
    all_sets: bool = False

    def __str__(self) -> str:
        if self.kind is not Kind.MULTIPLE:
            return "no differences: " * (self.kind is Kind.UNIQUE) + VERDICTS[self.kind]
        count, names = counted(len(self.cells), "cell"), self.puzzle.grid.names(self.cells)
        at_least = "" if self.all_cells else "at least "
        words = f"the solutions differ in {at_least}{count}: {names}"
        if self.unavoidable:
            named = [self.puzzle.grid.names(cells) for cells in self.unavoidable[:_MOST_NAMED]]
            more = len(self.unavoidable) - len(named)
            words += f"; unavoidable: {', '.join(named)}" + (f" and {more} more" if more else "")
        return words

    def _repr_svg_(self) -> str:
        if self.solution is None or self.other is None:
            return draw_svg(self.puzzle, self.solution, caption=str(self))
        boards = [self.solution, self.other]
        return draw_svg_side_by_side(
            self.puzzle, boards, highlight=self.cells, caption=f"{len(self.cells)} cells differ"
        )


def find_differences(
    puzzle: PuzzleLike,
    solution: Sequence[int] | None = None,
    *,
    most: int = MOST_SETS,
    backend: str | None = None,
    limits: LimitsLike = Limits(),
) -> Differences:
    """Return the cells in which solutions differ, and up to `most` unavoidable sets.

    If you pass a `solution`, the result has the unavoidable sets of this solution.

    >>> print(find_differences("12..34..2......3"))
    no differences: the puzzle has one solution
    """
    puzzle, limits = as_puzzle(puzzle), Limits.of(limits)
    most = whole(most, "the number of sets", 0)
    target = None if solution is None else stated(puzzle, solution, "to compare with")
    found = _results(puzzle, target, most, backend, limits)
    return last_within(limits, found, Differences(puzzle, Kind.UNKNOWN))


def _results(
    puzzle: Puzzle, target: Solution | None, most: int, spec: str | None, limits: Limits
) -> Iterator[Differences]:
    listed, complete, is_over = [] if target is None else [target], False, False
    try:
        for solution in each_solution(puzzle, choose(puzzle, spec), limits):
            is_target = target is not None and are_repeated(puzzle, (solution, target))
            listed += [] if is_target else [solution]
            if len(listed) > MOST_COMPARED:
                break
        else:
            complete = True
    except TimeUp:
        is_over = True
    first, second = (*listed, None, None)[:2]
    grid = puzzle.grid
    cells = differing(grid, listed)
    sets = list(_minimal_sets(differing(grid, [listed[0], other]) for other in listed[1:]))
    found = Differences(puzzle, Kind.of(len(listed), is_complete=complete), first, second, cells)
    if complete:  # only all solutions together show that a set is minimal
        all_sets = len(sets) <= most
        found = replace(found, unavoidable=tuple(sets[:most]), all_cells=True, all_sets=all_sets)
    yield found
    if complete or is_over:
        return
    candidates = true_candidates(puzzle, cap=1, backend=spec, limits=limits)
    differ = {cell for cell, mask in enumerate(candidates.marks) if mask & (mask - 1)}
    cells = tuple(sorted(differ.union(cells)))
    found = replace(found, cells=cells, all_cells=candidates.complete)
    yield found
    # Search among all cells in which solutions may differ. Otherwise a set might lack cells.
    some = cells if candidates.complete else grid.answers
    parts = tuple(Given(cell, listed[0][cell]) for cell in some)
    with closing(open_oracle(puzzle, parts, limits, spec, listed[:1])) as oracle:
        sets = []
        for numbers in islice(_some_sets(oracle, listed[1:]), most):
            sets.append(tuple(parts[number].cell for number in sorted(numbers)))
            cells = tuple(sorted({*cells, *sets[-1]}))
            yield replace(found, cells=cells, unavoidable=tuple(_minimal_sets(sets)))


def _minimal_sets(sets: Iterable[Cells]) -> Iterator[Cells]:
    """Yield the sets that contain no other set. Begin with the smallest."""
    kept: list[int] = []
    for cells in sorted(set(sets), key=lambda cells: (len(cells), cells)):
        mask = sum(1 << cell for cell in cells)
        if not any(smaller & mask == smaller for smaller in kept):
            kept.append(mask)
            yield cells


def _some_sets(oracle: Oracle, others: Sequence[Solution]) -> Iterator[Parts]:
    """Yield different unavoidable sets. Begin with disjoint sets."""
    reached, known = set[int](), set[Parts]()
    while (solution := oracle.solve(reached).solution) is not None:
        numbers = correction(oracle, solution)
        reached |= numbers
        known.add(numbers)
        yield numbers
    for other in others:
        broken = broken_by(oracle, other)
        if not any(numbers <= broken for numbers in known):
            numbers = correction(oracle, other)
            known.add(numbers)
            yield numbers
