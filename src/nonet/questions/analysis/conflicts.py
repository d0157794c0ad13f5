"""Conflicts: minimal sets of clues that contradict each other (minimal unsatisfiable subsets)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace

from nonet.formats import PuzzleLike, as_puzzle
from nonet.puzzle import Puzzle
from nonet.questions.analysis.budget import Budget
from nonet.questions.analysis.clues import (
    CandidateSet,
    Clue,
    Given,
    House,
    Part,
    cells_of,
    clues_of,
    houses,
    in_words,
    with_parts,
    without_clues,
)
from nonet.questions.analysis.confirmation import confirm
from nonet.questions.analysis.oracles import Oracle, Sessions, open_oracle
from nonet.questions.analysis.subsets import Parts, approach_smallest, shrink
from nonet.solvers import Limits, LimitsLike, Solution, find_backend, preferred
from nonet.system.limits import TimeUp
from nonet.validity import violations


@dataclass(frozen=True)
class Conflict:
    """The result of `find_conflict`.

    A puzzle with a `solution` has no conflict. Otherwise the `clues` contradict each other, even if
    only these `houses` of the board apply. If the conflict is `minimal` (a MUS), leaving out any
    one clue or house removes the contradiction. If the conflict is `smallest`, no conflict of the
    puzzle has fewer clues. `confirmed_by` names a second solver that confirms the conflict.

    If both `solution` and `clues` are None, a limit was reached and nothing is known.

    >>> from nonet.formats import classic
    >>> print(find_conflict(classic("1..1............")))
    given r1c1 = 1 and given r1c4 = 1 contradict each other: row 1
    """

    puzzle: Puzzle
    solution: Solution | None = None
    clues: tuple[Clue, ...] | None = None
    houses: tuple[House, ...] = ()
    minimal: bool = False
    smallest: bool = False
    confirmed_by: str | None = None

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts of the conflict: the clues, then the houses."""
        return (*(self.clues or ()), *self.houses)

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the clues, or the cells of the houses if the clues have no cells."""
        return cells_of(self.puzzle.grid, self.clues or self.houses)

    def __str__(self) -> str:
        if self.solution is not None:
            return "no conflict: the puzzle has a solution"
        if self.clues is None:
            return "unknown: a limit was reached"
        grid, named = self.puzzle.grid, self.clues or self.houses
        words = f"{in_words(grid, named)} {self._contradiction(named)}"
        if self.clues and self.houses:
            words += f": {in_words(grid, self.houses)}"
        return words if self.minimal else f"{words} (not minimal: a limit was reached)"

    def _contradiction(self, named: tuple[Part, ...]) -> str:
        if len(named) > 1:
            return "contradict each other"
        if isinstance(named[0], House):  # a house alone has more cells than the grid has values
            values = len(self.puzzle.grid.values)
            return f"has {len(named[0].cells)} cells, but there are only {values} values"
        return "cannot be satisfied"

    def _repr_svg_(self) -> str:
        from nonet.drawing.svg import draw_svg

        return draw_svg(self.puzzle, highlight=self.cells, caption=str(self))


def find_conflict(
    puzzle: PuzzleLike,
    *,
    smallest: bool = False,
    backend: str | None = None,
    limits: LimitsLike = Limits(),
) -> Conflict:
    """Return a minimal set of clues that contradict each other, or a solution.

    By default, a SAT solver finds the conflict, unless the givens show it directly. The limit of
    seconds applies to the whole analysis, and the limit of nodes to each solve.

    >>> from nonet.formats import classic
    >>> from nonet.rules import Cage
    >>> print(find_conflict(classic("9" + "." * 80).with_rules(Cage((1, 2, 3), 24))))
    given r1c1 = 9 and cage r1c2 r1c3 r1c4 = 24 contradict each other: row 1
    """
    puzzle = as_puzzle(puzzle)
    search = _ConflictSearch(puzzle, Budget(limits), backend)
    with suppress(TimeUp):
        search.run(smallest)
    return search.found


class _ConflictSearch:
    """The search for a conflict, with the result so far in `found`, in case a limit ends it."""

    def __init__(self, puzzle: Puzzle, budget: Budget, spec: str | None) -> None:
        self.found = Conflict(puzzle)
        self._puzzle = puzzle
        self._budget = budget
        self._spec = spec
        self._parts = clues_of(puzzle)

    def run(self, wants_smallest: bool) -> None:
        """Find the clues, then the houses, and then ask a second solver for confirmation."""
        clash = _clash(self._puzzle, self._parts)
        at_sight = clash is not None and self._spec is None and not wants_smallest
        with closing(self._oracle(at_sight)) as oracle:
            if clash is None:
                reply = oracle.solve(range(len(self._parts)))
                if reply.solution is not None:
                    self.found = replace(self.found, solution=reply.solution)
                    return
                clash = reply.core
            found = clash
            for found in shrink(oracle, clash):
                self._take(found)
            if wants_smallest:
                for bounds in approach_smallest(oracle, self._budget, found, len(found)):
                    self._take(bounds.best)
                self.found = replace(self.found, smallest=True)
        self._find_houses()
        spec = preferred(self._puzzle).spec if at_sight else self._spec
        confirmed_by = confirm(Puzzle(self._puzzle.grid), self.found.parts, spec, self._budget)
        self.found = replace(self.found, minimal=True, confirmed_by=confirmed_by)

    def _oracle(self, at_sight: bool) -> Oracle:
        bare = without_clues(self._puzzle)
        if at_sight:  # the few solves that remain are faster than loading a SAT solver
            return Sessions(bare, self._parts, self._budget, preferred(self._puzzle))
        return open_oracle(bare, self._parts, self._budget, self._spec)

    def _take(self, numbers: Parts) -> None:
        self.found = replace(
            self.found, clues=tuple(self._parts[number] for number in sorted(numbers))
        )

    def _find_houses(self) -> None:
        grid, of_board = self._puzzle.grid, houses(self._puzzle)
        found = self.found.clues or ()
        values: list[int | None] = [None] * len(grid.cells)
        for clue in found:
            if isinstance(clue, Given):
                values[clue.cell] = clue.value
        broken = [house for house in of_board if not house.holds(grid, values)]
        if broken:
            self.found = replace(self.found, houses=(broken[0],))
            return
        bare = with_parts(Puzzle(grid), found)
        # A search with few houses may take hours, but the cores of a SAT solver name them at once.
        has_cores = self._spec is not None and find_backend(self._spec).cores is not None
        spec = self._spec if has_cores else None
        with closing(open_oracle(bare, of_board, self._budget, spec)) as oracle:
            for numbers in shrink(oracle, range(len(of_board))):
                needed = tuple(of_board[number] for number in sorted(numbers))
                self.found = replace(self.found, houses=needed)


def _clash(puzzle: Puzzle, parts: Sequence[Clue]) -> Parts | None:
    """Return the smallest set of clues that directly break a rule, or None."""
    number_of = {part: number for number, part in enumerate(parts)}
    clashes = []
    for violation in violations(puzzle, puzzle.givens):
        culprits = set[Clue]()
        for cell in violation.cells:
            value = puzzle.givens[cell]
            culprits |= {Given(cell, value)} if value is not None else set()
        if violation.rule is None:
            culprits |= {CandidateSet(cell, puzzle.marks[cell]) for cell in violation.cells}
        elif violation.rule in number_of:
            culprits.add(violation.rule)
        clashes.append(frozenset(number_of[culprit] for culprit in culprits))
    return min(clashes, key=len, default=None)
