"""Make random puzzles with one solution, with fifteen kinds of rules.

A puzzle starts from a full grid. It gets rules that the grid satisfies, and a given in each cell.
Then givens are removed one by one. After each removal, one of two solvers of different kinds must
prove, within its limit, that there is no other solution.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pandas as pd

import nonet
from nonet.puzzle import Puzzle
from nonet.solvers import Solution

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
from killers import caged, unambiguous, with_cages
from proofs import judge_of
from variants import LINES, drawn, plain, solved

#: The rules of each family. A mixed puzzle has rules of several kinds.
FAMILIES = {
    "killer, dense": (),
    "killer, sparse": ("cage",),
    "thermometers": ("thermo",),
    "arrows": ("arrow",),
    "renbans": ("renban",),
    "whispers": ("whisper",),
    "kropki": ("dots",),
    "XV": ("xv",),
    "sandwiches": ("sandwich",),
    "little killers": ("littlekiller",),
    "region sums": ("regionsum",),
    "mixed": (),
    "6×6 thermometers": ("thermo",),
    "6×6 arrows": ("arrow",),
    "6×6 mixed": (),
}
#: The kinds of rules in a mixed puzzle, and the maximum number of rules of any puzzle.
MIXED, MOST_RULES = 4, 20

#: The solvers that prove puzzles, with their limits of nodes or conflicts. If the first one reaches
#: its limit, the next one tries.
JUDGES = {"native": 2_000, "pysat:glucose4": 5_000}


def dug(board: Puzzle, solution: Solution, random: Random) -> Puzzle:
    """Return a board with few givens, for which this solution is the only one."""
    puzzle = board.with_givens(dict(enumerate(solution)))
    for cell in random.sample(board.grid.cells, len(solution)):
        fewer = puzzle.with_givens({cell: None})
        if judge_of(fewer, solution, JUDGES):
            puzzle = fewer
    return puzzle


def variant(family: str, seed: int) -> Puzzle:
    """Return a puzzle of a family."""
    random = Random(f"{family} {seed}")
    full = solved(plain(2, 3) if "6×6" in family else plain(3, 3), random)
    if family == "killer, dense":
        return with_cages(unambiguous(caged(full.values, random), full.values, random), full.values)
    names = FAMILIES.get(family, ())
    if "mixed" in family:
        names = random.sample(sorted({name for some in FAMILIES.values() for name in some}), MIXED)
    rules = (
        islice(drawn(full, [LINES[name] for name in names], random), MOST_RULES) if names else ()
    )
    return dug(full.board.with_rules(*rules), full.values, random)


def classic(seed: int) -> Puzzle:
    """Return a classic puzzle that is made in the same way."""
    random = Random(f"classic {seed}")
    full = solved(plain(3, 3), random)
    return dug(full.board, full.values, random)


def made(families: Iterable[str], count: int) -> pd.DataFrame:
    """Return a table with `count` puzzles of each family, in JSON."""
    rows = [
        (family, seed, nonet.write(variant(family, seed), "json"))
        for family in families
        for seed in range(count)
    ]
    return pd.DataFrame(rows, columns=["group", "seed", "puzzle"])


def labelled(puzzle: Puzzle, label: str) -> Puzzle:
    """Return the puzzle with a label for tables."""
    return replace(puzzle, meta=(("label", label),))
