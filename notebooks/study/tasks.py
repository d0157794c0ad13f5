"""Race on boards of many sizes, to recommend a backend for each task, and parameters of CP-SAT.

No contestant takes part in making the classic boards. They have holes, with shares before, at and
after the peak of hardness. There are also three kinds of 9×9 variants. Most boards have several
solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

import pandas as pd

import nonet
from nonet.puzzle import Puzzle
from nonet.rules import AntiKnight, Cage, Rule, Thermo
from nonet.solvers import Solution
from study.races import raced
from study.variants import labelled


def holes(order: int, kind: str, share: float) -> Callable[[int], Puzzle]:
    """Return a function that makes boards with a share of holes, which are random or balanced.

    >>> holes(2, "random", 0.25)(1).givens.count(None)
    4
    """
    board = nonet.classic(order=order)
    return lambda seed: nonet.with_holes(board, share, seed, balanced=kind == "balanced")


def killer(seed: int) -> Puzzle:
    """Return a killer puzzle with cages of two or three cells, and four givens."""
    random = Random(f"killer {seed}")
    solution = _solved((), random)
    cages: list[Rule] = []
    used: set[int] = set()
    for cell in random.sample(range(81), 81):
        near = [cell, *([cell + 1] if cell % 9 < 8 else []), *([cell + 9] if cell < 72 else [])]
        cage = [each for each in near if each not in used]
        if len(cage) > 1 and cell in cage and len({solution[each] for each in cage}) == len(cage):
            used.update(cage)
            cages.append(Cage(cage, sum(solution[each] for each in cage)))
    return _given(cages, solution, random.sample(range(81), 4))


def knights(seed: int) -> Puzzle:
    """Return an anti-knight puzzle with twelve givens."""
    random = Random(f"knight {seed}")
    solution = _solved((AntiKnight(),), random)
    return _given((AntiKnight(),), solution, random.sample(range(81), 12))


def thermos(seed: int) -> Puzzle:
    """Return a puzzle with 14 givens, and thermometers in the columns."""
    random = Random(f"thermo {seed}")
    solution = _solved((), random)
    lines: list[Rule] = []
    for column in range(9):
        line = [column]
        for cell in range(column + 9, 81, 9):
            if solution[cell] > solution[line[-1]]:
                line.append(cell)
            elif len(line) < 2:
                line = [cell]
            else:
                break
        if len(line) > 1 and all(after - before == 9 for before, after in pairwise(line)):
            lines.append(Thermo(line))
    return _given(lines, solution, random.sample(range(81), 14))


def _solved(rules: Sequence[Rule], random: Random) -> Solution:
    """Return a solution of a board under rules. The first two cells get random values."""
    base = nonet.classic(order=3).with_rules(*rules)
    while True:
        start = dict(enumerate(random.sample(range(1, 10), 2)))
        found = nonet.solve(base.with_givens(start), "pysat:cadical153").solution
        if found:
            return found


def _given(rules: Sequence[Rule], solution: Solution, kept: Sequence[int]) -> Puzzle:
    givens = {cell: solution[cell] for cell in kept}
    return nonet.classic(order=3).with_rules(*rules).with_givens(givens)


SETS: dict[str, Callable[[int], Puzzle]] = {
    "9×9 classic": holes(3, "random", 0.62),
    "16×16 classic": holes(4, "random", 0.60),
    "25×25 before the peak": holes(5, "random", 0.48),
    "25×25 at the peak": holes(5, "balanced", 0.54),
    "25×25 after the peak": holes(5, "random", 0.75),
    "36×36 before the peak": holes(6, "random", 0.42),
    "9×9 killer": killer,
    "9×9 anti-knight": knights,
    "9×9 thermometers": thermos,
}
CONTESTANTS = (
    *("native", "pysat:glucose4", "pysat:cadical153", "pysat:minisat22"),
    *("cpsat:integer", "cpsat:boolean"),
)
#: The modes of the race. A count stops at a hundred solutions.
MODES = ("solve", "check", "count")
#: The number of boards in each set, and the time limit of a run in seconds.
COUNT, SECONDS = 20, 2.0


#: CP-SAT with nonet's parameters and with its own, for two forms of the model.
PARAMETERS = (
    *("cpsat:integer", "cpsat:integer/default"),
    *("cpsat:boolean", "cpsat:boolean/default"),
)


def worked() -> pd.DataFrame:
    """Return the race of all contestants at all tasks."""
    puzzles = _boards(500)
    tables = [raced(puzzles, CONTESTANTS, SECONDS, seed=7, mode=mode, most=100) for mode in MODES]
    return pd.concat(tables, ignore_index=True)


def tuned() -> pd.DataFrame:
    """Return the race of CP-SAT's parameters. No other race has its boards."""
    return raced(_boards(100), PARAMETERS, SECONDS, seed=7, mode="check")


def _boards(first: int) -> dict[tuple[str, int], Puzzle]:
    return {
        (name, number): labelled(make(first + number), f"{name} {number}")
        for name, make in SETS.items()
        for number in range(COUNT)
    }
