"""Measure size and time of puzzles with each rule of the catalogue, for four kinds of solver.

    python benchmarks/rules.py [--rules NAME ...] [--first N] [--puzzles N] [--limit SECONDS]

There is one row for each rule, about 9×9 puzzles with the rule. The row has the number of givens,
the number of clauses and CP-SAT constraints, and the milliseconds until each backend has proved a
puzzle unique. Figures are medians over the puzzles. A check that reached the limit is marked with >
and counts as the limit.

A puzzle is drawn from a full grid. The fields of a rule are drawn at random by their type hints
until the grid obeys it, so a new rule needs no code here. A puzzle has several instances of a rule
that names cells. Then givens are removed as long as the solution stays the only one.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, fields
from random import Random
from statistics import median
from typing import Any, get_args, get_origin

from boards import filled

import nonet
from nonet.encodings import cnf, cpsat
from nonet.model.grid import Cell, Cells, Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Rows, Rule
from nonet.rules.fields import hints, items_of, kept
from nonet.system.errors import PuzzleError

SPECS = ("native", "pysat", "cpsat", "norvig")
GRID = Grid(9, 9)
BOARD = Puzzle(GRID, rules=(Rows(), Columns(), Boxes(3, 3)))

#: How many instances of a rule that names cells a puzzle has, and how often each may be drawn.
FEW, DRAWS = 6, 5_000
#: The time limit in seconds, for finding a full grid under a rule of the whole board, and for each
#: attempt to remove a given.
SECONDS = 10

#: Functions to pass to the fields of users' own rules.
FUNCTIONS = {
    "allowed": lambda *values: sum(values) % 3 != 0,
    "step": lambda state, value: (state + value) % 5,
    "accept": lambda state: state < 3,
}
DIRECTIONS = ("down-right", "down-left", "up-right", "up-left")


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse_arguments(arguments)
    unknown = sorted({*options.rules} - {*Rule.named})
    if unknown:
        print(f"no rules: {', '.join(unknown)}", file=sys.stderr)
        return 2
    specs = " ".join(f"{spec:>9}" for spec in SPECS)
    print(f"{'rule':24} {'givens':>6} {'clauses':>8} {'CP-SAT':>7} {specs} ms")
    for name in (options.rules or sorted(Rule.named))[: options.first]:
        puzzles = [puzzle for seed in range(options.puzzles) if (puzzle := drawn(name, seed))]
        print(row(name, puzzles, options.limit), flush=True)
    return 0


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Size and time of puzzles with each rule.")
    parser.add_argument("--rules", nargs="*", default=[], metavar="NAME", help="default: all")
    parser.add_argument("--first", type=int, metavar="N", help="only the first N of them")
    parser.add_argument("--puzzles", type=int, default=3, metavar="N", help="default: 3")
    parser.add_argument("--limit", type=float, default=10, metavar="SECONDS", help="default: 10")
    return parser.parse_args(arguments)


def row(name: str, puzzles: Sequence[Puzzle], limit: float) -> str:
    if not puzzles:
        return f"{name:24} no puzzle was drawn: no board obeys it alone, or few do"
    givens = median(81 - puzzle.givens.count(None) for puzzle in puzzles)
    clauses = median(len(cnf.encode(puzzle).clauses) for puzzle in puzzles)
    models = [cpsat.encode_integer(puzzle).model.proto for puzzle in puzzles]
    constraints = median(len(model.constraints) for model in models)
    times = (median(seconds(puzzle, spec, limit) for puzzle in puzzles) for spec in SPECS)
    cells = " ".join(f"{'>' * (time >= limit) + f'{1e3 * time:.1f}':>9}" for time in times)
    return f"{name:24} {givens:6.0f} {clauses:8.0f} {constraints:7.0f} {cells}"


def seconds(puzzle: Puzzle, spec: str, limit: float) -> float:
    verdict = nonet.check(puzzle.unshared(), spec, limit)
    return limit if verdict.kind == "unknown" else verdict.seconds


def drawn(name: str, seed: int) -> Puzzle | None:
    """Return a puzzle with a rule and no redundant given, or None if the draws fail."""
    random = Random(f"{name} {seed}")
    kind = Rule.named[name]
    if any(field.default is MISSING for field in fields(kind)):
        solution = filled(3, random)
        rules = [rule for _ in range(FEW) if (rule := obeyed(kind, solution, random))]
        puzzle = BOARD.with_rules(*dict.fromkeys(rules))
        return dug(puzzle, solution, random) if rules else None
    rule = kind()
    puzzle = BOARD if rule in BOARD.rules else BOARD.with_rules(rule)
    with nonet.find_backend("pysat").open(puzzle) as session:
        answer = session.solve(SECONDS)
    return dug(puzzle, answer.solution, random) if answer.solution else None


def dug(puzzle: Puzzle, solution: Sequence[int], random: Random) -> Puzzle:
    """Return the puzzle with enough givens of a solution to make it the only one."""
    full = puzzle.with_givens(dict(enumerate(solution)))
    for cell in random.sample(GRID.cells, len(GRID.cells)):
        fewer = full.with_givens({cell: None})
        if nonet.check(fewer, limits=SECONDS).kind == "unique":
            full = fewer
    return full


def obeyed(kind: type[Rule], solution: Sequence[int], random: Random) -> Rule | None:
    """Draw a rule until a full grid obeys it."""
    for _ in range(DRAWS):
        given = {
            field.name: value(hints(kind)[field.name], field.name, random)
            for field in fields(kind)
            if field.default is MISSING or random.random() < 0.3
        }
        try:
            rule = kind(**given).on(GRID)
            meant = rule.beside(BOARD.rules)
            meant.fit(GRID)
        except (PuzzleError, TypeError):
            continue
        if meant.holds(GRID, solution):
            return rule
    return None


def value(hint: Any, field: str, random: Random) -> Any:
    """Draw a value for a field of this type hint."""
    if field in FUNCTIONS:
        return FUNCTIONS[field]
    inner = kept(hint)
    if inner == Cells:
        return random.choice((walk, line, square))(random)
    if inner == Cell:
        return random.choice(GRID.cells)
    if get_origin(inner) is tuple:
        count = random.randint(1, 3) if Ellipsis in get_args(inner) else len(get_args(inner))
        return tuple(value(item, "", random) for item in items_of(inner, count))
    if inner is Rule:
        return value_of_rule(random)
    return {
        int: random.randint(1, random.choice((4, 9, 30))),
        bool: random.random() < 0.5,
        str: random.choice(DIRECTIONS),
    }.get(inner, 0)


def value_of_rule(random: Random) -> Rule:
    """Draw a rule that is part of another rule."""
    kind = Rule.named[random.choice(("thermo", "odd", "even", "whisper", "renban"))]
    return kind(walk(random))


def walk(random: Random) -> list[int]:
    """Return different cells along a walk by king's moves."""
    cells = [random.choice(GRID.cells)]
    for _ in range(random.randint(1, 4)):
        row, column = GRID.place(cells[-1])
        near = [cell for cell in around(row, column) if cell not in cells]
        if near:
            cells.append(random.choice(near))
    return cells


def around(row: int, column: int) -> Iterator[int]:
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if GRID.has(row + down, column + right):
                yield GRID.at(row + down, column + right)


def line(random: Random) -> list[int]:
    """Return a row or a column, in one of its directions."""
    number, step = random.randrange(9), random.choice((1, -1))
    cells = [GRID.at(number, other) for other in range(9)]
    if random.random() < 0.5:
        cells = [GRID.at(other, number) for other in range(9)]
    return cells[::step]


def square(random: Random) -> list[int]:
    """Return four cells around a corner."""
    row, column = random.randrange(8), random.randrange(8)
    return [GRID.at(row + down, column + right) for down in (0, 1) for right in (0, 1)]


if __name__ == "__main__":
    sys.exit(main())
