"""``nonet encode``: what a SAT solver reads, and the answer in its own dialect."""

from __future__ import annotations

from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.exits import Exit
from nonet.cli.inputs import items
from nonet.cli.options import Alphabet, BackendSpec, Format, Nodes, Puzzles, Seconds, limits
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
    clauses: Annotated[
        Clauses | None,
        typer.Option(
            metavar="SET",
            help="The clause set: extended, which propagates more, or minimal.",
            show_default="extended",
        ),
    ] = None,
    solve: Annotated[
        bool,
        typer.Option("--solve", help="Answer like a SAT solver: s and v lines, exit 10, 20 or 0."),
    ] = False,
    backend: BackendSpec = "pysat",
    time: Seconds = None,
    nodes: Nodes = None,
    format: Format = None,
    alphabet: Alphabet = None,
) -> int:
    """Write the CNF of one puzzle in DIMACS.

    The PUZZLE is a file, '-' for stdin, or written out; without it, stdin is read. Comments in the
    CNF say which variable is which pencil mark. The backend and the limits are for --solve.
    """
    from nonet.encodings import cnf, dimacs

    puzzle = _only_puzzle(puzzles, format, alphabet)
    if solve:
        spec = f"{backend}/{clauses}" if clauses else backend
        return _answer(puzzle, spec, limits(time, nodes))
    for line in dimacs.write(cnf.encode(puzzle, "minimal" if clauses == "minimal" else "extended")):
        print(line)
    return Exit.ANSWERED


def _only_puzzle(sources: list[str] | None, format: str | None, alphabet: str | None) -> Puzzle:
    found = list(islice(items(sources, format, alphabet), 2))
    for item in found:
        if item.error:
            raise item.error
    [puzzle] = [item.puzzle for item in found[:1]]
    if puzzle is None or len(found) > 1:
        raise PuzzleError("more than one puzzle: encode takes one")
    return puzzle


def _answer(puzzle: Puzzle, backend: str | None, bounds: Limits) -> int:
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
