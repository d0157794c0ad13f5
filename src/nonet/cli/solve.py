"""``nonet solve``: a solution, or all of them."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonet.cli.common.answers import ChosenBackend
from nonet.cli.common.conversion import (
    SVG,
    LostMetadata,
    Separator,
    holds_one,
    without_solution,
    written,
)
from nonet.cli.common.exits import Exit, complain
from nonet.cli.common.inputs import Item, items, only_item
from nonet.cli.common.options import (
    AsJson,
    BackendSpec,
    Keep,
    Nodes,
    Puzzles,
    Seconds,
    Verbose,
    format_option,
    limits,
    names_in,
    option,
    require_limit,
)
from nonet.cli.common.output import drawing, line, put
from nonet.cli.common.transcript import MOST_DRAWN, Transcript
from nonet.cli.common.verbs import reading
from nonet.cli.propagate import propagate

if TYPE_CHECKING:
    from collections.abc import Callable

    from nonet.puzzle import Puzzle
    from nonet.solvers import Answer, Backend, Limits, Solution, Status

#: The name that ``--backend`` takes for propagation, which is no backend: it does not search.
PROPAGATION = "propagation"

_CODES = {
    "satisfied": Exit.ANSWERED,
    "unsatisfiable": Exit.NOT_UNIQUE,
    "unknown": Exit.LIMIT,
}


def solve(
    puzzles: Puzzles = None,
    backend: BackendSpec = None,
    all: Annotated[bool, option("--all -a", "Find every solution.")] = False,
    limit: Annotated[
        int | None, option("--limit -l COUNT", "Find at most this many solutions; implies --all.")
    ] = None,
    to: Annotated[
        str | None, format_option("Write solutions in a format, or as pictures (svg).", (SVG,))
    ] = None,
    time: Seconds = None,
    nodes: Nodes = None,
    json: AsJson = False,
    keep: Keep = None,
    verbose: Verbose = False,
) -> Exit:
    """Find a solution of each puzzle, or all.

    Each PUZZLE is a file, '-' for stdin, or the puzzle itself. Without any, nonet reads stdin.

    Prints a line for each solution, or draws it on a terminal. Prints unsatisfiable if there is no
    solution, and unknown if a limit was reached. With --all, the limits apply to each solution.

    '-b propagation' shows what follows from the givens without search: the values, and the
    candidates that remain.
    """
    from nonet.solvers import summed_counters

    if backend == PROPAGATION:
        if all or any(each is not None for each in (limit, time, nodes, keep, to)):
            raise typer.BadParameter(f"-b {PROPAGATION} takes no other option than --json")
        return propagate(Transcript(items(puzzles, reading()), json))
    if to and json:
        raise typer.BadParameter("use either --to or --json")
    if to and keep:
        raise typer.BadParameter("use either --to or --keep")
    chosen, bounds = ChosenBackend(backend, verbose), limits(time, nodes)
    require_limit(limit)
    most = limit if all or limit else 1
    found = items(puzzles, reading(), names_in(keep))
    if holds_one(to):
        if most != 1:
            raise typer.BadParameter(f"--to {to} holds one solution: omit --all and --limit")
        found = iter([only_item(found, f"solve --to {to}")])
    transcript = Transcript(found, json, lines=not to, draws=not to)
    separator, lost = Separator(), LostMetadata(to)

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        printed = 0
        chosen.announce(item, puzzle)

        def show(solution: Solution) -> None:
            nonlocal printed
            if to:
                text = written(puzzle, solution, to)
                separator.put(text)
                if not printed:
                    lost.note(without_solution(puzzle), text)
            elif not transcript.as_json:
                draws, kept = transcript.draws and printed < MOST_DRAWN, transcript.kept(item)
                if draws:
                    put("\n".join(filter(None, (drawing(puzzle, solution), kept.strip()))))
                else:
                    put(line(puzzle, solution) + kept)
            printed += 1

        status, answers = _solve(puzzle, chosen.backend, bounds, most, show)
        solutions = [answer.solution for answer in answers if answer.solution is not None]
        by = chosen.credit(item, answers)
        reason = _reason(puzzle, status, len(solutions))
        if transcript.as_json:
            fields: dict[str, Any] = {
                "status": str(status),
                "solutions": [line(puzzle, solution) for solution in solutions],
                "backend": by,
                "seconds": sum(answer.times.total for answer in answers),
                "counters": summed_counters(answers),
            }
            transcript.record(item, fields | ({"reason": reason} if reason else {}))
        elif status != "satisfied":
            if transcript.draws and not solutions:
                put(drawing(puzzle))
            said = f"{status}: {reason}" if reason else status
            if to:
                complain(f"{item.place}: {said}")
            else:
                put(said + transcript.kept(item))
        transcript.count({"satisfied": "solved"}.get(status, status))
        return _CODES[status]

    code = transcript.each("Solved", answer)
    lost.tell()
    return code


def _solve(
    puzzle: Puzzle,
    backend: Backend,
    bounds: Limits,
    most: int | None,
    show: Callable[[Solution], None],
) -> tuple[Status, list[Answer]]:
    """Show each solution as it is found; return the status and the answers.

    The status is unknown if a limit ended the search before the last wanted solution.
    """
    from nonet.solvers import Status

    answers: list[Answer] = []
    with backend.open(puzzle) as session:
        for answer in islice(session.answers(bounds), most):
            answers.append(answer)
            if answer.solution is not None:
                show(answer.solution)
    status = answers[-1].status
    is_end = status is Status.UNSATISFIABLE and len(answers) > 1
    return Status.SATISFIED if is_end else status, answers


def _reason(puzzle: Puzzle, status: Status, found: int) -> str | None:
    """Return the reason for "unknown" or "unsatisfiable", if there is a short one."""
    from nonet.formats.text import counted
    from nonet.questions.uniqueness import reason_for_none

    if status == "unknown":
        return f"limit reached after {counted(found, 'solution')}" if found else "limit reached"
    if status == "unsatisfiable":
        return reason_for_none(puzzle)
    return None
