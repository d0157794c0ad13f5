"""Sets of clues that contradict each other (MUSes), or that are enough for a unique solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from nonet.drawing.svg import draw_svg
from nonet.formats import PuzzleLike, as_puzzle
from nonet.formats.text import counted
from nonet.puzzle import Puzzle
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
from nonet.questions.analysis.oracles import Oracle, Sessions, confirm, open_oracle
from nonet.questions.analysis.solutions import VERDICTS, last_within
from nonet.questions.analysis.subsets import Parts, approach_smallest, rounds, shrink
from nonet.questions.uniqueness import Kind, check
from nonet.solvers import Limits, LimitsLike, Solution, find_backend, preferred
from nonet.validity import violations


@dataclass(frozen=True)
class Conflict:
    """The result of `find_conflict`.

    If the puzzle has a `solution`, there is no conflict. Otherwise, the `clues` contradict each
    other in these `houses`. If both `solution` and `clues` are None, a limit was reached.

    A `minimal` conflict disappears without any one of its clues or houses. A `smallest` conflict
    has the fewest clues. `confirmed_by` names a second solver that confirms the conflict.

    >>> print(find_conflict("1..1............"))
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
            return VERDICTS[Kind.UNKNOWN]
        grid, named = self.puzzle.grid, self.clues or self.houses
        words = f"{in_words(grid, named)} {self._contradiction(named)}"
        if self.clues and self.houses:
            words += f": {in_words(grid, self.houses)}"
        return words if self.minimal else f"{words} (not minimal: a limit was reached)"

    def _contradiction(self, named: tuple[Part, ...]) -> str:
        if len(named) > 1:
            return "contradict each other"
        if isinstance(named[0], House):  # this house has more cells than the grid has values
            values = len(self.puzzle.grid.values)
            return f"has {len(named[0].cells)} cells, but there are only {values} values"
        return "cannot be satisfied"

    def _repr_svg_(self) -> str:
        return draw_svg(self.puzzle, highlight=self.cells, caption=str(self))


def find_conflict(
    puzzle: PuzzleLike,
    *,
    smallest: bool = False,
    backend: str | None = None,
    limits: LimitsLike = Limits(),
) -> Conflict:
    """Return a minimal set of clues that contradict each other, or a solution.

    If the givens do not clash directly, a SAT solver finds the conflict.

    >>> from nonet.formats import classic
    >>> from nonet.rules import Cage
    >>> print(find_conflict(classic("9" + "." * 80).with_rules(Cage((1, 2, 3), 24))))
    given r1c1 = 9 and cage r1c2 r1c3 r1c4 = 24 contradict each other: row 1
    """
    puzzle, limits = as_puzzle(puzzle), Limits.of(limits)
    return last_within(limits, _conflicts(puzzle, smallest, backend, limits), Conflict(puzzle))


def _conflicts(
    puzzle: Puzzle, wants_smallest: bool, spec: str | None, limits: Limits
) -> Iterator[Conflict]:
    parts, bare = clues_of(puzzle), without_clues(puzzle)
    clash = _clash(puzzle, parts)
    if clash is not None and spec is None and not wants_smallest:
        # Only a few solves remain, which take less time than loading a SAT solver.
        backend = preferred(puzzle)
        opened: Oracle = Sessions(bare, parts, limits, backend)
        spec = backend.spec
    else:
        opened = open_oracle(bare, parts, limits, spec)

    def conflict(numbers: Parts) -> Conflict:
        return Conflict(puzzle, clues=tuple(parts[number] for number in sorted(numbers)))

    with closing(opened) as oracle:
        if clash is None:
            reply = oracle.solve(range(len(parts)))
            if reply.solution is not None:
                yield Conflict(puzzle, reply.solution)
                return
            clash = reply.core
        for numbers in shrink(oracle.core, clash):
            found = conflict(numbers)
            yield found
        if wants_smallest:
            for bounds in approach_smallest(oracle, numbers, len(numbers)):
                yield conflict(bounds.best)
            found = replace(conflict(bounds.best), smallest=True)
    for of_board in _needed_houses(puzzle, found.clues or (), spec, limits):
        found = replace(found, houses=of_board)
        yield found
    found = replace(found, minimal=True)
    yield found
    confirmed_by = confirm(Puzzle(puzzle.grid), found.parts, spec, limits)
    yield replace(found, confirmed_by=confirmed_by)


