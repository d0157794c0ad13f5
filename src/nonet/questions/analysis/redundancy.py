"""Find clues that can be removed from a unique puzzle, one at a time or several together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace

from nonet.drawing.svg import draw_svg
from nonet.formats import PuzzleLike, as_puzzle
from nonet.puzzle import Puzzle
from nonet.questions.analysis.clues import (
    Clue,
    Given,
    cells_of,
    clues_of,
    in_words,
    with_parts,
    without_clues,
)
from nonet.questions.analysis.oracles import confirm, open_oracle
from nonet.questions.analysis.solutions import VERDICTS, last_within
from nonet.questions.analysis.subsets import Parts, approach_smallest, rounds, shrink
from nonet.questions.uniqueness import Kind, check
from nonet.solvers import Limits, LimitsLike


@dataclass(frozen=True)
class Redundancy:
    """The result of `find_redundant`. If the puzzle is not UNIQUE, only the kind is known.

    Any one of the `redundant` clues can be removed, but perhaps not several of them (see
    `minimise`). No `needed` clue can be removed. The `unsettled` clues are undecided, because a
    limit was reached.

    >>> print(find_redundant("1...34..2......3"))
    2 of 5 clues can be removed, each alone: given r1c1 = 1 and given r2c1 = 3
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
        words = f"{len(self.kept)} clues are enough"
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
