"""Which of the 27 all-different constraints of Sudoku follow from the others."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations, product

import numpy as np
import pandas as pd
from pysat.solvers import Solver

from nonet.certificates.proof import check as check_proof
from nonet.certificates.refutation import refutation

Place = tuple[int, int]

_N = range(9)
#: The places of each house, by the name of its rule.
HOUSES: dict[str, list[Place]] = {
    **{f"row {i + 1}": [(i, j) for j in _N] for i in _N},
    **{f"column {i + 1}": [(j, i) for j in _N] for i in _N},
    **{f"box {i + 1}": [(3 * (i // 3) + j // 3, 3 * (i % 3) + j % 3) for j in _N] for i in _N},
}


def followed(left_out: Collection[str]) -> pd.DataFrame:
    """Return the checked proofs that each of these rules follows from the rules that are kept."""
    kept = [name for name in HOUSES if name not in left_out]
    rows = []
    for name in left_out:
        formula = _holding(kept) + _broken([name])
        variables = max(abs(literal) for clause in formula for literal in clause)
        with Solver("glucose4", bootstrap_with=formula, with_proof=True) as solver:
            assert not solver.solve(), f"{name} does not follow"
            proof = [line for line in solver.get_proof() if not line.startswith("d")]
        check_proof(refutation(proof, formula, variables), formula)
        rows.append((name, len(formula), len(proof)))
    return pd.DataFrame(rows, columns=["rule that follows", "clauses", "lemmas, each checked"])


def broken_by_grids(tried: Iterable[Collection[str]]) -> set[frozenset[str]]:
    """Return the sets of rules that a grid can break while it keeps all others.

    For each set of `tried`, a SAT solver finds a grid that breaks some of the set and no other
    rule. The result also has the sets that are symmetric to the broken rules.
    """
    found: set[frozenset[str]] = set()
    for names in tried:
        formula = _holding([name for name in HOUSES if name not in names]) + _broken(names)
        with Solver("cadical195", bootstrap_with=formula) as solver:
            if solver.solve():
                found |= _images(_broken_in(set(solver.get_model())))
    return found


def refuted_share(sets: Iterable[frozenset[str]], size: int) -> float:
    """Return the share of all sets of `size` rules that contain one of these sets."""
    bit = {name: 1 << number for number, name in enumerate(HOUSES)}
    all_sets = np.fromiter((sum(each) for each in combinations(bit.values(), size)), np.int64)
    alive = np.ones(len(all_sets), bool)
    for rules in sets:
        bits = sum(bit[rule] for rule in rules)
        alive &= (all_sets & bits) != bits
    return 1 - float(alive.mean())


def _mark(row: int, column: int, value: int) -> int:
    return 81 * row + 9 * column + value + 1


def _holding(names: Iterable[str]) -> list[list[int]]:
    """Return clauses: each cell has one value, and these houses have all values."""
    clauses = []
    for row, column in product(_N, _N):
        marks = [_mark(row, column, value) for value in _N]
        clauses += [marks, *([-one, -other] for one, other in combinations(marks, 2))]
    for name, value in product(names, _N):
        marks = [_mark(*cell, value) for cell in HOUSES[name]]
        clauses += [marks, *([-one, -other] for one, other in combinations(marks, 2))]
    return clauses


def _broken(names: Iterable[str]) -> list[list[int]]:
    """Return clauses: at least one of these houses lacks a value."""
    lacking = dict(enumerate(product(names, _N), start=730))
    return [
        list(lacking),
        *(
            [-lacks, -_mark(*cell, value)]
            for lacks, (name, value) in lacking.items()
            for cell in HOUSES[name]
        ),
    ]


def _broken_in(true: Collection[int]) -> frozenset[str]:
    grid = {
        (row, column): value
        for row, column, value in product(_N, _N, _N)
        if _mark(row, column, value) in true
    }
    return frozenset(
        name for name, cells in HOUSES.items() if len({grid[cell] for cell in cells}) < 9
    )


def _images(rules: frozenset[str]) -> set[frozenset[str]]:
    """Return the sets that lines, bands, or rows and columns exchanged make of a set of rules."""
    named = {frozenset(cells): name for name, cells in HOUSES.items()}
    moves = []
    for rows in (_exchanged(a, a + 1) for a in _N if a % 3 < 2):
        moves.append({(row, column): (rows[row], column) for row, column in product(_N, _N)})
    for band in (0, 1):
        rows = [
            3 * {band: band + 1, band + 1: band}.get(row // 3, row // 3) + row % 3 for row in _N
        ]
        moves.append({(row, column): (rows[row], column) for row, column in product(_N, _N)})
    moves.append({(row, column): (column, row) for row, column in product(_N, _N)})
    seen, todo = {rules}, [rules]
    while todo:
        each = todo.pop()
        for move in moves:
            image = frozenset(
                named[frozenset(move[cell] for cell in HOUSES[rule])] for rule in each
            )
            if image not in seen:
                seen.add(image)
                todo.append(image)
    return seen


def _exchanged(one: int, other: int) -> list[int]:
    return [{one: other, other: one}.get(row, row) for row in _N]
