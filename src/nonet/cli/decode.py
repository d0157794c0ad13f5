"""``nonet decode``: check the reply of an external SAT solver, and print its grid."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from nonet.cli.common.exits import CODES, Exit, complain, require
from nonet.cli.common.inputs import STDIN, only_puzzle, read_bytes
from nonet.cli.common.options import argument, option
from nonet.cli.common.output import drawing, line, put, put_record
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError
from nonet.validity import violations

if TYPE_CHECKING:
    from nonet.encodings.cnf import Cnf

_STATUS = {True: "satisfied", False: "unsatisfiable", None: "unknown"}


def decode(
    puzzle: str = argument("PUZZLE", default=...),
    reply: str = argument("REPLY", default="-"),
    json: bool = option("--json", "Print a JSON record."),
) -> Exit:
    """Read the reply of a SAT solver to a puzzle, and check it.

    The PUZZLE is a file or the puzzle itself.

    The REPLY is a file with the s and v lines of a SAT or pseudo-Boolean solver, or with MiniSat's
    result. By default, nonet reads the reply from stdin.

    If the reply is not a solution, the exit code is 3. All other exit codes are those of 'nonet
    solve'.
    """
    from nonet.encodings import cnf, dimacs

    require(not puzzle == reply == "-", "PUZZLE and REPLY cannot both come from stdin")
    model = only_puzzle([puzzle], "decode")
    encoded = cnf.encode(model)
    try:
        said = dimacs.read_reply(read_bytes(reply).decode(errors="replace").splitlines())
    except PuzzleError as error:
        raise error.at(file=STDIN if reply == "-" else reply) from None
    status, solution = _STATUS[said.satisfiable], None
    if said.satisfiable:
        try:
            solution = _solution(model, encoded, set(said.model))
        except ValueError as error:
            complain(f"the reply is not a solution: {error}")
            return Exit.DISAGREEMENT
    if json:
        solutions = [line(model, solution)] if solution else []
        put_record({"status": status, "solutions": solutions})
    elif solution is None:
        put(status)
    else:
        put((drawing if sys.stdout.isatty() else line)(model, solution))
    return CODES[status]


def _solution(puzzle: Puzzle, cnf: Cnf, true: set[int]) -> tuple[int, ...]:
    """Return the grid of a model. Raise ValueError if the grid is not a solution."""
    grid, named = cnf.grid, set(map(abs, true))
    for cell, domain in enumerate(cnf.domains):
        marks = {grid.mark(cell, value) for value in grid.values_of(domain)}
        if true.isdisjoint(marks) and not marks <= named:
            missing = f"the value of {grid.name(cell)} is missing"
            raise ValueError(f"{missing}. The reply may be incomplete.")
    solution = cnf.decode(tuple(true))
    for violation in violations(puzzle, solution):
        raise ValueError(str(violation))
    return solution
