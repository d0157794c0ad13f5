"""Pictures of steps: the houses and rules that are cited shaded, the marks that go struck out."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.drawing.svg import draw_svg
from nonet.explanations.reasons import Mark
from nonet.explanations.steps import Step
from nonet.grid import Grid


def draw_step(step: Step, *, captioned: bool = True) -> str:
    """Return the picture of a step, on the board before it.

    What it cites is shaded, except for rules of the whole board, and darker are the cells that tell
    why: places of values, and cells that must have a value. Cells that change are framed.

    >>> import nonet
    >>> draw_step(nonet.explain("12..34..2......3")[0]).startswith("<svg")
    True
    """
    grid, values = step.puzzle.grid, list(step.board.values)
    if step.placed is not None:
        values[step.placed[0]] = step.placed[1]
    cited = {cell for use in step.uses if len(use.cells) < len(grid.cells) for cell in use.cells}
    return draw_svg(
        step.puzzle,
        values,
        marks=step.board.marks,
        highlight=step.cells,
        shaded=sorted(cited),
        evidence=sorted(step.evidence),
        gone=_masks(grid, (*step.removed, *step.struck)),
        caption=str(step) if captioned else None,
    )


def _masks(grid: Grid, marks: Iterable[Mark]) -> list[int]:
    masks = [0] * len(grid.cells)
    for cell, value in marks:
        masks[cell] |= grid.bit(value)
    return masks
