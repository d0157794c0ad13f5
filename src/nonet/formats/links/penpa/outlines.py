"""Outlines of cages of Penpa+: broken lines inside the cells, between joints in their corners."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TypeAlias

from nonet.formats.links.penpa.borders import Segment
from nonet.formats.links.penpa.paper import Paper

#: A step from a cell to the next one: down and to the right.
_Step: TypeAlias = tuple[int, int]

#: The joints of a cell are 0 and 1 above, 2 and 3 below. Those on the side to which a step leads:
_SIDES: dict[_Step, tuple[int, int]] = {
    (0, -1): (0, 2),
    (-1, 0): (0, 1),
    (0, 1): (1, 3),
    (1, 0): (2, 3),
}
#: Those of a cell and of the next one between which lines lead on, before and behind the step.
_LEADS: dict[_Step, tuple[tuple[int, int, int], ...]] = {
    (0, 1): ((-1, 1, 0), (1, 3, 2)),
    (1, 0): ((-1, 2, 0), (1, 3, 1)),
}


def outline_of(paper: Paper, cells: Collection[int]) -> Iterator[Segment]:
    """Yield the lines around a cage.

    >>> from nonet.model.grid import Grid
    >>> sorted(outline_of(Paper(Grid(4, 4)), [0]))
    [(328, 329), (328, 330), (329, 331), (330, 331)]
    """
    grid = paper.grid
    places = {grid.place(cell) for cell in cells}
    for row, column in sorted(places):
        own = paper.upper_left(grid.at(row, column))
        for (down, right), (a, b) in _SIDES.items():
            if (row + down, column + right) not in places:
                yield own + a, own + b
        for (down, right), leads in _LEADS.items():
            if (row + down, column + right) not in places:
                continue
            other = paper.upper_left(grid.at(row + down, column + right))
            for side, a, b in leads:
                beside = (row + side * right, column + side * down)
                if not {beside, (beside[0] + down, beside[1] + right)} <= places:
                    yield own + a, other + b


def is_inside(paper: Paper, segment: Segment, cells: Collection[int]) -> bool:
    """Tell whether both ends of a line are joints of these cells.

    >>> from nonet.model.grid import Grid
    >>> is_inside(Paper(Grid(4, 4)), (328, 329), {0}), is_inside(Paper(Grid(4, 4)), (329, 332), {0})
    (True, False)
    """
    return all(paper.of_joint(number) in cells for number in segment)
