"""Write a puzzle as pseudo-Boolean constraints over its pencil marks, in the format OPB::

    * #variable= 4 #constraint= 3
    * nonet mark 1 r1c1=1            x1 is true when r1c1 holds 1
    +1 x1 +1 x2 = 1 ;

The only operators are ``=`` and ``>=``, because solver competitions allow no others.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.encodings.pseudo_boolean import PseudoBoolean
from nonet.puzzle import Puzzle


def write(puzzle: Puzzle) -> Iterator[str]:
    """Yield the lines of a puzzle.

    >>> from nonet.model.grid import Grid
    >>> from nonet.rules import Rows
    >>> print(*write(Puzzle(Grid(1, 2), rules=(Rows(),)).with_givens({0: 2})), sep="\\n")
    * #variable= 4 #constraint= 4
    * nonet grid 1 2 1 2
    * nonet mark 2 r1c1=2
    * nonet mark 3 r1c2=1
    * nonet mark 4 r1c2=2
    +1 x2 = 1 ;
    +1 x3 +1 x4 = 1 ;
    +1 x3 = 1 ;
    +1 x2 +1 x4 = 1 ;
    """
    grid = puzzle.grid
    # The header contains the number of lines. A first pass counts the lines, so no line is stored.
    model = PseudoBoolean(puzzle)
    lines = sum(1 for _ in _lines(model))
    yield f"* #variable= {model.variables} #constraint= {lines}"
    yield f"* nonet grid {grid.rows} {grid.columns} {grid.values[0]} {grid.values[-1]}"
    for cell, domain in enumerate(puzzle.domains):
        for value in grid.values_of(domain):
            yield f"* nonet mark {grid.mark(cell, value)} {grid.name(cell)}={value}"
    yield from _lines(PseudoBoolean(puzzle))


def _lines(model: PseudoBoolean) -> Iterator[str]:
    for comparison in model.comparisons():
        line = comparison.written()
        if line:
            yield line
