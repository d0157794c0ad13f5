"""``nonet solve``: a solution, or all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonet.cli.exits import Exit, gravest
from nonet.cli.inputs import progress, records
from nonet.cli.options import (
    Alphabet,
    AsJson,
    BackendSpec,
    FormatName,
    Nodes,
    Puzzles,
    Seconds,
    limits,
)
from nonet.cli.output import Printer

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle
    from nonet.solvers import Backend, Limits, Status

_CODES = {
    "satisfied": Exit.ANSWERED,
    "unsatisfiable": Exit.NOT_UNIQUE,
    "unknown": Exit.LIMIT,
}


def solve(
    puzzles: Puzzles = None,
    backend: BackendSpec = "pysat",
    all: Annotated[bool, typer.Option("--all", help="Find every solution.")] = False,
    limit: Annotated[
        int | None,
        typer.Option("--limit", min=1, help="Stop after so many solutions; implies --all."),
    ] = None,
    time: Seconds = None,
    nodes: Nodes = None,
    json: AsJson = False,
    format: FormatName = None,
    alphabet: Alphabet = None,
) -> Exit:
    """Solve puzzles: a line for each on stdout, or a drawing on a terminal.

    With --all, the limits of time and nodes are for each solution.
    """
    from nonet.solvers import backend as backend_named

    chosen, bounds = backend_named(backend), limits(time, nodes)
    most = limit if all or limit else 1
    printer = Printer(json)
    codes = []
    for record in progress(records(puzzles, format, alphabet), "Solving"):
        if record.puzzle is None:
            codes.append(printer.unreadable(record))
            continue
        status, found, fields = _solve(record.puzzle, chosen, bounds, most)
        printer.solved(record, status, found, fields)
        codes.append(_CODES[status])
    return gravest(codes)


def _solve(
    puzzle: Puzzle, backend: Backend, bounds: Limits, most: int | None
) -> tuple[Status, list[tuple[int, ...]], dict[str, Any]]:
    """Return the status, the solutions, and what else the record says.

    The status is that of the question asked: with a limit hit before all were found it is unknown.
    """
    from nonet.solvers import Status

    found: list[tuple[int, ...]] = []
    seconds = 0.0
    with backend.open(puzzle) as session:
        while most is None or len(found) < most:
            answer = session.solve(bounds)
            seconds += answer.times.total
            if answer.solution is None:
                status = answer.status if answer.status is Status.UNKNOWN or not found else None
                break
            found.append(answer.solution)
            session.block(answer.solution)
        else:
            status = None
    return status or Status.SATISFIED, found, {"backend": backend.spec, "seconds": seconds}
