"""DIMACS files: write a CNF as text for any SAT solver, and read the solver's output.

Comments in a file name the variables, so a program can decode a model without nonet. The comment
``grid`` has the number of rows and columns, and the lowest and the highest value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from nonet.encodings.cnf import Cnf
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
