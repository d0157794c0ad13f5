"""The format ``sudokupad``: links of SudokuPad, which say what is drawn rather than what is meant.

A link carries a document, in one of several codes (`addresses`, `zipper`, `scf`). Its cells,
regions, cages and flags are logic (`board`, `cages`, `flags`). Its lines, shapes and texts are
drawings (`drawings`, `sections`): those in the way of the site's converter are read as the rules
that it draws so (`signs`, `recognition`), and the others are an error, unless they are ignored.

A puzzle is written with the same signs, with its figures where a rule has no sign (`pictures`), and
with words. Where that does not say all of it, its model stands among the metadata, and counts as
long as nobody has changed the document.
"""

from nonet.formats.links.sudokupad.link import SUDOKUPAD

__all__ = ["SUDOKUPAD"]
