"""What a link format has beyond a `Format`: its looks, and where its short links are kept."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from nonet.formats.contract import Format, Found, attempt
from nonet.formats.json_text import json_values
from nonet.formats.links.documents import bounded
from nonet.formats.nodes import Node
from nonet.formats.text import Source, quoted
from nonet.puzzle import Puzzle
from nonet.rules.fields import complaints_of
from nonet.system.errors import PuzzleError

#: The key of a puzzle's meta that says what its drawings were taken for, one on a line.
RECOGNISED = "recognised"


@dataclass(frozen=True)
class Link:
    """A format of links, with what its texts look like."""

    format: Format
    #: Tells whether a line, without the space around it, is in this format or a short link of it.
    recognises: Callable[[str], bool]
    #: Tells by its keys whether a JSON object is what the links of this format hold.
    recognises_keys: Callable[[Collection[str]], bool] = lambda keys: False
    #: Returns the address that answers with the puzzle of a short link; None for other texts.
    address_of: Callable[[str], str | None] = lambda text: None


def found_in(
    name: str, source: Source, of_line: Callable[[str], Puzzle], of_json: Callable[[Node], Puzzle]
) -> Iterator[Found]:
    """Yield the puzzles of a text: one on each line, or JSON documents on any lines.

    Each error begins with the name of the format.
    """
    first = next(source.content(), None)
    if first is None or not first.text.startswith("{"):
        for number, text in source.content():
            yield number, attempt(_complaining, name, of_line, text)
        return
    for number, value in json_values(source):
        if isinstance(value, PuzzleError):
            yield number, value
        else:
            yield number, attempt(_complaining, name, lambda json: of_json(bounded(json)), value)


def _complaining(name: str, read: Callable[[Any], Puzzle], value: Any) -> Puzzle:
    with complaints_of(name):
        return read(value)


def short(text: str) -> PuzzleError:
    """Return the error that a reader raises for a link that is only a name of its puzzle.

    >>> raise short("https://tinyurl.com/abc")
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: 'https://tinyurl.com/…' does not hold its puzzle, \
only a name for it: --fetch gets it
    """
    return PuzzleError(
        f"{quoted(text)} does not hold its puzzle, only a name for it: --fetch gets it"
    )
