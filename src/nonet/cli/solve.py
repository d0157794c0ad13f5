"""``nonet solve``: find a solution, or all of them."""

from __future__ import annotations

import time as clock
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from nonet.cli.common import options
from nonet.cli.common.answers import SVG, ChosenBackend, Texts, holds_one, written
from nonet.cli.common.exits import CODES, Exit, complain, require
from nonet.cli.common.inputs import Item, items, only, require_target
from nonet.cli.common.options import option
from nonet.cli.common.output import coloured, drawing, line, put
from nonet.cli.common.transcript import MOST_DRAWN, Transcript
from nonet.formats.text import counted
from nonet.puzzle import Puzzle
from nonet.system.limits import TimeUp, limited_to

if TYPE_CHECKING:
    from nonet.solvers import Answer, Solution, Status

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
    from nonet.solvers import Status, summed_counters

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
        answers: list[Answer] = []
        found: list[Solution] = []
        kept = transcript.kept(item)
        chosen.announce(item, puzzle)
        with chosen.backend.open(puzzle) as session:
            for reply in islice(session.answers(bounds), most):
                answers.append(reply)
                if reply.solution is None:
                    continue
                if to:
                    meta = tuple(pair for pair in puzzle.meta if pair[0] != "solution")
                    losing = None if found else replace(puzzle, meta=meta)
                    texts.put(written(puzzle, reply.solution, to), losing)
                elif transcript.draws and len(found) < MOST_DRAWN:
                    put("\n".join(filter(None, (drawing(puzzle, reply.solution), kept.strip()))))
                elif not json:
                    put(line(puzzle, reply.solution) + kept)
                found.append(reply.solution)
        status = answers[-1].status
        if status is Status.UNSATISFIABLE and found:  # there are no further solutions
            status = Status.SATISFIED
        by, reason = chosen.credit(item, answers), _reason(puzzle, status, len(found))
        said = (f"{status}: {reason}" if reason else status) + kept
        if json:
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
            put(said if found or not transcript.draws else f"{drawing(puzzle)}\n{said}")
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


def _reason(puzzle: Puzzle, status: Status, found: int) -> str | None:
    from nonet.questions.uniqueness import reason_for_none

    if status == "unknown":
        return f"limit reached after {counted(found, 'solution')}" if found else "limit reached"
    return reason_for_none(puzzle) if status == "unsatisfiable" else None


def _propagate(transcript: Transcript) -> Exit:
    """Print what follows from the givens of each puzzle. Drawings show the remaining candidates."""

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        from nonet.propagation import propagator
        from nonet.solvers import require_right

        grid, start = puzzle.grid, clock.perf_counter()
        state = propagator(puzzle.geometry).start(puzzle.domains)
        seconds = clock.perf_counter() - start
        marks = puzzle.domains if state is None else state.marks
        candidates = {cell: list(grid.values_of(mask)) for cell, mask in enumerate(marks)}
        values = [each[0] if len(each) == 1 else None for each in candidates.values()]
        known = tuple(value for value in values if value is not None)
        status = "unsatisfiable" if state is None else "unknown"
        if state is not None and len(known) == len(values):
            require_right(puzzle, [known], PROPAGATION)  # a full board may break the rules
            status = "satisfied"
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
