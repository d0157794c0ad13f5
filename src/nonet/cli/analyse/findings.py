"""How ``nonet analyse`` shows each result: its record, its drawing, its exit code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import singledispatch
from typing import TYPE_CHECKING, Any

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
    from nonet.questions.analysis.clues import Part
    from nonet.solvers import Solution


def outcome(kind: Kind, complete: bool, needs: Kind | None = None) -> Exit:
    """Return the exit code; `needs` is the verdict without which an analysis cannot work."""
    if not complete or kind is Kind.UNKNOWN:
        return Exit.LIMIT
    is_wrong = kind is Kind.NONE or (needs is not None and kind is not needs)
    return Exit.NOT_UNIQUE if is_wrong else Exit.ANSWERED


def _names(grid: Grid, cells: Iterable[int]) -> list[str]:
    return [grid.name(cell) for cell in cells]


def _words(grid: Grid, parts: Iterable[Part]) -> list[str]:
    return [part.describe(grid) for part in parts]


def _solution(grid: Grid, solution: Solution | None) -> str | None:
    from nonet.formats import write_values

    return None if solution is None else write_values(grid, solution)


@singledispatch
def fields(found: object) -> dict[str, Any]:
    """Return the fields of the JSON record of a result."""
    raise NotImplementedError(f"no record for {type(found).__name__}")


@singledispatch
def drawn(found: object) -> str:
    """Return the drawing of a result."""
    raise NotImplementedError(f"no drawing of {type(found).__name__}")


@singledispatch
def code(found: object) -> Exit:
    """Return the exit code of a result."""
    raise NotImplementedError(f"no exit code for {type(found).__name__}")


@fields.register
def _(found: TrueCandidates) -> dict[str, Any]:
    grid = found.puzzle.grid
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


@drawn.register
def _(found: TrueCandidates) -> str:
    from nonet.drawing.pencil import draw_marks

    return draw_marks(found.puzzle, found.possible, colour=coloured())


@code.register
def _(found: TrueCandidates) -> Exit:
    return outcome(found.kind, found.complete)


@fields.register
def _(found: Redundancy) -> dict[str, Any]:
    grid = found.puzzle.grid
    return {
        "verdict": str(found.kind),
        "complete": found.complete,
        "redundant": _words(grid, found.redundant),
        "needed": _words(grid, found.needed),
        "unsettled": _words(grid, found.unsettled),
    }


@drawn.register
def _(found: Redundancy) -> str:
    return _highlighted(found.puzzle, cells_of(found.puzzle.grid, found.redundant))


@code.register
def _(found: Redundancy) -> Exit:
    return outcome(found.kind, found.complete, needs=Kind.UNIQUE)


@fields.register
def _(found: Minimised) -> dict[str, Any]:
    grid = found.puzzle.grid
    return {
        "verdict": str(found.kind),
        "reduced": text(found.reduced),
        "kept": _words(grid, found.kept),
        "removed": _words(grid, found.removed),
        "minimal": found.minimal,
        "smallest": found.smallest,
        "confirmed_by": found.confirmed_by,
    }


@drawn.register
def _(found: Minimised) -> str:
    return drawing(found.reduced)


@code.register
def _(found: Minimised) -> Exit:
    complete = found.minimal or found.kind is not Kind.UNIQUE
    return outcome(found.kind, complete, needs=Kind.UNIQUE)


@fields.register
def _(found: Conflict) -> dict[str, Any]:
    grid = found.puzzle.grid
    clues = None if found.clues is None else _words(grid, found.clues)
    return {
        "solution": _solution(grid, found.solution),
        "conflict": clues,
        "houses": _words(grid, found.houses),
        "minimal": found.minimal,
        "smallest": found.smallest,
        "confirmed_by": found.confirmed_by,
    }


@drawn.register
def _(found: Conflict) -> str:
    return _highlighted(found.puzzle, found.cells)


@code.register
def _(found: Conflict) -> Exit:
    if found.solution is not None:
        return Exit.ANSWERED
    return Exit.NOT_UNIQUE if found.minimal else Exit.LIMIT


@fields.register
def _(found: Differences) -> dict[str, Any]:
    grid = found.puzzle.grid
    return {
        "verdict": str(found.kind),
        "solutions": [line(found.puzzle, s) for s in (found.solution, found.other) if s],
        "differences": _names(grid, found.cells),
        "all_differences": found.all_cells,
        "unavoidable": [_names(grid, cells) for cells in found.unavoidable],
        "all_unavoidable": found.all_sets,
    }


@drawn.register
def _(found: Differences) -> str:
    if found.solution is None or found.other is None:
        return drawing(found.puzzle, found.solution)
    return drawings(found.puzzle, [found.solution, found.other], found.cells)


@code.register
def _(found: Differences) -> Exit:
    return outcome(found.kind, found.all_cells)


@fields.register
def _(found: FewestGivens) -> dict[str, Any]:
    grid = found.puzzle.grid
    added = {given.cell: given.value for given in found.givens or ()}
    return {
        "verdict": str(found.kind),
        "givens": {grid.name(cell): value for cell, value in added.items()},
        "solution": _solution(grid, found.solution),
        "exact": found.exact,
        "least": found.least,
        "confirmed_by": found.confirmed_by,
    }


@drawn.register
def _(found: FewestGivens) -> str:
    return _highlighted(found.completed, [given.cell for given in found.givens or ()])


@code.register
def _(found: FewestGivens) -> Exit:
    complete = found.givens is not None or found.kind is Kind.NONE
    return outcome(found.kind, complete)


def _highlighted(puzzle: Any, cells: Iterable[int]) -> str:
    from nonet.drawing import draw

    return draw(puzzle, colour=coloured(), highlight=tuple(cells))


def explanations(found: object) -> Iterator[str]:
    """Yield what the rules for the whole board mean, which a result only names."""
    from nonet.drawing.catalogue import entry

    match found:
        case Conflict(puzzle=puzzle, clues=clues):
            named: Iterable[Part] = clues or ()
        case Redundancy(puzzle=puzzle, redundant=redundant):
            named = redundant
        case _:
            return
    rules = {part.name: part for part in named if isinstance(part, Rule)}
    for name, rule in rules.items():
        if rule.describe(puzzle.grid) == name:
            with suppress(PuzzleError):  # a rule of the user's own
                yield f"{name}: {entry(name).summary}"
