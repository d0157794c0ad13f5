"""The contract of a link format, and the helpers that all link formats share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from nonet.formats.contract import Format, Found, attempt
from nonet.formats.json_text import Node, bounded, json_values
from nonet.formats.text import Source, quoted
from nonet.model.constraints import AllDifferent, Candidates, Linear, Relation
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Lowered, Rule
from nonet.rules.fields import complaints_of
from nonet.system.errors import PuzzleError


def meaning(rules: Iterable[Rule], grid: Grid) -> frozenset[object]:
    """Return the primitives of rules in a standard form; rules that restrict nothing add none.

    >>> from nonet.rules import ExtraRegion, WhiteDot
    >>> grid = Grid(1, 4)
    >>> meaning([WhiteDot(0, 1)], grid) == meaning([WhiteDot(1, 0), ExtraRegion([3])], grid)
    True
    """
    parts = chain.from_iterable(rule.lower(grid) for rule in rules)
    return frozenset(chain.from_iterable(_plain(part, grid) for part in parts))


def are_same(puzzle: Puzzle, other: Puzzle) -> bool:
    """Tell whether two puzzles have the same grid, givens and candidates, and mean the same."""
    return (
        (puzzle.grid, puzzle.givens) == (other.grid, other.givens)
        and puzzle.domains == other.domains
        and meaning(puzzle.meant, puzzle.grid) == meaning(other.meant, other.grid)
    )


def _plain(part: Lowered, grid: Grid) -> Iterator[object]:
    match part:
        case AllDifferent(cells):
            if len(cells) > 1:
                yield frozenset(cells)
        case Candidates(cell, values):
            yield from ((cell, value) for value in grid.values if value not in values)
        case Relation(a, b, allowed) if a > b:
            yield Relation(b, a, frozenset((w, v) for v, w in allowed))
        case Linear(terms, op, total):
            yield Linear(tuple(sorted(terms)), op, total)
        case _:
            yield part


#: The key of a puzzle's meta that lists each drawing and the rule that it was read as.
RECOGNISED = "recognised"


@dataclass(frozen=True)
class Link:
    """A format of links, and how to recognise its texts."""

    format: Format
    #: Tells whether a line, without the space around it, is in this format or a short link of it.
    recognises: Callable[[str], bool]
    #: Tells by its keys whether a JSON object is a document of this format.
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
    """Return the error for a link that is only the name of its puzzle.

    >>> raise short("https://tinyurl.com/abc")
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: 'https://tinyurl.com/…' does not hold its puzzle, \
only a name for it: --fetch gets it
    """
    return PuzzleError(
        f"{quoted(text)} does not hold its puzzle, only a name for it: --fetch gets it"
    )
