"""What defines a race, so that an interrupted race is not mixed up with another."""

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

#: The shortest first; the last can express every puzzle.
_FORMATS = ("line", "tokens", "json")


@dataclass(frozen=True)
class Conditions:
    """Puzzles, contestants and terms; `names` and `groups` are those of the puzzles.

    `machine` says in words on what kind of machine all runs are to be.
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
        """Return the settings, as the environment of the result lists them."""
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
        """Return what all runs of one race have in common."""
        return {
            "puzzles": _digest(self.puzzles, self.names, self.groups),
            "contestants": list(self.contestants),
            **self.settings(),
            "version of nonet": nonet.__version__,
            "machine": self.machine,
        }


def text_of(puzzle: Puzzle) -> tuple[str, str]:
    """Return a puzzle's text and its format: the shortest that can express it.

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
