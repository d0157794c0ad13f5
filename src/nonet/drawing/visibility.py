"""Visibility: which rules a picture shows by their figures; the others are described in words."""

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


def open_cells(puzzle: Puzzle, boards: Sequence[Values]) -> frozenset[int]:
    """Return the cells that are empty on every board: they have room for candidates."""
    return frozenset(
        cell
        for cell in puzzle.grid.cells
        if puzzle.givens[cell] is None and all(values[cell] is None for values in boards)
    )


@dataclass(frozen=True)
class Shown:
    """The rules that a picture shows, with their figures, and what readers must be told of them."""

    rules: frozenset[Rule]
    figures: tuple[Figure, ...]
    captions: tuple[str, ...]

    @cached_property
    def printed(self) -> dict[int, tuple[int, ...]]:
        """The values that are printed small into cells."""
        return {
            cell: figure.values
            for figure in self.figures
            if isinstance(figure, Printed)
            for cell in figure.cells
        }


NOTHING_SHOWN = Shown(frozenset(), (), ())


def shown(puzzle: Puzzle, boards: Sequence[Values]) -> Shown:
    """Return the rules to draw: those whose figures all find their places free.

    A rule whose signs are those of another rule, but mean something else, is drawn and described.
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
    """Yield the places that a figure takes, and what may share each with it: its equals."""
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
