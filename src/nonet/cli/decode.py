"""``nonet decode``: the reply of an external SAT solver, as a checked grid."""

from __future__ import annotations

import json as json_module
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.common.exits import Exit, complain
from nonet.cli.common.inputs import STDIN, only_puzzle, read_bytes
from nonet.cli.common.options import option
from nonet.cli.common.output import drawing, line, put
from nonet.cli.common.verbs import Reading, reading
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.encodings.cnf import Cnf
    from nonet.encodings.dimacs import Reply
    from nonet.puzzle import Puzzle

_STATUS = {True: "satisfied", False: "unsatisfiable", None: "unknown"}
_CODES = {True: Exit.ANSWERED, False: Exit.NOT_UNIQUE, None: Exit.LIMIT}


@dataclass(frozen=True)
class _Instance:
    """A puzzle and its CNF. A puzzle from a CNF file has no rules apart from the clauses."""

    puzzle: Puzzle
    cnf: Cnf
    is_file: bool

    def solution(self, model: tuple[int, ...]) -> tuple[int, ...]:
        """Return the grid of a model; raise ValueError if the grid is not a solution."""
        from nonet.validity import violations

        self._require_whole(model)
        solution = self.cnf.decode(model)
        for violation in violations(self.puzzle, solution):
            raise ValueError(str(violation))
        if self.is_file:
            true = set(model)
            for clause in self.cnf.clauses:
                if true.isdisjoint(clause):
                    raise ValueError(f"the clause {' '.join(map(str, clause))} is not satisfied")
        return solution

    def _require_whole(self, model: tuple[int, ...]) -> None:
        """Raise ValueError if a model leaves the value of a cell open."""
        grid, true = self.cnf.grid, set(model)
        named = set(map(abs, model))
        for cell, domain in enumerate(self.cnf.domains):
            marks = {grid.mark(cell, value) for value in grid.values_of(domain)}
            if true.isdisjoint(marks) and not marks <= named:
                raise ValueError(
                    f"the value of {grid.name(cell)} is missing; the reply may be incomplete"
                )


def decode(
    puzzle: Annotated[str, typer.Argument(metavar="PUZZLE|CNF", hidden=True)],
    reply: Annotated[str, typer.Argument(metavar="REPLY", hidden=True)] = "-",
    json: Annotated[bool, option("--json", "Print a JSON record.")] = False,
) -> Exit:
    """Read the reply of a SAT solver to a puzzle, and check it.

    The PUZZLE is a file or the puzzle itself. The CNF is a file from 'nonet encode'. The REPLY is a
    file with the s and v lines of a SAT or pseudo-Boolean solver, or with MiniSat's result. The
    default, '-', is stdin.

    The exit code is 3 if the reply is not a solution, otherwise as in 'nonet solve'.
    """
    from nonet.encodings.dimacs import read_reply

    if puzzle == reply == "-":
        raise typer.BadParameter("PUZZLE and REPLY cannot both come from stdin")
    instance = _instance(puzzle, reading())
    try:
        said = read_reply(read_bytes(reply).decode(errors="replace").splitlines())
    except PuzzleError as error:
        raise error.at(file=STDIN if reply == "-" else reply) from None
    try:
        solution = instance.solution(said.model) if said.satisfiable else None
    except ValueError as error:
        complain(f"the reply is not a solution: {error}")
        return Exit.DISAGREEMENT
    _print(instance, said, solution, json)
    return _CODES[said.satisfiable]


def _instance(source: str, reading: Reading) -> _Instance:
    from nonet.encodings import cnf, dimacs
    from nonet.puzzle import Puzzle

    if not _is_cnf(source):
        puzzle = only_puzzle([source], "decode", reading)
        return _Instance(puzzle, cnf.encode(puzzle), is_file=False)
    for field, said in vars(reading).items():
        if said:
            name = field.replace("_", "-")
            raise PuzzleError(f"--{name} is for puzzles, but this is a CNF", file=source)
    try:
        read = dimacs.read(read_bytes(source).decode(errors="replace").splitlines())
    except PuzzleError as error:
        raise error.at(file=source) from None
    return _Instance(Puzzle(read.grid, marks=read.domains), read, is_file=True)


def _is_cnf(source: str) -> bool:
    """Tell whether a source is a CNF file, which begins with a comment or a header."""
    try:
        with Path(source).open("rb") as file:
            return file.read(64).lstrip().startswith((b"c ", b"p cnf "))
    except (OSError, ValueError):
        return False


def _print(
    instance: _Instance, said: Reply, solution: tuple[int, ...] | None, as_json: bool
) -> None:
    if as_json:
        solutions = [line(instance.puzzle, solution)] if solution else []
        record = {"status": _STATUS[said.satisfiable], "solutions": solutions}
        put(json_module.dumps(record))
    elif solution is None:
        put(_STATUS[said.satisfiable])
    else:
        put((drawing if sys.stdout.isatty() else line)(instance.puzzle, solution))
