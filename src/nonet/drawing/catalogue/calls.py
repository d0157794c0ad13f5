"""Writes the Python call that makes a rule."""

from __future__ import annotations

from dataclasses import fields
from inspect import signature
from itertools import pairwise
from typing import Any

from nonet.model.grid import Cell, Cells, Grid
from nonet.rules import Rule
from nonet.rules.fields import hints, items_of, kept


def call(rule: Rule, grid: Grid, name: str | None = None) -> str:
    """Return the Python call that makes the rule. `name` may replace the name of the class.

    >>> from nonet.rules import Cage
    >>> call(Cage((0, 1, 2, 10), 15), Grid(9, 9))
    "Cage('r1c1-r1c3 r2c2', 15)"
    """
    named_only = {
        each.name
        for each in signature(type(rule)).parameters.values()
        if each.kind is each.KEYWORD_ONLY
    }
    placed, named, is_named = [], [], False
    for field in fields(rule):
        value = getattr(rule, field.name)
        if value == field.default:
            is_named = True  # pass an argument by name after an omitted one
            continue
        text = _argument(value, hints(type(rule))[field.name], grid)
        if is_named or field.name in named_only:
            named.append(f"{field.name}={text}")
        else:
            placed.append(text)
    return f"{name or type(rule).__name__}({', '.join([*placed, *named])})"


def _argument(value: Any, hint: Any, grid: Grid) -> str:
    inner = kept(hint)
    if inner == Cell:
        return repr(grid.name(value))
    if inner == Cells:
        return repr(" ".join(_ranges(value, grid)))
    if isinstance(value, Rule):
        return call(value, grid)
    if isinstance(value, tuple):
        kinds = items_of(inner, len(value))
        items = (_argument(item, kind, grid) for item, kind in zip(value, kinds, strict=True))
        return f"[{', '.join(items)}]"
    return repr(value)


def _ranges(cells: Cells, grid: Grid) -> list[str]:
    """Return the names of cells. Three or more cells in a row or column become a range."""
    runs: list[list[int]] = []
    for cell in cells:
        run = runs[-1] if runs else []
        if run and _follows(run, cell, grid):
            run.append(cell)
        else:
            runs.append([cell])
    return [
        f"{grid.name(run[0])}-{grid.name(run[-1])}" if len(run) > 2 else grid.names(run)
        for run in runs
    ]


def _follows(run: list[int], cell: int, grid: Grid) -> bool:
    """Tell whether a cell continues a run to the right or down."""
    places = [grid.place(each) for each in (*run[-2:], cell)]
    steps = {(down - row, right - column) for (row, column), (down, right) in pairwise(places)}
    return steps in ({(0, 1)}, {(1, 0)})
