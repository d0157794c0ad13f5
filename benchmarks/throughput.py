"""Measure puzzles per second, by every way to ask about many; with a plain PySAT script and CPMpy.

    python benchmarks/throughput.py [--first N] [--rounds N] [--solvers NAMES] FILE

The file has one puzzle of 81 characters on each line, each with one solution. There are two tasks:
*solve* finds the solution, and *check* also proves it unique. The contestants take turns on one
thread, and each answers the whole file in each round. The table has medians of the rounds, in CPU
time and in wall time.

    fresh    `nonet.solve`, `nonet.check`: loads all clauses of the board again for each puzzle
    reduced  the same, but removes the consequences of the givens before clauses are written
    live     `nonet.solve_many`, `nonet.check_many`: one loaded solver, or one model, for all
    script   plain PySAT without nonet or checks: loads all clauses again for each puzzle
    assume   the same with one loaded solver for all, and the givens as assumptions
    cpmpy    CPMpy on OR-Tools by a solver object, if it is installed

nonet's times include the check of its answers. The answers of other contestants are checked off the
clock. Reading the file is not timed.
"""

import argparse
import gc
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from statistics import median

import nonet
from nonet.puzzle import Puzzle
from nonet.solvers import BackendUnavailable

SOLVERS = "cadical153,minisat22,glucose4"
FORMS = "integer", "boolean"

#: A function that finds the solution of each puzzle, and also searches for a second one if asked.
Run = Callable[[Sequence[Puzzle], bool], list[list[tuple[int, ...]]]]


class Failure(Exception):
    """An error that ends the benchmark."""


@dataclass
class Contestant:
    """A contestant, and the seconds of each round for each task and clock."""

    name: str
    mode: str
    run: Run
    seconds: dict[tuple[bool, str], list[float]] = field(default_factory=dict)


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse_arguments(arguments)
    try:
        puzzles = read(options.file, options.first)
        everyone = list(contestants(options.solvers.split(",")))
        for contestant in everyone:  # imports and caches
            contestant.run(puzzles[:5], True)
        for _ in range(options.rounds):
            for contestant in everyone:
                for unique in (False, True):
                    measure(contestant, puzzles, unique)
    except (Failure, BackendUnavailable, ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(table(everyone, options.file.name, len(puzzles))))
    if not find_spec("cpmpy"):
        print("\nCPMpy is not installed: pip install cpmpy")
    return 0


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Puzzles a second, by every way to ask about many."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a puzzle a line")
    parser.add_argument("--first", type=int, default=200, metavar="N", help="default: 200")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="default: 3")
    parser.add_argument("--solvers", default=SOLVERS, metavar="NAMES", help=f"default: {SOLVERS}")
    return parser.parse_args(arguments)


def read(path: Path, first: int) -> list[Puzzle]:
    lines = path.read_text().split()[:first]
    if not lines:
        raise Failure(f"{path}: no puzzles")
    return [nonet.classic(line, order=3) for line in lines]


def contestants(solvers: Sequence[str]) -> Iterator[Contestant]:
    for name in solvers:
        spec = f"pysat:{name}"
        yield Contestant(spec, "fresh", partial(one_by_one, f"{spec}/raw"))
        yield Contestant(spec, "reduced", partial(one_by_one, spec))
        yield Contestant(spec, "live", partial(as_a_stream, spec))
        yield Contestant(name, "script", partial(by_script, name, clauses_of_the_board()))
        yield Contestant(name, "assume", partial(by_assumptions, name, clauses_of_the_board()))
    for form in FORMS:
        spec = f"cpsat:{form}"
        yield Contestant(spec, "fresh", partial(one_by_one, spec))
        yield Contestant(spec, "live", partial(as_a_stream, spec))
    if find_spec("cpmpy"):
        yield Contestant("ortools", "cpmpy", by_cpmpy)


def one_by_one(spec: str, puzzles: Sequence[Puzzle], unique: bool) -> list[list[tuple[int, ...]]]:
    if unique:
        return [list(nonet.check(puzzle, spec).witnesses) for puzzle in puzzles]
    return [found(nonet.solve(puzzle, spec)) for puzzle in puzzles]


def as_a_stream(spec: str, puzzles: Sequence[Puzzle], unique: bool) -> list[list[tuple[int, ...]]]:
    if unique:
        return [list(verdict.witnesses) for verdict in nonet.check_many(puzzles, spec)]
    return [found(answer) for answer in nonet.solve_many(puzzles, spec)]


def found(answer: nonet.Answer) -> list[tuple[int, ...]]:
    return [] if answer.solution is None else [answer.solution]


