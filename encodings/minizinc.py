"""The MiniZinc encoding: a readable model with an array of variables and global constraints.

The cells are an array ``cell[row, column]``, counted from 1. A relation between two cells is
written as a comparison or as a table. An automaton is written as a table with a row for each state
and a column for each value, where 0 rejects the value. Some solvers do not accept ``regular``
inside a disjunction. There, an array of variables has the states of the automaton instead.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from nonet.model.automata import Automaton
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Constraint,
    Count,
    Linear,
    Regular,
    Relation,
)
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import TooLarge
from nonet.system.limits import check_limits

#: Sums are smaller than this, because Gecode and other solvers have integers of 32 bits.
MOST_SUM = 1 << 30

#: The names of tables, and of the arrays of states of words inside disjunctions. A relation may
#: have a comparison operator instead.
Names: TypeAlias = dict[frozenset[tuple[int, int]] | Automaton | Regular, str]

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
    include "regular.mzn";
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
    yield 'include "regular.mzn";'
    yield ""
    span = f"{grid.values[0]}..{grid.values[-1]}"
    yield f"array[1..{grid.rows}, 1..{grid.columns}] of var {span}: cell;"
    beside = len(grid.cells) - len(grid.board)
    if beside:
        yield f"array[1..{beside}] of var {span}: beside;  % the layers"
    yield ""
    yield from _given(puzzle)
    yield from _restricted(puzzle)
    yield from _constraints(puzzle)
    yield ""
    yield "solve satisfy;"
    yield ""
    yield f'output [show(cell[r, c]) ++ if c = {grid.columns} then "\\n" else " " endif'
    yield f"        | r in 1..{grid.rows}, c in 1..{grid.columns}];"
    if beside:
        yield 'output [show(value) ++ " " | value in beside];'


def _given(puzzle: Puzzle) -> Iterator[str]:
    grid = puzzle.grid
    givens = [puzzle.givens[cell] for cell in grid.board]
    if all(value is None for value in givens):
        return
    words = ["<>" if value is None else str(value) for value in givens]
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
    grid = puzzle.grid
    pairs = zip(puzzle.marks, puzzle.geometry.allowed, strict=True)
    masks = [marks & allowed for marks, allowed in pairs]
    masks[len(grid.board) :] = puzzle.domains[len(grid.board) :]  # with the givens of layers
    for cell, mask in enumerate(masks):
        if mask != grid.full:
            values = ", ".join(map(str, grid.values_of(mask)))
            yield f"constraint {name_of(grid, cell)} in {{{values}}};"
    if any(mask != grid.full for mask in masks):
        yield ""


def _constraints(puzzle: Puzzle) -> Iterator[str]:
    names: Names = {}
    for constraint in puzzle.constraints:
        check_limits()
        for part in _leaves(constraint):
            yield from _named(part, puzzle.grid, names)
            if isinstance(part, Regular) and part is not constraint and part not in names:
                names[part] = f"states{len(names) + 1}"
                yield from _states(names[part], part, puzzle.grid, names[part.automaton])
        yield f"constraint {_expression(constraint, puzzle.grid, names)};"


def _leaves(part: Constraint | Candidates) -> Iterator[Constraint | Candidates]:
    """Yield a primitive, or the primitives in nested alternatives."""
    if not isinstance(part, AnyOf):
        yield part
        return
    for parts in part.alternatives:
        for inner in parts:
            yield from _leaves(inner)


def _named(part: Constraint | Candidates, grid: Grid, names: Names) -> Iterator[str]:
    """Yield the lines of a new table for a relation or an automaton, and give the table a name."""
    if isinstance(part, Relation) and part.allowed not in names:
        said = _comparison(grid, part.allowed)
        names[part.allowed] = said or f"pairs{len(names) + 1}"
        if not said:
            yield from _table(names[part.allowed], part.allowed)
    elif isinstance(part, Regular) and part.automaton not in names:
        names[part.automaton] = f"words{len(names) + 1}"
        yield from _automaton(names[part.automaton], part.automaton, grid)


def _comparison(grid: Grid, allowed: frozenset[tuple[int, int]]) -> str | None:
    for sign, holds in _COMPARISONS.items():
        if allowed == {(v, w) for v in grid.values for w in grid.values if holds(v, w)}:
            return sign
    return None


def _table(name: str, allowed: frozenset[tuple[int, int]]) -> Iterator[str]:
    flat = ", ".join(f"{v},{w}" for v, w in sorted(allowed))
    yield f"array[1..{len(allowed)}, 1..2] of int: {name} = array2d(1..{len(allowed)}, 1..2,"
    yield f"  [{flat}]);"


def _automaton(name: str, automaton: Automaton, grid: Grid) -> Iterator[str]:
    yield f"array[1..{len(automaton.states)}, 1..{len(grid.values)}] of int: {name} = [|"
    for state in automaton.states:
        moves = automaton.moves[state]
        row = ", ".join(str(moves[value] + 1 if value in moves else 0) for value in grid.values)
        yield f"  {row} |" + ("];" if state == automaton.states[-1] else "")


def _states(name: str, word: Regular, grid: Grid, table: str) -> Iterator[str]:
    """Yield an array of the states along a word. The state is 0 after a rejected value."""
    length = len(word.cells)
    yield f"array[0..{length}] of var 0..{len(word.automaton.states)}: {name};"
    yield f"constraint {name}[0] = 1;"
    for place, cell in enumerate(word.cells):
        value, before = _index(grid, cell), f"{name}[{place}]"
        yield f"constraint {name}[{place + 1}] ="
        yield f"  bool2int({before} > 0) * {table}[max({before}, 1), {value}];"


def _index(grid: Grid, cell: int) -> str:
    first = grid.values[0]
    return name_of(grid, cell) + {0: " + 1", 1: ""}.get(first, f" - {first - 1}")


def name_of(grid: Grid, cell: int) -> str:
    """Return the expression for a cell."""
    if cell not in grid.board:
        return f"beside[{cell - len(grid.board) + 1}]"
    row, column = grid.place(cell)
    return f"cell[{row + 1},{column + 1}]"


def _expression(part: Constraint | Candidates, grid: Grid, names: Names) -> str:
    match part:
        case AllDifferent(cells):
            return f"alldifferent({_cells(grid, cells)})"
        case Relation(a, b, allowed):
            one, other, said = name_of(grid, a), name_of(grid, b), names[allowed]
            is_operator = said in _COMPARISONS
            return f"{one} {said} {other}" if is_operator else f"table([{one}, {other}], {said})"
        case Linear():
            return _sum(part, grid)
        case Count(cells, values, allowed_counts):
            hits = [f"({_in(name_of(grid, cell), values)})" for cell in cells if values]
            return _in(" + ".join(hits) or "0", allowed_counts)
        case Regular(cells, automaton):
            accepting = [state + 1 for state in automaton.accepting]
            if part in names:
                return _in(f"{names[part]}[{len(cells)}]", accepting)
            if not cells or not accepting:
                return str(automaton.accepts(())).lower()
            word = ", ".join(_index(grid, cell) for cell in cells)
            size = f"{len(automaton.states)}, {len(grid.values)}"
            return f"regular([{word}], {size}, {names[automaton]}, 1, {_set(accepting)})"
        case Candidates(cell, values):
            return _in(name_of(grid, cell), values)
        case AnyOf(alternatives):
            words = [
                " /\\ ".join(f"({_expression(each, grid, names)})" for each in parts) or "true"
                for parts in alternatives
            ]
            return " \\/ ".join(f"({word})" for word in words) or "false"
        case _:
            raise NotImplementedError(f"MiniZinc models do not support {type(part).__name__}")


def _sum(part: Linear, grid: Grid) -> str:
    words = []
    for coefficient, cell in part.terms:
        sign = "-" if coefficient < 0 else "+"
        factor = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
        words += [sign, factor + name_of(grid, cell)]
    left = " ".join(words).removeprefix("+ ") or "0"
    largest = sum(abs(coefficient) for coefficient, _ in part.terms) * grid.values[-1]
    if largest >= MOST_SUM:
        raise TooLarge(f"a sum can be as large as {largest}. The limit is {MOST_SUM}")
    if isinstance(part.total, frozenset):
        return _in(left, part.total)
    total = max(-MOST_SUM, min(part.total, MOST_SUM))  # a total out of reach
    return f"{left} {'=' if part.op == '==' else part.op} {total}"


def _in(number: str, numbers: Collection[int]) -> str:
    within = [each for each in numbers if abs(each) < MOST_SUM]  # the number is never larger
    return f"{number} in {_set(within)}" if within else "false"


def _set(numbers: Iterable[int]) -> str:
    return f"{{{', '.join(map(str, sorted(numbers)))}}}"


def _cells(grid: Grid, cells: Sequence[int]) -> str:
    """Return the cells as a slice if they fill a rectangle, else as a list."""
    if len(cells) > 1 and max(cells) in grid.board:
        (top, left), (bottom, right) = grid.place(min(cells)), grid.place(max(cells))
        filled = [grid.at(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)]
        if sorted(cells) == filled:
            return f"cell[{_span(top, bottom)}, {_span(left, right)}]"
    return f"[{', '.join(name_of(grid, cell) for cell in cells)}]"


def _span(first: int, last: int) -> str:
    return f"{first + 1}" if first == last else f"{first + 1}..{last + 1}"
