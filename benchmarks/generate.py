"""Time the generation of puzzles: minimal 9×9 puzzles against a rival, then other kinds.

    python benchmarks/generate.py [--rival COMMAND] [--count N] [--repeats N] [--seed N]

The rival is a command that prints minimal puzzles without symmetry, one on each line of 81
characters. In the command, ``{count}`` stands for their number. By default, the rival is qqwing (a
package of Debian). nonet and the rival take turns, each on one thread. nonet's CPU time is from the
seed to puzzles that a second backend has checked. The rival's time includes the short start of its
process. Afterwards, the benchmark counts the puzzles that are unique and minimal, because only
these can be compared.
"""

import argparse
import resource
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from statistics import mean, median

import numpy as np

import nonet
from nonet.generation import attempts, empty_board
from nonet.solvers import find_backend
from nonet.solvers.native.lockstep import arrays

RIVAL = "qqwing --generate {count} --one-line --symmetry none"

KINDS: dict[str, Callable[[int], Iterator[object]]] = {
    "9×9, rotational": lambda n: nonet.generate(empty_board(), 50 * n, symmetry="rotational"),
    "9×9, rotational, minimal": lambda n: nonet.generate(
        empty_board(), 4 * n, symmetry="rotational", minimal=True
    ),
    "9×9, 24 clues": lambda n: nonet.generate(empty_board(), 50 * n, clues=24),
    "9×9, singles only": lambda n: nonet.generate(empty_board(), 10 * n, difficulty="singles"),
    "9×9, diagonal, windoku": lambda n: nonet.generate(empty_board("diagonal,windoku"), n),
    "6×6": lambda n: nonet.generate(empty_board(boxes=(2, 3)), 4 * n),
    "16×16": lambda n: nonet.generate(empty_board(order=4), max(1, n // 5)),
    "25×25": lambda n: nonet.generate(empty_board(order=5), max(1, n // 10)),
}


def main() -> None:
    """Print the comparison and the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rival", default=RIVAL, metavar="COMMAND", help=f"default: {RIVAL}")
    parser.add_argument("--count", type=int, default=300, help="puzzles a turn")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    compare(options)
    print(f"\n{'kind':26} {'a second':>10}")
    for name, make in KINDS.items():
        start = time.process_time()
        made = sum(1 for _ in make(10))
        print(f"{name:26} {made / (time.process_time() - start):>10.1f}", flush=True)


def compare(options: argparse.Namespace) -> None:
    """Print how many puzzles per second each side makes, and the median of the ratios."""
    if shutil.which(shlex.split(options.rival)[0]) is None:
        print(f"# no rival: {shlex.split(options.rival)[0]} is not installed")
    ours, theirs = [], []
    speeds: list[tuple[float, float]] = []
    list(nonet.generate(empty_board(), 1))  # loads modules
    for repeat in range(options.repeats):
        start = time.process_time()
        made = list(nonet.generate(empty_board(), options.count, seed=options.seed + repeat))
        own = len(made) / (time.process_time() - start)
        ours += [[value or 0 for value in one.puzzle.givens] for one in made]
        lines, seconds = rival(options)
        theirs += [[int(sign) for sign in line.replace(".", "0")] for line in lines]
        speeds.append((own, len(lines) / seconds if lines else 0.0))
    for name, boards, side in (("nonet", ours, 0), ("rival", theirs, 1)):
        if boards:
            speed = median(pair[side] for pair in speeds)
            print(f"{name:6} {speed:>8.0f} a second, {quality(np.array(boards, np.uint8))}")
    if theirs:
        print(f"ratio  {median(own / other for own, other in speeds):>8.1f}")


def rival(options: argparse.Namespace) -> tuple[list[str], float]:
    """Return the puzzles of a turn of the rival, and its CPU seconds."""
    command = shlex.split(options.rival.format(count=options.count))
    if shutil.which(command[0]) is None:
        return [], 0.0
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return [line for line in printed.split() if len(line) == arrays.CELLS], seconds


def quality(boards: np.ndarray) -> str:
    """Return in words how many puzzles are unique and minimal, and their clues."""
    solver = find_backend("native").rows
    unique = attempts.are_unique(solver, boards)
    minimal = attempts.are_minimal(solver, boards) & unique
    clues = mean((boards > 0).sum(axis=1).tolist())
    return f"{unique.mean():.0%} unique, {minimal.mean():.0%} minimal, {clues:.1f} clues"


if __name__ == "__main__":
    main()
