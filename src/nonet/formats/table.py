"""The formats by name, and by the extensions of file names."""

from __future__ import annotations

from pathlib import PurePath

from nonet.formats.contract import Format
from nonet.formats.hodoku import HODOKU
from nonet.formats.janko import JANKO
from nonet.formats.jigsaw import JIGSAW
from nonet.formats.killer import KILLER
from nonet.formats.line import LINE
from nonet.formats.links import LINKS
from nonet.formats.model import JSON
from nonet.formats.nodes import unknown
from nonet.formats.opensudoku import OPENSUDOKU
from nonet.formats.pencilmarks import PENCILMARKS
from nonet.formats.picture import GRID
from nonet.formats.ps import PS
from nonet.formats.sadman import SDK, SDM
from nonet.formats.sdx import SDX
from nonet.formats.simple_sudoku import SS
from nonet.formats.sumocue import SUMOCUE
from nonet.formats.tokens import TOKENS
from nonet.system.errors import PuzzleError

_TEXTS = (LINE, TOKENS, GRID, SDM, SDK, SS, JIGSAW, JSON)
_PROGRAMS = (PENCILMARKS, SDX, KILLER, PS, SUMOCUE, HODOKU, OPENSUDOKU, JANKO)

#: All formats by name: the simplest first, those of links last.
FORMATS: dict[str, Format] = {
    format.name: format for format in (*_TEXTS, *_PROGRAMS, *(link.format for link in LINKS))
}


def format_named(name: str) -> Format:
    """Return the format of that name.

    >>> format_named("jsn")
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: unknown format 'jsn'; did you mean 'json'?
    """
    if name not in FORMATS:
        raise PuzzleError(f"unknown format {unknown(name, FORMATS)}")
    return FORMATS[name]


def format_of_file(path: str) -> str | None:
    """Return the name of the format that a file's extension stands for, if it stands for one.

    >>> format_of_file("top95.sdm"), format_of_file("top95.txt")
    ('sdm', None)
    """
    extension = PurePath(path).suffix.lower()
    for format in FORMATS.values():
        if extension in format.extensions:
            return format.name
    return None
