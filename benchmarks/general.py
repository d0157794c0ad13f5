"""Measure the general engine: against `norvig`, in time a node, and on large boards.

    python benchmarks/general.py [--repeats N] [--first N] [--seed N] [FILE...]

A FILE has one classic puzzle of 81 characters a line: each is solved by `norvig` and by the
engine, one after the other, and the grids are compared. Killers and large boards are made here,
from the seed: every killer is searched for two solutions, every board solved and checked. Times
are wall times, the best of the repeats for each puzzle.

A node is a place in the search where something was assumed, or refuted, and propagated; the
root is one. The engine itself says how long a killer in the making takes, in nodes: one that
propagates otherwise may make others, so two engines are compared on the killers of one of them.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

from nonet.formats import classic
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Cage, Columns, Rows
from nonet.solvers import Answer, Backend, Limits, Status, backend
from nonet.solvers.native.general import GeneralEngine

GENERAL = Backend("native:general", lambda puzzle, _: GeneralEngine(puzzle))

#: A killer that takes longer than this is cut off, and counts with what it took.
PATIENCE = Limits(seconds=10)


@dataclass
class Effort:
    """What the solves of one puzzle took together."""

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
    killers("killers", killer, options)
    killers("sparse killers", sparse_killer, options)
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
    norvig = backend("norvig")
    lines = path.read_text().split()[: options.first]
    slow = [timed(norvig, line) for line in lines]
    # One puzzle after the other, so that none meets a processor that has just seen it.
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


def killers(name: str, make: Callable[[Random], Puzzle], options: argparse.Namespace) -> None:
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
    """Return the answer to a fresh puzzle, and how long it took to the end of its check."""
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
    """Look for so many solutions."""
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


# --- puzzles of our own making -------------------------------------------------------------------


def filled(order: int, random: Random) -> list[int]:
    """Return a solved board of order² × order²: a pattern, shuffled in every way that keeps it."""
    side = order**2
    values = shuffled(range(1, side + 1), random)
    rows, columns = (list(lines(order, random)) for _ in range(2))
    return [values[(order * (r % order) + r // order + c) % side] for r in rows for c in columns]


def lines(order: int, random: Random) -> Iterator[int]:
    for band in shuffled(range(order), random):
        for line in shuffled(range(order), random):
            yield band * order + line


def shuffled(items: Sequence[int], random: Random) -> list[int]:
    return random.sample(items, len(items))


def board(order: int, holes: float, random: Random) -> Puzzle:
    """Return a large board of which that share of the cells is empty."""
    side = order**2
    solution = filled(order, random)
    given = random.sample(range(side**2), round(side**2 * (1 - holes)))
    rules = (Rows(), Columns(), Boxes(order, order))
    return Puzzle(Grid(side, side), rules=rules).with_givens({c: solution[c] for c in given})


def killer(random: Random) -> Puzzle:
    """Return a 9×9 killer without givens that has one solution, and says little.

    Cages that leave a choice are cut; then neighbours are joined as long as the solution stays
    the only one, and is found to be so in reasonable time.
    """
    solution = filled(3, random)
    cages = unambiguous(caged(solution, random), solution, random)
    return with_cages(joined(cages, solution, random, tries=400, nodes=5000), solution)


def sparse_killer(random: Random) -> Puzzle:
    """Return one that says much less: larger cages, and cells without any.

    A cage may grow and any may go for as long as the proof takes no more than 20,000 nodes.
    """
    solution = filled(3, random)
    cages = unambiguous(caged(solution, random), solution, random)
    cages = joined(cages, solution, random, tries=1500, nodes=20_000)
    for cage in shuffled(cages, random):
        fewer = [other for other in cages if other is not cage]
        if is_only(solution, fewer, 20_000):
            cages = fewer
    return with_cages(cages, solution)


def unambiguous(cages: list[list[int]], solution: list[int], random: Random) -> list[list[int]]:
    """Cut cages until the solution is the only one."""
    while other := second_solution(with_cages(cages, solution), solution):
        cage = random.choice([cage for cage in cages if any(solution[c] != other[c] for c in cage)])
        cages.remove(cage)
        at = random.randrange(1, len(cage))
        cages += [cage[:at], cage[at:]]
    return cages


def joined(
    cages: list[list[int]], solution: list[int], random: Random, tries: int, nodes: int
) -> list[list[int]]:
    """Join neighbours for as long as the solution is the only one."""
    for _ in range(tries):
        one, two = random.sample(cages, 2)
        both = one + two
        if not touch(one, two) or len({solution[cell] for cell in both}) < len(both):
            continue
        fewer = [cage for cage in cages if cage not in (one, two)] + [both]
        if is_only(solution, fewer, nodes):
            cages = fewer
    return cages


def is_only(solution: Sequence[int], cages: Sequence[Sequence[int]], nodes: int) -> bool:
    """Tell whether so many nodes prove that there is no other solution."""
    with GENERAL.open(with_cages(cages, solution)) as session:
        session.block(tuple(solution))
        return session.solve(Limits(nodes=nodes)).status is Status.UNSATISFIABLE


def with_cages(cages: Sequence[Sequence[int]], solution: Sequence[int]) -> Puzzle:
    sums = (Cage(tuple(cage), sum(solution[cell] for cell in cage)) for cage in cages)
    return Puzzle(Grid(9, 9), rules=(Rows(), Columns(), Boxes(3, 3), *sums))


def second_solution(puzzle: Puzzle, first: Sequence[int]) -> tuple[int, ...] | None:
    with GENERAL.open(puzzle) as session:
        session.block(tuple(first))
        return session.solve().solution


def touch(one: Sequence[int], two: Sequence[int]) -> bool:
    grid = Grid(9, 9)
    return any(other in two for cell in one for other in neighbours(grid, cell))


def caged(solution: Sequence[int], random: Random) -> list[list[int]]:
    """Cover a board with cages of two to four cells, as far as they fit."""
    grid = Grid(9, 9)
    left = set(grid.cells)
    cages = []
    for start in shuffled(grid.cells, random):
        if start not in left:
            continue
        cage, size = [start], random.choice((2, 3, 4))
        left.discard(start)
        while len(cage) < size:
            used = {solution[cell] for cell in cage}
            near = sorted(
                {
                    other
                    for cell in cage
                    for other in neighbours(grid, cell)
                    if other in left and solution[other] not in used
                }
            )
            if not near:
                break
            cage.append(random.choice(near))
            left.discard(cage[-1])
        cages.append(cage)
    return cages


def neighbours(grid: Grid, cell: int) -> Iterator[int]:
    row, column = grid.place(cell)
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        if grid.has(row + down, column + right):
            yield grid.at(row + down, column + right)


if __name__ == "__main__":
    sys.exit(main())
