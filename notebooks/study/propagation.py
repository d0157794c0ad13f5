"""What unit propagation solves, on the minimal and on the extended clauses of classic 9×9."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
from pysat.solvers import Solver

import nonet
from nonet.encodings import cnf
from nonet.propagation import propagator
from nonet.puzzle import Puzzle
from study.second import digging

CLAUSE_SETS = ("minimal", "extended")


class UnitPropagation:
    """Unit propagation on all rules of classic 9×9, which are loaded once.

    >>> empty = nonet.classic(order=3)
    >>> [UnitPropagation(name).decided(empty) for name in CLAUSE_SETS]
    [0, 0]
    """

    def __init__(self, clause_set: str) -> None:
        clauses = cnf.encode(nonet.classic(order=3), f"{clause_set},raw").clauses
        self._solver = Solver("minisat22", bootstrap_with=clauses)

    def alive(self, puzzle: Puzzle) -> list[int]:
        """Return the masks of values that are left in the cells."""
        grid = puzzle.grid
        givens = [
            grid.mark(cell, value) for cell, value in enumerate(puzzle.givens) if value is not None
        ]
        masks = [grid.full] * len(grid.cells)
        for literal in self._solver.propagate(assumptions=givens)[1]:
            cell, value = grid.unmark(abs(literal))
            masks[cell] &= grid.bit(value) if literal > 0 else ~grid.bit(value)
        return masks

    def decided(self, puzzle: Puzzle) -> int:
        """Return the number of cells with one value left."""
        return sum(mask.bit_count() == 1 for mask in self.alive(puzzle))

    def values(self, puzzle: Puzzle) -> list[int | None]:
        """Return the values of the decided cells."""
        return [
            puzzle.grid.value_of(mask) if mask.bit_count() == 1 else None
            for mask in self.alive(puzzle)
        ]


def by_rules(puzzle: Puzzle) -> list[int]:
    """Return what naked and hidden singles leave in the cells, by nonet's propagator."""
    return propagator(puzzle.geometry).start(puzzle.domains).marks


def propagated(boards: int) -> pd.DataFrame:
    """Return for all dug puzzles what solves them, and whether the rules leave the same marks."""
    found = {name: UnitPropagation(name) for name in CLAUSE_SETS}
    return pd.DataFrame(
        {"clues": sum(value is not None for value in puzzle.givens)}
        | {name: by.decided(puzzle) == 81 for name, by in found.items()}
        | {"same": found["extended"].alive(puzzle) == by_rules(puzzle)}
        for seed in range(boards)
        for puzzle in digging(seed)
    )


def conflicts(puzzles: Mapping[str, Puzzle]) -> pd.DataFrame:
    """Return the conflicts of MiniSat's check of each puzzle, without the givens."""
    return pd.DataFrame(
        {
            name: {
                clause_set: sum(
                    answer.counters["conflicts"]
                    for answer in nonet.check(
                        puzzle, backend=f"pysat:minisat22/{clause_set},givens"
                    ).answers
                )
                for clause_set in CLAUSE_SETS
            }
            for name, puzzle in puzzles.items()
        }
    ).T
