"""Classic puzzles and Latin squares from their givens."""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt
from operator import index
from typing import Any

from nonet.formats import grid, line
from nonet.formats.alphabets import character_alphabets
from nonet.formats.coercion import drawn
from nonet.formats.detection import detect
from nonet.formats.squares import MOST_SIDE, Shape, Square, build, default_boxes, described
from nonet.formats.text import Reading, Source
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

_CLASSIC: Shape = (3, 3)

_READERS = {"line": line.squares, "tokens": line.token_squares, "grid": grid.squares}


def classic(
    text: str | Iterable[Any] = "",
    *,
    order: int | None = None,
    boxes: Shape | None = None,
    alphabet: str | None = None,
) -> Puzzle:
    """Return the puzzle of rows, columns and boxes with these givens; no text is an empty grid.

    The text is a line, tokens, a grid, or rows as `as_puzzle` takes them. Either `order` or `boxes`
    may set the size: `order` means order² rows, `boxes` their height × width. The default is 9×9
    without a text, and else the size of the text. By default, boxes are as square as possible, and
    wider rather than higher (2×3 for 6×6). A puzzle with a prime side is a Latin square.

    >>> classic("12..341.....4...", order=2).rules
    (Rows(), Columns(), Boxes(height=2, width=2))
    >>> len(classic(boxes=(2, 3)).givens)
    36
    """
    shape = _shape(order, boxes)
    if shape is None and isinstance(text, str) and not text:
        shape = _CLASSIC
    square = _square(text, None if shape is None else shape[0] * shape[1], alphabet)
    if shape and square.boxes and shape != square.boxes:
        raise PuzzleError(f"the text draws {described(square.boxes)}, not {shape[0]}×{shape[1]}")
    return build(square, shape or square.boxes or default_boxes(square.side))


def latin(
    text: str | Iterable[Any] = "", *, side: int | None = None, alphabet: str | None = None
) -> Puzzle:
    """Return the puzzle of rows and columns with these givens; no text is an empty grid.

    >>> latin("12..", side=2).givens
    (1, 2, None, None)
    """
    if side is not None:
        side = _integer(side, "side")
        if not 1 <= side <= MOST_SIDE:
            raise PuzzleError(f"a side of {side} is not from 1 to {MOST_SIDE}")
    square = _square(text, side, alphabet)
    if square.boxes:
        raise PuzzleError(f"the text draws {described(square.boxes)}, but this is a Latin square")
    return build(square, boxes=None)


def _shape(order: int | None, boxes: Shape | None) -> Shape | None:
    """Return the height and the width of the boxes, if either argument tells them."""
    if order is not None:
        if boxes is not None:
            raise PuzzleError("order and boxes both set the size; pass only one of them")
        order = _integer(order, "order")
        most = isqrt(MOST_SIDE)
        if not 1 <= order <= most:
            raise PuzzleError(f"order {order} is not from 1 to {most}")
        return order, order
    if boxes is None:
        return None
    try:
        height, width = map(index, boxes)
    except (TypeError, ValueError):
        raise TypeError(f"boxes must be a height and a width, not {boxes!r}") from None
    if height < 1 or width < 1 or height * width > MOST_SIDE:
        raise PuzzleError(f"{described((height, width))} are not of 1 to {MOST_SIDE} cells")
    return height, width


def _integer(number: object, name: str) -> int:
    """Return an integer as Python's own, also one of numpy's."""
    if not hasattr(number, "__index__"):
        raise TypeError(f"{name} must be an integer, not {number!r}")
    return index(number)


def _square(text: str | Iterable[Any], side: int | None, alphabet: str | None) -> Square:
    if isinstance(text, str):
        if not text.strip():
            return _empty(side, alphabet)
        source = Source.of(text, Reading(alphabet=alphabet), side)
        format = detect(source)
    else:
        source = Source.of(drawn(text), Reading(alphabet=alphabet))
        format = "grid"
    if format not in _READERS:
        raise PuzzleError(f"{format} has more than givens; use parse() to read it")
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
        raise PuzzleError("pass givens or a size")
    values = character_alphabets(side, alphabet)[0].values if alphabet else range(1, side + 1)
    return Square(side, values, (None,) * side**2)
