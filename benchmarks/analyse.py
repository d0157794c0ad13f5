"""Time what a setter waits for: true candidates, conflicts, redundant clues, the fewest givens.

    python benchmarks/analyse.py [--repeats N]

On a published puzzle, from which clues are taken until it has thirty solutions, or to which one is
added that clashes. Medians of the repeats, wall time, on one thread, with each of two backends.
"""

import argparse
import time
from collections.abc import Callable
from random import Random
from statistics import median

import nonet

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTIONS = 30
BACKENDS = ("native", "pysat")


def with_solutions(wanted: int, seed: int = 1) -> nonet.Puzzle:
    """Return the puzzle without clues that were taken out until it had so many solutions."""
    puzzle = nonet.classic(PUZZLE)
    clues = [cell for cell, value in enumerate(puzzle.givens) if value is not None]
    for cell in Random(seed).sample(clues, len(clues)):
        without = puzzle.with_givens({cell: None})
        if nonet.count(without, limit=wanted + 1) <= wanted:
            puzzle = without
        if nonet.count(puzzle, limit=wanted + 1) == wanted:
            return puzzle
    raise ValueError(f"seed {seed} leads to no puzzle with {wanted} solutions")


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
        times = [milliseconds(lambda: ask(backend), repeats) for backend in BACKENDS]  # noqa: B023
        print(f"{name:40}", *(f"{each:10.2f}" for each in times), flush=True)


if __name__ == "__main__":
    main()
