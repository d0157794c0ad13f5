"""Measure the cost of `auto`: how much slower it is than the quickest contestant for each puzzle.

    python benchmarks/auto.py [--task T] [--sets NAMES] [--boards N] [--seconds S] [FILE...]

Every contestant answers every puzzle of every set. The clock runs from the puzzle to the checked
answer, without cached results. A FILE has a classic puzzle of 81 characters on each line. All other
sets are made here, from the seed. The tasks are to *solve*, to *check* that a solution is the only
one, and to *count* up to 100 solutions. Times are CPU seconds. A question that reaches the limit
counts as if it had taken the whole limit.

The *virtual best* is the sum of the quickest contestant's times, puzzle by puzzle. On hard boards,
luck decides between SAT solvers, and the best of several solvers has more luck than one. So there
are two virtual bests: of all contestants, and of one contestant of each *kind*. The kinds are
native, CP-SAT, and the SAT solver to which `auto` gives puzzles that native cannot hold. Puzzles
that no contestant answers are counted but not summed.
"""

import argparse
import gc
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

from boards import with_holes
from killers import killer

import nonet
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind
from nonet.rules import AntiKing, AntiKnight, Diagonals, NonConsecutive, Rule, Windoku
from nonet.solvers.auto import SAT

OTHERS = ("pysat:cadical153", "pysat:glucose4", "pysat:minisat22")
KINDS = ("native", SAT, "cpsat:boolean")
CONTESTANTS = ("auto", *dict.fromkeys((*KINDS, *OTHERS)))

#: Shares of empty cells in percent: before the peak of hardness, near it, and past it.
SHARES = {
    (9, "random"): (55, 64),
    (9, "balanced"): (55, 60),
    (16, "random"): (50, 60, 70),
    (16, "balanced"): (50, 57, 65),
    (25, "random"): (50, 55, 60, 70),
    (25, "balanced"): (50, 53, 55, 58, 65),
    (36, "random"): (40, 45, 47),
    (36, "balanced"): (40, 44, 46),
}

#: Rules, each with a share of empty cells at which puzzles under the rule have few solutions.
VARIANTS: tuple[tuple[Rule, int], ...] = (
    (AntiKnight(), 85),
    (AntiKing(), 90),
    (Diagonals(), 75),
    (NonConsecutive(), 92),
    (Windoku(), 75),
)

MOST_COUNTED = 100


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a puzzle a line")
    parser.add_argument("--task", choices=TASKS, default="check", help="default: check")
    parser.add_argument("--sets", metavar="NAMES", help="only those whose names begin so: 25,36")
    parser.add_argument("--boards", type=int, default=8, metavar="N", help="puzzles a set")
    parser.add_argument("--seconds", type=float, default=5.0, metavar="S", help="default: 5")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    options = parser.parse_args()
    wanted = tuple(options.sets.split(",")) if options.sets else ("",)
    print(f"# {options.task}; milliseconds of CPU time a set, in brackets the number left open")
    print(f"{'set':20} {'n':>3} {'best':>9} {'kinds':>9}", *(f"{c[-13:]:>14}" for c in CONTESTANTS))
    sums = [0.0, 0.0, 0.0]
    for name, puzzles in sets(options):
        if name.startswith(wanted):
            for place, value in enumerate(measured(name, puzzles, options)):
                sums[place] += value
    auto, best, kinds = sums
    print(
        f"\nauto {auto:.2f} s; virtual best of all {best:.2f} s: ratio {auto / best:.2f}; ", end=""
    )
    print(f"of one of each kind {kinds:.2f} s: ratio {auto / kinds:.2f}")
    return 0


