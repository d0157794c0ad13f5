"""``nonet solve``: find a solution, or all of them."""

from __future__ import annotations

import time as clock
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, Any

from nonet.cli.common import options
from nonet.cli.common.answers import SVG, ChosenBackend, Texts, holds_one, without_solution, written
from nonet.cli.common.exits import CODES, Exit, complain, require
from nonet.cli.common.inputs import Item, items, only, require_target
from nonet.cli.common.options import option
from nonet.cli.common.output import coloured, drawing, line, put
from nonet.cli.common.transcript import MOST_DRAWN, Transcript
from nonet.formats.text import counted
from nonet.puzzle import Puzzle
from nonet.system.limits import Limits, TimeUp, limited_to

if TYPE_CHECKING:
    from nonet.solvers import Answer, Backend, Solution, Status

#: A name that ``--backend`` takes, although propagation does not search.
PROPAGATION = "propagation"


def solve(
    puzzles: list[str] | None = options.PUZZLES,
    backend: str | None = options.BACKEND,
    all: bool = option("--all -a", "Find every solution."),
    limit: int | None = option(
        "--limit -l COUNT", "Find at most this many solutions. Implies --all."
    ),
    to: str | None = options.format_option(
        "Write solutions in a format, or as a picture (svg).", (SVG,)
    ),
    time: float | None = options.TIME,
    nodes: int | None = options.NODES,
    json: bool = options.JSON,
    keep: str | None = options.KEEP,
    html: str | None = option("--html FILE", "Write a page that shows how solvers search."),
    verbose: bool = options.VERBOSE,
) -> Exit:
    """Find one solution of each puzzle, or all of them.

    nonet prints a line for each solution, or draws it on a terminal. It prints unsatisfiable if
    there is no solution, and unknown if a limit was reached. With --all, the limits apply to each
    solution.

    --html writes a page that shows the search for one solution of one puzzle, step by step. The
    page has backtracking, norvig and a SAT solver side by side, or only the solver of -b.

    With '-b propagation', nonet does not search. It shows the values that follow from the givens,
    and the candidates that remain.
    """
    from nonet.solvers import summed_counters

    if backend == PROPAGATION:
        is_alone = not all and {limit, time, nodes, keep, to, html} == {None}
        require(is_alone, f"-b {PROPAGATION} takes no option except --json")
        return _propagate(Transcript(items(puzzles), json))
    either = f"use either --to or {'--json' if json else '--keep'}"
    require(not to or not (json or keep), either)
    chosen, bounds = ChosenBackend(backend, verbose), options.limits(time, nodes)
    options.require_limit(limit)
    most = limit if all or limit else 1
    found = items(puzzles, options.names_in(keep))
    if holds_one(to):
        require(most == 1, f"--to {to} writes a single solution. Omit --all and --limit.")
        found = only(found, f"solve --to {to}")
    if html is not None:
        require_target(html, puzzles or ["-"])
        found = only(found, "--html")
    transcript, texts = Transcript(found, json, lines=not to, draws=not to), Texts(to)

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        printed = 0
        chosen.announce(item, puzzle)

        def show(solution: Solution) -> None:
            nonlocal printed
            kept = transcript.kept(item)
            if to:
                losing = None if printed else without_solution(puzzle)
                texts.put(written(puzzle, solution, to), losing)
            elif transcript.draws and printed < MOST_DRAWN:
                put("\n".join(filter(None, (drawing(puzzle, solution), kept.strip()))))
            elif not json:
                put(line(puzzle, solution) + kept)
            printed += 1

        status, answers = _solve(puzzle, chosen.backend, bounds, most, show)
        by, reason = chosen.credit(item, answers), _reason(puzzle, status, printed)
        said = (f"{status}: {reason}" if reason else status) + transcript.kept(item)
        if json:
            found = [answer.solution for answer in answers if answer.solution is not None]
            fields: dict[str, Any] = {
                "status": str(status),
                "solutions": [line(puzzle, solution) for solution in found],
                "backend": by,
                "seconds": sum(answer.times.total for answer in answers),
                "counters": summed_counters(answers),
            }
            transcript.record(item, fields | ({"reason": reason} if reason else {}))
        elif status != "satisfied" and to:
            complain(f"{item.place}: {said}")
        elif status != "satisfied":
            put(said if printed or not transcript.draws else f"{drawing(puzzle)}\n{said}")
        transcript.count({"satisfied": "solved"}.get(status, status))
        if html is not None:
            from nonet.serving.watching import SOLVERS, watch

            try:
                with limited_to(bounds):
                    watch(puzzle, [backend] if backend else SOLVERS).write(html)
            except TimeUp:
                complain(f"{item.place}: the page was not written: limit reached")
                return Exit.LIMIT
        return CODES[status]

    code = transcript.each("Solved", answer)
    texts.note_losses()
    return code


def _solve(
    puzzle: Puzzle,
    backend: Backend,
    bounds: Limits,
    most: int | None,
    show: Callable[[Solution], None],
) -> tuple[Status, list[Answer]]:
    """Show each solution when it is found. Return the status and the answers.

    If a limit was reached before the last solution, the status is unknown.
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
    from nonet.questions.uniqueness import reason_for_none

    if status == "unknown":
        return f"limit reached after {counted(found, 'solution')}" if found else "limit reached"
    return reason_for_none(puzzle) if status == "unsatisfiable" else None


def _propagate(transcript: Transcript) -> Exit:
    """Print what follows from the givens of each puzzle. Drawings show the remaining candidates."""

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        from nonet.propagation import propagator

        grid, start = puzzle.grid, clock.perf_counter()
        state = propagator(puzzle.geometry).start(puzzle.domains)
        seconds = clock.perf_counter() - start
        marks = puzzle.domains if state is None else state.marks
        candidates = {cell: list(grid.values_of(mask)) for cell, mask in enumerate(marks)}
        values = [each[0] if len(each) == 1 else None for each in candidates.values()]
        status = "unsatisfiable" if state is None else _status(puzzle, values)
        if transcript.as_json:
            left = candidates.items() if status == "unknown" else ()
            fields: dict[str, Any] = {
                "status": status,
                "solutions": [line(puzzle, values)] if status == "satisfied" else [],
                "propagated": line(puzzle, values),
                "candidates": {grid.name(cell): many for cell, many in left if len(many) > 1},
                "backend": PROPAGATION,
                "seconds": seconds,
            }
            transcript.record(item, fields)
        elif status == "unsatisfiable":
            put(status)
        elif not transcript.draws:
            put(line(puzzle, values))
        elif status == "satisfied":
            put(drawing(puzzle, values))
        else:
            from nonet.drawing import draw_marks

            put(draw_marks(puzzle, marks, colour=coloured()))
        transcript.count({"satisfied": "solved", "unknown": "open"}.get(status, status))
        return Exit.ANSWERED if status == "unknown" else CODES[status]

    return transcript.each("Propagated", answer)


def _status(puzzle: Puzzle, values: list[int | None]) -> str:
    """Return the status of a board. Raise an error if a full board breaks the rules."""
    from nonet.solvers import require_right

    known = tuple(value for value in values if value is not None)
    if len(known) < len(values):
        return "unknown"
    require_right(puzzle, [known], PROPAGATION)
    return "satisfied"
