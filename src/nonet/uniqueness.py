"""What people ask: solve, is it unique, all solutions, how many. Find, block, ask again.

Everything here is a short loop over a session, so it works with every backend and every rule. Who
names no backend gets `auto`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import islice, tee

from nonet.drawing.svg import draw_svg_side_by_side
from nonet.puzzle import Puzzle
from nonet.solvers import Answer, Limits, Session, Solution, Status, find_backend
from nonet.validity import Violation, violations


class Kind(StrEnum):
    """What a check can say."""

    NONE = "none"
    UNIQUE = "unique"
    MULTIPLE = "multiple"
    UNKNOWN = "unknown"

    @classmethod
    def of(cls, found: int, *, is_complete: bool = True) -> Kind:
        """Return what `found` solutions prove; they are all if the search is complete.

        A search that stops at its second solution is complete.

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

    `witnesses` has no solution for NONE, the one for UNIQUE, two for MULTIPLE, and for UNKNOWN
    the one that was found, if any. `reason` says why there is none, where the givens alone show
    it, or which limit was reached. `answers` are those of the solves, in order. In a notebook a
    verdict on a `puzzle` draws itself: the solution, or the witnesses with what differs marked.

    >>> from nonet.formats import classic
    >>> verdict = check(classic("123434122......."))
    >>> verdict.kind, [len(answer.solution or ()) for answer in verdict.answers]
    (<Kind.MULTIPLE: 'multiple'>, [16, 16])
    """

    kind: Kind
    witnesses: tuple[Solution, ...] = ()
    reason: str | None = None
    answers: tuple[Answer, ...] = field(default=(), repr=False)
    puzzle: Puzzle | None = field(default=None, repr=False, compare=False)

    def _repr_svg_(self) -> str | None:
        """Return the picture that notebooks show."""
        if self.puzzle is None:
            return None
        clash = _clashes(self.puzzle)[:1] if self.kind is Kind.NONE else []
        return draw_svg_side_by_side(
            self.puzzle,
            self.witnesses or [self.puzzle.givens],
            highlight=clash[0].cells if clash else self.differences,
            caption=self._sentence(),
        )

    def _sentence(self) -> str:
        match self.kind:
            case Kind.NONE:
                said = "no solution"
            case Kind.UNIQUE:
                said = "the only solution"
            case Kind.MULTIPLE:
                said = "two solutions, which differ in the marked cells"
            case Kind.UNKNOWN:
                said = "a solution, perhaps not the only one" if self.witnesses else "unknown"
        return said if self.reason is None else f"{said}: {self.reason}"

    @property
    def solution(self) -> Solution | None:
        """The first witness, if any."""
        return self.witnesses[0] if self.witnesses else None

    @property
    def differences(self) -> tuple[int, ...]:
        """The cells in which two witnesses differ."""
        if len(self.witnesses) < 2:
            return ()
        pairs = enumerate(zip(*self.witnesses, strict=True))
        return tuple(cell for cell, (first, second) in pairs if first != second)

    @property
    def seconds(self) -> float:
        """The time of all phases of all solves."""
        return sum(answer.times.total for answer in self.answers)


class LimitReached(RuntimeError):
    """A limit ended a count or an enumeration; `found` solutions were seen before.

    >>> from nonet.formats import classic
    >>> try:
    ...     count(classic(order=2), backend="norvig", limits=Limits(nodes=0))
    ... except LimitReached as reached:
    ...     print(reached)
    limit reached after 0 solutions: there may be more
    """

    def __init__(self, found: int) -> None:
        super().__init__(f"limit reached after {found} solutions: there may be more")
        self.found = found


def solve(puzzle: Puzzle, backend: str | None = None, limits: Limits = Limits()) -> Answer:
    """Return a solution, or that there is none, or that a limit was reached.

    >>> from nonet.formats import classic
    >>> solve(classic("12..34..2......3")).solution
    (1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3)
    """
    with _open(puzzle, backend) as session:
        return session.solve(limits)


def check(puzzle: Puzzle, backend: str | None = None, limits: Limits = Limits()) -> Verdict:
    """Tell whether a puzzle has no, one or several solutions, in two solves at most.

    The seconds of the limits are for both solves together, the nodes for each.

    >>> from nonet.formats import classic
    >>> verdict = check(classic("1234341221434321"))
    >>> verdict.kind, check(classic("11..............")).reason
    (<Kind.UNIQUE: 'unique'>, 'r1c1 and r1c2 are both 1')
    """
    with _open(puzzle, backend) as session:
        return _explained(puzzle, check_in(session, limits))


def _explained(puzzle: Puzzle, verdict: Verdict) -> Verdict:
    """Say of a puzzle without solution which givens clash, if any do."""
    if verdict.kind is not Kind.NONE:
        return verdict
    clashes = _clashes(puzzle)
    return replace(verdict, reason=clashes[0].message) if clashes else verdict


def _clashes(puzzle: Puzzle) -> list[Violation]:
    return violations(puzzle, puzzle.givens)


def check_in(session: Session, limits: Limits = Limits()) -> Verdict:
    """Check the puzzle of an open session; it is left with the first solution blocked."""
    answers = list(islice(session.answers(limits, together=True), 2))
    return _verdict(session.puzzle, answers, limits)


def _verdict(puzzle: Puzzle, answers: Sequence[Answer], limits: Limits) -> Verdict:
    """Return what the answers of one or two solves say together."""
    witnesses = tuple(answer.solution for answer in answers if answer.solution is not None)
    kind = Kind.of(len(witnesses), is_complete=answers[-1].status is not Status.UNKNOWN)
    reason = _reached(limits) if kind is Kind.UNKNOWN else None
    return Verdict(kind, witnesses, reason, tuple(answers), puzzle)


def solve_many(
    puzzles: Iterable[Puzzle],
    backend: str | None = None,
    limits: Limits = Limits(),
) -> Iterator[Answer]:
    """Yield the answer to each puzzle, in their order.

    Backends that can keep a solver loaded do so from puzzle to puzzle; the limits are for each.

    >>> from nonet.formats import classic
    >>> [answer.status.value for answer in solve_many([classic(order=2), classic("11.." * 4)])]
    ['satisfied', 'unsatisfiable']
    """
    for answers in _answer_many(puzzles, backend, limits, most=1):
        yield answers[0]


def check_many(
    puzzles: Iterable[Puzzle],
    backend: str | None = None,
    limits: Limits = Limits(),
) -> Iterator[Verdict]:
    """Yield the verdict on each puzzle, in their order; the limits are for each solve.

    >>> from nonet.formats import classic
    >>> [str(verdict.kind) for verdict in check_many([classic(order=2), classic("11.." * 4)])]
    ['multiple', 'none']
    """
    asked, kept = tee(puzzles)
    answers = _answer_many(asked, backend, limits, most=2)
    for puzzle, of_puzzle in zip(kept, answers, strict=True):
        yield _explained(puzzle, _verdict(puzzle, of_puzzle, limits))


def count_many(
    puzzles: Iterable[Puzzle],
    limit: int,
    backend: str | None = None,
    limits: Limits = Limits(),
) -> Iterator[int]:
    """Yield how many solutions each puzzle has, up to a limit; raise `LimitReached` on another.

    >>> from nonet.formats import classic
    >>> list(count_many([classic(order=2), classic("11.." * 4)], limit=7))
    [7, 0]
    """
    for answers in _answer_many(puzzles, backend, limits, most=limit):
        found = sum(answer.solution is not None for answer in answers)
        if answers[-1].status is Status.UNKNOWN:
            raise LimitReached(found)
        yield found


def solutions(
    puzzle: Puzzle,
    backend: str | None = None,
    limits: Limits = Limits(),
) -> Iterator[Solution]:
    """Yield every solution once, in the backend's order; raise `LimitReached` on a limit.

    The limits are for each solve.

    >>> from nonet.formats import classic
    >>> len(list(solutions(classic(order=2))))
    288
    """
    with _open(puzzle, backend) as session:
        for found, answer in enumerate(session.answers(limits)):
            if answer.status is Status.UNKNOWN:
                raise LimitReached(found)
            if answer.solution is not None:
                yield answer.solution


def count(
    puzzle: Puzzle,
    limit: int | None = None,
    backend: str | None = None,
    limits: Limits = Limits(),
) -> int:
    """Return how many solutions there are, or `limit` if there are at least so many.

    >>> from nonet.formats import classic
    >>> count(classic(order=3), limit=10)
    10
    """
    return sum(1 for _ in islice(solutions(puzzle, backend, limits), limit))


def _open(puzzle: Puzzle, spec: str | None) -> Session:
    return find_backend(spec).open(puzzle)


def _answer_many(
    puzzles: Iterable[Puzzle], spec: str | None, limits: Limits, most: int
) -> Iterator[list[Answer]]:
    yield from find_backend(spec).answer_many(puzzles, limits, most)


def _reached(limits: Limits) -> str:
    named = (("seconds", limits.seconds), ("nodes", limits.nodes))
    said = (f"{value} {name}" for name, value in named if value is not None)
    return "limit reached: " + ", ".join(said)
