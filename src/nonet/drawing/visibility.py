"""Decides which rules a picture shows by figures, and checks the fillings of the picture."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from nonet.drawing.looks import BADGES, LINES
from nonet.model.constraints import Values
from nonet.model.figures import Badge, Figure, Line, Outline, Printed, Walls
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Rule
from nonet.system.errors import PuzzleError


def open_cells(puzzle: Puzzle, boards: Sequence[Values]) -> frozenset[int]:
    """Return the cells that are empty on every board, where candidates can be printed."""
    return frozenset(
        cell
        for cell in puzzle.grid.cells
        if puzzle.givens[cell] is None and all(values[cell] is None for values in boards)
    )


@dataclass(frozen=True)
class Shown:
    """The rules that a picture shows, with their figures and the captions that explain them."""

    rules: frozenset[Rule]
    figures: tuple[Figure, ...]
    captions: tuple[str, ...]

    @cached_property
    def printed(self) -> dict[int, tuple[int, ...]]:
        """The values that are printed in small type in each cell."""
        return {
            cell: figure.values
            for figure in self.figures
            if isinstance(figure, Printed)
            for cell in figure.cells
        }


NOTHING_SHOWN = Shown(frozenset(), (), ())


def shown(puzzle: Puzzle, boards: Sequence[Values]) -> Shown:
    """Return the rules that the picture can show. Two rules cannot draw at the same place.

    If two rules draw the same signs but mean different things, the second is also described in
    words.
    """
    grid, free = puzzle.grid, open_cells(puzzle, boards)
    taken: dict[Hashable, Hashable] = {
        ("printed", cell): None
        for cell in grid.cells
        if cell not in free or puzzle.marks[cell] != grid.full
    }
    figures: dict[Figure, None] = {}
    meanings: dict[Hashable, str] = {}
    rules = set()
    for rule in dict.fromkeys(puzzle.rules):
        mine = [figure for figure in rule.figures(grid) if not isinstance(figure, Walls)]
        places = [pair for figure in mine for pair in _places(grid, figure)]
        if mine and all(taken.get(place, holder) == holder for place, holder in places):
            taken.update(places)
            figures |= dict.fromkeys(mine)
            caption = rule.caption(grid)
            signs = frozenset((type(figure), getattr(figure, "look", "")) for figure in mine)
            if meanings.setdefault(signs, caption) == caption:
                rules.add(rule)
    captions = dict.fromkeys(filter(None, meanings.values()))
    return Shown(frozenset(rules), tuple(figures), tuple(captions))


def _places(grid: Grid, figure: Figure) -> Iterator[tuple[Hashable, Hashable]]:
    """Yield the places that a figure takes, each with the figure. Equal figures share places."""
    match figure:
        case Line(points, look):
            yield (LINES[look].width, frozenset(points)), figure
        case Outline(cells, look, text):
            yield from (((look, cell), figure) for cell in cells)
            if text:
                yield ("corner", min(cells)), figure
        case Badge(centre, look):
            yield (BADGES[look].layer, centre), figure
        case Printed(cells):
            yield from ((("printed", cell), figure) for cell in cells)
        case _:
            yield figure, figure


def differing(fillings: Sequence[Values]) -> tuple[int, ...]:
    """Return the cells in which some fillings differ.

    >>> differing([(1, 2, 3), (1, 3, 2)])
    (1, 2)
    """
    held = enumerate(zip(*fillings, strict=True))
    return tuple(cell for cell, values in held if len(set(values)) > 1)


def require_fillings(puzzle: Puzzle, fillings: Sequence[Values]) -> None:
    """Raise `PuzzleError` for a filling without a value or None for each cell."""
    for values in fillings:
        if len(values) != len(puzzle.grid.cells):
            raise PuzzleError(f"there are {len(values)} values for {len(puzzle.grid.cells)} cells")


def require_marks(grid: Grid, marks: Sequence[int]) -> None:
    """Raise `PuzzleError` for marks without a mask of the grid's values for each cell."""
    if len(marks) != len(grid.cells):
        raise PuzzleError(f"there are {len(marks)} marks for {len(grid.cells)} cells")
    for cell, mask in enumerate(marks):
        if not 0 <= mask <= grid.full:
            raise PuzzleError(f"the marks have values outside {grid.span}", cell=grid.name(cell))
