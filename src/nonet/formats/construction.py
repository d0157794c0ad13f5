"""Classic puzzles and Latin squares from what is printed in them."""

from __future__ import annotations

from nonet.errors import PuzzleError
from nonet.formats import line, picture, tokens
from nonet.formats.alphabets import character_alphabets
from nonet.formats.detection import detect
from nonet.formats.squares import MOST_SIDE, Shape, Square, build, default_boxes, described
from nonet.formats.text import Source
from nonet.puzzle import Puzzle

_READERS = {"line": line.squares, "tokens": tokens.squares, "grid": picture.squares}


def classic(
    text: str = "",
    *,
    order: int | None = None,
    boxes: Shape | None = None,
    alphabet: str | None = None,
) -> Puzzle:
    """Return the puzzle of rows, columns and boxes with these givens; no text is an empty grid.

    The text is a line, tokens or a grid. `order` stands for order² rows; `boxes` is height × width.
    Where neither they nor the text tell, the boxes are as square as can be, lying (2×3 for 6×6);
    a prime side has none, and the puzzle is a Latin square.

    >>> classic("12..341.....4...", order=2).rules
    (Rows(), Columns(), Boxes(height=2, width=2))
    >>> len(classic(boxes=(2, 3)).givens)
    36
    """
    side = _side(order, boxes)
    if boxes is None and order is not None:
        boxes = (order, order)
    square = _square(text, side, alphabet)
    if boxes and square.boxes and boxes != square.boxes:
        raise PuzzleError(f"the text draws {described(square.boxes)}, not {boxes[0]}×{boxes[1]}")
    return build(square, boxes or square.boxes or default_boxes(square.side))


def latin(text: str = "", *, side: int | None = None, alphabet: str | None = None) -> Puzzle:
    """Return the puzzle of rows and columns with these givens; no text is an empty grid.

    >>> latin("12..", side=2).givens
    (1, 2, None, None)
    """
    if side is not None and not 1 <= side <= MOST_SIDE:
        raise PuzzleError(f"a side of {side} is not from 1 to {MOST_SIDE}")
    square = _square(text, side, alphabet)
    if square.boxes:
        raise PuzzleError(f"the text draws {described(square.boxes)}, a Latin square has none")
    return build(square, boxes=None)


def _side(order: int | None, boxes: Shape | None) -> int | None:
    if order is not None and (order < 1 or order**2 > MOST_SIDE):
        most = next(n for n in range(MOST_SIDE, 0, -1) if n**2 <= MOST_SIDE)
        raise PuzzleError(f"order {order} is not from 1 to {most}")
    if boxes is None:
        return None if order is None else order**2
    height, width = boxes
    if height < 1 or width < 1 or height * width > MOST_SIDE:
        raise PuzzleError(f"{described(boxes)} are not of 1 to {MOST_SIDE} cells")
    if order is not None and height * width != order**2:
        raise PuzzleError(f"order {order} has boxes of {order**2} cells, not {height}×{width}")
    return height * width


def _square(text: str, side: int | None, alphabet: str | None) -> Square:
    if not text.strip():
        return _empty(side, alphabet)
    source = Source.of(text, alphabet)
    format = detect(source, side)
    if format not in _READERS:
        raise PuzzleError(f"{format} says more than givens: parse() reads it")
    found = list(_READERS[format](source))
    if len(found) != 1:
        raise PuzzleError(f"{len(found)} puzzles in the text, not one")
    line, square = found[0]
    if isinstance(square, PuzzleError):
        raise square.at(line=line)
    if side is not None and square.side != side:
        raise PuzzleError(f"the text is {square.side}×{square.side}, not {side}×{side}")
    return square


def _empty(side: int | None, alphabet: str | None) -> Square:
    if side is None:
        raise PuzzleError("neither givens nor a size")
    values = character_alphabets(side, alphabet)[0].values if alphabet else range(1, side + 1)
    return Square(side, values, (None,) * side**2)
