"""The definition of a link format, and helpers that all link formats share."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from itertools import chain
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import unquote

from nonet.formats.contract import Format, Found, Inexpressible
from nonet.formats.json_text import Node, bounded, compact, json_values
from nonet.formats.links import lz
from nonet.formats.text import Source, quoted
from nonet.model.constraints import AllDifferent, Candidates, Linear, Relation
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Diagonals, Lowered, Rule
from nonet.rules.fields import complaint
from nonet.system.errors import PuzzleError

_ADDRESS = re.compile(
    r"(?:([a-z][a-z0-9+.-]*)://)?"
    r"((?:[a-z0-9_-]+\.)*[a-z0-9_-]+)(?::[0-9]{1,5})?"
    r"(/[^?#]*)?(?:\?([^#]*))?(?:#(.*))?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Address:
    """The parts of a web address. The scheme and the host are lower case."""

    scheme: str
    #: The host, without ``www.``.
    host: str
    path: str
    query: str
    fragment: str

    @classmethod
    @lru_cache(maxsize=4)  # several formats split the same text
    def of(cls, text: str) -> Address | None:
        """Return the parts of an address, or None if the text is not an address.

        If an address has no scheme, its host must contain a dot, and a path or a query must follow.
        """
        if "/" not in text and "?" not in text:
            return None
        found = _ADDRESS.fullmatch(text)
        if not found:
            return None
        scheme, host, path, query, fragment = (part or "" for part in found.groups())
        if not scheme and "." not in host:
            return None
        return cls(scheme.lower(), host.lower().removeprefix("www."), path, query, fragment)

    @classmethod
    def payload(cls, text: str, key: str, site: str, begins: Callable[[str], object]) -> str | None:
        """Return the compressed document in a link, or the text itself if it is not an address.

        At other sites, and without an address, the document must begin as `begins` tells.
        """
        address = cls.of(text)
        payload = unquote(text) if address is None else address.value(key)  # %2B is a plus
        is_known = payload is None or (address is not None and address.is_of(site))
        return payload if is_known or begins(lz.beginning(payload or "")) else None

    def is_of(self, *sites: str) -> bool:
        """Tell whether the host is one of these sites, or a subdomain of one."""
        return any(self.host == site or self.host.endswith(f".{site}") for site in sites)

    def value(self, key: str) -> str | None:
        """Return the decoded value of a key in the query, or None. A plus sign is not a space."""
        for part in self.query.split("&"):
            name, equals, value = part.partition("=")
            if name == key and equals:
                return unquote(value)
        return None


def meaning(rules: Iterable[Rule], grid: Grid) -> frozenset[object]:
    """Return the primitives of rules in a standard form, so that they can be compared."""
    parts = chain.from_iterable(rule.lower(grid) for rule in rules)
    return frozenset(chain.from_iterable(_plain(part, grid) for part in parts))


def are_same(puzzle: Puzzle, other: Puzzle) -> bool:
    """Tell whether two puzzles have equal grids, givens and candidates, and equivalent rules."""
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


def titled(puzzle: Puzzle) -> dict[str, str]:
    """Return the metadata of a puzzle. The label becomes the title, as links have no labels."""
    meta = dict(puzzle.meta)
    return ({"title": meta.pop("label")} if "label" in meta else {}) | meta


class Part(NamedTuple):
    """A part of an entry, such as the cells or the sum of a cage: how to read and write it."""

    #: The key of a member, or the field of the rule that an argument sets.
    key: str
    read: Callable[[Any, Any], object]
    #: Returns what stands for a rule. None leaves out a member, or says that an argument cannot.
    write: Callable[[Any, Any], Any]
    #: Whether an entry may lack this part.
    is_optional: bool = False
    #: Whether an entry without this part is not a rule.
    is_needed: bool = False


def cells_part(key: str = "cells", field: str = "") -> Part:
    """Return the part of an entry for the cells of a rule. By default, the field is the key."""
    return Part(
        key,
        lambda found, board: board.cells(found),
        lambda rule, board: board.names(getattr(rule, field or key)),
    )


#: Reads an entry on a board as rules, and writes a rule on a board as an entry.
Codec: TypeAlias = tuple[Callable[[Any, Any], Iterable[Rule]], Callable[[Any, Any], Any]]


@dataclass(frozen=True)
class Form:
    """A kind of entry, item or drawing, and its rules. Writers read its texts again to compare."""

    #: The name or number of the form in the format.
    name: Any
    rules: tuple[type[Rule], ...]
    read: Callable[[Any, Any], Iterable[Rule]]
    write: Callable[[Any, Any], Any] = lambda rule, board: ()


def count_pairs(text: str) -> list[tuple[int, int]]:
    """Return the pairs of a count and a value in a text such as ``2113``."""
    if not re.fullmatch("([0-9]{2})+", text):
        raise PuzzleError(f"{quoted(text)} must be pairs of a count and a value, like 2113")
    return [(int(count), int(value)) for count, value in zip(text[::2], text[1::2], strict=True)]


def halves(rule: Diagonals) -> list[Rule]:
    """Return the falling and the rising diagonal of a rule as rules of their own."""
    both = (rule.falling, Diagonals(rising=False)), (rule.rising, Diagonals(falling=False))
    return [half for is_there, half in both if is_there]


#: The key in a puzzle's meta for the list of drawings that a reader took for rules.
RECOGNISED = "recognised"


@dataclass(frozen=True)
class Link:
    """A format of links: how to recognise, read and write them."""

    name: str
    summary: str
    #: Tells whether a line has this format. The line may be a URL, a short link or a payload
    #: without a URL.
    recognises: Callable[[str], bool]
    #: Reads a line. The second argument says whether to ignore drawings that mean no rule.
    of_line: Callable[[str, bool], Puzzle]
    write: Callable[[Puzzle], str]
    #: The keys of a JSON document in this format, or () if links do not contain JSON.
    keys: tuple[str, ...] = ()
    #: Returns the https address of a short link's puzzle. Returns None for any other text.
    address_of: Callable[[str], str | None] = lambda text: None

    @cached_property
    def conversion(self) -> Any:
        """The module that converts documents. It is imported when it is first used."""
        return import_module(f"nonet.formats.links.{self.name}.conversion")

    @cached_property
    def format(self) -> Format:
        """The format of texts with a link on each line, or with JSON documents."""
        return Format(self.name, self.summary, self._read, self.write, self._recognises)

    def of_json(self, document: Node, ignore_drawings: bool = False) -> Puzzle:
        """Return the puzzle of a JSON document."""
        if not self.keys:
            document.fail("links of this format do not contain JSON")
        found: Puzzle = self.conversion.puzzle_of(document, ignore_drawings)
        return found

    def recognises_keys(self, keys: Collection[str]) -> bool:
        """Tell from the keys of a JSON object whether the object is a document of this format."""
        return bool(self.keys) and all(key in keys for key in self.keys)

    def _recognises(self, source: Source) -> bool:
        if not source.first.startswith("{"):
            return self.recognises(source.first)
        if "keys" not in source.notes:
            _, value = next(json_values(source))
            source.notes["keys"] = frozenset(value) if isinstance(value, dict) else None
        keys = source.notes["keys"]
        return self.recognises(source.first) if keys is None else self.recognises_keys(keys)

    def _read(self, source: Source) -> Iterator[Found]:
        is_json = source.first.startswith("{")
        ignored = source.reading.ignore_drawings
        values: Iterable[tuple[int, Any]] = json_values(source) if is_json else strings(source)
        for number, value in values:
            found: Puzzle | PuzzleError
            try:
                if isinstance(value, PuzzleError):
                    found = value
                elif is_json:
                    found = self.of_json(bounded(value), ignored)
                else:
                    found = self.of_line(value, ignored)
            except PuzzleError as error:
                found = type(error)(f"{self.name}: {error.message}")
            except TypeError as error:
                raise complaint(self.name, error) from None
            yield number, found


def strings(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the lines without comments, with their numbers.

    Lines that begin with a dot are one string of ISS.
    """
    first, parts = 0, list[str]()
    for number, text in enumerate(map(str.strip, (*source.lines, "")), start=1):
        if text.startswith("."):
            first = first if parts else number
            parts.append(text)
        elif not text.startswith("#"):
            if parts:
                yield first, "".join(parts)
                parts = []
            if text:
                yield number, text


def compressed(document: object) -> str:
    """Return a JSON document as a text that readers of links accept, compressed as base64."""
    text = compact(document)
    if len(text) > lz.MOST_TEXT // 2:
        raise Inexpressible(f"a document of {len(text)} characters")
    return lz.compress(text)


def short(text: str) -> PuzzleError:
    """Return the error for a short link. A short link has only the name of its puzzle."""
    advice = "Use --fetch (in Python, fetch=True) to get it."
    return PuzzleError(f"{quoted(text)} is only the name of a puzzle. {advice}")
