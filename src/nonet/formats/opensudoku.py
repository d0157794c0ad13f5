"""The format ``opensudoku``: XML collections of the app OpenSudoku, of its first two versions.

A ``<game>`` has its 81 digits as ``data``. What the collection says of all its games, such as an
author, becomes meta (`_TEXTS`). Dropped are the names of folders, other elements, and what else a
game says: that is the state of play. Nothing of XML is needed but elements, attributes and text: a
document type, which could define entities, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from xml.parsers import expat

from nonet.formats import line
from nonet.formats.contract import Format, Found, attempt
from nonet.formats.squares import build, default_boxes, require_default_boxes, require_side
from nonet.formats.text import Source, counted, quoted
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError, TooLarge

_CELLS = 81
_ROOT = "opensudoku"
#: Elements of a collection that become meta.
_TEXTS = {
    "name": "title",
    "author": "author",
    "description": "description",
    "comment": "comment",
    "created": "created",
    "source": "source",
    "level": "level",
}

_SPACE = re.compile(r"\s*")

#: Elements in elements; the app needs three.
MOST_DEPTH = 8


def recognises(text: str) -> bool:
    """Tell the first line of such a file.

    >>> recognises("<opensudoku>"), recognises('<?xml version="1.0"?>'), recognises("<<")
    (True, True, False)
    """
    return text.startswith(("<opensudoku", "<?xml"))


def is_whole(text: str) -> bool:
    """Tell whether a line has a document of such a file from its beginning to its end.

    >>> is_whole("<opensudoku></opensudoku>"), is_whole("<opensudoku>")
    (True, False)
    """
    return recognises(text) and f"</{_ROOT}" in text


def _read(source: Source) -> Iterator[Found]:
    text = "\n".join(source.lines)
    end = lines_above = 0
    while (start := _after_space(text, end)) < len(text):
        lines_above += text.count("\n", end, start)
        end = text.find(f"</{_ROOT}", start)
        end = len(text) if end < 0 else text.find(">", end) + 1 or len(text)
        yield from _collection(text[start:end], lines_above)
        lines_above += text.count("\n", start, end)


def _after_space(text: str, start: int) -> int:
    found = _SPACE.match(text, start)
    assert found is not None
    return found.end()


def _collection(text: str, lines_above: int) -> Iterator[Found]:
    """Yield the games of one document; what is wrong with it as a whole comes last."""
    reader = _Reader()
    try:
        reader.parse(text)
    except PuzzleError as error:
        reader.failed = error
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        reader.failed = PuzzleError(f"not XML: {reason}", line=lines_above + error.lineno)
    meta = tuple(reader.meta.items())
    for number, data in reader.games:
        yield lines_above + number, attempt(_game, data, meta)
    if reader.failed:
        yield lines_above + 1, reader.failed


def _game(data: str | None, meta: tuple[tuple[str, str], ...]) -> Puzzle:
    if data is None or len(data) != _CELLS or not data.isdecimal():
        found = "no data" if data is None else counted(len(data), "character")
        raise PuzzleError(f"a game with {found}: {_CELLS} digits are read")
    return replace(build(line.square(data), default_boxes(9)), meta=meta)


class _Reader:
    """Goes through a document, and remembers its games and texts."""

    def __init__(self) -> None:
        self.games: list[tuple[int, str | None]] = []
        self.meta: dict[str, str] = {}
        self.failed: PuzzleError | None = None
        self._open: list[str] = []
        self._parser = expat.ParserCreate("utf-8")
        self._parser.StartDoctypeDeclHandler = self._refuse
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text

    def parse(self, text: str) -> None:
        """Parse a whole document."""
        # Surrogates pass, for the parser to refuse them in their line.
        self._parser.Parse(text.encode(errors="surrogatepass"), True)

    def _refuse(self, *declared: object) -> None:
        raise PuzzleError("a document type, which could define entities, is not read")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if not self._open and name != _ROOT:
            raise PuzzleError(f"a document of {quoted(name)}; <{_ROOT}> is read")
        self._open.append(name)
        if len(self._open) > MOST_DEPTH:
            raise TooLarge(f"elements more than {MOST_DEPTH} deep")
        if name == "game":
            self.games.append((self._parser.CurrentLineNumber, attributes.get("data")))

    def _end(self, name: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        key = _TEXTS.get(self._open[-1])
        if key and len(self._open) == 2:
            self.meta[key] = self.meta.get(key, "") + text


def _write(puzzle: Puzzle) -> str:
    require_side(puzzle, 9, keeps=[key for key, _ in puzzle.meta])
    require_default_boxes(puzzle)
    meta = dict(puzzle.meta)
    texts = [
        f"<{tag}>{escape(meta[key], quote=False)}</{tag}>"
        for tag, key in _TEXTS.items()
        if key in meta
    ]
    game = f'<game data="{line.written_cells(puzzle, empties="0")}"/>'
    return f"<{_ROOT}>{''.join(texts)}{game}</{_ROOT}>"


OPENSUDOKU = Format(
    "opensudoku", "collections of OpenSudoku", _read, _write, extensions=(".opensudoku",)
)
