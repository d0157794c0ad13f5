"""The conditions of a race, and the tasks that follow from them.

Puzzles come in a seeded order. Each puzzle has its own random order of contestants.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

import nonet
from nonet.formats import write
from nonet.puzzle import Puzzle
from nonet.questions import Mode
from nonet.questions.symmetry import Isomorphism
from nonet.racing.rows import Problem, Row, Setting
from nonet.racing.shuffles import random_isomorphism
from nonet.solvers import Limits
from nonet.system.errors import PuzzleError

#: The formats for the text of a puzzle. The shortest is first. JSON can express every puzzle.
_FORMATS = ("line", "tokens", "json")


@dataclass(frozen=True)
class Terms:
    """The terms that all contestants race under. A count stops at `most` solutions."""

    mode: Mode = Mode.CHECK
    setting: Setting = Setting.COLD
    limits: Limits = Limits()
    most: int = 1_000


@dataclass(frozen=True)
class Task:
    """One run: a contestant, a puzzle, and a `row` that the run will complete.

    The isomorphism `shuffling` has turned the original puzzle into `puzzle`. A cold contestant gets
    only the `text` of this puzzle, and must parse it.
    """

    row: Row
    puzzle: Puzzle
    shuffling: Isomorphism
    text: str
    format: str

    def failed(self, problem: Problem, error: str, seconds: float, cpu: float = 0.0) -> Row:
        spent = replace(self.row, solve=seconds, seconds=seconds, cpu=cpu)
        return replace(spent, error=error, problem=str(problem))


@dataclass(frozen=True)
class Conditions:
    """The puzzles with their `names` and `groups`, the contestants, and the terms of every run.

    `machine` describes the machine in words. A race can be resumed only under the same conditions.
    """

    puzzles: tuple[Puzzle, ...]
    names: tuple[str, ...]
    groups: tuple[str, ...]
    contestants: tuple[str, ...]
    terms: Terms
    repeats: int
    seed: int
    shuffled: bool
    processes: bool
    memory: int | None
    machine: str

    def settings(self) -> dict[str, object]:
        terms = self.terms
        return {
            "seed": self.seed,
            "mode": str(terms.mode),
            "setting": str(terms.setting),
            "repeats": self.repeats,
            "shuffled": self.shuffled,
            "seconds": terms.limits.seconds,
            "nodes": terms.limits.nodes,
            "most": terms.most,
            "processes": self.processes,
        }

    def identity(self) -> dict[str, object]:
        """Return the facts that must be the same when a race is resumed.

        `processes` may change, so that a race goes on after a contestant has crashed it.
        """
        settings = self.settings()
        del settings["processes"]
        texts = [text_of(puzzle)[0] for puzzle in self.puzzles]
        field = json.dumps([texts, self.names, self.groups])
        return {
            "puzzles": hashlib.sha256(field.encode()).hexdigest(),
            "contestants": list(self.contestants),
            **settings,
            "version of nonet": nonet.__version__,
            "machine": self.machine,
        }

    def tasks(self, done: Container[tuple[str, str, int]]) -> Iterator[Task]:
        """Yield the tasks of all runs, except those in `done`: (puzzle, contestant, repeat)."""
        for repeat, number, order in turns(self.puzzles, self.contestants, self.repeats, self.seed):
            name, puzzle = self.names[number], self.puzzles[number]
            missing = [spec for spec in order if (name, spec, repeat) not in done]
            if not missing:
                continue
            shuffling = Isomorphism.identity(puzzle.grid)
            if self.shuffled:
                random = Random(f"{self.seed} {repeat} {number}")
                shuffling = random_isomorphism(puzzle, random)
            shuffled = shuffling.of_puzzle(puzzle)
            is_cold = self.terms.setting is Setting.COLD
            text = text_of(shuffled) if is_cold else ("", "")
            for spec in missing:
                yield Task(self._row(number, spec, repeat), shuffled, shuffling, *text)

    def _row(self, number: int, contestant: str, repeat: int) -> Row:
        puzzle, seconds = self.puzzles[number], self.terms.limits.seconds
        return Row(
            puzzle=self.names[number],
            group=self.groups[number],
            values=len(puzzle.grid.values),
            empty=puzzle.givens.count(None) / len(puzzle.givens),
            contestant=contestant,
            repeat=repeat,
            mode=str(self.terms.mode),
            setting=str(self.terms.setting),
            limit=math.nan if seconds is None else seconds,
            machine=self.machine,
        )


def turns(
    puzzles: Sequence[Puzzle], contestants: Sequence[str], repeats: int, seed: int
) -> Iterator[tuple[int, int, list[str]]]:
    """Yield (repeat, number of the puzzle, order of the contestants).

    Puzzles with the same rules stay together, so that a contestant loads these rules once.

    Each puzzle has its own random order of contestants. In a fixed order, a contestant would always
    run after the same rival, with that rival's data in the processor's caches.
    """
    alike: dict[object, list[int]] = {}
    for number, puzzle in enumerate(puzzles):
        alike.setdefault((puzzle.grid, puzzle.rules), []).append(number)
    for repeat in range(repeats):
        random = Random(f"{seed} {repeat}")
        for numbers in random.sample(list(alike.values()), len(alike)):
            for number in random.sample(numbers, len(numbers)):
                yield repeat, number, random.sample(contestants, len(contestants))


def text_of(puzzle: Puzzle) -> tuple[str, str]:
    """Return the text of a puzzle in the shortest possible format, and the format's name."""
    for format in _FORMATS:
        try:
            return write(puzzle, format), format
        except PuzzleError as error:
            refusal = error
    raise refusal
