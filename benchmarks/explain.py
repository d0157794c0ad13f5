"""Time paths: the search for steps that is installed, beside the one in Python.

    python benchmarks/explain.py [FILE...] [--unit digit|rule] [--first N] [--python]
        [--variants FAMILY...] [--seed N]

For each file of 81-character lines, and for each family of variants.py such as "killer dense", the
median and the worst tenth of the CPU time of a path, and the median of a step by its cost. Naming
and checking the steps is not included.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median, quantiles
from unittest.mock import patch

from variants import families

import nonet
from nonet.explanations import path, search
from nonet.explanations.steps import Board, naked_single, without
from nonet.explanations.uses import Unit, task_of, uses_of

LIMIT = 30_000  # nodes a step


def timed_path(puzzle: nonet.Puzzle, unit: Unit) -> tuple[float, list[tuple[int, float]], bool]:
    """Return the time of a path, the costs and times of its steps, and whether all are exact."""
    grid, uses = puzzle.grid, uses_of(puzzle, unit)
    solution = nonet.solve(puzzle).solution
    assert solution is not None
    task = task_of(puzzle, uses, solution)
    board = Board(puzzle.givens, path.first_marks(puzzle))
    steps, is_exact, begin = [], True, time.process_time()
    with closing(search.open_search(task)) as searching:
        while True:
            if (cell := board.naked) is not None:
                board = naked_single(puzzle, board, cell).after
                continue
            start = time.process_time()
            marks = enumerate(board.marks)
            found = searching.next(
                {grid.mark(cell, v) for cell, mask in marks for v in grid.values_of(mask)}, LIMIT
            )
            if found is None:
                return time.process_time() - begin, steps, is_exact
            steps.append((len(found.uses), time.process_time() - start))
            is_exact &= found.exact
            removed = [grid.unmark(mark) for mark in found.removed]
            board = Board(board.values, without(grid, board.marks, removed))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--unit", choices=list(Unit))
    parser.add_argument("--first", type=int, default=20, metavar="N")
    parser.add_argument("--python", action="store_true")
    parser.add_argument("--variants", nargs="+", default=[], metavar="FAMILY")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    kind = search.TreeSearch if asked.python else search.open_search
    with patch.object(search, "open_search", kind):
        for file in asked.files:
            lines = [line.split()[0] for line in file.read_text().splitlines() if line.strip()]
            puzzles = [nonet.classic(line) for line in lines[: asked.first]]
            timed_path(puzzles[0], Unit(asked.unit or "digit"))  # what all share is made once
            report(file.name, Unit(asked.unit or "digit"), puzzles)
        makers = dict(families())
        for family in asked.variants:
            make = makers[family]
            puzzles = [make(Random(f"{family} {asked.seed + n}")) for n in range(asked.first)]
            report(family, Unit(asked.unit or "rule"), puzzles)


def report(name: str, unit: Unit, puzzles: Sequence[nonet.Puzzle]) -> None:
    """Print a line for some puzzles, and one for each cost."""
    found = [timed_path(puzzle, unit) for puzzle in puzzles]
    times = [1000 * seconds for seconds, _, _ in found]
    exact = sum(is_exact for *_, is_exact in found)
    worst = quantiles(times, n=10)[-1] if len(times) > 1 else times[0]
    print(
        f"{name}, unit {unit}: {len(found)} paths, {exact} exact, "
        f"median {median(times):.1f} ms, worst tenth {worst:.1f} ms"
    )
    by_cost = defaultdict(list)
    for _, steps, _ in found:
        for cost, seconds in steps:
            by_cost[cost].append(1000 * seconds)
    for cost, each in sorted(by_cost.items()):
        print(
            f"  cost {cost}: {len(each)} steps, median {median(each):.2f} ms, "
            f"{sum(each) / len(found):.0f} ms a path"
        )


if __name__ == "__main__":
    main()
