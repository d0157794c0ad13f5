"""The metadata of an f-puzzles document: title, author, rules in words, and the solution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nonet.formats.alphabets import read_values, write_values
from nonet.formats.json_text import Node
from nonet.formats.links.fpuzzles.board import number
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.sentences import sentences
from nonet.rules import Whisper
from nonet.system.errors import PuzzleError

#: The key of each text, and its key in `Puzzle.meta`.
_TEXTS = {"title": "title", "author": "author", "ruleset": "rules"}
KEYS = (*_TEXTS, "solution")


def read(entries: Mapping[str, Node], grid: Grid) -> Iterator[tuple[str, str]]:
    """Yield the pairs of `Puzzle.meta` that are not empty."""
    for key, name in _TEXTS.items():
        if key in entries and entries[key].value is not None and entries[key].text():
            yield name, entries[key].text()
    solution = entries.get("solution")
    if solution is not None and solution.value:
        yield "solution", write_values(grid, _solution(solution, grid))


def _solution(node: Node, grid: Grid) -> list[int | None]:
    """Return the values of the solution: a list, or a text with or without commas."""
    if isinstance(node.value, str):
        symbols: list[str] = node.value.split(",") if "," in node.value else list(node.value)
        items = [Node(symbol, node.path) for symbol in symbols]
    else:
        items = node.items()
    if len(items) != len(grid.cells):
        node.fail(f"{len(items)} values for {len(grid.cells)} cells")
    values = [None if item.value in (".", "0", 0) else number(item) for item in items]
    for value in values:
        if value is not None and value not in grid.values:
            node.fail(f"{value} is not a value from {grid.span}")
    return values


def write(puzzle: Puzzle) -> dict[str, object]:
    """Return the entries of a document. Metadata without a key in this format is left out."""
    meta = dict(puzzle.meta)
    if puzzle.label is not None:
        meta.setdefault("title", puzzle.label)
    written: dict[str, object] = {key: meta[name] for key, name in _TEXTS.items() if meta.get(name)}
    written.setdefault("ruleset", "\n".join([*sentences(puzzle), *_words(puzzle)]))
    if "solution" in meta:
        try:
            values = read_values(puzzle.grid, meta["solution"])
        except PuzzleError:
            return written
        written["solution"] = ["." if value is None else value for value in values]
    return written


def _words(puzzle: Puzzle) -> Iterator[str]:
    """Yield words for whispers with an unusual gap: sites draw all whispers alike."""
    for rule in puzzle.rules:
        if isinstance(rule, Whisper):
            below = rule.usual_gap(puzzle.grid) - rule.gap_on(puzzle.grid)
            if below not in (0, 1):
                yield rule.describe(puzzle.grid)
