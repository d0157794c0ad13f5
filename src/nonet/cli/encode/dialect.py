"""``nonet encode --solve``: an answer in the dialect of the SAT competitions."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from nonet.cli.common.output import put
from nonet.system.limits import TimeUp, limited_to

if TYPE_CHECKING:
    from nonet.encodings.dimacs import Reply
    from nonet.puzzle import Puzzle
    from nonet.solvers import Limits, Solution

#: Exit codes: satisfiable, unsatisfiable, unknown.
_CODES = {True: 10, False: 20, None: 0}


def answer(puzzle: Puzzle, backend: str | None, options: str, bounds: Limits) -> int:
    """Solve a puzzle, print the reply, and return the exit code."""
    from nonet.encodings import dimacs

    try:
        with limited_to(bounds):
            reply = _reply(puzzle, _with_options(backend, options), bounds)
    except TimeUp:
        reply = dimacs.Reply(None)
    for line in dimacs.write_reply(reply):
        put(line)
    return _CODES[reply.satisfiable]


def _reply(puzzle: Puzzle, spec: str | None, bounds: Limits) -> Reply:
    from nonet.encodings.dimacs import Reply
    from nonet.questions.uniqueness import solve

    found = solve(puzzle, spec, bounds)
    if found.solution is not None:
        return Reply(True, _model(puzzle, found.solution, _encoding(spec)))
    return Reply(False if found.status == "unsatisfiable" else None)


def _with_options(backend: str | None, options: str) -> str | None:
    """Return a spec with more options; without a backend, they are for pysat."""
    if not options:
        return backend
    spec = backend or "pysat"
    return f"{spec},{options}" if "/" in spec else f"{spec}/{options}"


def _encoding(spec: str | None) -> str:
    """Return the words of a spec that choose the CNF of which a model is wanted.

    That is not 'native', which has no DIMACS: pairwise clauses have the same variables.
    """
    from nonet.encodings.options import NATIVE, WORDS

    _, slash, words = (spec or "").rpartition("/")
    chosen = words.split(",") if slash else []
    return ",".join(word for word in chosen if word in WORDS and word != NATIVE)


def _model(puzzle: Puzzle, solution: Solution, options: str) -> tuple[int, ...]:
    """Return the model of a CNF that has this solution, with its auxiliary variables.

    Few solvers know these, and the clauses do not always force them: so a SAT solver is asked.
    """
    from nonet.encodings import cnf
    from nonet.solvers import find_backend

    grid = puzzle.grid
    cells = [
        grid.mark(cell, value) if value == held else -grid.mark(cell, value)
        for cell, held in enumerate(solution)
        for value in grid.values
    ]
    load = find_backend("pysat").cores
    assert load is not None, "pysat takes clauses"
    with closing(load(cnf.encode(puzzle, options).clauses)) as solver:
        solver.solve(assumptions=cells)
        return tuple(solver.model())
