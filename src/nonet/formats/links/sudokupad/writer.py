"""Writing a document: signs and figures, logical fields, and sentences for everything else.

If the document alone does not say all of the puzzle, its model is added to the metadata. The model
counts only as long as the document equals the one that nonet writes for it: see `model_in`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from nonet.formats.contract import attempt
from nonet.formats.json_text import Node, compact, document
from nonet.formats.links.sudokupad import cages
from nonet.formats.links.sudokupad.board import places
from nonet.formats.links.sudokupad.drawings import Drawing, sections_of
from nonet.formats.links.sudokupad.metadata import (
    DECORATION,
    MODEL,
    NO_LINES,
    TEXTS,
    decoration_of,
    name_of,
    written_solution,
)
from nonet.formats.links.sudokupad.pictures import cages_of, drawings_of
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


def words_for(puzzle: Puzzle, told: Collection[Rule]) -> list[str]:
    """Return the lines of the rules text, in the order of the rules.

    The document expresses the rules in `told`: they need a sentence only for people, and none if
    the puzzle has its own rules text.

    >>> from nonet.model.grid import Grid
    >>> from nonet.rules import Columns, Renban, Rows, Taxicab
    >>> puzzle = Puzzle(Grid(4, 4), rules=(Rows(), Columns(), Renban([0, 1]), Taxicab(2)))
    >>> print("\\n".join(words_for(puzzle, puzzle.rules[:3])))
    Digits may not repeat in any row.
    Digits may not repeat in any column.
    A purple line contains consecutive digits without repeats, in any order.
    Cells at taxicab distance 2 cannot contain the same digit.
    """
    grid, has_text = puzzle.grid, bool(dict(puzzle.meta).get("rules"))
    expressed = [rule for rule in puzzle.rules if frozenset(told).issuperset(parts_of(grid, rule))]
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
    return list(dict.fromkeys(filter(None, [*lines, *_marks(puzzle)])))


def _marks(puzzle: Puzzle) -> Iterator[str]:
    grid = puzzle.grid
    for cell, (given, mask) in enumerate(zip(puzzle.givens, puzzle.marks, strict=True)):
        if given is None and mask != grid.full:
            yield Among((cell,), tuple(grid.values_of(mask))).describe(grid)


def decorated(document: Mapping[str, Any], decoration: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document with decoration, which does not change entries of the document.

    >>> decorated({"cells": [[{"value": 1}, {}]]}, {"cells": {"r1c1": {"value": 2}}, "id": "x"})
    {'cells': [[{'value': 1}, {}]], 'id': 'x'}
    """
    found = dict(document)
    for key, extra in decoration.items():
        mine = found.get(key)
        if key == "cells" and isinstance(extra, dict):
            found[key] = _noted(document[key], extra)
        elif isinstance(mine, list) and isinstance(extra, list):
            found[key] = [*mine, *extra]
        elif isinstance(mine, dict) and isinstance(extra, dict):
            found[key] = {**extra, **mine}
        elif mine is None or key == "cellSize":
            found[key] = extra
    return found


def _noted(rows: Any, notes: Mapping[str, Any]) -> Any:
    """Return rows of cells, with the notes of players in empty cells."""
    return [
        [cell or notes.get(f"r{row}c{column}", cell) for column, cell in enumerate(cells, start=1)]
        for row, cells in enumerate(rows, start=1)
    ]


#: The meta that a document holds.
KEPT = (*TEXTS, "solution", DECORATION)


def document_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return the document of a puzzle, with its model if the document alone does not say it."""
    board, decoration = _drawn(puzzle), decoration_of(puzzle)
    plain = board | {"metadata": _metadata(puzzle, ())}
    again = _read_again(decorated(plain, decoration))
    if again is None or not _agrees(again, puzzle):
        decoration = {}  # it changes the puzzle, so it is not decoration
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
    """Tell whether all rules that are read again are rules of this puzzle."""
    is_board = again.grid.rows == puzzle.grid.rows and again.givens == puzzle.givens
    return is_board and set(again.rules) <= set(_parts(puzzle))


def _is_same(again: Puzzle, puzzle: Puzzle) -> bool:
    """Tell whether the puzzle that is read again is the same; a label counts as a title."""
    kept, meta = dict(again.meta), dict(_entitled(puzzle).meta)
    return (
        (again.grid, again.givens, again.marks) == (puzzle.grid, puzzle.givens, puzzle.marks)
        and set(again.rules) == set(_parts(puzzle))
        and all(kept.get(key) == meta.get(key) for key in KEPT)
    )


def _parts(puzzle: Puzzle) -> Iterator[Rule]:
    return (part for rule in puzzle.rules for part in parts_of(puzzle.grid, rule))


def has_model(found: Node) -> bool:
    """Tell whether a document has a model, valid or not."""
    metadata = found.entries().get("metadata")
    return metadata is not None and MODEL in metadata.entries()


def model_in(found: Node) -> Puzzle | None:
    """Return the model in a document, if the document equals the one that nonet writes for it.

    A document that was edited elsewhere is read from its drawings.
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
    """Return the rows of a document, and the cells of its first row."""
    rows = cells.items()
    return len(rows), len(rows[0].items()) if rows else 0


def _size_in(model: Node) -> tuple[object, object]:
    """Return the rows and columns of a model, which may not be numbers."""
    grid = model.entries()["grid"].entries()
    return grid["rows"].value, grid["columns"].value


def as_node(written: Mapping[str, Any]) -> Node:
    """Return a document as a reader gets it."""
    return document(compact(written))


def _entitled(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with its label as the title: the document has one place for both."""
    pairs = dict(puzzle.meta)
    label = pairs.pop("label", None)
    titled = pairs if label is None else {"title": label} | pairs
    return replace(puzzle, meta=tuple(titled.items()))


def _drawn(puzzle: Puzzle) -> dict[str, Any]:
    """Return the board with its regions, cages and drawings."""
    grid = puzzle.grid
    shapes: list[Drawing] = []
    drawn_cages: list[dict[str, object]] = []
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
        drawn_cages += logical
        if not name and not logical and not signs:
            for figure in rule.figures(grid):
                shapes += drawings_of(grid, figure)
                drawn_cages += cages_of(grid, figure)
    regions = {"regions": [places(grid, group) for group in walls.groups(grid)]} if walls else {}
    return {
        "cellSize": CELL_SIZE,
        "cells": _cells(puzzle),
        **regions,
        **({"cages": drawn_cages} if drawn_cages else {}),
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
