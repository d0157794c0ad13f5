"""Measure the general engine: against `norvig`, in time per node, and on large boards.

    python benchmarks/general.py [--repeats N] [--first N] [--seed N] [FILE...]

A FILE has one classic puzzle of 81 characters on each line. `norvig` and the engine take turns on
each puzzle, and their grids are compared. Killers, renbans and large boards are made here, from the
seed. The engine looks for two solutions of each killer and renban. It solves each large board and
checks the answer. Times are wall times, the best of the repeats for each puzzle.

A node is a place in the search at which a pencil mark was assumed or refuted, and the consequences
propagated. The root is a node, too. Node limits decide which puzzles are made, so an engine with
other propagation may make other puzzles. To compare two engines, use the puzzles of one of them.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

from boards import board
from cliques import renban, sparse_mixture, sparse_renban
from killers import killer, sparse_killer
from proofs import GENERAL

from nonet.formats import classic
from nonet.puzzle import Puzzle
from nonet.solvers import Answer, Backend, Limits, Status, find_backend

#: The limit for a puzzle. A puzzle that reaches it counts with the time spent.
PATIENCE = Limits(seconds=10)


#: The kinds of puzzles that are made here from the seed.
KINDS = {
    "killers": killer,
    "sparse killers": sparse_killer,
    "renbans": renban,
    "sparse renbans": sparse_renban,
    "sparse mixtures": sparse_mixture,
}


@dataclass
class Effort:
    """The sums over all solves of one puzzle."""

    seconds: float = 0.0  # from the puzzle to the checked answers
    search: float = 0.0  # in the engine alone
    nodes: int = 0
    propagators: int = 0
    solutions: int = 0
    limited: bool = False


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse_arguments(arguments)
    for path in options.files:
        against_norvig(path, options)
    for name, make in KINDS.items():
        made_here(name, make, options)
    boards(options)
    return 0


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure the general engine.")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="a puzzle a line")
    parser.add_argument("--repeats", type=int, default=3, metavar="N", help="default: 3")
    parser.add_argument("--first", type=int, metavar="N", help="only N puzzles of each kind")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    return parser.parse_args(arguments)


# --- the three measurements ----------------------------------------------------------------------


def against_norvig(path: Path, options: argparse.Namespace) -> None:
    norvig = find_backend("norvig")
    lines = path.read_text().split()[: options.first]
    slow = [timed(norvig, line) for line in lines]
    # Solve all puzzles in each round, because a processor remembers the branches of the last
    # puzzle.
    rounds = [[timed(GENERAL, line) for line in lines] for _ in range(options.repeats)]
    theirs = ours = inside = 0.0
    for line, (answer, seconds), *fast in zip(lines, slow, *rounds, strict=True):
        if any(answer.solution != other.solution for other, _ in fast):
            sys.exit(f"{path}: the grids differ for {line}")
        theirs += seconds
        ours += min(seconds for _, seconds in fast)
        inside += min(other.times.total for other, _ in fast)
    count = len(lines)
    print(
        f"{path.name}: {count} puzzles, norvig {theirs / count * 1e6:.0f} µs a puzzle, general "
        f"{ours / count * 1e6:.0f} µs with the check of the answer ({theirs / ours:.0f}×), "
        f"{inside / count * 1e6:.0f} µs without ({theirs / inside:.0f}×)"
    )


def made_here(name: str, make: Callable[[Random], Puzzle], options: argparse.Namespace) -> None:
    random = Random(options.seed)
    puzzles = [make(random) for _ in range(options.first or 50)]
    efforts = best(puzzles, 2, options.repeats, PATIENCE)
    nodes = sum(effort.nodes for effort in efforts)
    search = sum(effort.search for effort in efforts)
    calls = sum(effort.propagators for effort in efforts)
    print(
        f"{name}: {len(efforts)} puzzles, {sum(e.solutions == 1 for e in efforts)} unique, "
        f"{sum(e.limited for e in efforts)} cut off, median "
        f"{median(e.search for e in efforts) * 1e3:.2f} ms, {search * 1e3:.0f} ms together; "
        f"{nodes} nodes, {calls} propagator calls ({calls / nodes:.1f} a node), "
        f"{search / nodes * 1e6:.2f} µs a node"
    )


def boards(options: argparse.Namespace) -> None:
    for order, holes in ((4, 0.55), (4, 0.58), (4, 0.62), (5, 0.5), (6, 0.45)):
        random = Random(options.seed)
        puzzles = [board(order, holes, random) for _ in range(options.first or 50)]
        efforts = best(puzzles, 1, options.repeats, PATIENCE)
        side = order**2
        print(
            f"{side}×{side}, {holes:.0%} holes: {len(efforts)} puzzles, "
            f"{sum(e.limited for e in efforts)} cut off, solved and checked in "
            f"{median(e.seconds for e in efforts) * 1e3:.2f} ms median, "
            f"{max(e.seconds for e in efforts) * 1e3:.2f} ms at most; the search alone "
            f"{median(e.search for e in efforts) * 1e3:.2f} ms, "
            f"{median(e.nodes for e in efforts):.0f} nodes"
        )


def timed(solver: Backend, line: str) -> tuple[Answer, float]:
    """Return the answer to a puzzle without cached results, and the seconds with its check."""
    puzzle = classic(line)
    start = time.perf_counter()
    with solver.open(puzzle) as session:
        answer = session.solve()
    return answer, time.perf_counter() - start


def best(puzzles: list[Puzzle], solutions: int, repeats: int, limits: Limits) -> list[Effort]:
    """Return the best of several rounds for each puzzle."""
    rounds = [[asked(puzzle, solutions, limits) for puzzle in puzzles] for _ in range(repeats)]
    return [
        min(efforts, key=lambda effort: effort.seconds) for efforts in zip(*rounds, strict=True)
    ]


def asked(puzzle: Puzzle, solutions: int, limits: Limits) -> Effort:
    """Look for up to `solutions` solutions, each within the limits."""
    effort = Effort()
    start = time.perf_counter()
    with GENERAL.open(puzzle) as session:
        while effort.solutions < solutions:
            answer = session.solve(limits)
            effort.search += answer.times.solve
            effort.nodes += answer.counters["nodes"]
            effort.propagators += answer.counters["propagators"]
            if answer.solution is None:
                effort.limited = answer.status is Status.UNKNOWN
                break
            effort.solutions += 1
            session.block(answer.solution)
    effort.seconds = time.perf_counter() - start
    return effort


if __name__ == "__main__":
    sys.exit(main())
