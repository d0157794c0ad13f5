"""Find the fewest additional givens that make a puzzle unique."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice

from nonet.drawing.svg import draw_svg
from nonet.formats import PuzzleLike, as_puzzle
from nonet.puzzle import Puzzle
from nonet.questions.analysis.candidates import true_candidates
from nonet.questions.analysis.clues import Given, in_words
from nonet.questions.analysis.oracles import Listed, confirm, open_oracle
from nonet.questions.analysis.solutions import VERDICTS, choose, each_solution, last_within, stated
from nonet.questions.analysis.subsets import Parts, approach_smallest, rounds, shrink
from nonet.questions.uniqueness import Kind
from nonet.solvers import Limits, LimitsLike, Solution
from nonet.system.limits import TimeUp

#: The maximum number of solutions to list. The search tries to make each listed solution unique.
MOST_LISTED = 1000


@dataclass(frozen=True)
class FewestGivens:
    """The result of `fewest_givens`.

    The `givens` make `solution` the only solution. If the puzzle has no solution, or a limit was
    reached too early, both are None. At least `least` givens are needed. `confirmed_by` names a
    second solver that confirms the result.

    >>> print(fewest_givens("123434122......."))
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
        return self.puzzle.with_givens({given.cell: given.value for given in self.givens or ()})

    def __str__(self) -> str:
        if self.givens is None:
            return VERDICTS[Kind.NONE if self.kind is Kind.NONE else Kind.UNKNOWN]
        if not self.givens:
            return f"{VERDICTS[Kind.UNIQUE]}: it needs no more givens"
        count = len(self.givens)
        words = f"{count} givens make" if count > 1 else "1 given makes"
        bound = f"the best found, and at least {self.least} are needed"
        named = in_words(self.puzzle.grid, self.givens)
        return f"{words} the puzzle unique, {'and no fewer' if self.exact else bound}: {named}"

    def _repr_svg_(self) -> str:
        cells = [given.cell for given in self.givens or ()]
        return draw_svg(self.completed, highlight=cells, caption=str(self))


def fewest_givens(
    puzzle: PuzzleLike,
    solution: Sequence[int] | None = None,
    *,
    backend: str | None = None,
    limits: LimitsLike = Limits(),
) -> FewestGivens:
    """Return the fewest givens that make a solution unique: the solution you pass, or any solution.

    The result tells whether it is exact. With a `solution`, it is exact up to about ten givens.
    Without a `solution`, it is exact for puzzles with at most 1000 solutions, and for puzzles that
    need at most two givens. Without a time limit, the search stops after a fixed number of rounds.

    >>> found = fewest_givens("." * 16)
    >>> len(found.givens), found.exact
    (4, True)
    """
    puzzle, limits = as_puzzle(puzzle), Limits.of(limits)
    target = None if solution is None else stated(puzzle, solution, "to make unique")
    found = _Completion(puzzle, limits, backend).results(target)
    return last_within(limits, found, FewestGivens(puzzle, Kind.UNKNOWN))


