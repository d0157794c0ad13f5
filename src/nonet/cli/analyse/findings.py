"""Show the results of ``nonet analyse``, as drawings and as JSON records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from nonet.cli.common.exits import CODES, Exit
from nonet.cli.common.output import coloured, drawing, drawings, line
from nonet.drawing import draw, draw_marks
from nonet.drawing.catalogue import entry
from nonet.formats import one_line
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
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
    from nonet.questions.analysis.clues import Part

Found: TypeAlias = TrueCandidates | Redundancy | Minimised | Conflict | Differences | FewestGivens


def view(found: Found) -> tuple[Exit, Callable[[], str], dict[str, Any]]:
    """Return the exit code of a result, a function that draws the result, and its JSON fields."""
    grid = found.puzzle.grid
    match found:
        case Conflict():
            code = Exit.NOT_UNIQUE if found.minimal else Exit.LIMIT
            fields: dict[str, Any] = {
                "solution": found.solution and line(found.puzzle, found.solution),
                "conflict": None if found.clues is None else _words(grid, found.clues),
                "houses": _words(grid, found.houses),
                "minimal": found.minimal,
                "smallest": found.smallest,
                "confirmed_by": found.confirmed_by,
            }
            code = code if found.solution is None else Exit.ANSWERED
            return code, partial(_highlighted, found.puzzle, found.cells), fields
        case TrueCandidates():
            code = _code(found.kind, found.complete)
            unsettled = {cell: mask for cell, mask in enumerate(found.unsettled) if mask}
            equal = found.equal
            fields = {
                "complete": found.complete,
                "cap": found.cap,
                "solutions": found.solutions,
                "candidates": {
                    grid.name(cell): {str(v): found.count(cell, v) for v in found.values(cell)}
                    for cell in grid.cells
                },
                "fixed": {grid.name(given.cell): given.value for given in found.fixed},
                "equal": None if equal is None else [_names(grid, group) for group in equal],
                "unsettled": {
                    grid.name(cell): list(grid.values_of(mask)) for cell, mask in unsettled.items()
                },
            }
            drawn = partial(draw_marks, found.puzzle, found.possible, colour=coloured())
        case Redundancy():
            code = _code(found.kind, found.complete, needs_one_solution=True)
            fields = {
                "complete": found.complete,
                "redundant": _words(grid, found.redundant),
                "needed": _words(grid, found.needed),
                "unsettled": _words(grid, found.unsettled),
            }
            drawn = partial(_highlighted, found.puzzle, cells_of(grid, found.redundant))
        case Minimised():
            complete = found.minimal or found.kind is not Kind.UNIQUE
            code = _code(found.kind, complete, needs_one_solution=True)
            fields = {
                "reduced": one_line(found.reduced),
                "kept": _words(grid, found.kept),
                "removed": _words(grid, found.removed),
                "minimal": found.minimal,
                "smallest": found.smallest,
                "confirmed_by": found.confirmed_by,
            }
            drawn = partial(drawing, found.reduced)
        case Differences():
            code = _code(found.kind, found.all_cells)
            solutions = [each for each in (found.solution, found.other) if each]
            fields = {
                "solutions": [line(found.puzzle, solution) for solution in solutions],
                "differences": _names(grid, found.cells),
                "all_differences": found.all_cells,
                "unavoidable": [_names(grid, cells) for cells in found.unavoidable],
                "all_unavoidable": found.all_sets,
            }
            drawn = partial(drawing, found.puzzle, found.solution)
            if len(solutions) > 1:
                drawn = partial(drawings, found.puzzle, solutions, found.cells)
        case FewestGivens():
            givens = found.givens or ()
            code = _code(found.kind, found.givens is not None or found.kind is Kind.NONE)
            fields = {
                "givens": {grid.name(given.cell): given.value for given in givens},
                "solution": found.solution and line(found.puzzle, found.solution),
                "exact": found.exact,
                "least": found.least,
                "confirmed_by": found.confirmed_by,
            }
            drawn = partial(_highlighted, found.completed, [given.cell for given in givens])
    return code, drawn, {"verdict": str(found.kind)} | fields


def _code(kind: Kind, complete: bool, needs_one_solution: bool = False) -> Exit:
    if complete and kind is Kind.MULTIPLE and not needs_one_solution:
        return Exit.ANSWERED
    return CODES[kind] if complete else Exit.LIMIT


def _highlighted(puzzle: Puzzle, cells: Iterable[int]) -> str:
    return draw(puzzle, colour=coloured(), highlight=tuple(cells))


def _names(grid: Grid, cells: Iterable[int]) -> list[str]:
    return [grid.name(cell) for cell in cells]


def _words(grid: Grid, parts: Iterable[Part]) -> list[str]:
    return [part.describe(grid) for part in parts]


def explanations(found: Found) -> Iterator[str]:
    """If a result names rules about the whole board, yield the meanings of these rules."""
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
            with suppress(PuzzleError):  # the catalogue has no entry for a user's rule
                yield f"{name}: {entry(name).summary}"
