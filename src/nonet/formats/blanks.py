"""Drawn grids whose empty cells are blank: between bars, the place of a sign tells its cell."""

from __future__ import annotations

from typing import NamedTuple

from nonet.formats.text import Line


class BlankedRow(NamedTuple):
    """A row, with dots for its blank cells, and the number of cells between two bars each."""

    line: int
    symbols: str
    widths: tuple[int, ...]


def blanked_rows(drawn: list[Line]) -> list[BlankedRow] | None:
    """Return the rows in which empty cells are blank, None if there are none such.

    All rows are as long, and their bars stand below one another.

    >>> rows = blanked_rows([Line(1, "| 1 |   |"), Line(2, "|   | 2 |")])
    >>> [row.symbols for row in rows]
    ['1.', '.2']
    """
    side = len(drawn)
    parts = [text[1:-1].split("|") for _, text in drawn if text[:1] == text[-1:] == "|"]
    widths = [[len(part) for part in row] for row in parts]
    if not side or len(parts) < side or any(row != widths[0] for row in widths):
        return None
    if side % len(widths[0]) or len(set(widths[0])) > 1 or not _has_blanks(parts, side):
        return None
    room, cells = widths[0][0], side // len(widths[0])
    step, first = next(
        (
            (step, first)
            for step in (1, 2, 3, 4)
            for first in range(step)
            if first + step * (cells - 1) < room <= step * cells + 1
            and not any(_outside(part, first, step) for row in parts for part in row)
        ),
        (0, 0),
    )
    if not step:
        return None
    found = []
    for (number, _), row in zip(drawn, parts, strict=True):
        symbols = [part[first + step * cell] for part in row for cell in range(cells)]
        found.append(BlankedRow(number, "".join(symbols).replace(" ", "."), (cells,) * len(row)))
    return found


def _has_blanks(parts: list[list[str]], side: int) -> bool:
    """Tell whether some row has fewer signs than the grid has columns."""
    return any(len("".join("".join(row).split())) < side for row in parts)


def _outside(part: str, first: int, step: int) -> str:
    """Return the signs of a part that stand beside its cells."""
    return "".join(sign for place, sign in enumerate(part) if (place - first) % step).strip()