def clauses_of_the_board() -> list[list[int]]:
    """Return the clauses of the empty board, as tutorials write them."""
    clauses = []
    for one in range(9):
        for two in range(9):
            clauses.append([variable(one, two, three) for three in range(1, 10)])
            for a, b in combinations(range(9), 2):
                clauses.append([-variable(one, two, a + 1), -variable(one, two, b + 1)])
                clauses.append([-variable(one, a, two + 1), -variable(one, b, two + 1)])
                clauses.append([-variable(a, one, two + 1), -variable(b, one, two + 1)])
            top, left = 3 * (one // 3), 3 * (one % 3)
            box = [(top + cell // 3, left + cell % 3) for cell in range(9)]
            for a, b in combinations(box, 2):
                clauses.append([-variable(*a, two + 1), -variable(*b, two + 1)])
            clauses.append([variable(one, place, two + 1) for place in range(9)])
            clauses.append([variable(place, one, two + 1) for place in range(9)])
            clauses.append([variable(*cell, two + 1) for cell in box])
    return clauses


def variable(row: int, column: int, value: int) -> int:
    return 81 * row + 9 * column + value


def by_script(
    name: str, clauses: list[list[int]], puzzles: Sequence[Puzzle], unique: bool
) -> list[list[tuple[int, ...]]]:
    from pysat.solvers import Solver

    answers = []
    for puzzle in puzzles:
        grids = []
        with Solver(name=name, bootstrap_with=clauses) as solver:
            for cell, value in enumerate(puzzle.givens):
                if value:
                    solver.add_clause([9 * cell + value])
            while len(grids) <= unique and solver.solve():
                true = [literal for literal in solver.get_model() if literal > 0]
                grids.append(tuple((literal - 1) % 9 + 1 for literal in true))
                solver.add_clause([-literal for literal in true])
        answers.append(grids)
    return answers


def by_assumptions(
    name: str, clauses: list[list[int]], puzzles: Sequence[Puzzle], unique: bool
) -> list[list[tuple[int, ...]]]:
    from pysat.solvers import Solver

    answers = []
    with Solver(name=name, bootstrap_with=clauses) as solver:
        for blocks in range(730, 730 + len(puzzles)):  # a variable that turns its clauses on
            puzzle, grids = puzzles[blocks - 730], []
            given = [9 * cell + value for cell, value in enumerate(puzzle.givens) if value]
            while len(grids) <= unique and solver.solve(assumptions=[*given, blocks]):
                true = [literal for literal in solver.get_model()[:729] if literal > 0]
                grids.append(tuple((literal - 1) % 9 + 1 for literal in true))
                solver.add_clause([-blocks, *(-literal for literal in true)])
            answers.append(grids)
    return answers


def by_cpmpy(puzzles: Sequence[Puzzle], unique: bool) -> list[list[tuple[int, ...]]]:
    import cpmpy

    answers = []
    for puzzle in puzzles:
        cells = cpmpy.intvar(1, 9, shape=(9, 9))
        model = cpmpy.Model(
            [cpmpy.AllDifferent(row) for row in cells],
            [cpmpy.AllDifferent(column) for column in cells.T],
            [
                cpmpy.AllDifferent(cells[top : top + 3, left : left + 3])
                for top in (0, 3, 6)
                for left in (0, 3, 6)
            ],
            [cells.flat[cell] == value for cell, value in enumerate(puzzle.givens) if value],
        )
        # Add one constraint to a solver object, because `model.solve` would translate the model
        # again.
        solver = cpmpy.SolverLookup.get("ortools", model)
        grids: list[tuple[int, ...]] = []
        while len(grids) <= unique and solver.solve(num_workers=1):
            grids.append(tuple(map(int, cells.value().flat)))
            solver += cpmpy.any(cells.flatten() != grids[-1])
        answers.append(grids)
    return answers


def measure(contestant: Contestant, puzzles: Sequence[Puzzle], unique: bool) -> None:
    """Ask a contestant about all puzzles once, and check the answers."""
    gc.collect()
    cpu, wall = time.process_time(), time.perf_counter()
    answers = contestant.run(puzzles, unique)
    spent = {"cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}
    for clock, seconds in spent.items():
        contestant.seconds.setdefault((unique, clock), []).append(seconds)
    for number, (puzzle, grids) in enumerate(zip(puzzles, answers, strict=True), start=1):
        if len(grids) != 1 or nonet.violations(puzzle, grids[0]):
            raise Failure(f"puzzle {number}: {contestant.name} ({contestant.mode}) answers {grids}")


def table(everyone: Sequence[Contestant], file: str, count: int) -> list[str]:
    columns = [(unique, clock) for unique in (False, True) for clock in ("cpu", "wall")]
    lines = [
        f"# puzzles a second, {count} of {file}",
        f"{'contestant':18} {'mode':8} {'solve cpu':>10} {'wall':>8} {'check cpu':>10} {'wall':>8}",
    ]
    for each in everyone:
        cpu, wall, check, check_wall = (count / median(each.seconds[column]) for column in columns)
        lines.append(
            f"{each.name:18} {each.mode:8} {cpu:10.0f} {wall:8.0f} {check:10.0f} {check_wall:8.0f}"
        )
    return lines


if __name__ == "__main__":
    sys.exit(main())
