"""Measure the cost of running several solvers side by side: `first:` on an easy puzzle.

    python benchmarks/portfolio.py [--rounds N]

The puzzle takes next to no time, so this measures the processes: the time until the first answer,
and the time until all processes have ended. The portfolios take turns. Times are wall times,
medians of the rounds.
"""

import argparse
import time
from statistics import median

import nonet

PORTFOLIOS = (
    "first:native+norvig",
    "first:native+pysat",
    "first:pysat:cadical153+pysat:minisat22",
    "first:cpsat:integer+cpsat:boolean",
    "first:native+pysat+cpsat",
    "first:native+pysat:cadical153+pysat:glucose4+pysat:minisat22+cpsat",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="default: 5")
    options = parser.parse_args()
    puzzle = nonet.classic("12..34..2......3")
    answered: dict[str, list[float]] = {spec: [] for spec in PORTFOLIOS}
    ended: dict[str, list[float]] = {spec: [] for spec in PORTFOLIOS}
    for _ in range(options.rounds):
        for spec in PORTFOLIOS:
            start = time.perf_counter()
            with nonet.find_backend(spec).open(puzzle) as session:
                session.solve()
                answered[spec].append(time.perf_counter() - start)
            ended[spec].append(time.perf_counter() - start)
    print(f"{'portfolio':68} {'answer':>9} {'end':>9}")
    for spec in PORTFOLIOS:
        print(f"{spec:68} {median(answered[spec]):>7.2f} s {median(ended[spec]):>7.2f} s")


if __name__ == "__main__":
    main()
