"""The conditions of a race. An interrupted race can be resumed only under the same conditions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

import nonet
from nonet.formats import write
from nonet.puzzle import Puzzle
from nonet.racing.runs import Terms
from nonet.system.errors import PuzzleError

#: The formats of a puzzle's text, the shortest first. The last, JSON, can express every puzzle.
_FORMATS = ("line", "tokens", "json")


@dataclass(frozen=True)
class Conditions:
    """The puzzles with their `names` and `groups`, the contestants, and the terms of every run.

    `machine` describes the machine in words. All runs of a race need the same kind of machine.
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
        """Return the settings as the result's environment lists them."""
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
        """Return the facts that all runs of one race share."""
        return {
            "puzzles": _digest(self.puzzles, self.names, self.groups),
            "contestants": list(self.contestants),
            **self.settings(),
            "version of nonet": nonet.__version__,
            "machine": self.machine,
        }


def text_of(puzzle: Puzzle) -> tuple[str, str]:
    """Return a puzzle's text and its format: the shortest format that can express the puzzle.

    >>> from nonet.formats import classic
    >>> text_of(classic("12..34..2......3"))
    ('12..34..2......3', 'line')
    """
    for format in _FORMATS:
        try:
            return write(puzzle, format), format
        except PuzzleError as error:
            refusal = error
    raise refusal


def _digest(puzzles: Sequence[Puzzle], names: Sequence[str], groups: Sequence[str]) -> str:
    texts = [text_of(puzzle)[0] for puzzle in puzzles]
    return hashlib.sha256(json.dumps([texts, names, groups]).encode()).hexdigest()
