"""The race: contestants answer the same puzzles in turn, and must agree.

Every contestant opens a fresh session for every puzzle and checks it: it finds a solution, blocks
it, and asks again. The time that counts is the contestant's own, phase by phase; that the session
verifies each answer is not on its clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from nonet.errors import TooLarge
from nonet.formats import classic
from nonet.puzzle import Puzzle
from nonet.solvers import Backend, BackendUnavailable, Limits, Unable, WrongAnswer, backend
from nonet.uniqueness import Kind, Verdict, check_in

#: One contestant of each kind.
_LINE_UP = (
    *("native", "norvig", "heuristic", "backtracking"),
    *("pysat:cadical153", "pysat:glucose4", "pysat:minisat22"),
    *("cpsat:integer", "cpsat:boolean"),
)


def line_up() -> list[str]:
    """Return who races where nobody is named: one of each kind, of those that run here.

    >>> {"norvig", "cpsat:integer"} <= set(line_up())
    True
    """
    found = []
    for spec in _LINE_UP:
        with suppress(BackendUnavailable):
            found.append(backend(spec).spec)
    return found


@dataclass(frozen=True)
class Run:
    """What one contestant made of one puzzle.

    If it failed there is an `error` instead of a verdict; it is `wrong` if it gave a wrong grid.
    """

    puzzle: int
    contestant: str
    verdict: Verdict | None
    error: str | None = None
    wrong: bool = False

    @property
    def kind(self) -> Kind:
        """The verdict's kind; a failure knows nothing."""
        return self.verdict.kind if self.verdict else Kind.UNKNOWN

    @property
    def seconds(self) -> float:
        """The contestant's time, all phases of all solves."""
        return self.verdict.seconds if self.verdict else 0.0


@dataclass(frozen=True)
class Score:
    """One row of the result: a contestant on all puzzles.

    `median` and `total` are seconds, over the puzzles that it decided. The rest are names of
    puzzles: where it gave a wrong grid, where others contradict it, where it failed otherwise.
    """

    contestant: str
    solved: int
    median: float | None
    total: float
    wrong: tuple[str, ...]
    disputed: tuple[str, ...]
    failed: tuple[str, ...]


@dataclass(frozen=True)
class RaceResult:
    """All runs of a race, puzzle by puzzle."""

    puzzles: tuple[Puzzle, ...]
    contestants: tuple[str, ...]
    runs: tuple[Run, ...]

    def name(self, puzzle: int) -> str:
        """Return the label of a puzzle, or its number from 1."""
        return self.puzzles[puzzle].label or f"puzzle {puzzle + 1}"

    def scores(self) -> list[Score]:
        """Return a row for each contestant: most solved first, then the least time."""
        rows = [self._score(contestant) for contestant in self.contestants]
        return sorted(rows, key=lambda row: (-row.solved, row.total))

    def disagreements(self) -> list[str]:
        """Return, in words, every puzzle on which two contestants contradict each other."""
        found = []
        for puzzle, claims in enumerate(self._claims):
            if len(claims) > 1:
                sides = (f"{', '.join(who)}: {what}" for what, who in claims.items())
                found.append(f"{self.name(puzzle)}: {'; '.join(sides)}")
        return found

    @cached_property
    def _claims(self) -> list[dict[str, list[str]]]:
        """For each puzzle, what is claimed and by whom; who does not know claims nothing."""
        claims: list[dict[str, list[str]]] = [{} for _ in self.puzzles]
        for run in self.runs:
            if run.verdict and run.kind is not Kind.UNKNOWN:
                claims[run.puzzle].setdefault(_claim(run.verdict), []).append(run.contestant)
        return claims

    def _score(self, contestant: str) -> Score:
        runs = [run for run in self.runs if run.contestant == contestant]
        times = [run.seconds for run in runs if run.kind is not Kind.UNKNOWN]
        return Score(
            contestant,
            solved=len(times),
            median=median(times) if times else None,
            total=sum(times),
            wrong=tuple(self.name(run.puzzle) for run in runs if run.wrong),
            disputed=tuple(
                self.name(puzzle)
                for puzzle, claims in enumerate(self._claims)
                if len(claims) > 1 and any(contestant in who for who in claims.values())
            ),
            failed=tuple(self.name(run.puzzle) for run in runs if run.error and not run.wrong),
        )


def race(
    puzzles: Iterable[Puzzle],
    contestants: Sequence[str] | None = None,
    limits: Limits = Limits(),
    progress: Callable[[Run], object] | None = None,
) -> RaceResult:
    """Let all contestants check all puzzles; `progress` is told of each run as it ends.

    Without contestants, those of `line_up` race. The limits are for each contestant on each puzzle.

    >>> result = race([classic(order=2)], ["norvig", "pysat"])
    >>> [run.kind.value for run in result.runs], result.disagreements()
    (['multiple', 'multiple'], [])
    """
    field = tuple(puzzles)
    # By their full names: "cpsat" and "cpsat:integer" are one contestant.
    entries = {entry.spec: entry for entry in map(backend, contestants or line_up())}.values()
    for entry in entries:
        _warm_up(entry)
    runs = []
    for number, puzzle in enumerate(field):
        for entry in entries:
            runs.append(_run(number, puzzle, entry, limits))
            if progress:
                progress(runs[-1])
    return RaceResult(field, tuple(entry.spec for entry in entries), tuple(runs))


def _warm_up(entry: Backend) -> None:
    """Import what the contestant imports, off its clock; a wrong answer counts in the race."""
    with suppress(WrongAnswer, Unable), entry.open(classic(order=2)) as session:
        session.solve(Limits(seconds=10))


def _run(number: int, puzzle: Puzzle, entry: Backend, limits: Limits) -> Run:
    try:
        with entry.open(puzzle) as session:
            return Run(number, entry.spec, check_in(session, limits))
    except (TooLarge, Unable) as error:
        return Run(number, entry.spec, None, str(error))
    except WrongAnswer as error:
        return Run(number, entry.spec, None, str(error), wrong=True)


def _claim(verdict: Verdict) -> str:
    if verdict.kind is Kind.UNIQUE and verdict.solution:
        return f"unique {' '.join(map(str, verdict.solution))}"
    return verdict.kind.value
