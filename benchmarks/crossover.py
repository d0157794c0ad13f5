"""Find where clause learning overtakes search as boards grow: native, native:search and pysat.

    python benchmarks/crossover.py [--boards N] [--seconds S] [--seed N]

Boards are random full grids with a share of their cells emptied at random. The contestants take
turns on each board. A row has the median time of each contestant, and the number of boards that it
decided within the limit.
"""

import argparse
from statistics import median

from boards import with_holes

import nonet

#: For each side, the shares of empty cells in percent: easy, at the peak of hardness, and past it.
SHARES = {9: (55, 65), 16: (50, 60, 70), 25: (45, 50, 55, 60), 36: (40, 45, 48)}
CONTESTANTS = ("native:search", "native", "pysat:cadical153")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=7, help="boards a row")
    parser.add_argument("--seconds", type=float, default=5.0, help="limit for each check")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    limits = nonet.Limits(seconds=options.seconds)
    print(f"{'side':>4} {'empty':>6}", *(f"{name:>24}" for name in CONTESTANTS))
    for side, shares in SHARES.items():
        for share in shares:
            first = 1000 * options.seed
            boards = [
                with_holes(side, share / 100, seed) for seed in range(first, first + options.boards)
            ]
            found = nonet.race(boards, CONTESTANTS, limits)
            row = []
            for contestant in CONTESTANTS:
                runs = [run for run in found.rows if run.contestant == contestant]
                decided = sum(run.decided for run in runs)
                # Do not count the time for reading the board.
                times = [run.seconds - run.model for run in runs]
                row.append(f"{median(times) * 1e3:>13.2f} ms {decided:>3}/{len(runs):<3}")
            print(f"{side:>4} {share:>5}%", *(f"{cell:>24}" for cell in row), flush=True)


if __name__ == "__main__":
    main()
