"""``nonet encode``: what a SAT solver reads, and the answer in its own dialect."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.exits import Exit
from nonet.cli.inputs import records
from nonet.cli.options import Alphabet, BackendSpec, FormatName, Nodes, Puzzles, Seconds, limits
from nonet.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle
    from nonet.solvers import Limits

#: Exit codes of the SAT competition: satisfiable, unsatisfiable, unknown.
_DIALECT = {"satisfied": 10, "unsatisfiable": 20, "unknown": 0}


class Clauses(StrEnum):
    """The clause sets of the CNF encoding."""

    EXTENDED = "extended"
    MINIMAL = "minimal"


def encode(
    puzzles: Puzzles = None,
    clauses: Annotated[Clauses, typer.Option(help="The clause set.")] = Clauses.EXTENDED,
    solve: Annotated[
        bool,
        typer.Option("--solve", help="Answer like a SAT solver: s and v lines, exit 10, 20 or 0."),
    ] = False,
    backend: BackendSpec = "pysat",
    time: Seconds = None,
    nodes: Nodes = None,
    format: FormatName = None,
    alphabet: Alphabet = None,
) -> int:
    """Write the CNF of one puzzle in DIMACS, with the variable map in comments."""
    from nonet.encodings import cnf, dimacs

    found = list(records(puzzles, format, alphabet))
    if len(found) != 1:
        raise PuzzleError(f"{len(found)} puzzles: encode takes one")
    record = found[0]
    if record.puzzle is None:
        raise record.error or PuzzleError("no puzzle")
    if solve:
        return _answer(record.puzzle, backend, limits(time, nodes))
    for line in dimacs.write(cnf.encode(record.puzzle, clauses.value)):
        print(line)
    return Exit.ANSWERED


def _answer(puzzle: Puzzle, backend: str, bounds: Limits) -> int:
    from nonet.encodings import dimacs
    from nonet.uniqueness import solve

    answer = solve(puzzle, backend, bounds)
    model: tuple[int, ...] = ()
    if answer.solution is not None:
        grid = puzzle.grid
        model = tuple(
            grid.mark(cell, value) if value == held else -grid.mark(cell, value)
            for cell, held in enumerate(answer.solution)
            for value in grid.values
        )
    satisfiable = {"satisfied": True, "unsatisfiable": False}.get(answer.status)
    for line in dimacs.write_reply(dimacs.Reply(satisfiable, model)):
        print(line)
    return _DIALECT[answer.status]
