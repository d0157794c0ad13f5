"""``nonet decode``: what an outside solver printed, back as a grid that is checked."""

from __future__ import annotations

import json as json_module
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.exits import Exit, complain
from nonet.cli.inputs import STDIN, only_puzzle, read_bytes
from nonet.cli.options import Alphabet, Format
from nonet.cli.output import drawing, line
from nonet.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.encodings.cnf import Cnf
    from nonet.encodings.dimacs import Reply
    from nonet.puzzle import Puzzle

_STATUS = {True: "satisfied", False: "unsatisfiable", None: "unknown"}
_CODES = {True: Exit.ANSWERED, False: Exit.NOT_UNIQUE, None: Exit.LIMIT}


@dataclass(frozen=True)
class _Question:
    """What was asked; of a CNF file alone, the puzzle is its grid and the clauses are the rules."""

    puzzle: Puzzle
    cnf: Cnf
    is_file: bool

    def solution(self, model: tuple[int, ...]) -> tuple[int, ...]:
        """Return the grid of a model; raises ValueError if it is no solution."""
        from nonet.validity import violations

        solution = self.cnf.decode(model)
        for violation in violations(self.puzzle, solution):
            raise ValueError(str(violation))
        if self.is_file:
            true = set(model)
            for clause in self.cnf.clauses:
                if true.isdisjoint(clause):
                    raise ValueError(f"the clause {' '.join(map(str, clause))} is not satisfied")
        return solution


def decode(
    puzzle: Annotated[str, typer.Argument(metavar="PUZZLE|CNF", show_default=False)],
    reply: Annotated[str, typer.Argument(metavar="REPLY")] = "-",
    json: Annotated[bool, typer.Option("--json", help="Print a JSON record.")] = False,
    format: Format = None,
    alphabet: Alphabet = None,
) -> Exit:
    """Read what a SAT solver printed about a puzzle, and check it.

    The PUZZLE is a file or written out, or else the CNF file that 'nonet encode' wrote. The REPLY
    is a file with the solver's s and v lines or MiniSat's result, '-' for stdin. Pseudo-Boolean
    solvers that read OPB answer in the same form.

    Exit codes are those of 'nonet solve', and 3 if the reply is no solution.
    """
    from nonet.encodings.dimacs import read_reply

    if puzzle == reply == "-":
        raise typer.BadParameter("the puzzle and the reply cannot both come from stdin")
    asked = _asked(puzzle, format, alphabet)
    try:
        said = read_reply(read_bytes(reply).decode(errors="replace").splitlines())
    except PuzzleError as error:
        raise error.at(file=STDIN if reply == "-" else reply) from None
    try:
        solution = asked.solution(said.model) if said.satisfiable else None
    except ValueError as error:
        complain(f"the reply is no solution: {error}")
        return Exit.DISAGREEMENT
    _print(asked, said, solution, json)
    return _CODES[said.satisfiable]


def _asked(source: str, format: str | None, alphabet: str | None) -> _Question:
    from nonet.encodings import cnf, dimacs
    from nonet.puzzle import Puzzle

    if not _is_cnf(source):
        puzzle = only_puzzle([source], format, alphabet, "decode")
        return _Question(puzzle, cnf.encode(puzzle), is_file=False)
    try:
        read = dimacs.read(read_bytes(source).decode(errors="replace").splitlines())
    except PuzzleError as error:
        raise error.at(file=source) from None
    return _Question(Puzzle(read.grid, marks=read.domains), read, is_file=True)


def _is_cnf(source: str) -> bool:
    """Tell a CNF from a puzzle: it begins with a comment or with its header."""
    try:
        with Path(source).open("rb") as file:
            return file.read(64).lstrip().startswith((b"c ", b"p cnf "))
    except (OSError, ValueError):
        return False


def _print(asked: _Question, said: Reply, solution: tuple[int, ...] | None, as_json: bool) -> None:
    if as_json:
        solutions = [line(asked.puzzle, solution)] if solution else []
        record = {"status": _STATUS[said.satisfiable], "solutions": solutions}
        print(json_module.dumps(record))
    elif solution is None:
        print(_STATUS[said.satisfiable])
    else:
        print((drawing if sys.stdout.isatty() else line)(asked.puzzle, solution))
