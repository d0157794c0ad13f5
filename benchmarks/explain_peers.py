"""Other programs that look for steps with few uses, on boards of houses.

CPMpy has an algorithm for cheapest steps, `cpmpy.tools.explain.ocus`. Demystify shrinks the cores
of a SAT solver repeatedly, and does not promise a smallest set. Both programs get the same rules as
nonet's search.
"""

import sys
from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

import nonet
from nonet.explanations.uses import Use

#: A function that returns the cost of the step that a peer finds on a board with these marks.
Peer: TypeAlias = Callable[[Collection[int]], int]


def cpmpy(puzzle: nonet.Puzzle, uses: Sequence[Use], solution: Collection[int]) -> Peer:
    """Return a function that finds a step with CPMpy, from scratch on each board."""
    import cpmpy as cp
    from cpmpy.tools.explain import ocus

    solver = "exact" if "exact" in cp.SolverLookup.supported() else "ortools"

    def cost(live: Collection[int]) -> int:
        grid = puzzle.grid
        values = grid.values
        cells = cp.intvar(values[0], values[-1], shape=len(grid.cells))
        dead = set(range(1, grid.marks + 1)) - set(live)
        hard = [cells[cell] != value for cell, value in map(grid.unmark, dead)]
        stays = [
            cells[cell] == value for cell, value in map(grid.unmark, set(live) - set(solution))
        ]
        cited = [
            cp.AllDifferent(cells[list(use.cells)])
            if use.value is None
            else cp.sum(cells[list(use.cells)] == use.value) == 1
            for use in uses
        ]
        found = ocus(
            [*cited, *stays],
            hard,
            meta_constraint=cp.sum(stays) == 1,
            solver=solver,
            hs_solver="ortools",
        )
        return len(found) - 1

    return cost


def demystify(folder: Path) -> Callable[[nonet.Puzzle, Sequence[Use], Collection[int]], Peer]:
    """Return a function that finds a step with a checkout of stacs-cp/demystify."""
    sys.path.insert(0, str(folder))
    from pysat.formula import CNF

    base, config = import_module("demystify.base"), import_module("demystify.config")
    solvers, finders = import_module("demystify.internal"), import_module("demystify.mus")

    def begin(puzzle: nonet.Puzzle, uses: Sequence[Use], solution: Collection[int]) -> Peer:
        grid = puzzle.grid
        matrix = base.VarMatrix(str, (grid.rows, grid.columns), grid.values)

        def literal(cell: int, value: int, holds: bool) -> object:
            row, column = grid.place(cell)
            return (base.EqVal if holds else base.NeqVal)(matrix[row][column], value)

        # The fact that a cell has one value costs nothing.
        clauses = [[grid.mark(cell, value) for value in grid.values] for cell in grid.cells]
        clauses += [
            [-grid.mark(cell, value) for value in pair]
            for cell in grid.cells
            for pair in combinations(grid.values, 2)
        ]
        marks = {literal(*grid.unmark(mark), True): mark for mark in range(1, grid.marks + 1)}
        cited = {}
        for selector, use in enumerate(uses, start=grid.marks + 1):
            said = []
            for value in grid.values if use.value is None else [use.value]:
                said.append([(cell, value, True) for cell in use.cells])
                said += ([(c, value, False) for c in pair] for pair in combinations(use.cells, 2))
            for clause in said:
                signed = [
                    grid.mark(cell, value) * (1 if holds else -1) for cell, value, holds in clause
                ]
                clauses.append([-selector, *signed])
            written = [[literal(*each) for each in clause] for clause in said]
            cited[base.ClauseList(use.describe(grid), written)] = selector
        solver = solvers.Solver(
            base.Puzzle([matrix]), cnf=CNF(from_clauses=clauses), litmap=marks, conmap=cited
        )
        finder = finders.CascadeMUSFinder(solver, config=config.getDefaultConfig() | {"cores": 1})

        def cost(live: Collection[int]) -> int:
            for mark in set(range(1, grid.marks + 1)) - set(live):
                solver.addLit(literal(*grid.unmark(mark), False))
            left = set(live) - set(solution)
            return finder.smallestMUS(
                [literal(*grid.unmark(mark), False) for mark in sorted(left)]
            ).minimum()

        return cost

    return begin
