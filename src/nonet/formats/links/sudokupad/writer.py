"""Writing a document: rules as fields or drawings, and sentences for everything else.

If a reader could not get the whole puzzle from the document, the writer adds a model: the puzzle in
nonet's own format. A reader uses the model only if the document has not been edited.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from nonet.formats.contract import attempt
from nonet.formats.json_text import Node, compact, document
from nonet.formats.links.contract import titled
from nonet.formats.links.sudokupad import fields
from nonet.formats.links.sudokupad.drawings import Drawing, cages_of, drawings_of, sections_of
from nonet.formats.links.sudokupad.fields import DECORATION, MODEL, TEXTS
from nonet.formats.links.sudokupad.reader import CELL_SIZE, puzzle_of
from nonet.formats.links.sudokupad.signs import drawn, parts_of
from nonet.formats.model import puzzle_from_json, puzzle_to_json
from nonet.model.figures import Printed
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.sentences import sentences
from nonet.rules import Among, Boxes, Columns, Regions, Rows, Rule
from nonet.rules.rule import as_sentence
from nonet.system.errors import PuzzleError


def _words_for(puzzle: Puzzle, known: Collection[Rule]) -> list[str]:
    """Return sentences for the rules of a puzzle.

    Drawings or fields of the document express the rules in `known`. These rules need no sentences
    if the setter has written a text.
    """
    grid, has_text = puzzle.grid, bool(dict(puzzle.meta).get("rules"))
    expressed = [rule for rule in puzzle.rules if frozenset(known).issuperset(parts_of(grid, rule))]
    meanings: dict[object, str] = {}

    def say(rule: Rule) -> str:
        sentence = rule.sentence(grid)
        if rule in expressed:
            return "" if has_text else sentence
        looks = frozenset(getattr(figure, "look", "") for figure in rule.figures(grid))
        is_clear = looks and meanings.setdefault(looks, sentence) == sentence
        return sentence if is_clear else as_sentence(rule.in_words(grid))

    if has_text:
        is_usual = grid.values == Grid(grid.rows, grid.columns).values
        lines = ["" if is_usual else f"values {grid.span}", *map(say, puzzle.rules)]
    else:
        lines = sentences(puzzle, say, expressed)
    for cell, (given, mask) in enumerate(zip(puzzle.givens, puzzle.marks, strict=True)):
        if given is None and mask != grid.full:
            lines.append(Among((cell,), tuple(grid.values_of(mask))).describe(grid))
    return list(dict.fromkeys(filter(None, lines)))


def decorated(document: Mapping[str, Any], decoration: Mapping[str, Any]) -> dict[str, Any]:
    """Add decoration to a document without changing the entries of the document."""
    found = dict(document)
    for key, extra in decoration.items():
        mine = found.get(key)
        if key == "cells" and isinstance(extra, dict):  # notes of players, for empty cells
            found[key] = [
                [cell or extra.get(f"r{y}c{x}", cell) for x, cell in enumerate(row, 1)]
                for y, row in enumerate(document[key], 1)
            ]
        elif isinstance(mine, list) and isinstance(extra, list):
            found[key] = [*mine, *extra]
        elif isinstance(mine, dict) and isinstance(extra, dict):
            found[key] = {**extra, **mine}
        elif mine is None or key == "cellSize":
            found[key] = extra
    return found


#: The keys of a puzzle's `meta` that are written into a document.
KEPT = (*TEXTS, "solution", DECORATION)


def document_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return the document of a puzzle. Add a model if reading the document gives another puzzle."""
    board, decoration = _drawn(puzzle), fields.decoration_of(puzzle)
    plain = board | {"metadata": _metadata(puzzle, ())}
    again = _read_again(decorated(plain, decoration))
    if again is None or not (
        (again.grid.rows, again.givens) == (puzzle.grid.rows, puzzle.givens)
        and set(again.rules) <= _parts(puzzle)
    ):
        decoration = {}  # the decoration would change the puzzle
        again = _read_again(plain)
    metadata = _metadata(puzzle, _words_for(puzzle, again.rules if again else ()))
    if again is None or not _is_same(again, puzzle):
        metadata |= {MODEL: puzzle_to_json(puzzle)}
    return decorated(board | {"metadata": metadata}, decoration)


