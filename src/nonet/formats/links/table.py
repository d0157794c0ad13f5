"""All link formats, which of them a text is in, and reading lines that are links of several."""

from __future__ import annotations

from dataclasses import replace

from nonet.formats.json_text import json_values
from nonet.formats.links.contract import RECOGNISED, Link
from nonet.formats.links.fpuzzles import FPUZZLES
from nonet.formats.links.iss import ISS
from nonet.formats.links.penpa import PENPA
from nonet.formats.links.sudokupad import SUDOKUPAD
from nonet.formats.text import Source
from nonet.puzzle import Puzzle


def _recognising(link: Link) -> Link:
    """Have the format of a link recognise texts by their first line, or by the keys of its JSON."""

    def recognises(source: Source) -> bool:
        if "keys" not in source.notes:
            source.notes["keys"] = _keys(source)
        keys = source.notes["keys"]
        return link.recognises(source.first) if keys is None else link.recognises_keys(keys)

    return replace(link, format=replace(link.format, recognises=recognises))


def _keys(source: Source) -> frozenset[str] | None:
    """Return the keys of the JSON object that a text begins with; None if there is none."""
    if not source.first.startswith("{"):
        return None
    _, value = next(json_values(source))
    return frozenset(value) if isinstance(value, dict) else None


#: All link formats; of several that recognise a text, the first has it. Its strings tell themselves
#: by a look; f-puzzles has to decompress.
LINKS: tuple[Link, ...] = tuple(map(_recognising, (ISS, FPUZZLES, SUDOKUPAD, PENPA)))


def recognise(text: str) -> str | None:
    """Return the name of the format that a line is a link of, if it is one.

    >>> recognise("12..341.....4...") is None
    True
    """
    return next((link.format.name for link in LINKS if link.recognises(text)), None)


def recognise_json(value: object) -> str | None:
    """Return the name of the format whose links hold such a JSON value, if there is one."""
    if not isinstance(value, dict):
        return None
    return next((link.format.name for link in LINKS if link.recognises_keys(value)), None)


def address_of(text: str) -> str | None:
    """Return the address that answers with the puzzle of a short link, if the text is one."""
    return next((found for link in LINKS if (found := link.address_of(text))), None)


def recognitions(puzzle: Puzzle) -> list[str]:
    """Return what the drawings in a link were taken for, each as ``drawing: rule``."""
    return dict(puzzle.meta).get(RECOGNISED, "").splitlines()
