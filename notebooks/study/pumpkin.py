"""Pumpkin as a contestant on classic puzzles: ``study/pumpkin.py:solve``.

Pumpkin is a CP solver that explains its propagation and learns clauses. nonet has no backend for
it. But a race takes any function that solves a puzzle.
"""

from __future__ import annotations

from collections.abc import Sequence

from pumpkin_solver import Comparator, Model, Predicate, SatisfactionResult
from pumpkin_solver.constraints import AllDifferent, Clause

from nonet.puzzle import Puzzle


def solve(puzzle: Puzzle, blocked: Sequence[Sequence[int]] = ()) -> list[int] | None:
    """Return a solution that is not blocked, or None if there is none."""
    model = Model()
    tag = model.new_constraint_tag()  # a name for the constraints in proofs
    last = puzzle.grid.values[-1]
    cells = [model.new_integer_variable(given or 1, given or last) for given in puzzle.givens]
    for rule in puzzle.rules:
        for house in rule.lower(puzzle.grid):
            model.add_constraint(AllDifferent([cells[cell] for cell in house.cells], tag))
    open_cells = [cell for cell, given in enumerate(puzzle.givens) if given is None]
    for solution in blocked:
        others = [Predicate(cells[at], Comparator.NotEqual, solution[at]) for at in open_cells]
        literals = [model.predicate_as_boolean(other, tag) for other in others]
        model.add_constraint(Clause(literals, tag))
    match model.satisfy():
        case SatisfactionResult.Satisfiable(found):
            return [found.int_value(cell) for cell in cells]
        case SatisfactionResult.Unsatisfiable():
            return None
    raise RuntimeError("Pumpkin stopped without an answer")
