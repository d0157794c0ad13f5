"""Sheets with pictures of several puzzles: one SVG picture, or a file to print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import product
from math import ceil, sqrt
from pathlib import Path

from nonet.drawing.looks import FONT
from nonet.formats.text import counted
from nonet.system.errors import BackendUnavailable, PuzzleError

#: A sheet fits on A4 and on letter paper, with margins. Lengths are in millimetres.
_WIDE, _HIGH = 184, 250
_A4_WIDE, _A4_HIGH = 210, 297
#: The space between two pictures, and the height of the text above a picture.
_GAP, _CAPTION = 4, 6
#: The pixels of a PNG file per millimetre, 203 per inch.
_PIXELS = 8

#: The size of a picture, in its first tag.
_SIZE = re.compile(r' width="(\d+)(?:mm)?" height="(\d+)(?:mm)?"')

_STYLE = """\
@page { size: portrait; margin: 12mm; }
body { margin: 0; }
body > svg { display: block; margin: 0 auto; break-after: page; }
body > svg:last-child { break-after: auto; }"""


def on_one_sheet(pictures: Sequence[str]) -> str:
    """Combine several pictures into one, in about as many rows as columns."""
    if len(pictures) == 1:
        return pictures[0]
    sizes = [_SIZE.findall(picture)[0] for picture in pictures]
    wide, high = (max(map(int, lengths)) for lengths in zip(*sizes, strict=True))
    across = ceil(sqrt(len(pictures)))
    places = product(range(ceil(len(pictures) / across)), range(across))
    placed = (
        _placed(picture, column * wide, row * high, int(width), int(height))
        for picture, (row, column), (width, height) in zip(pictures, places, sizes, strict=False)
    )
    title = f"<title>{counted(len(pictures), 'puzzle')}</title>"
    return _svg(across * wide, ceil(len(pictures) / across) * high, [title, *placed])


def require_printable(file: str) -> None:
    """Refuse a file that `sheets_in` cannot make."""
    ending = Path(file).suffix.lower()
    if ending not in (".pdf", ".png", ".html"):
        raise PuzzleError("the name must end in .pdf, .png or .html", file=file)
    try:
        if ending == ".pdf":
            import pypdf  # noqa: F401
        if ending != ".html":
            import cairosvg  # noqa: F401
    except ImportError:
        needed = "PDF and PNG files need CairoSVG: pip install 'nonet[print]'"
        raise BackendUnavailable(needed) from None
    except OSError:
        needed = "CairoSVG needs the library cairo: install it, for example as libcairo2"
        raise BackendUnavailable(needed) from None


def sheets_in(
    file: str, puzzles: Sequence[str], solutions: Mapping[int, str] | None = None
) -> dict[str, bytes]:
    """Return sheets to print, by the name of their file: PDF, PNG or HTML, as the file's ending.

    A sheet has up to six puzzles. Pictures of solutions follow on separate sheets, up to twelve
    on each. `solutions` has the number of the puzzle with each picture; the first puzzle has the
    number 1. Several sheets become several PNG files, with numbers in their names.
    """
    across = 1 if len(puzzles) <= 2 else 2
    down = ceil(min(len(puzzles), 6) / across)
    numbered = [(str(number), picture) for number, picture in enumerate(puzzles, 1)]
    solved = [(f"Solution {number}", picture) for number, picture in (solutions or {}).items()]
    sheets = [*_sheets(numbered, across, down), *_sheets(solved, 3, 4)]
    path = Path(file)
    if path.suffix.lower() == ".html":
        return {file: _html(sheets, counted(len(puzzles), "puzzle")).encode()}
    if path.suffix.lower() == ".pdf":
        return {file: _pdf(map(_on_a4, sheets))}
    stems = [f"{path.stem}-{number}" for number in range(1, len(sheets) + 1)]
    names = [str(path.with_stem(stem)) for stem in stems] if len(sheets) > 1 else [file]
    return dict(zip(names, map(_png, map(_on_a4, sheets)), strict=True))


def _sheets(pictures: Sequence[tuple[str, str]], across: int, down: int) -> Iterator[str]:
    wide, high = (_WIDE + _GAP) / across - _GAP, (_HIGH + _GAP) / down - _GAP
    places = list(product(range(down), range(across)))
    for first in range(0, len(pictures), len(places)):
        parts = []
        for (caption, picture), (row, column) in zip(pictures[first:], places, strict=False):
            x, y = column * (wide + _GAP), row * (high + _GAP)
            parts.append(
                f'<text x="{x + wide / 2:g}" y="{y + _CAPTION - 2:g}" text-anchor="middle"'
                f' font-size="4" font-family="{FONT}">{caption}</text>'
            )
            parts.append(_placed(picture, x, y + _CAPTION, wide, high - _CAPTION))
        yield _svg(_WIDE, _HIGH, parts, "mm")


def _on_a4(sheet: str) -> str:
    x, y = (_A4_WIDE - _WIDE) / 2, (_A4_HIGH - _HIGH) / 2
    return _svg(_A4_WIDE, _A4_HIGH, [_placed(sheet, x, y, _WIDE, _HIGH)], "mm")


def _placed(picture: str, x: float, y: float, wide: float, high: float) -> str:
    box = f' x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"'
    return _SIZE.sub(box, picture, count=1)


def _svg(wide: int, high: int, parts: Sequence[str], unit: str = "") -> str:
    size = f'width="{wide}{unit}" height="{high}{unit}" viewBox="0 0 {wide} {high}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} style="max-width:100%">'
    return "\n".join([head, *parts, "</svg>"])


def _html(sheets: Sequence[str], title: str) -> str:
    head = f'<meta charset="utf-8">\n<title>{title}</title>\n<style>\n{_STYLE}\n</style>'
    return "\n".join(["<!doctype html>", head, "<body>", *sheets, "</body>\n"])


def _pdf(pages: Iterable[str]) -> bytes:
    from cairosvg import svg2pdf
    from pypdf import PdfWriter

    file, writer = BytesIO(), PdfWriter()
    for page in pages:
        writer.append(BytesIO(svg2pdf(bytestring=page.encode())))
    writer.write(file)
    return file.getvalue()


def _png(page: str) -> bytes:
    from cairosvg import svg2png

    data: bytes = svg2png(
        bytestring=page.encode(),
        output_width=_A4_WIDE * _PIXELS,
        output_height=_A4_HIGH * _PIXELS,
        background_color="white",
    )
    return data
