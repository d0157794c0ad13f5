"""Counts that published papers report: clauses, and what propagation solves without a guess."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from pysat.solvers import Solver

import nonet
from nonet.encodings import cnf
from nonet.puzzle import Puzzle


def clauses_with_duplicates(order: int, clause_set: str) -> int:
    """Return the number of clauses if two cells in a box and a line are excluded twice.

    >>> clauses_with_duplicates(3, "minimal"), clauses_with_duplicates(3, "extended")
    (8829, 11988)
    """
    side = order**2
    pairs = side * (side - 1) // 2
    # There are as many cells as there are pairs of a value and a row, a column or a box.
    groups = side * side
    return groups * (1 + 3 * pairs) if clause_set == "minimal" else 4 * groups * (1 + pairs)


def pairs_written_twice(order: int) -> int:
    """Return how many pairs of marks lie in a box and also in a line.

    >>> pairs_written_twice(3)
    1458
    """
    side = order**2
    return side * side * 2 * order * (order * (order - 1) // 2)


def inferred(puzzles: Sequence[Puzzle]) -> pd.DataFrame:
    """Return for each 9×9 puzzle what solves it, and how many guesses two solvers make."""
    solvers = {
        clause_set: Solver("minisat22", bootstrap_with=clauses)
        for clause_set in ("minimal", "extended")
        for clauses in [cnf.encode(nonet.classic(order=3), f"{clause_set},raw").clauses]
    }
    rows = []
    for puzzle in puzzles:
        givens = [
            puzzle.grid.mark(cell, value)
            for cell, value in enumerate(puzzle.givens)
            if value is not None
        ]
        by_units = {
            name: _is_solved(solver.propagate(assumptions=givens)[1])
            for name, solver in solvers.items()
        }
        norvig, native = (nonet.check(puzzle, name) for name in ("norvig", "native"))
        rows.append(
            {
                "puzzle": puzzle.label,
                **by_units,
                "failed": by_units["extended"] or _by_failed_literals(solvers["extended"], givens),
                "norvig": sum(answer.counters["nodes"] for answer in norvig.answers) - 1,
                "native": native.counters["guesses"],
            }
        )
    return pd.DataFrame(rows)


def _by_failed_literals(solver: Solver, known: list[int]) -> bool:
    """Tell whether failed literals alone solve a puzzle, whose givens are known."""
    while True:
        _, known = solver.propagate(assumptions=known)
        before = len(known)
        for mark in set(range(1, 730)) - {abs(literal) for literal in known}:
            if not solver.propagate(assumptions=[*known, mark])[0]:
                known = [*known, -mark]
        if len(known) == before:
            return _is_solved(known)


def _is_solved(literals: Sequence[int]) -> bool:
    return sum(0 < literal <= 729 for literal in literals) == 81


def left_of(puzzle: Puzzle) -> dict[str, int]:
    """Return the variables and clauses that are left without givens and marks they exclude."""
    clauses = cnf.encode(puzzle, "raw").clauses
    true = {clause[0] for clause in clauses if len(clause) == 1}
    pairs = [clause for clause in clauses if len(clause) == 2]
    true |= {other for one, other in pairs if -one in true}
    true |= {one for one, other in pairs if -other in true}
    rest = [
        [literal for literal in clause if -literal not in true]
        for clause in clauses
        if true.isdisjoint(clause)
    ]
    variables = {abs(literal) for clause in rest for literal in clause}
    return {"variables": len(variables), "clauses": len(rest)}
