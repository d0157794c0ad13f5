"""DIMACS files: write a CNF as text for any SAT solver, and read the solver's output.

Comments in a file name the variables, so a program can decode a model without nonet. The comment
``grid`` has the number of rows and columns, and the lowest and the highest value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from nonet.encodings.at_most_one import Clause
from nonet.encodings.cnf import Cnf
from nonet.model.grid import Grid, Layer
from nonet.system.errors import PuzzleError

#: The number of clauses in one part of a text: about a megabyte.
_STEP = 1 << 16


def write(cnf: Cnf) -> Iterator[str]:
    """Yield the lines of a DIMACS file: comments with the names of the variables, then the clauses.

    Raise `PuzzleError` for native cardinality constraints, which DIMACS cannot express.

    >>> from nonet.encodings.cnf import encode
    >>> from nonet.formats import classic
    >>> print(*write(encode(classic("1"))), sep="\\n")
    c nonet grid 1 1 1 1
    c nonet mark 1 r1c1=1
    p cnf 1 1
    1 0
    """
    for part in parts(cnf):
        yield from part.split("\n")


def parts(cnf: Cnf) -> Iterator[str]:
    """Yield the lines that `write` yields, but many at a time, with line ends between them."""
    if cnf.at_most_ones:
        raise PuzzleError(
            "DIMACS cannot express cardinality constraints: instead of the option 'native', choose "
            "another one, such as 'pairwise'"
        )
    grid = cnf.grid
    yield f"c nonet grid {grid.rows} {grid.columns} {grid.values[0]} {grid.values[-1]}"
    for layer in grid.layers:
        kind = "auxiliary" if layer.auxiliary else "layer"
        words = (kind, layer.name, layer.size or "board", *layer.values)
        yield f"c nonet {' '.join(map(str, words))}"
    for cell, domain in enumerate(cnf.domains):
        for value in grid.values_of(domain):
            yield f"c nonet mark {grid.mark(cell, value)} {grid.name(cell)}={value}"
    yield f"p cnf {cnf.variables} {len(cnf.clauses)}"
    for start in range(0, len(cnf.clauses), _STEP):
        text = str(cnf.clauses[start : start + _STEP])  # faster than a text for each clause
        lines = text[2:-2].replace("], [", " 0\n").replace(",", "") + " 0"
        yield lines.replace("\n 0", "\n0").lstrip()  # the empty clause is only a 0


def read(lines: Iterable[str]) -> Cnf:
    """Read a DIMACS file of `write`. For any other text, raise a `PuzzleError` with the line.

    >>> from nonet.encodings.cnf import encode
    >>> from nonet.formats import classic
    >>> cnf = encode(classic("1..............."))
    >>> read(write(cnf)).clauses == cnf.clauses
    True
    """
    reader = _Reader()
    number = 0
    for number, line in enumerate(lines, 1):
        try:
            reader.take(line.split())
        except PuzzleError as error:
            raise error.at(line=number) from None
        except ValueError:
            raise PuzzleError(f"{line.strip()[:40]!r} is not DIMACS", line=number) from None
    return reader.finish(number)


class _Reader:
    def __init__(self) -> None:
        self.grid: Grid | None = None
        self.domains: list[int] = []
        self.header: tuple[int, int] | None = None
        self.clauses: list[Clause] = []
        self.rest: Clause = []

    def take(self, words: list[str]) -> None:
        match words:
            case ["c", "nonet", "grid", rows, columns, low, high]:
                self.grid = Grid(int(rows), int(columns), range(int(low), int(high) + 1))
                self.domains = [0] * len(self.grid.cells)
            case ["c", "nonet", "layer" | "auxiliary" as kind, name, size, *values] if self.grid:
                count = None if size == "board" else int(size)
                layer = Layer(name, tuple(map(int, values)), count, kind == "auxiliary")
                self.grid = replace(self.grid, layers=(*self.grid.layers, layer))
                self.domains = [0] * len(self.grid.cells)
            case ["c", "nonet", "mark", mark, name]:
                self._mark(int(mark), name)
            case ["p", "cnf", variables, clauses] if self.header is None:
                self.header = int(variables), int(clauses)
            case [] | ["c", *_]:
                pass
            case _:
                self._literals([int(word) for word in words])

    def _mark(self, mark: int, name: str) -> None:
        if self.grid is None:
            raise PuzzleError("the comment 'c nonet mark' must come after 'c nonet grid'")
        cell, value = self.grid.unmark(mark)
        if cell not in self.grid.cells or name != f"{self.grid.name(cell)}={value}":
            raise PuzzleError(f"variable {mark} does not mean {name}")
        self.domains[cell] |= self.grid.bit(value)

    def _literals(self, literals: list[int]) -> None:
        if self.header is None:
            raise PuzzleError("the clauses must come after the header 'p cnf VARIABLES CLAUSES'")
        for literal in literals:
            if abs(literal) > self.header[0]:
                raise PuzzleError(f"there is no literal {literal} among {self.header[0]} variables")
            if literal:
                self.rest.append(literal)
            else:
                self.clauses.append(self.rest)
                self.rest = []

    def finish(self, line: int) -> Cnf:
        if self.header is None or self.grid is None:
            missing = "header 'p cnf'" if self.header is None else "comment 'c nonet grid'"
            raise PuzzleError(f"nonet did not write this DIMACS file: it has no {missing}")
        (variables, promised), marks = self.header, self.grid.marks
        if variables < marks:
            raise PuzzleError(
                f"the header has {variables} variables, but the grid needs at least {marks}"
            )
        if self.rest:
            raise PuzzleError("the last clause does not end with 0", line=line)
        if (found := len(self.clauses)) != promised:
            message = f"the header promises {promised} clauses, but the file has {found}"
            raise PuzzleError(message, line=line)
        return Cnf(self.grid, tuple(self.domains), self.clauses, variables)


@dataclass(frozen=True)
class Reply:
    """A SAT solver's verdict, and the literals of its model. The verdict None means unknown."""

    satisfiable: bool | None
    model: tuple[int, ...] = ()


#: Pseudo-Boolean solvers write literals as ``x1 -x2``. This pattern finds the `x`.
_X = re.compile(r"^(-?)x(?=\d)")

_STATUS: dict[str, bool | None] = {
    **dict.fromkeys(("SATISFIABLE", "SAT"), True),
    **dict.fromkeys(("UNSATISFIABLE", "UNSAT"), False),
    **dict.fromkeys(("UNKNOWN", "INDETERMINATE", "INDET")),
}


def read_reply(lines: Iterable[str]) -> Reply:
    """Read a solver's output: ``s`` and ``v`` lines, or the lines of MiniSat's result file.

    >>> read_reply(["s SATISFIABLE", "v 1 -2 3", "v -4 0"])
    Reply(satisfiable=True, model=(1, -2, 3, -4))
    """
    status: list[bool | None] = []
    model: list[int] = []
    for number, line in enumerate(lines, 1):
        match line.split():
            case [] | ["c", *_]:
                continue
            case ["s", word] | [word] if word in _STATUS:
                status.append(_STATUS[word])
            case ["v", *words] | words:
                model.extend(_literals(words, number))
    if len(status) != 1:
        raise PuzzleError(f"the solver's output has {len(status)} status lines, not exactly 1")
    return Reply(status[0], tuple(model) if status[0] else ())


def _literals(words: list[str], line: int) -> list[int]:
    try:
        return [literal for word in words if (literal := int(_X.sub(r"\1", word)))]
    except ValueError:
        message = f"{' '.join(words)[:40]!r} is not a line of a SAT solver's output"
        raise PuzzleError(message, line=line) from None
