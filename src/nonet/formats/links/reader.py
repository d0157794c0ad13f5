"""Reading the lines of a text, each of which may be a link of another site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nonet.formats.contract import Format, Found, attempt
from nonet.formats.json_text import decoded
from nonet.formats.links.contract import RECOGNISED
from nonet.formats.links.table import LINKS, address_of, recognise, recognise_json
from nonet.formats.text import Source
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError


def read(source: Source, detected: Format) -> Iterator[Found]:
    """Yield the puzzles of a text; if it is in a format of links, each line may be in another."""
    lines = list(source.content())
    if len(lines) == 1 and not source.fetch:  # it was detected by this line
        yield from detected.read(source)
        return
    formats = {link.format.name: link.format for link in LINKS}
    if detected.name not in formats or not lines or lines[0].text.startswith("{"):
        yield from detected.read(source)
        return
    for number, line in lines:
        text = attempt(_fetched, line) if source.fetch else line
        if isinstance(text, PuzzleError):
            yield number, text
            continue
        name = recognise(text) or recognise_json(decoded(text)) or detected.name
        for _, puzzle in formats[name].read(replace(source, lines=(text,))):
            yield number, puzzle


def _fetched(line: str) -> str:
    """Return what a server keeps under a short link, or the line if it is none."""
    if address_of(line) is None:
        return line
    from nonet.formats.links.download import fetch_link

    return fetch_link(line)


def recognitions(puzzle: Puzzle) -> list[str]:
    """Return what the drawings in a link were taken for, each as ``drawing: rule``."""
    return dict(puzzle.meta).get(RECOGNISED, "").splitlines()
