"""Compares all backends and analyses with an oracle on random variants, for a given time.

    python tests/fuzz/variants.py [--seconds S] [--seed N] [--rules MOST]

Each puzzle is random: a board of 1 to 6 rows, values from 0, 1 or 3, up to eight rules of any
kind, givens and marks. The oracle, `meanings.py`, is written from docs/rules.md and uses no code of
nonet's rules. The script compares the solutions of every backend that answers in time, counts, true
candidates, redundant givens, conflicts, and the step of a hint. It prints each kind of difference
once, with the puzzle as JSON, and the exit code is 1 after any difference.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from examples import CONTESTANTS, REPEATING, fits
from fuzz import meanings
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from strategies import PLAIN, puzzles, rules_on

import nonet
from nonet.formats.model import puzzle_to_json
from nonet.puzzle import Puzzle
from nonet.questions.analysis import Given
from nonet.solvers import Limits, Unable
from nonet.system.errors import NonetError

#: Puzzles with more solutions are left out.
MOST = 60
#: One of this many puzzles goes to the backends that start a process for each puzzle.
SELDOM = 40
#: The number of puzzles for a seed.
PORTION = 200
#: The limit in seconds for each question. A backend that needs more is not compared.
PATIENCE = 2.0
DISTINCT = [spec for spec in CONTESTANTS if spec not in REPEATING]
OUTSIDE = ("dimacs", "minizinc", "clingo", "z3", "choco", "exact-cover", "first", "mus", "cpsat")


@st.composite
def crowded(draw: st.DrawFn, most: int) -> Puzzle:
    """Draw a puzzle like `puzzles`, and add rules. A solution obeys most of these rules."""
    puzzle = draw(puzzles())
    values = tuple(value or draw(st.sampled_from(puzzle.grid.values)) for value in puzzle.givens)
    hint = next(meanings.solutions(puzzle_to_json(puzzle)), values)
    more = draw(st.integers(0, max(0, most - len(puzzle.rules))))
    rules = [draw(rules_on(puzzle.grid, hint)) for _ in range(more)]
    if not draw(st.integers(0, 7)):  # any rule, even one that the solution breaks
        plain = [rule for rule in PLAIN if fits(rule, puzzle.grid)]
        rules.append(draw(st.sampled_from(plain)))
    return replace(puzzle, rules=(*puzzle.rules, *rules))


def differences(puzzle: Puzzle, specs: list[str], compared: list[int]) -> Iterator[str]:
    """Yield the differences from the oracle on a puzzle. Store its number of solutions."""
    model = puzzle_to_json(puzzle)
    expected = set(islice(meanings.solutions(model), MOST + 1))
    if len(expected) > MOST:
        return
    compared.append(len(expected))
    for spec in specs:
        try:
            found = list(nonet.solutions(puzzle, spec, limits=Limits(seconds=PATIENCE)))
        except (Unable, NonetError) as error:
            yield from () if "limit" in str(error) else [f"{spec}: {type(error).__name__}: {error}"]
            continue
        if set(found) != expected or len(found) != len(expected):
            extra, missing = set(found) - expected, expected - set(found)
            yield f"{spec}: {len(extra)} more, {len(missing)} fewer, e.g. {[*extra, *missing][:1]}"
    if (count := nonet.count(puzzle, limits=PATIENCE)) != len(expected):
        yield f"count: {count}, not {len(expected)}"
    yield from _candidates(puzzle, expected)
    if len(expected) == 1:
        yield from _of_unique(puzzle, model, *expected)
    clues = nonet.find_conflict(puzzle, limits=PATIENCE).clues
    if (clues is None) != bool(expected):  # clues are empty if the board itself conflicts
        yield "conflict: found despite a solution, or not found without a solution"


def _candidates(puzzle: Puzzle, expected: set) -> Iterator[str]:
    if not expected:
        return
    found = nonet.true_candidates(puzzle, limits=PATIENCE)
    for cell in puzzle.grid.cells:
        right = Counter(solution[cell] for solution in expected)
        for value in puzzle.grid.values:
            if bool(found.count(cell, value)) != bool(right[value]):
                yield f"true candidates: {puzzle.grid.name(cell)} = {value}"


def _of_unique(puzzle: Puzzle, model: dict, solution: tuple[int, ...]) -> Iterator[str]:
    """Yield wrong answers about a puzzle with one solution: redundant givens, and a hint."""
    found = nonet.find_redundant(puzzle, limits=PATIENCE)
    if found.complete:
        redundant = {clue.cell for clue in found.redundant if isinstance(clue, Given)}
        for cell, value in enumerate(puzzle.givens):
            if value is not None:
                name = puzzle.grid.name(cell)
                givens = {key: v for key, v in model["givens"].items() if key != name}
                left = islice(meanings.solutions({**model, "givens": givens}), 2)
                if (len(set(left)) == 1) != (cell in redundant):
                    yield f"redundant: given {name}"
    step = nonet.hint(puzzle, limits=Limits(seconds=PATIENCE, nodes=500)).step
    if step is not None:
        wrong = [(cell, v) for cell, v in step.removed if solution[cell] == v]
        if step.placed and solution[step.placed[0]] != step.placed[1]:
            wrong.append(step.placed)
        if wrong:
            yield f"hint: {step}: {wrong}"


class Comparison:
    """The puzzles that were compared, and the differences, once for each kind."""

    def __init__(self, end: float) -> None:
        self._end = end
        self.tried = 0
        self.compared: list[int] = []
        self.kinds: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()

    def of(self, puzzle: Puzzle, number: int) -> None:
        """Compare a puzzle of a seed, unless the time is up."""
        if time.monotonic() > self._end:
            return
        self.tried += 1
        self.kinds.update({rule.name for rule in puzzle.rules})
        specs = [spec for spec in DISTINCT if not spec.startswith(OUTSIDE)]
        try:
            found = list(
                differences(puzzle, specs if self.tried % SELDOM else DISTINCT, self.compared)
            )
        except Exception as error:
            found = [f"{type(error).__name__}: {error}"]
        for what in found:
            cause = f"{what.partition(':')[0]} {sorted({r.name for r in puzzle.rules})}"
            self.seen[cause] += 1
            if self.seen[cause] == 1:
                print(f"seed {number}: {what}\n{nonet.write(puzzle, 'json')}", flush=True)

    def __str__(self) -> str:
        rare = ", ".join(f"{name} {n}" for name, n in self.kinds.most_common()[-3:])
        return (
            f"{self.tried} puzzles, {len(self.compared)} of them compared: "
            f"{self.compared.count(1)} unique, {self.compared.count(0)} without a solution; "
            f"{len(self.kinds)} kinds of rule (rarest: {rare}); {len(self.seen)} differences"
        )


def fuzz(seconds: float, number: int, most: int) -> int:
    """Compare until the time is up. Return the number of kinds of difference."""
    end = time.monotonic() + seconds
    comparison = Comparison(end)
    while time.monotonic() < end:
        _compare(comparison, number, most)
        number += 1
    print(comparison)
    return len(comparison.seen)


def _compare(comparison: Comparison, number: int, most: int) -> None:
    """Compare the puzzles of a seed."""

    @seed(number)
    @settings(
        max_examples=PORTION,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(crowded(most))
    def compare(puzzle: Puzzle) -> None:
        comparison.of(puzzle, number)

    compare()


def main() -> int:
    """Read the command line and compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rules", type=int, default=8, metavar="MOST")
    asked = parser.parse_args()
    return min(1, fuzz(asked.seconds, asked.seed, asked.rules))


if __name__ == "__main__":
    sys.exit(main())
