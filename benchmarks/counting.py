"""Measure how solutions are counted and estimated on sparse mixtures of rules.

    python benchmarks/counting.py [--puzzles N] [--seed N] [--solutions N] [--rivals SPEC ...]
                                  [--estimates N]

Each puzzle has two killer cages, thermometers, arrows, renbans, whispers and sandwiches, and as
many givens as leave at least `--solutions` solutions. The native engine and each rival list
solutions in turn, all of them or for two seconds. Times are CPU times of the process, and include
the start of the search.

With `--estimates`, the solutions of each puzzle are counted, and estimated with so many seeds.
"""

import argparse
import time
from collections.abc import Sequence
from itertools import islice
from random import Random
from statistics import median

from boards import shuffled
from draws import LINES
from variants import drawn, plain, solved

from nonet.puzzle import Puzzle
from nonet.questions.counting import count, estimate
from nonet.solvers import find_backend

NAMES = ("cage", "thermo", "arrow", "renban", "whisper", "sandwich")
#: A contestant lists solutions for so many seconds.
SECONDS = 2.0


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measure counting on sparse mixtures of rules.")
    parser.add_argument("--puzzles", type=int, default=12, metavar="N", help="default: 12")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument("--solutions", type=int, default=200_000, metavar="N")
    parser.add_argument("--rivals", nargs="*", default=["cpsat", "clingo"], metavar="SPEC")
    parser.add_argument("--estimates", type=int, default=0, metavar="N", help="seeds")
    options = parser.parse_args(arguments)
    estimated = Estimates()
    rates: dict[str, list[float]] = {spec: [] for spec in ("native", *options.rivals)}
    for number in range(options.puzzles):
        puzzle = sparse(Random(options.seed + number), options.solutions)
        for spec, found in rates.items():
            found.append(rate(puzzle, spec))
        print(*(f"{spec} {found[-1]:,.0f}" for spec, found in rates.items()), flush=True)
        if options.estimates:
            estimated.add(puzzle, options.estimates)
    for spec, found in rates.items():
        print(f"{spec}: median {median(found):,.0f}, least {min(found):,.0f} a second")
    if options.estimates:
        print(estimated)
    return 0


class Estimates:
    """Times, errors and intervals of estimates."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.errors: list[float] = []
        self.within = 0

    def add(self, puzzle: Puzzle, seeds: int) -> None:
        number = count(puzzle)
        for seed in range(seeds):
            start = time.process_time()
            found = estimate(puzzle, seed=seed)
            self.times.append(time.process_time() - start)
            self.errors.append(abs(found.mean / number - 1))
            low, high = found.interval
            self.within += low <= number <= high
        print(f"{number:,} solutions:", *(f"{error:.1%}" for error in self.errors[-seeds:]))

    def __str__(self) -> str:
        times, errors = sorted(self.times), sorted(self.errors)
        return (
            f"estimates: median {median(times):.2f} s, most {times[-1]:.2f} s; errors: median "
            f"{median(errors):.1%}, 95 % of them below {errors[95 * len(errors) // 100]:.1%}, "
            f"most {errors[-1]:.1%}; {self.within} of {len(errors)} intervals have the number"
        )


def sparse(random: Random, least: int) -> Puzzle:
    """Return a puzzle with at least this many solutions. One more given leaves fewer."""
    full = solved(plain(3, 3), random)
    rules = [rule for name in NAMES for rule in islice(drawn(full, [LINES[name]], random), 2)]
    order = shuffled(full.grid.cells, random)

    def given(cells: int) -> Puzzle:
        givens = {cell: full.values[cell] for cell in order[:cells]}
        return full.board.with_rules(*rules).with_givens(givens)

    few, many = 0, len(order)
    while many - few > 1:
        middle = (few + many) // 2
        if count(given(middle), least, "native") >= least:
            few = middle
        else:
            many = middle
    return given(few)


def rate(puzzle: Puzzle, spec: str) -> float:
    """Return the solutions per second of CPU time."""
    listings = find_backend(spec).listings
    assert listings is not None, spec
    start = time.process_time()
    listing = listings(puzzle)
    assert listing is not None, spec
    found = listing.take(1 << 62, seconds=SECONDS).found
    return found / (time.process_time() - start)


if __name__ == "__main__":
    raise SystemExit(main())
