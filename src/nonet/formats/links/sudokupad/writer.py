"""Writing a document: signs and figures, logical fields, and words for what they do not say.

Where the document alone does not say all of the puzzle, its model stands among the metadata. That
counts only as long as the document is the one that we draw of it: see `model_in`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from nonet.formats.contract import attempt
from nonet.formats.links.documents import compact, document
from nonet.formats.links.sudokupad import cages
from nonet.formats.links.sudokupad.decoration import DECORATION, decorated, decoration_of
from nonet.formats.links.sudokupad.drawings import Drawing
from nonet.formats.links.sudokupad.flags import NO_LINES, name_of
from nonet.formats.links.sudokupad.metadata import MODEL, TEXTS, written_solution
from nonet.formats.links.sudokupad.pictures import cages_of, drawings_of
from nonet.formats.links.sudokupad.reader import CELL_SIZE, puzzle_of
from nonet.formats.links.sudokupad.sections import sections_of
from nonet.formats.links.sudokupad.signs import drawn, parts_of
from nonet.formats.links.sudokupad.values import places
from nonet.formats.links.sudokupad.words import words_for
from nonet.formats.model import puzzle_from_json, puzzle_to_json
from nonet.formats.nodes import Node
from nonet.model.figures import Printed
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Regions, Rows, Rule
from nonet.system.errors import PuzzleError

#: The meta that a document holds.
KEPT = (*TEXTS, "solution", DECORATION)


def document_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return the document of a puzzle, with its model if the document alone does not say it."""
    board, decoration = _drawn(puzzle), decoration_of(puzzle)
    plain = board | {"metadata": _metadata(puzzle, ())}
    again = _read_again(decorated(plain, decoration))
    if again is None or not _agrees(again, puzzle):
        decoration = {}  # what changes the puzzle is none
        again = _read_again(plain)
    told = again.rules if again else ()
    metadata = _metadata(puzzle, words_for(puzzle, told))
    if again is None or not _is_same(again, puzzle):
        metadata |= {MODEL: puzzle_to_json(puzzle)}
    return decorated(board | {"metadata": metadata}, decoration)


def _read_again(document: dict[str, Any]) -> Puzzle | None:
    again = attempt(puzzle_of, as_node(document), ignore_drawings=True)
    return again if isinstance(again, Puzzle) else None


def _agrees(again: Puzzle, puzzle: Puzzle) -> bool:
    """Tell whether what is read again says nothing that the puzzle does not."""
    is_board = again.grid.rows == puzzle.grid.rows and again.givens == puzzle.givens
    return is_board and set(again.rules) <= set(_parts(puzzle))


def _is_same(again: Puzzle, puzzle: Puzzle) -> bool:
    """Tell whether what is read again says the same; a label is a title."""
    kept, meta = dict(again.meta), dict(_entitled(puzzle).meta)
    return (
        (again.grid, again.givens, again.marks) == (puzzle.grid, puzzle.givens, puzzle.marks)
        and set(again.rules) == set(_parts(puzzle))
        and all(kept.get(key) == meta.get(key) for key in KEPT)
    )


def _parts(puzzle: Puzzle) -> Iterator[Rule]:
    return (part for rule in puzzle.rules for part in parts_of(puzzle.grid, rule))


def has_model(found: Node) -> bool:
    """Tell whether there is a model in a document, be it true or not."""
    metadata = found.entries().get("metadata")
    return metadata is not None and MODEL in metadata.entries()


def model_in(found: Node) -> Puzzle | None:
    """Return the model in a document, if the document is still the one that we draw of it.

    What was edited elsewhere is read from its drawings, as any other document.
    """
    try:
        entries = found.entries()
        model = entries["metadata"].entries()[MODEL]
        if _size_of(entries["cells"]) != _size_in(model):
            return None
        puzzle = puzzle_from_json(model.value)
        return puzzle if as_node(document_of(puzzle)).value == found.value else None
    except (PuzzleError, KeyError):
        return None


def _size_of(cells: Node) -> tuple[int, int]:
    """Return how many rows a document has, and how many cells the first of them has."""
    rows = cells.items()
    return len(rows), len(rows[0].items()) if rows else 0


def _size_in(model: Node) -> tuple[object, object]:
    """Return the rows and columns that a model says, be they numbers or not."""
    grid = model.entries()["grid"].entries()
    return grid["rows"].value, grid["columns"].value


def as_node(written: Mapping[str, Any]) -> Node:
    """Return a document as a reader gets it."""
    return document(compact(written))


def _entitled(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with its label as the title: there is one place for both."""
    pairs = dict(puzzle.meta)
    label = pairs.pop("label", None)
    titled = pairs if label is None else {"title": label} | pairs
    return replace(puzzle, meta=tuple(titled.items()))


def _drawn(puzzle: Puzzle) -> dict[str, Any]:
    """Return the board with its regions, cages and drawings."""
    grid = puzzle.grid
    shapes: list[Drawing] = []
    fences: list[dict[str, object]] = []
    names: dict[str, None] = {}
    walls: Boxes | Regions | None = None
    for rule in puzzle.rules:
        if walls is None and isinstance(rule, Boxes | Regions):
            walls = rule
            continue
        name = name_of(rule, walls)
        names |= {name: None} if name else {}
        logical = cages.written(rule, grid)
        signs = drawn(grid, rule)
        shapes += signs
        fences += logical
        if not name and not logical and not signs:
            for figure in rule.figures(grid):
                shapes += drawings_of(grid, figure)
                fences += cages_of(grid, figure)
    regions = {"regions": [places(grid, group) for group in walls.groups(grid)]} if walls else {}
    return {
        "cellSize": CELL_SIZE,
        "cells": _cells(puzzle),
        **regions,
        **({"cages": fences} if fences else {}),
        **sections_of(shapes),
        **({"global": list(names)} if names else {}),
    }


def _cells(puzzle: Puzzle) -> list[list[dict[str, object]]]:
    """Return the rows of cells: givens, and printed candidates as the marks of players."""
    grid = puzzle.grid
    printed = list(puzzle.marks)
    for figure in (figure for rule in puzzle.rules for figure in rule.figures(grid)):
        if isinstance(figure, Printed):
            for cell in figure.cells:
                printed[cell] &= grid.mask(figure.values)
    cells: list[dict[str, object]] = [
        {"value": given}
        if given is not None
        else {"centremarks": list(grid.values_of(mask))}
        if mask != grid.full
        else {}
        for given, mask in zip(puzzle.givens, printed, strict=True)
    ]
    return [cells[start : start + grid.columns] for start in range(0, len(cells), grid.columns)]


def _metadata(puzzle: Puzzle, words: Sequence[str]) -> dict[str, Any]:
    meta = dict(_entitled(puzzle).meta)
    rules = "\n".join(filter(None, (meta.get("rules", ""), *words)))
    solution = written_solution(meta.get("solution", ""), puzzle.grid)
    texts = {"title": meta.get("title"), "author": meta.get("author"), "rules": rules}
    has_lines = {Rows(), Columns()} <= set(puzzle.rules)
    return {
        **{key: text for key, text in texts.items() if text},
        **({"solution": solution} if solution else {}),
        **({} if has_lines else {NO_LINES: True}),
    }