def _read_again(document: dict[str, Any]) -> Puzzle | None:
    again = attempt(puzzle_of, _as_node(document), ignore_drawings=True)
    return again if isinstance(again, Puzzle) else None


def _is_same(again: Puzzle, puzzle: Puzzle) -> bool:
    """Tell whether a puzzle is unchanged after writing and reading. A label may become a title."""
    kept, meta = dict(again.meta), titled(puzzle)
    return (
        (again.grid, again.givens, again.marks) == (puzzle.grid, puzzle.givens, puzzle.marks)
        and set(again.rules) == _parts(puzzle)
        and all(kept.get(key) == meta.get(key) for key in KEPT)
    )


def _parts(puzzle: Puzzle) -> set[Rule]:
    return {part for rule in puzzle.rules for part in parts_of(puzzle.grid, rule)}


def has_model(found: Node) -> bool:
    """Tell whether a document has a model, valid or not."""
    metadata = found.entries().get("metadata")
    return metadata is not None and MODEL in metadata.entries()


def model_in(found: Node) -> Puzzle | None:
    """Return the model in a document, or None if someone has edited the document."""
    try:
        entries = found.entries()
        model = entries["metadata"].entries()[MODEL]
        rows, grid = entries["cells"].items(), model.entries()["grid"].entries()
        # Refuse a model with another grid size early, because it may be huge.
        if (len(rows), len(rows[0].items())) != (grid["rows"].value, grid["columns"].value):
            return None
        puzzle = puzzle_from_json(model.value)
        return puzzle if _as_node(document_of(puzzle)).value == found.value else None
    except (PuzzleError, LookupError):
        return None


def _as_node(written: Mapping[str, Any]) -> Node:
    return document(compact(written))


def _drawn(puzzle: Puzzle) -> dict[str, Any]:
    grid = puzzle.grid
    shapes: list[Drawing] = []
    drawn_cages: list[dict[str, object]] = []
    names: dict[str, None] = {}
    walls: Boxes | Regions | None = None
    for rule in puzzle.rules:
        if walls is None and isinstance(rule, Boxes | Regions):
            walls = rule
            continue
        name = fields.name_of(rule, walls)
        names |= {name: None} if name else {}
        logical, signs = fields.cages_for(rule, grid), drawn(grid, rule)
        shapes += signs
        drawn_cages += logical
        if not name and not logical and not signs:
            for figure in rule.figures(grid):
                shapes += drawings_of(grid, figure)
                drawn_cages += cages_of(grid, figure)
    regions = (
        {"regions": [fields.places(grid, group) for group in walls.groups(grid)]} if walls else {}
    )
    return {
        "cellSize": CELL_SIZE,
        "cells": _cells(puzzle),
        **regions,
        **({"cages": drawn_cages} if drawn_cages else {}),
        **sections_of(shapes),
        **({"global": list(names)} if names else {}),
    }


def _cells(puzzle: Puzzle) -> list[list[dict[str, object]]]:
    """Return the rows of cells. Candidates become the pencil marks of a player."""
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
    meta = titled(puzzle)
    meta |= {"rules": "\n".join(filter(None, (meta.get("rules", ""), *words)))}
    solution = fields.written_solution(meta.get("solution", ""), puzzle.grid)
    has_lines = {Rows(), Columns()} <= set(puzzle.rules)
    return {
        **{key: meta[key] for key in TEXTS if meta.get(key)},
        **({"solution": solution} if solution else {}),
        **({} if has_lines else {fields.NO_LINES: True}),
    }
