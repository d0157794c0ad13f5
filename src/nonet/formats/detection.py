"""The list of all formats. The first format in `FORMATS` that recognises a text reads it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from nonet.formats.contract import Format
from nonet.formats.grid import GRID
from nonet.formats.jigsaw import JIGSAW
from nonet.formats.json_text import unknown
from nonet.formats.line import LINE, SDK, SDM, TOKENS
from nonet.formats.links import LINKS
from nonet.formats.model import JSON
from nonet.formats.pencilmarks import PENCILMARKS
from nonet.formats.programs import PROGRAMS
from nonet.formats.text import Source
from nonet.system.errors import PuzzleError

_BY_LOOK = (LINE, *(link.format for link in LINKS), SDK, JSON, *PROGRAMS, PENCILMARKS, SDM)
_BY_SHAPE = (JIGSAW, GRID, TOKENS)

#: All formats by name. Detection tries them in this order. ``line`` comes first, because most
#: texts have one puzzle on each line. Formats that write the cells row by row come last.
FORMATS: dict[str, Format] = {format.name: format for format in (*_BY_LOOK, *_BY_SHAPE)}

#: A line of cells has at most this many characters, even in the largest puzzle.
_LONGEST = 1 << 20


def detect(source: Source) -> str:
    """Return the name of the format that recognises a text, or ``line`` if none does."""
    formats = _BY_LOOK if len(source.first) > _LONGEST else FORMATS.values()
    return _first_of(formats, source)


def of_line(text: str) -> str:
    """Return the name of the format that recognises a line as a whole puzzle, or ``line``."""
    return _first_of(
        (format for format in FORMATS.values() if format.is_for_lines), Source((text,))
    )


def _first_of(formats: Iterable[Format], source: Source) -> str:
    found = (format.name for format in formats if source.first and format.recognises(source))
    return next(found, LINE.name)


def format_named(name: str) -> Format:
    """Return the format with this name."""
    if name not in FORMATS:
        raise PuzzleError(f"unknown format {unknown(name, FORMATS)}")
    return FORMATS[name]


def format_of_file(path: str) -> str | None:
    """Return the name of the format with this file's extension, or None."""
    extension = PurePath(path).suffix.lower()
    found = (format.name for format in FORMATS.values() if extension in format.extensions)
    return next(found, None)
