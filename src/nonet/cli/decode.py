"""``nonet decode``: check the reply of an external SAT solver, and print its grid."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from nonet.cli.common.exits import CODES, Exit, complain, require
from nonet.cli.common.inputs import STDIN, only_puzzle, read_bytes
from nonet.cli.common.options import argument, current_reading, option
from nonet.cli.common.output import drawing, line, put, put_record
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError
from nonet.validity import violations

if TYPE_CHECKING:
    from nonet.encodings.cnf import Cnf

_STATUS = {True: "satisfied", False: "unsatisfiable", None: "unknown"}


def decode(
    puzzle: str = argument("PUZZLE|CNF", default=...),
    reply: str = argument("REPLY", default="-"),
    json: bool = option("--json", "Print a JSON record."),
) -> Exit:
    """Read the reply of a SAT solver to a puzzle, and check it.

    The PUZZLE is a file or the puzzle itself. Instead, you can give the CNF file that 'nonet
    encode' has written.

    The REPLY is a file with the s and v lines of a SAT or pseudo-Boolean solver, or with MiniSat's
    result. By default, nonet reads the reply from stdin.

    If the reply is not a solution, the exit code is 3. All other exit codes are those of 'nonet
    solve'.
    """
    from nonet.encodings import cnf, dimacs

    require(not puzzle == reply == "-", "PUZZLE and REPLY cannot both come from stdin")
    if is_cnf := _is_cnf(puzzle):
        encoded = _read_cnf(puzzle)
        model = Puzzle(encoded.grid, marks=encoded.domains)
    else:
        model = only_puzzle([puzzle], "decode")
        encoded = cnf.encode(model)
    try:
        said = dimacs.read_reply(read_bytes(reply).decode(errors="replace").splitlines())
    except PuzzleError as error:
        raise error.at(file=STDIN if reply == "-" else reply) from None
    status, solution = _STATUS[said.satisfiable], None
    if said.satisfiable:
        try:
            solution = _solution(model, encoded, set(said.model), is_cnf)
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


def _is_cnf(source: str) -> bool:
    """Tell whether a source is a CNF file. Such a file begins with a comment or a header."""
    try:
        with Path(source).open("rb") as file:
            return file.read(64).lstrip().startswith((b"c ", b"p cnf "))
    except (OSError, ValueError):
        return False


def _read_cnf(source: str) -> Cnf:
    from nonet.encodings import dimacs

    for field, said in vars(current_reading()).items():
        if said:
            name = "lossy" if field == "ignore_drawings" else field
            raise PuzzleError(f"--{name} needs a puzzle, but this is a CNF", file=source)
    try:
        return dimacs.read(read_bytes(source).decode(errors="replace").splitlines())
    except PuzzleError as error:
        raise error.at(file=source) from None


def _solution(puzzle: Puzzle, cnf: Cnf, true: set[int], is_cnf: bool) -> tuple[int, ...]:
    """Return the grid of a model. Raise ValueError if the grid is not a solution.

    A puzzle from a CNF file has no rules, so check the clauses instead.
    """
    grid, named = cnf.grid, set(map(abs, true))
    for cell, domain in enumerate(cnf.domains):
        marks = {grid.mark(cell, value) for value in grid.values_of(domain)}
        if true.isdisjoint(marks) and not marks <= named:
            missing = f"the value of {grid.name(cell)} is missing"
            raise ValueError(f"{missing}. The reply may be incomplete.")
    solution = cnf.decode(tuple(true))
    for violation in violations(puzzle, solution):
        raise ValueError(str(violation))
    for clause in cnf.clauses if is_cnf else ():
        if true.isdisjoint(clause):
            raise ValueError(f"the clause {' '.join(map(str, clause))} is not satisfied")
    return solution
