"""Turns: a contestant at a puzzle, shuffled alike for all, and the row that comes of it."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from nonet.questions.modes import Mode
from nonet.questions.symmetry import Isomorphism
from nonet.racing.conditions import Conditions, text_of
from nonet.racing.rows import UNKNOWN, Row, Setting
from nonet.racing.runs import Outcome, Task
from nonet.racing.schedule import Heat
from nonet.racing.shuffles import random_isomorphism


@dataclass(frozen=True)
class Turn:
    """A contestant's turn in a heat."""

    heat: Heat
    contestant: str
    task: Task
    shuffling: Isomorphism


class Run(NamedTuple):
    """A turn that was taken: its outcome, and where."""

    turn: Turn
    outcome: Outcome
    machine: str


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


def row_of(conditions: Conditions, run: Run) -> Row:
    """Return the row of a run, its witnesses those of the puzzle before the shuffle."""
    turn, outcome, terms = run.turn, run.outcome, conditions.terms
    puzzle, phases = conditions.puzzles[turn.heat.puzzle], outcome.phases
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
        # Not `<=`, which would be false without a limit.
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
        machine=run.machine,
    )
