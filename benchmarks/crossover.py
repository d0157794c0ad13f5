"""Where clause learning overtakes search: native against pysat as boards grow.

    python benchmarks/crossover.py [--boards N] [--seconds S] [--seed N]

Boards are full grids, shuffled by a seed, with a share of their cells emptied at random. Both
check each board in turn; a row has the medians, and how many each decided within the limit.
"""

import argparse
from random import Random
from statistics import median

import nonet

#: Side, and the shares of empty cells in percent: easy, at the peak of hardness, and past it.
SHARES = {9: (55, 65), 16: (50, 60, 70), 25: (45, 50, 55, 60), 36: (40, 45, 48)}
CONTESTANTS = ("native", "pysat:cadical153")


def board(order: int, share: int, random: Random) -> nonet.Puzzle:
    """Return a puzzle made from the pattern grid, its bands, lines and values shuffled."""
    side = order**2

    def lines() -> list[int]:
        bands, *within = (random.sample(range(order), order) for _ in range(order + 1))
        return [order * band + line for band in bands for line in within[band]]

    rows, columns = lines(), lines()
    values = random.sample(range(1, side + 1), side)
    full = [
        values[(row % order * order + row // order + column) % side]
        for row in rows
        for column in columns
    ]
    kept = random.sample(range(side**2), side**2 * (100 - share) // 100)
    return nonet.classic(order=order).with_givens({cell: full[cell] for cell in kept})


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
            random = Random(f"{options.seed} {side} {share}")
            boards = [board(round(side**0.5), share, random) for _ in range(options.boards)]
            found = nonet.race(boards, CONTESTANTS, limits)
            row = []
            for contestant in CONTESTANTS:
                runs = [run for run in found.rows if run.contestant == contestant]
                decided = sum(run.decided for run in runs)
                # To read the board is neither's part.
                times = [run.seconds - run.model for run in runs]
                row.append(f"{median(times) * 1e3:>13.2f} ms {decided:>3}/{len(runs):<3}")
            print(f"{side:>4} {share:>5}%", *(f"{cell:>24}" for cell in row), flush=True)


if __name__ == "__main__":
    main()