def _needed_houses(
    puzzle: Puzzle, clues: Sequence[Clue], spec: str | None, limits: Limits
) -> Iterator[tuple[House, ...]]:
    """Yield smaller and smaller sets of houses. With each set, the clues contradict each other."""
    grid, of_board = puzzle.grid, houses(puzzle)
    bare = with_parts(Puzzle(grid), clues)
    broken = [house for house in of_board if not house.holds(grid, bare.givens)]
    if broken:
        yield (broken[0],)
        return
    # A search with only a few houses may take hours. A SAT solver finds the needed houses at once.
    has_cores = spec is not None and find_backend(spec).cores is not None
    with closing(open_oracle(bare, of_board, limits, spec if has_cores else None)) as oracle:
        for numbers in shrink(oracle.core, range(len(of_board))):
            yield tuple(of_board[number] for number in sorted(numbers))


def _clash(puzzle: Puzzle, parts: Sequence[Clue]) -> Parts | None:
    """Return the smallest set of clues that break a rule directly, or None."""
    number_of = {part: number for number, part in enumerate(parts)}
    clashes = []
    for violation in violations(puzzle, puzzle.givens):
        held = ((cell, puzzle.givens[cell]) for cell in violation.cells)
        culprits: set[Clue] = {Given(cell, value) for cell, value in held if value is not None}
        if violation.rule is None:
            culprits |= {CandidateSet(cell, puzzle.marks[cell]) for cell in violation.cells}
        elif violation.rule in number_of:
            culprits.add(violation.rule)
        found = (number_of[each] for each in culprits if each in number_of)
        clashes.append(frozenset(found))
    return min(clashes, key=len, default=None)


# --- clues that a unique puzzle can lose ----------------------------------------------------------


