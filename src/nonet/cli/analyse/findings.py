"""The record, the drawing and the exit code of each result of ``nonet analyse``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias

from nonet.cli.common.exits import Exit
from nonet.cli.common.output import coloured, drawing, drawings, line, text
from nonet.questions.analysis import (
    Conflict,
    Differences,
    FewestGivens,
    Minimised,
    Redundancy,
    TrueCandidates,
)
from nonet.questions.analysis.clues import cells_of
from nonet.questions.uniqueness import Kind
from nonet.rules import Rule
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.model.grid import Grid
    from nonet.puzzle import Puzzle
    from nonet.questions.analysis.clues import Part

Found: TypeAlias = TrueCandidates | Redundancy | Minimised | Conflict | Differences | FewestGivens


def code(found: Found) -> Exit:
    """Return the exit code of a result."""
    match found:
        case Conflict():
            if found.solution is not None:
                return Exit.ANSWERED
            return Exit.NOT_UNIQUE if found.minimal else Exit.LIMIT
        case TrueCandidates():
            return _outcome(found.kind, found.complete)
        case Redundancy():
            return _outcome(found.kind, found.complete, needs_one_solution=True)
        case Minimised():
            complete = found.minimal or found.kind is not Kind.UNIQUE
            return _outcome(found.kind, complete, needs_one_solution=True)
        case Differences():
            return _outcome(found.kind, found.all_cells)
        case FewestGivens():
            return _outcome(found.kind, found.givens is not None or found.kind is Kind.NONE)


def _outcome(kind: Kind, complete: bool, needs_one_solution: bool = False) -> Exit:
    if not complete or kind is Kind.UNKNOWN:
        return Exit.LIMIT
    is_wrong = kind is Kind.NONE or (needs_one_solution and kind is not Kind.UNIQUE)
    return Exit.NOT_UNIQUE if is_wrong else Exit.ANSWERED


def drawn(found: Found) -> str:
    """Return the drawing of a result."""
    match found:
        case TrueCandidates():
            from nonet.drawing.pencil import draw_marks

            return draw_marks(found.puzzle, found.possible, colour=coloured())
        case Redundancy():
            return _highlighted(found.puzzle, cells_of(found.puzzle.grid, found.redundant))
        case Minimised():
            return drawing(found.reduced)
        case Conflict():
            return _highlighted(found.puzzle, found.cells)
        case Differences():
            if found.solution is None or found.other is None:
                return drawing(found.puzzle, found.solution)
            return drawings(found.puzzle, [found.solution, found.other], found.cells)
        case FewestGivens():
            return _highlighted(found.completed, [given.cell for given in found.givens or ()])


def _highlighted(puzzle: Puzzle, cells: Iterable[int]) -> str:
    from nonet.drawing import draw

    return draw(puzzle, colour=coloured(), highlight=tuple(cells))


def fields(found: Found) -> dict[str, Any]:
    """Return the fields of the JSON record of a result."""
    grid = found.puzzle.grid
    match found:
        case TrueCandidates():
            return _fields_of_candidates(found, grid)
        case Redundancy():
            return {
                "verdict": str(found.kind),
                "complete": found.complete,
                "redundant": _words(grid, found.redundant),
                "needed": _words(grid, found.needed),
                "unsettled": _words(grid, found.unsettled),
            }
        case Minimised():
            return {
                "verdict": str(found.kind),
                "reduced": text(found.reduced),
                "kept": _words(grid, found.kept),
                "removed": _words(grid, found.removed),
                "minimal": found.minimal,
                "smallest": found.smallest,
                "confirmed_by": found.confirmed_by,
            }
        case Conflict():
            return {
                "solution": found.solution and line(found.puzzle, found.solution),
                "conflict": None if found.clues is None else _words(grid, found.clues),
                "houses": _words(grid, found.houses),
                "minimal": found.minimal,
                "smallest": found.smallest,
                "confirmed_by": found.confirmed_by,
            }
        case Differences():
            return {
                "verdict": str(found.kind),
                "solutions": [line(found.puzzle, s) for s in (found.solution, found.other) if s],
                "differences": _names(grid, found.cells),
                "all_differences": found.all_cells,
                "unavoidable": [_names(grid, cells) for cells in found.unavoidable],
                "all_unavoidable": found.all_sets,
            }
        case FewestGivens():
            return {
                "verdict": str(found.kind),
                "givens": {grid.name(given.cell): given.value for given in found.givens or ()},
                "solution": found.solution and line(found.puzzle, found.solution),
                "exact": found.exact,
                "least": found.least,
                "confirmed_by": found.confirmed_by,
            }


def _fields_of_candidates(found: TrueCandidates, grid: Grid) -> dict[str, Any]:
    return {
        "verdict": str(found.kind),
        "complete": found.complete,
        "cap": found.cap,
        "solutions": found.solutions,
        "candidates": {
            grid.name(cell): {str(value): found.count(cell, value) for value in found.values(cell)}
            for cell in grid.cells
        },
        "fixed": {grid.name(given.cell): given.value for given in found.fixed},
        "equal": None if found.equal is None else [_names(grid, group) for group in found.equal],
        "unsettled": {
            grid.name(cell): list(grid.values_of(mask))
            for cell, mask in enumerate(found.unsettled)
            if mask
        },
    }


def _names(grid: Grid, cells: Iterable[int]) -> list[str]:
    return [grid.name(cell) for cell in cells]


def _words(grid: Grid, parts: Iterable[Part]) -> list[str]:
    return [part.describe(grid) for part in parts]


def explanations(found: Found) -> Iterator[str]:
    """Yield the meaning of each rule for the whole board that a result names."""
    from nonet.drawing.catalogue import entry

    match found:
        case Conflict():
            named: Iterable[Part] = found.clues or ()
        case Redundancy():
            named = found.redundant
        case _:
            return
    rules = {part.name: part for part in named if isinstance(part, Rule)}
    for name, rule in rules.items():
        if rule.describe(found.puzzle.grid) == name:
            with suppress(PuzzleError):  # a rule from a user's file has no entry
                yield f"{name}: {entry(name).summary}"
