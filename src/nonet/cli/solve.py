"""``nonet solve``: a solution, or all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonet.cli.answering import Answering
from nonet.cli.exits import Exit
from nonet.cli.inputs import Item, items
from nonet.cli.options import (
    Alphabet,
    AsJson,
    BackendSpec,
    Format,
    Nodes,
    Puzzles,
    Seconds,
    Verbose,
    limits,
)
from nonet.cli.output import drawing, line, put
from nonet.cli.report import MOST_DRAWN, Report

if TYPE_CHECKING:
    from collections.abc import Callable

    from nonet.puzzle import Puzzle
    from nonet.solvers import Answer, Backend, Limits, Solution, Status

_CODES = {
    "satisfied": Exit.ANSWERED,
    "unsatisfiable": Exit.NOT_UNIQUE,
    "unknown": Exit.LIMIT,
}


def solve(
    puzzles: Puzzles = None,
    backend: BackendSpec = None,
    all: Annotated[bool, typer.Option("--all", "-a", help="Find every solution.")] = False,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            "-l",
            metavar="COUNT",
            help="Find so many solutions at most; implies --all.",
            show_default=False,
        ),
    ] = None,
    time: Seconds = None,
    nodes: Nodes = None,
    json: AsJson = False,
    verbose: Verbose = False,
    format: Format = None,
    alphabet: Alphabet = None,
) -> Exit:
    """Find a solution of each puzzle, or all.

    A PUZZLE is a file, '-' for stdin, or written out; without any, stdin is read.

    Prints a line for each solution, or draws it on a terminal: unsatisfiable if there is none,
    unknown if a limit was reached. With --all, the limits of time and nodes are for each solution.
    """
    answering, bounds = Answering(backend, verbose), limits(time, nodes)
    if limit is not None and limit < 1:
        raise typer.BadParameter(f"--limit takes 1 or more, not {limit}")
    most = limit if all or limit else 1
    report = Report(items(puzzles, format, alphabet), json)

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        printed = 0
        answering.announce(item, puzzle)

        def show(solution: Solution) -> None:
            nonlocal printed
            if not report.as_json:
                draws = report.draws and printed < MOST_DRAWN
                put(drawing(puzzle, solution) if draws else line(puzzle, solution))
            printed += 1

        status, answers = _solve(puzzle, answering.backend, bounds, most, show)
        found = [answer.solution for answer in answers if answer.solution is not None]
        who = answering.credit(item, answers)
        reason = _reason(puzzle, status, len(found))
        if report.as_json:
            fields: dict[str, Any] = {
                "status": str(status),
                "solutions": [line(puzzle, solution) for solution in found],
                "backend": who,
                "seconds": sum(answer.times.total for answer in answers),
            }
            report.record(item, fields | ({"reason": reason} if reason else {}))
        elif status != "satisfied":
            if report.draws and not found:
                print(drawing(puzzle))
            print(f"{status}: {reason}" if reason else status)
        report.count({"satisfied": "solved"}.get(status, status))
        return _CODES[status]

    return report.each("Solved", answer)


def _solve(
    puzzle: Puzzle,
    backend: Backend,
    bounds: Limits,
    most: int | None,
    show: Callable[[Solution], None],
) -> tuple[Status, list[Answer]]:
    """Return the status, and the answers that led to it; show each solution when found.

    The status is that of the question asked: with a limit hit before all were found it is unknown.
    """
    from nonet.solvers import Status

    answers: list[Answer] = []
    with backend.open(puzzle) as session:
        while most is None or len(answers) < most:
            answer = session.solve(bounds)
            answers.append(answer)
            if answer.solution is None:
                if answer.status is Status.UNSATISFIABLE and len(answers) > 1:
                    break
                return answer.status, answers
            show(answer.solution)
            session.block(answer.solution)
    return Status.SATISFIED, answers


def _reason(puzzle: Puzzle, status: Status, found: int) -> str | None:
    """Say why there is no solution, if the givens alone show it, or that a limit was reached."""
    from nonet.formats.text import counted
    from nonet.validity import violations

    if status == "unknown":
        return f"limit reached after {counted(found, 'solution')}" if found else "limit reached"
    if status == "unsatisfiable":
        return next((clash.message for clash in violations(puzzle, puzzle.givens)), None)
    return None
