"""Compile a geometry for the general engine, once for all puzzles with this geometry."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from nonet.model.automata import Automaton
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Count,
    Linear,
    Regular,
    Relation,
)
from nonet.puzzle import Puzzle
from nonet.puzzle.geometry import Geometry, once_for_geometry
from nonet.solvers.native.core import core

if TYPE_CHECKING:
    from nonet.solvers.native import _core

#: The largest numbers of values and of cells. Each value is a bit of a 64-bit mask.
MOST_VALUES = 64
MOST_CELLS = 4096

#: The largest value that a cell may hold. Sums of larger values could overflow.
MOST_VALUE = 1 << 30

#: The maximum number of levels of nested alternatives. Each level takes up to 100 KB of the stack.
MOST_DEPTH = 16


def supports(puzzle: Puzzle) -> str | None:
    """Return why the engine does not support a puzzle, or None if it does.

    >>> from nonet.model.grid import Grid
    >>> supports(Puzzle(Grid(9, 9)))
    >>> supports(Puzzle(Grid(81, 81)))
    'the puzzle has 6561 cells, and the native engine supports at most 4096'
    """
    cells, values = puzzle.grid.cells, puzzle.grid.values
    for has, number, most in (
        (f"{len(cells)} cells", len(cells), MOST_CELLS),
        (f"{len(values)} values", len(values), MOST_VALUES),
        (f"a value of {values[-1]}", values[-1], MOST_VALUE),
    ):
        if number > most:
            return f"the puzzle has {has}, and the native engine supports at most {most}"
    return _read(puzzle.geometry).refusal


def learns(puzzle: Puzzle) -> bool:
    """Tell whether the engine can switch from tree search to learning.

    The engine never learns if all rules are cages, or relations between every two cells of a group.
    In such puzzles, the propagators of tree search remove more values than clauses would.

    >>> from nonet.formats import classic
    >>> learns(classic(order=4))
    True
    """
    return compiled(puzzle.geometry).learns


@lru_cache(maxsize=256)
def _automaton(automaton: Automaton, values: range) -> _core.GeneralAutomaton:
    """Return an automaton for the engine. Its state -1 rejects the word."""
    steps = [moves.get(value, -1) for moves in automaton.moves for value in values]
    found: _core.GeneralAutomaton = core().GeneralAutomaton(
        len(values), steps, sorted(automaton.accepting)
    )
    return found


#: The primitives that the engine reads, in the order of its codes.
_KINDS = (AllDifferent, Relation, Linear, Count, Regular, Candidates, AnyOf)


@lru_cache(maxsize=1024)
def _partners(allowed: frozenset[tuple[int, int]], values: range) -> list[int]:
    """For each value of the first cell, return a mask of the second cell's allowed values."""
    partners = [0] * len(values)
    for first, second in allowed:
        if first in values and second in values:
            partners[first - values.start] |= 1 << second - values.start
    return partners


@once_for_geometry
def _read(geometry: Geometry) -> _core.GeneralModel:
    grid = geometry.grid
    model: _core.GeneralModel = core().GeneralModel(
        len(grid.cells),
        grid.values,
        geometry.constraints,
        kinds=_KINDS,
        partners=_partners,
        automaton=_automaton,
        depth=MOST_DEPTH,
    )
    return model


@once_for_geometry
def compiled(geometry: Geometry) -> _core.GeneralEngine:
    """Return the engine for all puzzles of a geometry. A session passes only the domains."""
    engine: _core.GeneralEngine = core().GeneralEngine(_read(geometry))
    return engine
