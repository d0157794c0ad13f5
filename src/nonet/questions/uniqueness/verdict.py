"""Verdicts: whether a puzzle has no, one or several solutions."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NoReturn

from nonet.formats.text import counted
from nonet.puzzle import Puzzle
from nonet.rules import ExtraRegion, Rule
from nonet.solvers import Answer, Limits, Solution, Status, Unable, find_backend, summed_counters
from nonet.system.errors import NonetError, TooLarge
from nonet.system.limits import TimeUp, limited_to
from nonet.validity import unfillable, violations

#: The node limit for testing whether a single rule is impossible.
_MOST_NODES = 1000


class Kind(StrEnum):
    """The outcomes of a check. Each outcome is equal to its text.

    >>> Kind.UNIQUE == "unique"
    True
    """

    NONE = "none"
    UNIQUE = "unique"
    MULTIPLE = "multiple"
    UNKNOWN = "unknown"

    @classmethod
    def of(cls, found: int, *, is_complete: bool = True) -> Kind:
        """Return the kind of verdict that this number of solutions proves.

        A search is complete if it has found all solutions, or stopped after the second one.

        >>> Kind.of(0), Kind.of(5), Kind.of(1, is_complete=False)
        (<Kind.NONE: 'none'>, <Kind.MULTIPLE: 'multiple'>, <Kind.UNKNOWN: 'unknown'>)
        """
        if found >= 2:
            return cls.MULTIPLE
        if not is_complete:
            return cls.UNKNOWN
        return cls.UNIQUE if found else cls.NONE


@dataclass(frozen=True)
class Verdict:
    """The outcome of a check, with its witnesses.

    `witnesses` has solutions: the only one for UNIQUE, two for MULTIPLE, and those found so far for
    UNKNOWN. `reason`, if known, names clashing givens, an impossible rule, or the limit.

    `answers` has the answers of the solver. Verdicts that differ only in their answers are equal.

    >>> from nonet.questions.uniqueness import check
    >>> verdict = check("123434122.......")
    >>> verdict.kind, [len(answer.solution or ()) for answer in verdict.answers]
    (<Kind.MULTIPLE: 'multiple'>, [16, 16])
    """

    kind: Kind
    witnesses: tuple[Solution, ...] = ()
    reason: str | None = None
    answers: tuple[Answer, ...] = field(default=(), repr=False, compare=False)
    puzzle: Puzzle | None = field(default=None, repr=False, compare=False)

    def __init__(
        self,
        kind: Kind,
        witnesses: tuple[Solution, ...] = (),
        reason: str | None = None,
        answers: tuple[Answer, ...] = (),
        puzzle: Puzzle | None = None,
    ) -> None:
        fields = self.__dict__  # quicker than the generated method
        fields["kind"] = kind
        fields["witnesses"] = witnesses
        fields["reason"] = reason
        fields["answers"] = answers
        fields["puzzle"] = puzzle

    def __bool__(self) -> NoReturn:
        raise TypeError("a verdict is neither true nor false: ask verdict.kind == 'unique'")

    def _repr_svg_(self) -> str | None:
        from nonet.drawing.svg import draw_svg_side_by_side

        if self.puzzle is None:
            return None
        is_none = self.kind is Kind.NONE
        clash = violations(self.puzzle, self.puzzle.givens)[:1] if is_none else []
        return draw_svg_side_by_side(
            self.puzzle,
            self.witnesses or [self.puzzle.givens],
            highlight=clash[0].cells if clash else self.differences,
            caption=self._sentence(),
        )

    def _sentence(self) -> str:
        text = {
            Kind.NONE: "no solution",
            Kind.UNIQUE: "the only solution",
            Kind.MULTIPLE: "two solutions, which differ in the marked cells",
            Kind.UNKNOWN: "a solution, perhaps not the only one" if self.witnesses else "unknown",
        }[self.kind]
        return text if self.reason is None else f"{text}: {self.reason}"

    @property
    def solution(self) -> Solution | None:
        """The first witness, if any."""
        return self.witnesses[0] if self.witnesses else None

    @property
    def differences(self) -> tuple[int, ...]:
        """The cells in which two witnesses differ."""
        if len(self.witnesses) < 2:
            return ()
        first, second = self.witnesses
        cells = range(len(first)) if self.puzzle is None else self.puzzle.grid.answers
        return tuple(cell for cell in cells if first[cell] != second[cell])

    @property
    def counters(self) -> dict[str, int | float]:
        """The solver's counters, under its own names, summed over all solves."""
        return summed_counters(self.answers)

    @property
    def seconds(self) -> float:
        """The time of all solves, in all their phases."""
        return sum(answer.times.total for answer in self.answers)


