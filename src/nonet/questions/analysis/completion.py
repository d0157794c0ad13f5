"""Completion: the fewest additional givens that make a puzzle unique."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace

from nonet.formats import PuzzleLike, as_puzzle
from nonet.puzzle import Puzzle
from nonet.questions.analysis.budget import Budget
from nonet.questions.analysis.candidates import true_candidates
from nonet.questions.analysis.clues import Given, in_words
from nonet.questions.analysis.confirmation import confirm
from nonet.questions.analysis.oracles import Listed, open_oracle
from nonet.questions.analysis.solutions import choose, list_solutions, stated
from nonet.questions.analysis.subsets import ROUNDS, Bounds, Parts, approach_smallest, shrink
from nonet.questions.uniqueness import Kind
from nonet.solvers import Limits, LimitsLike, Solution
from nonet.system.limits import TimeUp

#: If a puzzle has at most this many solutions, the search tries to make each of them unique.
MOST_LISTED = 1000


@dataclass(frozen=True)
class FewestGivens:
    """The result of `fewest_givens`.

    With the `givens` added, `solution` is the only solution. Both fields are None for a puzzle
    without a solution, or if a limit was reached before any givens were found. At least `least`
    givens are needed, so the answer is `exact` if there are as many `givens`. Otherwise, fewer
    givens may exist, but none of the `givens` can be left out. `confirmed_by` names a second solver
    that confirms the result.

    >>> from nonet.formats import classic
    >>> print(fewest_givens(classic("123434122.......")))
    1 given makes the puzzle unique, and no fewer: given r3c2 = 1
    """

    puzzle: Puzzle
    kind: Kind
    givens: tuple[Given, ...] | None = None
    solution: Solution | None = None
    least: int = 0
    confirmed_by: str | None = None

    @property
    def exact(self) -> bool:
        """Whether it is proved that fewer givens do not suffice."""
        return self.givens is not None and len(self.givens) <= self.least

    @property
    def completed(self) -> Puzzle:
        """The puzzle with the givens added."""
        added = {given.cell: given.value for given in self.givens or ()}
        return self.puzzle.with_givens(dict(added))

    def __str__(self) -> str:
        if self.kind is Kind.NONE:
            return "the puzzle has no solution: look for a conflict"
        if self.givens is None:
            return "unknown: a limit was reached"
        if not self.givens:
            return "the puzzle has one solution: it needs no more givens"
        count = len(self.givens)
        words = f"{count} givens make" if count > 1 else "1 given makes"
        proof = (
            "and no fewer" if self.exact else f"the best found; at least {self.least} are needed"
        )
        named = in_words(self.puzzle.grid, self.givens)
        return f"{words} the puzzle unique, {proof}: {named}"

    def _repr_svg_(self) -> str:
        from nonet.drawing.svg import draw_svg

        cells = [given.cell for given in self.givens or ()]
        return draw_svg(self.completed, highlight=cells, caption=str(self))


def fewest_givens(
    puzzle: PuzzleLike,
    solution: Sequence[int] | None = None,
    *,
    backend: str | None = None,
    limits: LimitsLike = Limits(),
) -> FewestGivens:
    """Return the fewest givens that make a solution unique: the given solution, or any.

    With a `solution`, the answer is exact up to about ten givens. Without one, it is exact if the
    puzzle has at most 1000 solutions or two givens suffice. Otherwise it is marked as the best
    found. The limit of seconds applies to the whole analysis, and the limit of nodes to each solve.
    Without a limit of seconds, the search stops after a fixed number of rounds.

    >>> from nonet.formats import classic
    >>> found = fewest_givens(classic(order=2))
    >>> len(found.givens), found.exact
    (4, True)
    """
    puzzle = as_puzzle(puzzle)
    target = None if solution is None else stated(puzzle, solution, "to make unique")
    search = _Completion(puzzle, Budget(limits), backend)
    with suppress(TimeUp):
        search.run(target)
    return search.found


class _Completion:
    """The search for fewer and fewer givens, with the best result so far in `found`."""

    def __init__(self, puzzle: Puzzle, budget: Budget, spec: str | None) -> None:
        self.found = FewestGivens(puzzle, Kind.UNKNOWN)
        self._puzzle = puzzle
        self._budget = budget
        self._spec = spec

    def run(self, target: Solution | None) -> None:
        """List the solutions if they are few, and choose givens of one of them."""
        listed, complete = self._list(self._puzzle)
        if complete and len(listed) < 2:
            self.found = replace(self.found, kind=Kind.NONE)
            for only in listed:
                self.found = FewestGivens(self._puzzle, Kind.UNIQUE, (), only)
            return
        self.found = replace(self.found, kind=Kind.MULTIPLE, least=1)
        if complete:
            least = self._among(listed, [target] if target else listed)
            self.found = replace(self.found, least=least)
        elif target:
            bounds = self._for_target(target)
            self.found = replace(self.found, least=max(bounds.least, 1))
        else:
            self._cut_down()
        self._confirm()

    def _list(self, puzzle: Puzzle) -> tuple[list[Solution], bool]:
        return list_solutions(puzzle, choose(puzzle, self._spec), self._budget, MOST_LISTED)

    def _among(self, listed: Sequence[Solution], targets: Sequence[Solution]) -> int:
        """Find the fewest givens for any of the targets, and return a lower bound.

        A target is abandoned as soon as it needs as many givens as the best so far.
        """
        least = len(self._puzzle.grid.cells)
        for target in _rarest_first(listed, targets):
            oracle = Listed(self._puzzle, listed, target)
            every = frozenset(range(len(oracle.parts)))
            best = self.found.givens
            bound = len(every) if best is None else len(best)
            for bounds in approach_smallest(oracle, self._budget, every, bound, self._rounds):
                self._take(oracle.parts, bounds.best, target)
            least = min(least, bounds.least)
        return least

    def _for_target(self, target: Solution, start: Collection[int] | None = None) -> Bounds:
        """Find the fewest givens for one target, and return bounds on their number.

        The search starts with a set of cells whose values suffice, by default all cells.
        """
        puzzle = self._puzzle
        open_cells = [cell for cell in puzzle.grid.cells if puzzle.givens[cell] is None]
        parts = tuple(Given(cell, target[cell]) for cell in open_cells)
        cells = open_cells if start is None else start
        with closing(open_oracle(puzzle, parts, self._budget, self._spec, [target])) as oracle:
            for kept in shrink(oracle, [open_cells.index(cell) for cell in cells]):
                self._take(parts, kept, target)
            for bounds in approach_smallest(oracle, self._budget, kept, len(kept), self._rounds):
                self._take(parts, bounds.best, target)
        return bounds

    @property
    def _rounds(self) -> int | None:
        return None if self._budget.timed else ROUNDS

    def _cut_down(self) -> None:
        """Add the givens with the fewest solutions until these can be listed, then improve.

        Because each choice is greedy, another solution might need fewer givens.
        """
        puzzle, listed, complete = self._puzzle, list[Solution](), False
        while not complete:
            found = true_candidates(puzzle, backend=self._spec, limits=self._budget.left())
            if not found.complete:
                raise TimeUp
            rarest = found.rarest
            assert rarest is not None, "more solutions than can be listed, but no open cell"
            if puzzle is self._puzzle and found.count(rarest.cell, rarest.value) > 1:
                self.found = replace(self.found, least=2)  # no single given leaves one solution
            puzzle = puzzle.with_givens({rarest.cell: rarest.value})
            listed, complete = self._list(puzzle)
        rest = _Completion(puzzle, self._budget, self._spec)
        if len(listed) > 1:
            rest._among(listed, listed)
        target = rest.found.solution or listed[0]
        added = {c for c, given in enumerate(puzzle.givens) if given != self._puzzle.givens[c]}
        self._for_target(target, sorted(added | {g.cell for g in rest.found.givens or ()}))

    def _take(self, parts: Sequence[Given], numbers: Parts, target: Solution) -> None:
        if self.found.givens is None or len(numbers) < len(self.found.givens):
            givens = tuple(parts[number] for number in sorted(numbers))
            self.found = replace(self.found, givens=givens, solution=target)

    def _confirm(self) -> None:
        found = self.found
        if found.givens is not None and found.solution is not None:
            spec = choose(self._puzzle, None).spec if self._spec is None else self._spec
            blocked = [found.solution]
            confirmed_by = confirm(self._puzzle, found.givens, spec, self._budget, blocked)
            self.found = replace(found, confirmed_by=confirmed_by)


def _rarest_first(listed: Sequence[Solution], targets: Sequence[Solution]) -> list[Solution]:
    """Return the targets, sorted by the rarity of their marks among the solutions."""
    counts = Counter(mark for solution in listed for mark in enumerate(solution))
    return sorted(targets, key=lambda target: -sum(1 / counts[mark] for mark in enumerate(target)))
