"""A puzzle as a readable MiniZinc model: an array of variables, and the primitives by name.

Cells are ``cell[row, column]``, counted from 1. Cells that fill a rectangle are written as a slice;
a relation between two cells is written with an operator if there is one, else as a table.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from functools import singledispatch
from typing import TypeAlias

from nonet.constraints import AllDifferent, Constraint, Linear, Relation
from nonet.grid import Grid
from nonet.puzzle import Puzzle

#: For each set of allowed pairs, its operator or the name of its table.
Names: TypeAlias = dict[frozenset[tuple[int, int]], str]

_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "=": operator.eq,
}


def write(puzzle: Puzzle) -> Iterator[str]:
    """Yield the lines of a model.

    >>> from nonet.rules import Cage, Rows
    >>> latin = Puzzle(Grid(1, 3), rules=(Rows(), Cage((0, 1), 4))).with_givens({1: 1})
    >>> print(*write(latin), sep="\\n")
    include "alldifferent.mzn";
    include "table.mzn";
    <BLANKLINE>
    array[1..1, 1..3] of var 1..3: cell;
    <BLANKLINE>
    array[1..1, 1..3] of opt int: given = [|
      <>,  1, <> |];
    constraint forall(r in 1..1, c in 1..3 where occurs(given[r, c]))(
      cell[r, c] = deopt(given[r, c]));
    <BLANKLINE>
    constraint alldifferent(cell[1, 1..3]);
    constraint alldifferent(cell[1, 1..2]);
    constraint cell[1,1] + cell[1,2] = 4;
    <BLANKLINE>
    solve satisfy;
    <BLANKLINE>
    output [show(cell[r, c]) ++ if c = 3 then "\\n" else " " endif
            | r in 1..1, c in 1..3];
    """
    grid = puzzle.grid
    yield 'include "alldifferent.mzn";'
    yield 'include "table.mzn";'
    yield ""
    span = f"{grid.values[0]}..{grid.values[-1]}"
    yield f"array[1..{grid.rows}, 1..{grid.columns}] of var {span}: cell;"
    yield ""
    yield from _given(puzzle)
    yield from _restricted(puzzle)
    yield from _constraints(puzzle)
    yield ""
    yield "solve satisfy;"
    yield ""
    yield f'output [show(cell[r, c]) ++ if c = {grid.columns} then "\\n" else " " endif'
    yield f"        | r in 1..{grid.rows}, c in 1..{grid.columns}];"


def _given(puzzle: Puzzle) -> Iterator[str]:
    grid = puzzle.grid
    if all(value is None for value in puzzle.givens):
        return
    words = ["<>" if value is None else str(value) for value in puzzle.givens]
    width = max(map(len, words))
    yield f"array[1..{grid.rows}, 1..{grid.columns}] of opt int: given = [|"
    for row in range(grid.rows):
        start = grid.at(row, 0)
        line = ", ".join(word.rjust(width) for word in words[start : start + grid.columns])
        yield f"  {line} |" + ("];" if row == grid.rows - 1 else "")
    every = f"r in 1..{grid.rows}, c in 1..{grid.columns}"
    yield f"constraint forall({every} where occurs(given[r, c]))("
    yield "  cell[r, c] = deopt(given[r, c]));"
    yield ""


def _restricted(puzzle: Puzzle) -> Iterator[str]:
    """Yield the cells restricted by candidate sets or by rules about single cells."""
    grid = puzzle.grid
    pairs = zip(puzzle.marks, puzzle.geometry.allowed, strict=True)
    masks = [marks & allowed for marks, allowed in pairs]
    for cell, mask in enumerate(masks):
        if mask != grid.full:
            values = ", ".join(map(str, grid.values_of(mask)))
            yield f"constraint {_name(grid, cell)} in {{{values}}};"
    if any(mask != grid.full for mask in masks):
        yield ""


def _constraints(puzzle: Puzzle) -> Iterator[str]:
    names: Names = {}
    for constraint in puzzle.constraints:
        if isinstance(constraint, Relation) and constraint.allowed not in names:
            said = _comparison(puzzle.grid, constraint.allowed)
            names[constraint.allowed] = said or f"pairs{len(names) + 1}"
            if not said:
                yield from _table(names[constraint.allowed], constraint.allowed)
        yield f"constraint {_said(constraint, puzzle.grid, names)};"


def _comparison(grid: Grid, allowed: frozenset[tuple[int, int]]) -> str | None:
    """Return the operator that allows exactly these pairs, if there is one."""
    for sign, holds in _COMPARISONS.items():
        if allowed == {(v, w) for v in grid.values for w in grid.values if holds(v, w)}:
            return sign
    return None


def _table(name: str, allowed: frozenset[tuple[int, int]]) -> Iterator[str]:
    flat = ", ".join(f"{v},{w}" for v, w in sorted(allowed))
    yield f"array[1..{len(allowed)}, 1..2] of int: {name} = array2d(1..{len(allowed)}, 1..2,"
    yield f"  [{flat}]);"


def _name(grid: Grid, cell: int) -> str:
    row, column = grid.place(cell)
    return f"cell[{row + 1},{column + 1}]"


@singledispatch
def _said(constraint: Constraint, grid: Grid, names: Names) -> str:
    """Return a constraint as an expression."""
    raise NotImplementedError(f"no MiniZinc for {type(constraint).__name__}")


@_said.register
def _(constraint: AllDifferent, grid: Grid, names: Names) -> str:
    return f"alldifferent({_cells(grid, constraint.cells)})"


@_said.register
def _(constraint: Relation, grid: Grid, names: Names) -> str:
    a, b, said = _name(grid, constraint.a), _name(grid, constraint.b), names[constraint.allowed]
    return f"{a} {said} {b}" if said in _COMPARISONS else f"table([{a}, {b}], {said})"


@_said.register
def _(constraint: Linear, grid: Grid, names: Names) -> str:
    words = []
    for coefficient, cell in constraint.terms:
        sign = "-" if coefficient < 0 else "+"
        factor = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
        words += [sign, factor + _name(grid, cell)]
    if words[:1] == ["+"]:
        del words[0]
    op = "=" if constraint.op == "==" else constraint.op
    return f"{' '.join(words) or '0'} {op} {constraint.total}"


def _cells(grid: Grid, cells: Sequence[int]) -> str:
    """Return the cells as a slice if they fill a rectangle, else as a list."""
    top, left = grid.place(min(cells, default=0))
    bottom, right = grid.place(max(cells, default=0))
    filled = [grid.at(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]
    if len(cells) > 1 and sorted(cells) == filled:
        return f"cell[{_span(top, bottom)}, {_span(left, right)}]"
    return f"[{', '.join(_name(grid, cell) for cell in cells)}]"


def _span(first: int, last: int) -> str:
    return f"{first + 1}" if first == last else f"{first + 1}..{last + 1}"