def sets(options: argparse.Namespace) -> Iterator[tuple[str, Iterator[Puzzle]]]:
    """Yield the name and the puzzles of each set. A set makes its puzzles when it is read."""
    count, seed = options.boards, options.seed
    for path in options.files:
        lines = path.read_text().split()
        step = max(1, len(lines) // count)
        yield path.name, (nonet.classic(line, order=3) for line in lines[::step][:count])
    for (side, kind), shares in SHARES.items():
        for share in shares:
            made = (
                with_holes(side, share / 100, seed * 1000 + number, balanced=kind == "balanced")
                for number in range(count)
            )
            yield f"{side} {kind} {share}%", made
    random = Random(seed)
    yield "killer", (killer(random) for _ in range(count))
    for rule, share in VARIANTS:
        yield rule.name, (variant(rule, share, Random(seed * 1000 + n)) for n in range(count))
    for order in (2, 3, 4, 5, 6):
        yield f"empty {order**2}", iter([nonet.classic(order=order)])


def variant(rule: Rule, share: int, random: Random) -> Puzzle:
    """Return a puzzle under one more rule, from a solution that begins at random."""
    board = nonet.classic(order=3).with_rules(rule)
    while True:
        start = dict(enumerate(random.sample(range(1, 10), 2)))
        solution = nonet.solve(board.with_givens(start), "pysat").solution
        if solution:
            kept = random.sample(range(81), round(81 * (100 - share) / 100))
            return board.with_givens({cell: solution[cell] for cell in kept})


def measured(
    name: str, puzzles: Iterator[Puzzle], options: argparse.Namespace
) -> tuple[float, float, float]:
    """Print the row of a set. Return the seconds of auto and of the two virtual bests."""
    limits = nonet.Limits(seconds=options.seconds)
    ask = TASKS[options.task]
    field = list(puzzles)
    for contestant in CONTESTANTS:  # imports and tables
        ask(field[0], contestant, nonet.Limits(seconds=0.1))
    times: dict[str, list[float]] = {contestant: [] for contestant in CONTESTANTS}
    left_open = dict.fromkeys(CONTESTANTS, 0)
    random = Random(name)
    for puzzle in field:
        # The order is random. In a fixed order, a contestant would always inherit the same rival's
        # caches.
        order = random.sample(CONTESTANTS, len(CONTESTANTS))
        round_ = {contestant: timed(ask, puzzle, contestant, limits) for contestant in order}
        for contestant, seconds in round_.items():
            left_open[contestant] += seconds is None
        if any(round_.values()):
            for contestant, seconds in round_.items():
                times[contestant].append(options.seconds if seconds is None else seconds)
    best = sum(map(min, zip(*(times[c] for c in CONTESTANTS[1:]), strict=True)))
    kinds = sum(map(min, zip(*(times[c] for c in KINDS), strict=True)))
    cells = (
        f"{sum(times[c]) * 1e3:.1f}" + (f" ({left_open[c]})" if left_open[c] else "")
        for c in CONTESTANTS
    )
    row = f"{name:20} {len(field):>3} {best * 1e3:>9.1f} {kinds * 1e3:>9.1f}"
    print(row, *(f"{cell:>14}" for cell in cells), flush=True)
    return sum(times["auto"]), best, kinds


Ask = Callable[[Puzzle, str, nonet.Limits], bool]


def timed(ask: Ask, puzzle: Puzzle, contestant: str, limits: nonet.Limits) -> float | None:
    """Return the CPU seconds of a question, or None if it was not answered in time."""
    fresh = replace(puzzle)  # without cached results, which would help the next contestant
    gc.collect()
    start = time.process_time()
    answered = ask(fresh, contestant, limits)
    return time.process_time() - start if answered else None


def solve(puzzle: Puzzle, contestant: str, limits: nonet.Limits) -> bool:
    return nonet.solve(puzzle, contestant, limits).status is not nonet.Status.UNKNOWN


def check(puzzle: Puzzle, contestant: str, limits: nonet.Limits) -> bool:
    return nonet.check(puzzle, contestant, limits).kind is not Kind.UNKNOWN


def count(puzzle: Puzzle, contestant: str, limits: nonet.Limits) -> bool:
    assert limits.seconds is not None
    deadline = time.perf_counter() + limits.seconds
    try:
        for _ in islice(nonet.solutions(puzzle, contestant, limits), MOST_COUNTED):
            if time.perf_counter() > deadline:
                return False
    except nonet.LimitReached:
        return False
    return True


TASKS: dict[str, Ask] = {"solve": solve, "check": check, "count": count}


if __name__ == "__main__":
    sys.exit(main())