@dataclass(frozen=True)
class Redundancy:
    """The result of `find_redundant`. If the puzzle is not UNIQUE, only the kind is known.

    Any one of the `redundant` clues can be removed, but perhaps not several of them (see
    `minimise`). No `needed` clue can be removed. The `unsettled` clues are undecided, because a
    limit was reached.
    """

    puzzle: Puzzle
    kind: Kind
    redundant: tuple[Clue, ...] = ()
    needed: tuple[Clue, ...] = ()
    unsettled: tuple[Clue, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether no limit was reached."""
        return self.kind is not Kind.UNKNOWN and not self.unsettled

    def __str__(self) -> str:
        if self.kind is not Kind.UNIQUE:
            return VERDICTS[self.kind]
        total = len(self.redundant) + len(self.needed) + len(self.unsettled)
        words = f"{len(self.redundant)} of {total} clues can be removed"
        if len(self.redundant) > 1:
            words += ", each alone"
        if self.redundant:
            words += f": {in_words(self.puzzle.grid, self.redundant)}"
        unsettled = f"{len(self.unsettled)} unsettled: a limit was reached"
        return f"{words} ({unsettled})" if self.unsettled else words

    def _repr_svg_(self) -> str:
        cells = cells_of(self.puzzle.grid, self.redundant)
        return draw_svg(self.puzzle, highlight=cells, caption=str(self))


@dataclass(frozen=True)
class Minimised:
    """The result of `minimise`. If the puzzle is not UNIQUE, only the kind is known.

    The `kept` clues suffice for a unique solution. If they are `minimal`, none of them can be
    removed. If they are `smallest`, no smaller set of clues suffices. `confirmed_by` names a second
    solver that confirms the result.

    >>> found = minimise("1234341221434321")
    >>> len(found.kept), found.minimal, check(found.reduced).kind.value
    (6, True, 'unique')
    """

    puzzle: Puzzle
    kind: Kind
    kept: tuple[Clue, ...] = ()
    removed: tuple[Clue, ...] = ()
    minimal: bool = False
    smallest: bool = False
    confirmed_by: str | None = None

    @property
    def reduced(self) -> Puzzle:
        """The puzzle without the removed clues."""
        if self.kind is not Kind.UNIQUE:
            return self.puzzle
        kept = sorted(self.kept, key=clues_of(self.puzzle).index)
        return with_parts(without_clues(self.puzzle), kept)

    def __str__(self) -> str:
        if self.kind is not Kind.UNIQUE:
            return VERDICTS[self.kind]
        is_or_are = "is" if len(self.kept) == 1 else "are"
        words = f"{counted(len(self.kept), 'clue')} {is_or_are} enough"
        if not self.minimal:
            words += " (maybe fewer: a limit was reached)"
        elif self.smallest:
            words += ", which is as few as possible"
        else:
            words += ", and none of them can be removed"
        if not self.removed:
            return words
        return f"{words}; removed: {in_words(self.puzzle.grid, self.removed)}"

    def _repr_svg_(self) -> str:
        return draw_svg(self.reduced, caption=str(self))


def find_redundant(
    puzzle: PuzzleLike, *, backend: str | None = None, limits: LimitsLike = Limits()
) -> Redundancy:
    """Tell for each clue of a unique puzzle whether it can be removed.

    >>> find_redundant("." * 16).kind
    <Kind.MULTIPLE: 'multiple'>
    """
    puzzle, limits = as_puzzle(puzzle), Limits.of(limits)
    found = _removals(puzzle, backend, limits)
    return last_within(limits, found, Redundancy(puzzle, Kind.UNKNOWN))


def _removals(puzzle: Puzzle, spec: str | None, limits: Limits) -> Iterator[Redundancy]:
    verdict = check(puzzle, spec, limits)
    if verdict.kind is not Kind.UNIQUE:
        yield Redundancy(puzzle, verdict.kind)
        return
    parts, bare = clues_of(puzzle), without_clues(puzzle)
    yield Redundancy(puzzle, Kind.UNIQUE, unsettled=parts)
    redundant, needed, everything = list[Clue](), list[Clue](), frozenset(range(len(parts)))
    with closing(open_oracle(bare, parts, limits, spec, verdict.witnesses)) as oracle:
        core = oracle.solve(everything).core
        for number, clue in enumerate(parts):
            is_spare = number not in core or not oracle.solve(everything - {number}).solution
            (redundant if is_spare else needed).append(clue)
            unsettled = parts[number + 1 :]
            yield Redundancy(puzzle, Kind.UNIQUE, tuple(redundant), tuple(needed), unsettled)


def minimise(
    puzzle: PuzzleLike,
    *,
    smallest: bool = False,
    backend: str | None = None,
    limits: LimitsLike = Limits(),
) -> Minimised:
    """Remove clues from a unique puzzle until all are needed, or find the smallest set of clues.

    Givens are removed before other clues, the last given first. Without a time limit, the search
    for the smallest set stops after a fixed number of rounds.

    >>> [clue.cell for clue in minimise("12..34..2......3").removed]
    [4, 5]
    """
    puzzle, limits = as_puzzle(puzzle), Limits.of(limits)
    found = _reductions(puzzle, smallest, backend, limits)
    return last_within(limits, found, Minimised(puzzle, Kind.UNKNOWN))


def _reductions(
    puzzle: Puzzle, wants_smallest: bool, spec: str | None, limits: Limits
) -> Iterator[Minimised]:
    verdict = check(puzzle, spec, limits)
    if verdict.kind is not Kind.UNIQUE:
        yield Minimised(puzzle, verdict.kind)
        return
    parts = tuple(sorted(clues_of(puzzle), key=lambda clue: isinstance(clue, Given)))
    bare, known = without_clues(puzzle), verdict.witnesses
    yield Minimised(puzzle, Kind.UNIQUE, parts)
    with closing(open_oracle(bare, parts, limits, spec, known)) as oracle:
        for kept in shrink(oracle.core, range(len(parts))):
            found = _minimised(puzzle, parts, kept)
            yield found
        found = replace(found, minimal=True)
        yield found
        if wants_smallest:
            for bounds in approach_smallest(oracle, kept, len(kept), rounds(limits)):
                found = _minimised(puzzle, parts, bounds.best)
                found = replace(found, minimal=True, smallest=bounds.exact)
                yield found
    yield replace(found, confirmed_by=confirm(bare, found.kept, spec, limits, known))


def _minimised(puzzle: Puzzle, parts: tuple[Clue, ...], kept: Parts) -> Minimised:
    return Minimised(
        puzzle,
        Kind.UNIQUE,
        tuple(part for number, part in enumerate(parts) if number in kept),
        tuple(part for number, part in enumerate(parts) if number not in kept),
    )
