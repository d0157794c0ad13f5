"""Compares counts and analyses with an oracle on random variants, for a given time.

    python tests/fuzz/variants.py [--seconds S] [--seed N] [--rules MOST]

Each puzzle is random: a board of 1 to 6 rows, values from 0, 1 or 4, up to eight rules of any kind,
givens and marks. The oracle, `meanings.py`, is written from docs/rules.md and uses no code of
nonet's rules. Slow questions are asked about a share of the puzzles. The script prints each kind of
difference once, with the puzzle as JSON and its seed. After any difference, the exit code is 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice, product
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from fuzz import meanings
from rule_makers import fits
from strategies import PLAIN, random_puzzle, random_rule

import nonet
from nonet.formats.model import puzzle_to_json
from nonet.puzzle import Puzzle
from nonet.questions.analysis.clues import clues_of, with_parts, without_clues
from nonet.questions.uniqueness.verdict import LimitReached
from nonet.solvers import Limits

#: Puzzles with more solutions are left out.
MOST = 60
#: A question gets one of this many puzzles.
SHARES = {"count": 1, "true candidates": 4, "conflict": 8, "redundant": 8, "steps": 8}
#: How many clues are removed from a puzzle.
CLUES = 4
#: The limit in seconds for each question.
PATIENCE = 2.0


class Dice(Random):
    """Draws quicker than hypothesis, and without repetitions."""

    number = Random.randint
    pick = Random.choice

    def order(self, items):
        return self.sample(items, len(items))


def crowded(dice: Dice, most: int) -> Puzzle:
    """Return a random puzzle with more rules, most of which one solution obeys."""
    puzzle = random_puzzle(dice)
    values = tuple(value or dice.pick(puzzle.grid.values) for value in puzzle.givens)
    hint = next(meanings.solutions(puzzle_to_json(puzzle)), values)
    more = dice.number(0, max(0, most - len(puzzle.rules)))
    rules = [random_rule(dice, puzzle.grid, hint) for _ in range(more)]
    if not dice.number(0, 7):  # any rule, even one that the solution breaks
        rules.append(dice.pick([rule for rule in PLAIN if fits(rule, puzzle.grid)]))
    return replace(puzzle, rules=(*puzzle.rules, *rules))


class Comparison:
    """Compares puzzles with the oracle. Counts the answers, and each kind of difference."""

    def __init__(self) -> None:
        self.tried = 0
        self.asked: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()

    def of(self, puzzle: Puzzle, number: int) -> None:
        """Compare the puzzle of a seed, and print differences of a new kind."""
        self.tried += 1
        try:
            found = list(self.differences(puzzle, number))
        except Exception as error:
            found = [f"{type(error).__name__}: {error}"]
        for what in found:
            cause = f"{what.partition(':')[0]} {sorted({r.name for r in puzzle.rules})}"
            self.seen[cause] += 1
            if self.seen[cause] == 1:
                print(f"seed {number}: {what}\n{nonet.write(puzzle, 'json')}", flush=True)

    def differences(self, puzzle: Puzzle, number: int) -> Iterator[str]:
        """Yield the differences from the oracle. Seeds take turns with the dear questions."""
        expected = set(islice(meanings.solutions(puzzle_to_json(puzzle)), MOST + 1))
        if len(expected) > MOST:
            return
        for at, (name, question) in enumerate(QUESTIONS.items()):
            if (number + at) % SHARES[name] == 0:
                with suppress(LimitReached):
                    for what in question(puzzle, expected, Dice(number)):
                        yield from [f"{name}: {what}"] if what else []
                        self.asked[name] += 1

    def __str__(self) -> str:
        asked = ", ".join(f"{name} {n}" for name, n in self.asked.most_common())
        return f"{self.tried} puzzles, {len(self.seen)} differences\nanswers: {asked}"


# --- questions: each yields "" for an answer that agrees, and a difference otherwise -------------


def _count(puzzle: Puzzle, expected: set, dice: Dice) -> Iterator[str]:
    count = nonet.count(puzzle, limits=PATIENCE)
    yield "" if count == len(expected) else f"{count}, not {len(expected)}"


def _candidates(puzzle: Puzzle, expected: set, dice: Dice) -> Iterator[str]:
    if expected:
        found = nonet.true_candidates(puzzle, limits=PATIENCE)
        right = Counter((cell, value) for board in expected for cell, value in enumerate(board))
        for cell, value in product(puzzle.grid.cells, puzzle.grid.values):
            if bool(found.count(cell, value)) != bool(right[cell, value]):
                yield f"{puzzle.grid.name(cell)} = {value}"
        yield ""


def _conflict(puzzle: Puzzle, expected: set, dice: Dice) -> Iterator[str]:
    found = nonet.find_conflict(puzzle, limits=PATIENCE)
    if found.solution is not None or found.clues is None:
        # Without a solution and without clues, the limit was reached.
        yield "" if found.solution in {None, *expected} else f"solution {found.solution}"
        return
    yield "despite a solution" if expected else ""
    yield from _impossible(with_parts(Puzzle(puzzle.grid), found.parts), str(found))
    for part in found.parts if found.minimal else ():
        others = list(found.parts)
        others.remove(part)
        left = meanings.possible(puzzle_to_json(with_parts(Puzzle(puzzle.grid), others)))
        yield f"not minimal: {found}, {part}" if left is False else ""


def _impossible(claim: Puzzle, words: str) -> Iterator[str]:
    found = meanings.possible(puzzle_to_json(claim))
    if found is not None:
        yield f"{words} is possible" if found else ""


def _redundant(puzzle: Puzzle, expected: set, dice: Dice) -> Iterator[str]:
    """Remove some clues of a unique puzzle."""
    if len(expected) != 1:
        return
    found = nonet.find_redundant(puzzle, limits=PATIENCE)
    clues = clues_of(puzzle)
    for number in dice.sample(range(len(clues)), min(CLUES, len(clues))):
        clue = clues[number]
        others = clues[:number] + clues[number + 1 :]
        model = puzzle_to_json(with_parts(without_clues(puzzle), others))
        free = len(set(islice(meanings.solutions(model), 2))) == 1
        if clue not in found.unsettled:
            yield f"{clue}" if free != (clue in found.redundant) else ""


def _steps(puzzle: Puzzle, expected: set, dice: Dice) -> Iterator[str]:
    """Follow the path to the only solution, and look at the claim of one step."""
    if len(expected) != 1:
        return
    [solution] = expected
    steps = nonet.explain(puzzle, limits=Limits(seconds=PATIENCE, nodes=500)).steps
    for step in steps:
        wrong = any(solution[cell] == value for cell, value in step.removed)
        if step.placed:
            wrong |= solution[step.placed[0]] != step.placed[1]
        yield f"{step}" if wrong else ""
    if steps:
        step = dice.pick(steps)
        yield from _impossible(step.claim, f"claim of {step}")


QUESTIONS = {
    "count": _count,
    "true candidates": _candidates,
    "conflict": _conflict,
    "redundant": _redundant,
    "steps": _steps,
}


def fuzz(seconds: float, number: int, most: int) -> Comparison:
    """Compare the puzzles of successive seeds until the time is up."""
    end = time.monotonic() + seconds
    comparison = Comparison()
    while time.monotonic() < end:
        comparison.of(crowded(Dice(number), most), number)
        number += 1
    return comparison


def main() -> int:
    """Read the command line and compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first puzzle")
    parser.add_argument("--rules", type=int, default=8, metavar="MOST")
    asked = parser.parse_args()
    comparison = fuzz(asked.seconds, asked.seed, asked.rules)
    print(f"{comparison}\n--seed {asked.seed + comparison.tried} goes on")
    return min(1, len(comparison.seen))


if __name__ == "__main__":
    sys.exit(main())
