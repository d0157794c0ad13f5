"""Time explanations: the installed search for steps, and on request the Python one and peers.

    python benchmarks/explain.py [FILE...] [--unit digit|rule] [--first N] [--python]
        [--variants FAMILY...] [--seed N] [--sigh CLONE] [--peer-cpmpy]
        [--peer-demystify FOLDER] [--boards N]

The benchmark takes files of 81-character lines, families of `variants.py` such as "killer dense",
and the displayed examples of sigh/Interactive-Sudoku-Solver. For each set of puzzles, it prints the
median and the worst tenth of the CPU time of a path, and the median time of a step of each cost.
These times exclude naming and checking the steps. A peer also answers those boards of each path
that have the most expensive steps.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from unittest.mock import patch

import explain_peers
from links import of_sigh
from variants import families

import nonet
from nonet.explanations import path, search
from nonet.explanations.steps import Board, naked_single, without
from nonet.explanations.uses import Unit, task_of, uses_of
from nonet.system.errors import NonetError

LIMIT = 30_000  # nodes a step


@dataclass(frozen=True)
class Timed:
    """A step: its cost, the seconds to find it, whether it is exact, and the board before it."""

    cost: int
    seconds: float
    exact: bool
    live: Collection[int]


def timed_path(puzzle: nonet.Puzzle, unit: Unit) -> tuple[float, list[Timed]]:
    """Return the time of a path, and its steps."""
    grid, task = puzzle.grid, _task(puzzle, unit)
    board = Board(puzzle.givens, path.first_marks(puzzle))
    steps, begin = [], time.process_time()
    with closing(search.open_search(task)) as searching:
        while True:
            if (cell := board.naked) is not None:
                board = naked_single(puzzle, board, cell).after
                continue
            start = time.process_time()
            marks = enumerate(board.marks)
            live = {grid.mark(cell, v) for cell, mask in marks for v in grid.values_of(mask)}
            found = searching.next(live, LIMIT)
            if found is None:
                return time.process_time() - begin, steps
            seconds = time.process_time() - start
            steps.append(Timed(len(found.uses), seconds, found.exact, live))
            removed = [grid.unmark(mark) for mark in found.removed]
            board = Board(board.values, without(grid, board.marks, removed))


def _task(puzzle: nonet.Puzzle, unit: Unit) -> nonet.solvers.StepTask:
    solution = nonet.solve(puzzle).solution
    assert solution is not None
    return task_of(puzzle, uses_of(puzzle, unit), solution)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--unit", choices=list(Unit))
    parser.add_argument("--first", type=int, default=20, metavar="N")
    parser.add_argument("--python", action="store_true")
    parser.add_argument("--variants", nargs="+", default=[], metavar="FAMILY")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sigh", type=Path, metavar="CLONE")
    parser.add_argument("--peer-cpmpy", action="store_true")
    parser.add_argument("--peer-demystify", type=Path, metavar="FOLDER")
    parser.add_argument("--boards", type=int, default=1, metavar="N")
    asked = parser.parse_args()
    peers = {"CPMpy": explain_peers.cpmpy} if asked.peer_cpmpy else {}
    if asked.peer_demystify:
        peers["demystify"] = explain_peers.demystify(asked.peer_demystify)
    kind = search.TreeSearch if asked.python else search.open_search
    with patch.object(search, "open_search", kind):
        for file in asked.files:
            lines = [line.split()[0] for line in file.read_text().splitlines() if line.strip()]
            puzzles = [nonet.classic(line) for line in lines[: asked.first]]
            unit = Unit(asked.unit or "digit")
            timed_path(puzzles[0], unit)  # builds shared tables
            paths = report(file.name, unit, puzzles)
            for name, begin in peers.items():
                compare(name, begin, unit, puzzles, paths, asked.boards)
        makers = dict(families())
        for family in asked.variants:
            make = makers[family]
            puzzles = [make(Random(f"{family} {asked.seed + n}")) for n in range(asked.first)]
            report(family, Unit(asked.unit or "rule"), puzzles)
        if asked.sigh:
            report("displayed examples", Unit(asked.unit or "rule"), list(displayed(asked.sigh)))


def displayed(clone: Path) -> Iterator[nonet.Puzzle]:
    """Yield the displayed examples with one solution, up to 9×9."""
    for _, published in of_sigh(clone):
        for each in published:
            try:
                puzzle = nonet.parse(each.text)
            except NonetError as error:
                print(f"{each.name}: {error}")
                continue
            if len(puzzle.grid.values) <= 9 and nonet.check(puzzle).kind == "unique":
                yield puzzle


def report(name: str, unit: Unit, puzzles: Sequence[nonet.Puzzle]) -> list[list[Timed]]:
    """Print a line for a set of puzzles, and a line for each cost. Return the paths."""
    found = [timed_path(puzzle, unit) for puzzle in puzzles]
    times = [1000 * seconds for seconds, _ in found]
    paths = [steps for _, steps in found]
    exact = sum(all(step.exact for step in steps) for steps in paths)
    worst = quantiles(times, n=10)[-1] if len(times) > 1 else times[0]
    print(
        f"{name}, unit {unit}: {len(found)} paths, {exact} exact, "
        f"median {median(times):.1f} ms, worst tenth {worst:.1f} ms, "
        f"{sum(time <= 1000 for time in times)} within a second"
    )
    by_cost = defaultdict(list)
    for step in (step for steps in paths for step in steps):
        by_cost[step.cost].append(1000 * step.seconds)
    for cost, each in sorted(by_cost.items()):
        print(
            f"  cost {cost}: {len(each)} steps, median {median(each):.2f} ms, "
            f"{sum(each) / len(found):.0f} ms a path"
        )
    return paths


def compare(
    name: str,
    begin: Callable[..., explain_peers.Peer],
    unit: Unit,
    puzzles: Sequence[nonet.Puzzle],
    paths: Sequence[Sequence[Timed]],
    boards: int,
) -> None:
    """Print the time of a peer for the most expensive steps of each path, in their order."""
    ratios, times, dearer = [], [], 0
    for puzzle, steps in zip(puzzles, paths, strict=True):
        task = _task(puzzle, unit)
        find = begin(puzzle, uses_of(puzzle, unit), task.solution)
        dearest = sorted(range(len(steps)), key=lambda n: -steps[n].cost)[:boards]
        for step in (steps[n] for n in sorted(dearest)):
            start = time.process_time()
            cost = find(step.live)
            times.append(time.process_time() - start)
            ratios.append(times[-1] / max(step.seconds, 1e-6))
            dearer += cost > step.cost
            assert cost >= step.cost or not step.exact, f"{name} found {cost}, not {step.cost}"
    print(
        f"  {name}: {len(times)} boards, median {1000 * median(times):.0f} ms, "
        f"{median(ratios):.0f} times as long; {dearer} steps are dearer than the cheapest"
    )


if __name__ == "__main__":
    main()
