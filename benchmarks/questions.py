"""The ways to ask a backend about puzzles with known solutions."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import TypeAlias

import nonet
from nonet.formats import write
from nonet.puzzle import Puzzle
from nonet.questions.counting import count, solutions
from nonet.questions.uniqueness import Verdict, check, check_many
from nonet.solvers import (
    BackendError,
    LimitUnsupported,
    PuzzleUnsupported,
    Session,
    Status,
    Unable,
    find_backend,
)

Solution: TypeAlias = tuple[int, ...]
Case: TypeAlias = tuple[Puzzle, set[Solution]]
#: A function that asks a backend in one way. It raises `Disagreement` if the answer is wrong.
Way: TypeAlias = Callable[[str, Sequence[Case]], None]

#: The maximum number of solutions that are enumerated. If there are more, they are only counted.
MOST_LISTED = 40


class Disagreement(Exception):
    """A backend's answer differs from the answer of brute force."""


def compare(cases: Sequence[Case], spec: str, way: str) -> Iterator[tuple[int, str | None]]:
    """Ask in one way. Yield the number of puzzles, and the reason if the backend cannot answer.

    Some ways ask about all puzzles together, others about one puzzle after the other.
    """
    for group in [cases] if way in TOGETHER else [[case] for case in cases]:
        try:
            WAYS[way](spec, group)
        except (Unable, PuzzleUnsupported, LimitUnsupported, BackendError) as error:
            yield len(group), f"{spec.partition('/')[0]}: {type(error).__name__}"
        except Exception as error:
            error.add_note(f"{spec}, {way}")
            for puzzle, expected in group:
                error.add_note(f"{len(expected)} solutions: {shown(puzzle)}")
            raise
        else:
            yield len(group), None


def shown(puzzle: Puzzle) -> str:
    """Return the puzzle as JSON, or as Python if its rules are not nonet's."""
    try:
        return write(puzzle, "json").strip()
    except (nonet.NonetError, TypeError):
        return f"{puzzle!r} {puzzle.givens} {puzzle.marks} {puzzle.rules}"


# --- one puzzle ----------------------------------------------------------------------------------


def by_solve(spec: str, cases: Sequence[Case]) -> None:
    """Ask for any solution."""
    [(puzzle, expected)] = cases
    answer = nonet.solve(puzzle, spec)
    require((answer.status is Status.SATISFIED) == bool(expected), answer.status)
    require(answer.solution is None or answer.solution in expected, answer.solution)


def by_check(spec: str, cases: Sequence[Case]) -> None:
    """Ask whether the solution is the only one."""
    [(puzzle, expected)] = cases
    require_verdict(check(puzzle, spec), expected)


def by_count(spec: str, cases: Sequence[Case]) -> None:
    """Ask for the number of solutions, up to a limit."""
    [(puzzle, expected)] = cases
    limit = min(len(expected), MOST_LISTED) + 1
    found = count(puzzle, limit, spec)
    require(found == min(len(expected), limit), found)


def by_enumeration(spec: str, cases: Sequence[Case]) -> None:
    """Ask for all solutions, unless they are too many."""
    [(puzzle, expected)] = cases
    if len(expected) > MOST_LISTED:
        return by_count(spec, cases)
    found = list(solutions(puzzle, spec))
    require(len(found) == len(expected) and set(found) == expected, found)


# --- several puzzles -----------------------------------------------------------------------------


def by_interleaving(spec: str, cases: Sequence[Case]) -> None:
    """Ask two sessions in turn: a solution blocked in one must not be blocked in the other."""
    (first, _), (second, _) = cases
    found: tuple[set[Solution], set[Solution]] = (set(), set())
    backend = find_backend(spec)
    with backend.open(first) as one, backend.open(second) as other:
        for _ in range(3):
            for session, known, (_, expected) in zip((one, other), found, cases, strict=True):
                ask_and_block(session, known, expected)


def ask_and_block(session: Session, known: set[Solution], expected: set[Solution]) -> None:
    """Ask for one more solution, and block it."""
    answer = session.solve()
    if answer.solution is None:
        require(answer.status is Status.UNSATISFIABLE, answer.status)
        require(known == expected, f"no more than {known}")
    else:
        require(answer.solution in expected - known, answer.solution)
        known.add(answer.solution)
        session.block(answer.solution)


def by_stream(spec: str, cases: Sequence[Case]) -> None:
    """Ask about many puzzles at once, in an order in which the rules change often."""
    order = list(chain(cases, reversed(cases), [cases[0]] * 2))
    verdicts = check_many((puzzle for puzzle, _ in order), spec)
    for (_, expected), verdict in zip(order, verdicts, strict=True):
        require_verdict(verdict, expected)


# --- comparison ----------------------------------------------------------------------------------


def require_verdict(verdict: Verdict, expected: set[Solution]) -> None:
    """Raise `Disagreement` unless the verdict is right, and its witnesses are solutions."""
    require(verdict.kind == ("none", "unique", "multiple")[min(len(expected), 2)], verdict)
    witnesses = verdict.witnesses
    require(len(witnesses) == min(len(expected), 2), witnesses)
    require(len(set(witnesses)) == len(witnesses) and set(witnesses) <= expected, witnesses)


def require(agrees: bool, found: object) -> None:
    """Raise `Disagreement` unless the solutions are those of brute force."""
    if not agrees:
        raise Disagreement(f"found {found}")


TOGETHER: dict[str, Way] = {"interleave": by_interleaving, "stream": by_stream}
WAYS: dict[str, Way] = {
    "solve": by_solve,
    "check": by_check,
    "count": by_count,
    "enumerate": by_enumeration,
    **TOGETHER,
}
