"""The schedule of a race: the order of puzzles and contestants, and the row that each turn gives.

Puzzles come in a seeded order. Each puzzle has its own random order of contestants.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from nonet.puzzle import Puzzle
from nonet.questions import Mode
from nonet.questions.symmetry import Isomorphism
from nonet.racing.conditions import Conditions, text_of
from nonet.racing.rows import UNKNOWN, Row, Setting
from nonet.racing.runs import Outcome, Task
from nonet.racing.shuffles import random_isomorphism


@dataclass(frozen=True)
class Heat:
    """One puzzle, by number, in one repeat, with the order of the contestants."""

    repeat: int
    puzzle: int
    order: tuple[str, ...]


@dataclass(frozen=True)
class Turn:
    """A contestant's turn in a heat."""

    heat: Heat
    contestant: str
    task: Task
    shuffling: Isomorphism


def heats(
    puzzles: Sequence[Puzzle], contestants: Sequence[str], repeats: int, seed: int
) -> Iterator[Heat]:
    """Yield all heats of a race.

    Puzzles under the same rules stay together, so that their rules are loaded once. The order of
    the contestants is random: in a fixed cycle, a contestant would always run after the same other
    contestant, and find the processor's caches in the state in which this other one left them.

    >>> from nonet.formats import classic
    >>> for heat in heats([classic(order=2)] * 2, ["norvig", "pysat"], repeats=1, seed=0):
    ...     print(heat.puzzle, heat.order)
    1 ('pysat', 'norvig')
    0 ('pysat', 'norvig')
    """
    alike: dict[object, list[int]] = {}
    for number, puzzle in enumerate(puzzles):
        alike.setdefault((puzzle.grid, puzzle.rules), []).append(number)
    for repeat in range(repeats):
        random = Random(f"{seed} {repeat}")
        for numbers in random.sample(list(alike.values()), len(alike)):
            for number in random.sample(numbers, len(numbers)):
                order = random.sample(contestants, len(contestants))
                yield Heat(repeat, number, tuple(order))


def turns(conditions: Conditions, heat: Heat, contestants: Sequence[str]) -> list[Turn]:
    """Return the turns of these contestants, who all get the same isomorph of the puzzle."""
    puzzle = conditions.puzzles[heat.puzzle]
    shuffling = Isomorphism.identity(puzzle.grid)
    if conditions.shuffled:
        random = Random(f"{conditions.seed} {heat.repeat} {heat.puzzle}")
        shuffling = random_isomorphism(puzzle, random)
    shuffled = shuffling.of_puzzle(puzzle)
    is_cold = conditions.terms.setting is Setting.COLD
    task = Task(shuffled, *(text_of(shuffled) if is_cold else ("", "")))
    return [Turn(heat, contestant, task, shuffling) for contestant in contestants]


def row_of(conditions: Conditions, turn: Turn, outcome: Outcome) -> Row:
    """Return the row of a run. Its witnesses solve the puzzle as it was before the shuffle."""
    terms, phases = conditions.terms, outcome.phases
    puzzle = conditions.puzzles[turn.heat.puzzle]
    back = turn.shuffling.inverse()
    seconds = terms.limits.seconds
    limit = math.nan if seconds is None else seconds
    return Row(
        puzzle=conditions.names[turn.heat.puzzle],
        group=conditions.groups[turn.heat.puzzle],
        values=len(puzzle.grid.values),
        empty=puzzle.givens.count(None) / len(puzzle.givens),
        contestant=turn.contestant,
        repeat=turn.heat.repeat,
        mode=str(terms.mode),
        setting=str(terms.setting),
        verdict=outcome.verdict,
        solutions=outcome.found if terms.mode is Mode.COUNT else None,
        # Not `<=`, which is false without a limit.
        decided=outcome.verdict != UNKNOWN and not phases.total > limit,
        model=phases.model,
        encode=phases.encode,
        load=phases.load,
        solve=phases.solve,
        decode=phases.decode,
        seconds=phases.total,
        check=outcome.check,
        cpu=outcome.cpu,
        limit=limit,
        peak_memory=outcome.peak_memory,
        counters=json.dumps(outcome.counters),
        error=outcome.error,
        problem=str(outcome.problem),
        witnesses=json.dumps([back.of_values(grid) for grid in outcome.witnesses]),
        machine=conditions.machine,
    )
