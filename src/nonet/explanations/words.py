"""Steps in words."""

from __future__ import annotations

from collections.abc import Iterable

from nonet.explanations.reasons import Mark
from nonet.explanations.steps import Step
from nonet.explanations.uses import Use


def sentence(step: Step) -> str:
    """Return a step in one line: its name, what it cites, and what follows."""
    grid = step.puzzle.grid
    head = f"{step.technique}: " if step.technique else ""
    if step.placed is None:
        return f"{head}{', '.join(cited(step))} → {gone(step, step.removed)}"
    cell, value = step.placed
    why = f"{', '.join(cited(step))}" if step.uses else "its last value"
    return f"{head}{grid.name(cell)} = {value}, {why}"


def cited(step: Step) -> list[str]:
    """Return what a step cites, with the half of a house that it needs.

    >>> import nonet
    >>> line = ".7.4....593..1...41....6.....6...1......8..9......3.2.7........3..6.894...132..8."
    >>> cited(nonet.explain(line)[0])
    ['the only place for 9 in box 3']
    """
    return [_half(step, number, use) for number, use in enumerate(step.uses)]


def _half(step: Step, number: int, use: Use) -> str:
    grid = step.puzzle.grid
    said = use.part.describe(grid)
    if use.value is None:
        return said if step.placed is None else f"the only place for {step.placed[1]} in {said}"
    if number in step.reason.places:
        where = "the only place" if step.placed else "a place"
        also = " and one alone" if number in step.reason.ones else ""
        return f"{where} for {use.value} in {said}{also}"
    return f"one {use.value} in {said}"


def gone(step: Step, marks: Iterable[Mark]) -> str:
    """Say which marks go; cells that lose the same values stand together.

    >>> import nonet
    >>> step = nonet.explain("12..34..2......3").steps[0]
    >>> gone(step, [(1, 3), (1, 4), (2, 3), (5, 3)])
    'r1c2 ≠ 3 4, r1c3 r2c2 ≠ 3'
    """
    lost: dict[int, list[int]] = {}
    for cell, value in marks:
        lost.setdefault(cell, []).append(value)
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell, values in lost.items():
        alike.setdefault(tuple(sorted(values)), []).append(cell)
    grid = step.puzzle.grid
    return ", ".join(
        f"{grid.names(cells)} ≠ {' '.join(map(str, values))}" for values, cells in alike.items()
    )
