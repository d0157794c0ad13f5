"""All that defines a race, so that one which was interrupted can be told from another."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

import nonet
from nonet.errors import PuzzleError
from nonet.formats import write
from nonet.puzzle import Puzzle
from nonet.racing.environment import cpu
from nonet.racing.runs import Question

#: The shortest first; the last can say everything.
_FORMATS = ("line", "tokens", "json")


@dataclass(frozen=True)
class Conditions:
    """Who races on what and how; `names` and `groups` are those of the puzzles."""

    puzzles: tuple[Puzzle, ...]
    names: tuple[str, ...]
    groups: tuple[str, ...]
    contestants: tuple[str, ...]
    question: Question
    repeats: int
    seed: int
    shuffled: bool
    processes: bool
    memory: int | None

    def settings(self) -> dict[str, object]:
        """Return what was chosen, as the environment of the result lists it."""
        question = self.question
        return {
            "seed": self.seed,
            "mode": str(question.mode),
            "setting": str(question.setting),
            "repeats": self.repeats,
            "shuffled": self.shuffled,
            "seconds": question.limits.seconds,
            "nodes": question.limits.nodes,
            "most": question.most,
            "processes": self.processes,
        }

    def identity(self) -> dict[str, object]:
        """Return what must be the same for runs to be part of the same race."""
        return {
            "puzzles": _digest(self.puzzles, self.names, self.groups),
            "contestants": list(self.contestants),
            **self.settings(),
            "version of nonet": nonet.__version__,
            "processor": cpu(),
        }


def text_of(puzzle: Puzzle) -> tuple[str, str]:
    """Return a puzzle's text, and its format: the shortest that can say it.

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