class LimitReached(NonetError, RuntimeError):
    """A limit ended a count or an enumeration after `found` solutions.

    >>> from nonet.questions.counting import solutions
    >>> try:
    ...     next(solutions("................", backend="norvig", limits=Limits(nodes=0)))
    ... except LimitReached as reached:
    ...     print(reached)
    limit reached after 0 solutions: there may be more
    """

    def __init__(self, found: int) -> None:
        super().__init__(found)  # so that the error can be pickled
        self.found = found

    def __str__(self) -> str:
        return f"limit reached after {counted(self.found, 'solution')}: there may be more"


def verdict_on(puzzle: Puzzle, answers: Sequence[Answer], limits: Limits) -> Verdict:
    """Return the verdict that the answers of one or two solves prove."""
    witnesses = tuple([answer.solution for answer in answers if answer.solution is not None])
    is_complete = answers[-1].status is not Status.UNKNOWN
    kind = Kind.of(len(witnesses), is_complete=is_complete)
    reason = None
    if not is_complete:
        reason = _reached(limits)
    elif not witnesses:
        spent = sum(answer.times.total for answer in answers)
        reason = reason_for_none(puzzle, limits.after(spent).seconds)
    return Verdict(kind, witnesses, reason, tuple(answers), puzzle)


def _reached(limits: Limits) -> str:
    named = (("seconds", limits.seconds), ("nodes", limits.nodes))
    texts = (f"{value} {name}" for name, value in named if value is not None)
    return "limit reached: " + ", ".join(texts)


def reason_for_none(puzzle: Puzzle, seconds: float | None = None) -> str | None:
    """Return why a puzzle is unsolvable (clashing givens or an impossible rule), or None.

    `seconds` limits the time to try the rules.
    """
    clashes = violations(puzzle, puzzle.givens)
    if clashes:
        return clashes[0].message
    with suppress(TimeUp), limited_to(seconds):
        for rule in puzzle.meant:
            if _is_unfillable(puzzle, rule):
                empty = replace(puzzle, givens=())
                blamed = "" if _is_unfillable(empty, rule) else " with these givens"
                return unfillable(rule, puzzle.grid) + blamed
    return None


def _is_unfillable(puzzle: Puzzle, rule: Rule) -> bool:
    cells = {cell for part in rule.lower(puzzle.grid) for cell in part.cells}
    if len(cells) == len(puzzle.grid.cells):
        return False
    groups = {tuple(sorted(cells.intersection(group))) for group in puzzle.geometry.groups}
    different = [ExtraRegion(group) for group in sorted(groups) if len(group) > 1]
    # Give each cell outside the rule a single value, so that the search need not try others.
    marks = tuple(mask if cell in cells else 1 for cell, mask in enumerate(puzzle.domains))
    alone = Puzzle(puzzle.grid, marks=marks, rules=(rule, *different)).unshared()
    try:
        with find_backend().open(alone) as session:
            return session.solve(Limits(nodes=_MOST_NODES)).status is Status.UNSATISFIABLE
    except (TooLarge, Unable):
        return False
