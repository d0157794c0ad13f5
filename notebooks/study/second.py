"""Measure what it costs to prove that a solution is the only one.

A session finds a solution, blocks it and asks again. A SAT solver can keep its clauses for the
second solve. Or a new solver can start with the clauses and the blocking clause.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import numpy as np
import pandas as pd
from pysat.solvers import Solver

import nonet
from nonet.encodings import cnf
from nonet.puzzle import Puzzle

#: The parts of the work: opening a session, the first solve and the second solve.
PARTS = ["open", "first", "second"]


def full_board(random: Random) -> Puzzle:
    """Return a solved board: three boxes on the diagonal are random, a solver fills the rest."""
    givens: dict[int, int | None] = {}
    for first in (0, 30, 60):  # these boxes share no row and no column
        cells = [first + 9 * down + right for down in range(3) for right in range(3)]
        givens |= dict(zip(cells, random.sample(range(1, 10), 9), strict=True))
    empty = nonet.classic(order=3)
    full = nonet.solve(empty.with_givens(givens)).solution
    return empty.with_givens(dict(enumerate(full or ())))


def digging(seed: int) -> Iterator[Puzzle]:
    """Yield unique puzzles with ever fewer clues, from a random full board.

    >>> nonet.check(list(digging(seed=1))[-1]).kind
    <Kind.UNIQUE: 'unique'>
    """
    random = Random(seed)
    puzzle = full_board(random)
    for cell in random.sample(puzzle.grid.cells, 81):
        fewer = puzzle.with_givens({cell: None})
        if nonet.check(fewer).kind == "unique":
            puzzle = fewer
            yield puzzle


def dug(seed: int) -> Puzzle:
    """Return a puzzle from which no clue can be removed."""
    *_, last = digging(seed)
    return last


def solved_twice(
    contestants: Sequence[str], puzzles: Sequence[Puzzle], repeats: int
) -> pd.DataFrame:
    """Return the CPU seconds of the parts, for each contestant and puzzle."""
    for name in contestants:  # import libraries and build tables
        _parts(name, puzzles[0])
    rows = [
        (name, number, *_parts(name, puzzle))
        for number, puzzle in enumerate(puzzles)
        for _ in range(repeats)
        for name in contestants
    ]
    return pd.DataFrame(rows, columns=["contestant", "puzzle", *PARTS])


def _parts(name: str, puzzle: Puzzle) -> tuple[float, float, float]:
    """Return the seconds of the parts.

    A session writes and loads its clauses in the first solve, and its phases tell how long this
    takes.
    """
    clock = [time.process_time()]
    with nonet.find_backend(name).open(puzzle) as session:
        first = session.solve()
        clock.append(time.process_time())
        assert first.solution is not None
        session.block(first.solution)
        second = session.solve()
        clock.append(time.process_time())
    assert second.solution is None
    both, again = np.diff(clock)
    opening = (first.times.encode + first.times.load) / first.times.total
    return both * opening, both * (1 - opening), again


def in_two_ways(solvers: Sequence[str], puzzles: Sequence[Puzzle], repeats: int) -> pd.DataFrame:
    """Compare the second solve in a loaded solver with the second solve in a new solver."""
    rows = []
    for reduction, name, puzzle in product(("propagated", "givens"), solvers, puzzles):
        formula = cnf.encode(puzzle, reduction)
        on = [_going_on(name, formula) for _ in range(repeats)]
        again = [_starting_again(name, formula, on[0][-1]) for _ in range(repeats)]
        spent = (*np.mean([each[:2] for each in on], axis=0), *np.mean(again, axis=0))
        rows.append((reduction, name, *spent))
    columns = ["go on: ms", "go on: conflicts"]
    columns += ["again: ms to load", "again: ms to solve", "again: conflicts"]
    return pd.DataFrame(rows, columns=["reduction", "solver", *columns])


def _going_on(name: str, formula: cnf.Cnf) -> tuple[float, int, list[int]]:
    """Solve again with the loaded solver. Return the seconds, conflicts and blocking clause."""
    with Solver(name, bootstrap_with=formula.clauses) as solver:
        assert solver.solve()
        block = formula.blocking(formula.decode(solver.get_model()))
        before = solver.accum_stats()["conflicts"]
        start = time.process_time()
        solver.add_clause(block)
        assert not solver.solve()
        return time.process_time() - start, solver.accum_stats()["conflicts"] - before, block


def _starting_again(name: str, formula: cnf.Cnf, block: list[int]) -> tuple[float, float, int]:
    """Solve with a new solver. Return the seconds to load and to solve, and the conflicts."""
    start = time.process_time()
    with Solver(name, bootstrap_with=[*formula.clauses, block]) as solver:
        loaded = time.process_time()
        assert not solver.solve()
        return loaded - start, time.process_time() - loaded, solver.accum_stats()["conflicts"]
