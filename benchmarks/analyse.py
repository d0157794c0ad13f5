"""Time the questions of a setter: true candidates, conflicts, redundant clues, the fewest givens.

    python benchmarks/analyse.py [--repeats N]

The questions are about a published puzzle. For some of them, clues are removed until it has thirty
solutions, or a clashing clue is added. The table has medians of wall time on one thread, with two
backends.
"""

import argparse
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random
from statistics import median

import nonet

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTIONS = 30
BACKENDS = ("native", "pysat")


def with_solutions(wanted: int) -> nonet.Puzzle:
    """Remove clues until the puzzle has this number of solutions."""
    clues = [cell for cell, value in enumerate(nonet.classic(PUZZLE).givens) if value is not None]
    for seed in count(1):
        puzzle = nonet.classic(PUZZLE)
        for cell in Random(seed).sample(clues, len(clues)):
            without = puzzle.with_givens({cell: None})
            found = nonet.count(without, limit=wanted + 1)
            if found == wanted:
                return without
            if found < wanted:
                puzzle = without
    raise AssertionError("there is always another seed")


def milliseconds(ask: Callable[[], object], repeats: int) -> float:
    """Return the median time of a question."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        ask()
        times.append(time.perf_counter() - start)
    return median(times) * 1e3


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=30)
    repeats = parser.parse_args().repeats
    many = with_solutions(SOLUTIONS)
    one = nonet.classic(PUZZLE)
    clash = one.with_givens({2: 3})
    questions: dict[str, Callable[[str], object]] = {
        f"true candidates, {SOLUTIONS} solutions": lambda b: nonet.true_candidates(
            many, 1, backend=b
        ),
        "the same, counted up to 10": lambda b: nonet.true_candidates(many, backend=b),
        "conflict of two clashing givens": lambda b: nonet.find_conflict(clash, backend=b),
        "redundant clues": lambda b: nonet.find_redundant(one, backend=b),
        "fewest givens": lambda b: nonet.fewest_givens(many, backend=b),
    }
    print(f"{'ms':40}", *(f"{backend:>10}" for backend in BACKENDS))
    for name, ask in questions.items():
        times = [milliseconds(partial(ask, backend), repeats) for backend in BACKENDS]
        print(f"{name:40}", *(f"{each:10.2f}" for each in times), flush=True)


if __name__ == "__main__":
    main()
