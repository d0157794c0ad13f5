"""Pictures of the pencil marks and clauses of an empty 4×4 board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from matplotlib.axes import Axes

import nonet
from nonet.encodings import cnf
from nonet.encodings.at_most_one import FORMULATIONS
from study.encodings import clauses_of_empty

BOARD = nonet.classic(order=2)
GRID = BOARD.grid
#: The mark that the cube marks: its cell and value.
CELL, VALUE = GRID.cell("r3c2"), 2

#: The kinds of clauses, in the order of the picture.
SORTS = (
    "cell: at least one",
    "cell: at most one",
    "row or column: at most one",
    "box: at most one",
    "row, column or box: at least one",
)


def lines() -> dict[str, list[tuple[int, int]]]:
    """Return the four groups of marks that contain the mark, of which exactly one is true."""
    row, column, box = (
        next(
            part.cells for part in BOARD.constraints[4 * kind : 4 * kind + 4] if CELL in part.cells
        )
        for kind in range(3)
    )
    return {
        "one value in a cell": [(CELL, other) for other in GRID.values],
        "one place in a row": [(other, VALUE) for other in row],
        "one place in a column": [(other, VALUE) for other in column],
        "one place in a box": [(other, VALUE) for other in box],
    }


def draw_cube(ax: Any, line: Sequence[tuple[int, int]], colour: str, name: str) -> None:
    """Draw the cube of marks, and in it a group that contains the mark."""
    places = {
        mark: (*reversed(GRID.place(GRID.unmark(mark)[0])), GRID.unmark(mark)[1])
        for mark in range(1, GRID.marks + 1)
    }
    marked = [places[GRID.mark(*mark)] for mark in line]
    shape = [marked[corner] for corner in (0, 1, 3, 2, 0)] if "box" in name else marked
    chosen = places[GRID.mark(CELL, VALUE)]
    ax.computed_zorder = False
    ax.scatter(*zip(*places.values(), strict=True), s=7, color="#b4bac3", depthshade=False)
    ax.plot(*zip(*shape, strict=True), color=colour, linewidth=2, zorder=3)
    ax.scatter(*zip(*marked, strict=True), s=75, color=colour, depthshade=False, zorder=4)
    ax.scatter(*chosen, s=90, marker="s", color="#202428", depthshade=False, zorder=5)
    ax.set(xticks=[], yticks=[], zticks=[])
    ax.set_title(name, fontsize=9, pad=0, loc="center")
    ax.set_xlabel("column", labelpad=-15)
    ax.set_ylabel("row", labelpad=-15)
    ax.set_zlabel("value", labelpad=-15)
    ax.invert_yaxis()
    ax.view_init(elev=18, azim=-62)
    ax.set_box_aspect((1, 1, 1), zoom=1.05)


def draw_clauses(ax: Axes, clause_set: str, colours: Sequence[str]) -> None:
    """Draw all clauses of the board: each is a column of dots, and each dot is a literal."""
    clauses = sorted(cnf.encode(BOARD, f"{clause_set},raw").clauses, key=_sort_of)
    sorts = [_sort_of(clause) for clause in clauses]
    for sort, (name, colour) in enumerate(zip(SORTS, colours, strict=False)):
        dots = [
            (x, abs(literal))
            for x, clause in enumerate(clauses)
            if sorts[x] == sort
            for literal in clause
        ]
        if dots:
            ax.scatter(
                *zip(*dots, strict=True),
                s=5,
                marker="s" if "least" in name else "o",
                color=colour,
                label=f"{name}: {sorts.count(sort)}",
            )
    ax.set(ylabel="pencil mark", yticks=[1, 16, 32, 48, 64])
    ax.set_title(f"{clause_set}: {len(clauses)} clauses", pad=6)
    ax.invert_yaxis()
    ax.legend(loc="center left", bbox_to_anchor=(1, 0.5), markerscale=2)


def _sort_of(clause: Sequence[int]) -> int:
    cells = {GRID.unmark(abs(literal))[0] for literal in clause}
    if clause[0] > 0:
        return 0 if len(cells) == 1 else 4
    if len(cells) == 1:
        return 1
    (first_row, first_column), (second_row, second_column) = map(GRID.place, cells)
    return 2 if first_row == second_row or first_column == second_column else 3


def draw_growth(
    ax: Axes, counted: Callable[[str, int], int | None], colours: Sequence[str]
) -> None:
    """Draw the clauses of an empty board relative to pairwise: lines by formula, dots counted."""
    orders = range(2, 8)
    for family, colour, marker in zip(FORMULATIONS, colours, "os^DvPX", strict=False):
        sides = [order**2 for order in orders]
        pairwise = [clauses_of_empty(order, "pairwise") for order in orders]
        ratios = [clauses_of_empty(order, family) / pairwise[order - 2] for order in orders]
        ax.plot(sides, ratios, color=colour, linewidth=1.1)
        dots = [(order**2, counted(family, order)) for order in orders]
        found = [(side, count / pairwise[at]) for at, (side, count) in enumerate(dots) if count]
        ax.plot(*zip(*found, strict=True), marker, color=colour, linestyle="none", label=family)
    ax.set(xscale="log", yscale="log", xlabel="side of the board", ylabel="clauses / pairwise")
    ax.set_xticks(sides, [str(side) for side in sides])
    ax.set_yticks([0.1, 0.2, 0.5, 1, 2], ["0.1", "0.2", "0.5", "1", "2"])
    ax.minorticks_off()
    ax.legend(loc="center left", bbox_to_anchor=(1.01, 0.5))