class _Completion:
    """The search for givens that make a solution, the *target*, unique. Results get better."""

    def __init__(self, puzzle: Puzzle, limits: Limits, spec: str | None) -> None:
        self._puzzle = puzzle
        self._limits = limits
        self._spec = spec

    def results(self, target: Solution | None) -> Iterator[FewestGivens]:
        listed, complete = self._list(self._puzzle)
        if complete and len(listed) < 2:
            none = FewestGivens(self._puzzle, Kind.NONE)
            yield FewestGivens(self._puzzle, Kind.UNIQUE, (), listed[0]) if listed else none
            return
        found = FewestGivens(self._puzzle, Kind.MULTIPLE, least=1)
        yield found
        if complete:
            search = self._among(listed, [target] if target else listed)
        else:
            search = self._for_target(target) if target else self._cut_down()
        for better in search:
            found = replace(better, least=max(1, better.least))
            yield found
        if found.givens is not None and found.solution is not None:
            spec = choose(self._puzzle, self._spec).spec
            parts, blocked = found.givens, [found.solution]
            yield replace(
                found, confirmed_by=confirm(self._puzzle, parts, spec, self._limits, blocked)
            )

    def _list(self, puzzle: Puzzle) -> tuple[list[Solution], bool]:
        every = each_solution(puzzle, choose(puzzle, self._spec), self._limits)
        found = list(islice(every, MOST_LISTED + 1))
        return found[:MOST_LISTED], len(found) <= MOST_LISTED

    def _result(
        self, parts: Sequence[Given], numbers: Parts, target: Solution, least: int = 0
    ) -> FewestGivens:
        givens = tuple(parts[number] for number in sorted(numbers))
        return FewestGivens(self._puzzle, Kind.MULTIPLE, givens, target, least)

    def _among(
        self, listed: Sequence[Solution], targets: Sequence[Solution]
    ) -> Iterator[FewestGivens]:
        """Find the fewest givens for any of the targets. The last result has a lower bound.

        Give up a target as soon as it needs as many givens as the best target so far.
        """
        best = FewestGivens(self._puzzle, Kind.MULTIPLE)
        least = size = len(self._puzzle.grid.answers)
        for target in _rarest_first(self._puzzle, listed, targets):
            oracle = Listed(self._puzzle, listed, target)
            every = frozenset(range(len(oracle.parts)))
            bound = min(size, len(every))
            for bounds in approach_smallest(oracle, every, bound, rounds(self._limits)):
                if best.givens is None or len(bounds.best) < size:
                    best, size = self._result(oracle.parts, bounds.best, target), len(bounds.best)
                    yield best
            least = min(least, bounds.least)
        yield replace(best, least=least)

    def _for_target(
        self, target: Solution, start: Sequence[int] | None = None
    ) -> Iterator[FewestGivens]:
        """Find the fewest givens for one target, and lower bounds on their number.

        The values of the cells in `start` must make the target unique. The default is all cells.
        """
        givens, answers = self._puzzle.givens, self._puzzle.grid.answers
        parts = tuple(Given(c, target[c]) for c in answers if givens[c] is None)
        numbers = {n for n, part in enumerate(parts) if start is None or part.cell in start}
        opened = open_oracle(self._puzzle, parts, self._limits, self._spec, [target])
        with closing(opened) as oracle:
            for kept in shrink(oracle.core, numbers):
                yield self._result(parts, kept, target)
            for bounds in approach_smallest(oracle, kept, len(kept), rounds(self._limits)):
                yield self._result(parts, bounds.best, target, bounds.least)

    def _cut_down(self) -> Iterator[FewestGivens]:
        """Add givens until the remaining solutions can be listed. Then look for fewer givens."""
        puzzle, least, complete = self._puzzle, 1, False
        while not complete:
            found = true_candidates(puzzle, backend=self._spec, limits=self._limits)
            rarest = found.rarest
            if not found.complete:
                raise TimeUp
            assert rarest is not None, "more solutions than can be listed, but no open cell"
            if puzzle is self._puzzle and found.count(rarest.cell, rarest.value) > 1:
                least = 2  # no single given makes the puzzle unique
                yield FewestGivens(puzzle, Kind.MULTIPLE, least=least)
            # Leave as few solutions as possible. Other givens may be better in the end.
            puzzle = puzzle.with_givens({rarest.cell: rarest.value})
            listed, complete = self._list(puzzle)
        target, added = listed[0], set[int]()
        if len(listed) > 1:
            *_, rest = _Completion(puzzle, self._limits, self._spec)._among(listed, listed)
            target, added = rest.solution or target, {given.cell for given in rest.givens or ()}
        added |= {c for c, given in enumerate(puzzle.givens) if given != self._puzzle.givens[c]}
        for better in self._for_target(target, sorted(added)):
            yield replace(better, least=least)


def _rarest_first(
    puzzle: Puzzle, listed: Sequence[Solution], targets: Sequence[Solution]
) -> list[Solution]:
    answer = puzzle.grid.answer
    counts = Counter(mark for solution in listed for mark in enumerate(answer(solution)))
    rarity = {each: sum(1 / counts[m] for m in enumerate(answer(each))) for each in targets}
    return sorted(targets, key=lambda target: -rarity[target])
