"""The format ``penpa``: links of Penpa+, of which the signs of Sudoku are read.

The link has a drawing (`payload`, `paper`). Givens, candidate lists, thermometers, arrows, cages,
dots, odd and even cells, diagonals and the borders of regions are rules (`table`). Everything else
is an error that lists it, unless drawings are ignored: then it is kept, and written back. Rules
that stand in words alone are no part of the puzzle.
"""

from nonet.formats.links.penpa.link import PENPA

__all__ = ["PENPA"]
