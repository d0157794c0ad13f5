"""Time nonet's `norvig` backend against the program of Peter Norvig's essay.

    python benchmarks/norvig.py [--repeats N] [--first N] FILE...

Each file has one puzzle of 81 characters on each line. Three programs take turns in one process,
with warm tables. Times are CPU time:

    essay   Norvig's program, from the text of a puzzle to its solution
    nonet   the same in nonet: `classic`, then `solve(…, backend="norvig")`, which checks the grid
    parsed  that `solve` alone

The three grids must be the same and obey the rules. Ratios are medians of the ratios within a
repeat.
"""

import argparse
import gc
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TypeVar

import norvig_essay

from nonet.formats import classic
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import solve
from nonet.system.errors import PuzzleError
from nonet.validity import violations

Result = TypeVar("Result")

HEADER = (
    f"{'file':20} {'puzzles':>7}  {'essay':>8} {'min':>8}  {'nonet':>8} {'min':>8} {'ratio':>6}"
    f"  {'parsed':>8} {'min':>8} {'ratio':>6}"
)


class Failure(Exception):
    """An error that ends the benchmark."""


@dataclass(frozen=True)
class Task:
    """A puzzle with its file and line."""

    place: str
    text: str
    puzzle: Puzzle

    def fresh(self) -> Puzzle:
        """Return the puzzle without cached results."""
        return Puzzle(self.puzzle.grid, self.puzzle.givens, rules=self.puzzle.rules)


@dataclass
class Seconds:
    """CPU time of all puzzles of a file, in one repeat."""

    essay: float = 0.0
    nonet: float = 0.0
    parsed: float = 0.0


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse_arguments(arguments)
    try:
        print(HEADER)
        for path in options.files:
            tasks = list(read(path, options.first))
            print(row(path, measured(tasks, options.repeats)), flush=True)
    except (Failure, PuzzleError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Time our norvig backend against the program of Norvig's essay."
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a puzzle a line")
    parser.add_argument("--repeats", type=positive, default=5, metavar="N", help="default: 5")
    parser.add_argument("--first", type=positive, metavar="N", help="only N puzzles of each file")
    return parser.parse_args(arguments)


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def read(path: Path, first: int | None) -> Iterator[Task]:
    """Yield the first puzzles of a file, without labels and comments."""
    found = 0
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        text, *_ = line.split(None, 1) or [""]
        if not text or text.startswith("#"):
            continue
        place = f"{path}:{number}"
        if len(text) != 81:
            raise Failure(f"{place}: {len(text)} characters, not 81")
        yield Task(place, text, classic(text))
        found += 1
        if found == first:
            return
    if not found:
        raise Failure(f"{path}: no puzzles")


def measured(tasks: Sequence[Task], repeats: int) -> tuple[int, list[Seconds]]:
    for task in tasks[:20]:  # warm up the tables of both
        run(task, Seconds())
    rounds = []
    for _ in range(repeats):
        gc.collect()
        seconds = Seconds()
        for task in tasks:
            run(task, seconds)
        rounds.append(seconds)
    return len(tasks), rounds


def run(task: Task, seconds: Seconds) -> None:
    """Solve a puzzle in all three ways, one after the other, and compare the grids."""
    puzzle = task.fresh()
    values, spent = timed(lambda: norvig_essay.solve(task.text))
    seconds.essay += spent
    answer, spent = timed(lambda: solve(classic(task.text), backend="norvig"))
    seconds.nonet += spent
    again, spent = timed(lambda: solve(puzzle, backend="norvig"))
    seconds.parsed += spent

    grid = tuple(int(values[square]) for square in norvig_essay.squares) if values else None
    if not grid == answer.solution == again.solution:
        raise Failure(f"{task.place}: the grids differ (does the puzzle have several solutions?)")
    if grid is not None and violations(task.puzzle, grid):
        raise Failure(f"{task.place}: both give the same wrong grid")


def timed(function: Callable[[], Result]) -> tuple[Result, float]:
    start = time.process_time()
    result = function()
    return result, time.process_time() - start


def row(path: Path, measurement: tuple[int, list[Seconds]]) -> str:
    count, rounds = measurement
    essay, nonet, parsed = (
        [getattr(seconds, name) for seconds in rounds] for name in ("essay", "nonet", "parsed")
    )

    def columns(times: list[float]) -> str:
        return f"{median(times):7.3f}s {min(times):7.3f}s"

    def ratio(times: list[float]) -> str:
        pairs = zip(essay, times, strict=True)
        return f"{median(baseline / ours for baseline, ours in pairs):5.2f}x"

    return (
        f"{path.name:20} {count:7}  {columns(essay)}  {columns(nonet)} {ratio(nonet)}"
        f"  {columns(parsed)} {ratio(parsed)}"
    )


if __name__ == "__main__":
    sys.exit(main())
