"""The format ``janko``: the text that is behind each puzzle of janko.at, from ``begin`` to ``end``.

A line says a property (``size 9``), or a grid stands in the lines below its name: ``problem``,
``areas``, ``solution``. Empty cells are ``-`` or ``.``, values are numbers, or letters from ``a``
for 1. The ``puzzle`` is one of these:

- ``sudoku``, with boxes of ``patterny`` × ``patternx``, or of the usual shape, or with ``areas`` as
  its regions;
- ``killer``: the areas are cages, and the problem has the sum of each in one of its cells;
- ``sudoku, ms``: a Latin square.

All of them may have ``, diagonals``. In other kinds the marks are in the solution alone, so they
are refused. The moves of whoever solved it, and the size in which it is drawn, are left out.
"""

from nonet.formats.contract import Format
from nonet.formats.janko.reader import read, recognises
from nonet.formats.janko.writer import write

__all__ = ["JANKO", "recognises"]

JANKO = Format("janko", "the texts behind the puzzles of janko.at, killers among them", read, write)
