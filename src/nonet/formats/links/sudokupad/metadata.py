"""What a document says of its puzzle: title, author, rules in words, and the solution."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from string import digits

from nonet.formats.contract import attempt
from nonet.formats.links.sudokupad.flags import NO_LINES, RULES
from nonet.formats.links.sudokupad.values import text_of
from nonet.formats.nodes import Node
from nonet.formats.text import quoted
from nonet.formats.values import read_values, write_values
from nonet.model.grid import Grid
from nonet.system.errors import PuzzleError

TEXTS = ("title", "author", "rules")
#: The key of our own model; SudokuPad leaves keys alone that it does not know.
MODEL = "nonet"
_UNKNOWN = "?."


@dataclass
class Metadata:
    """Texts by their keys, flags that are rules, and the rest as it stands."""

    texts: dict[str, str] = field(default_factory=dict)
    flags: list[Node] = field(default_factory=list)
    rest: dict[str, object] = field(default_factory=dict)

    def add(self, key: str, node: Node) -> None:
        """Take an entry; a text that comes again is added to the first."""
        is_list = isinstance(node.value, list)
        if key in TEXTS and all(map(_is_text, node.items() if is_list else [node])):
            text = "\n".join(map(text_of, node.items())) if is_list else text_of(node)
            before = self.texts.get(key)
            if text and text != before:
                self.texts[key] = f"{before}\n{text}" if before else text
        elif node.value is True:
            if key not in (*RULES, NO_LINES):
                node.fail(f"unknown flag {quoted(key)}")
            self.flags.append(Node(key, node.path))
        elif node.value not in (False, None, "", self.rest.get(key)):
            kept = self.rest.get(key, [])
            several = [*(kept if isinstance(kept, list) else [kept]), node.value]
            self.rest[key] = several if key in self.rest else node.value

    @property
    def has_lines(self) -> bool:
        """Whether rows and columns count."""
        return all(flag.value != NO_LINES for flag in self.flags)

    @property
    def has_picture(self) -> bool:
        """Whether an image lies under the board, which may show anything."""
        return "bgimage" in self.rest

    def solution(self, grid: Grid) -> str | None:
        """Take the solution out of the rest, if it is one of the grid."""
        found = self.rest.get("solution")
        read = solution_of(str(found), grid) if isinstance(found, str | int) else None
        if read is not None:
            del self.rest["solution"]
        return read


def _is_text(node: Node) -> bool:
    return isinstance(node.value, str | int) and not isinstance(node.value, bool)


def metadata_of(entries: Mapping[str, Node], said: Iterable[tuple[str, str]]) -> Metadata:
    """Collect metadata from their own section, the document itself and cages that hold them."""
    found = Metadata()
    for key, node in entries["metadata"].entries().items() if "metadata" in entries else ():
        if key != MODEL:
            found.add(key, node)
    for key in TEXTS:
        if key in entries:
            found.add(key, entries[key])
    for key, text in said:
        found.add(key, Node(text, f"cages: {key}"))
    return found


def solution_of(text: str, grid: Grid) -> str | None:
    """Return a solution as `write_values` writes it, if the text is one of that grid.

    >>> solution_of("12?1", Grid(2, 2)), solution_of("12", Grid(2, 2))
    ('12.1', None)
    """
    if len(text) != len(grid.cells) or not set(text) <= {*digits, *_UNKNOWN}:
        return None
    values = [None if sign in _UNKNOWN else int(sign) for sign in text]
    if not grid.contents.issuperset(values) or not any(values):
        return None
    return write_values(grid, values)


def written_solution(text: str, grid: Grid) -> str | None:
    """Return a solution with one character for each cell; longer values become unknown.

    >>> written_solution("12.1", Grid(2, 2))
    '12.1'
    """
    values = attempt(read_values, grid, text)
    if isinstance(values, PuzzleError):
        return None
    signs = ("." if value is None else str(value) for value in values)
    return "".join(sign if len(sign) == 1 else "?" for sign in signs)
