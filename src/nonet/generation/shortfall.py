"""What the attempts at a puzzle lacked, for the message that none met the request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from nonet.formats.text import counted
from nonet.generation.attempts import Attempt
from nonet.generation.difficulty import Difficulty, measure
from nonet.generation.request import Request


class Shortfall:
    """Judges the attempts at one puzzle, and keeps count of what they lacked.

    >>> from nonet.formats import classic
    >>> shortfall = Shortfall(Request(classic(order=2), clues=(3, 3), attempts=1))
    >>> shortfall.is_met(Attempt(0, 0, (1,) * 16, clues=(0, 1, 2, 3)))
    False
    >>> shortfall.message()
    'in 1 attempt, 1 had another number of clues: 4'
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self._lacking: Counter[str] = Counter()
        self._clues: Counter[int] = Counter()
        self._missed: list[Difficulty] = []

    def is_met(self, attempt: Attempt) -> bool:
        """Tell whether an attempt meets the request."""
        if not attempt.unique:
            self._lacking["several solutions"] += 1
        elif not self.request.allows(len(attempt.clues)):
            self._clues[len(attempt.clues)] += 1
        elif self.request.minimal and not attempt.minimal:
            self._lacking["a redundant clue"] += 1
        elif self.request.difficulty:
            difficulty = measure(attempt.puzzle(self.request.model))
            if self.request.difficulty.holds(difficulty):
                return True
            self._missed.append(difficulty)
        else:
            return True
        return False

    def message(self) -> str:
        """Say what was lacking, and how often."""
        parts = [f"{number} had {what}" for what, number in self._lacking.items()]
        if self._clues:
            number = self._clues.total()
            parts.append(f"{number} had another number of clues: {_span(self._clues)}")
        if self._missed:
            nodes, depths = ({d.nodes for d in self._missed}, {d.depth for d in self._missed})
            parts.append(
                f"{len(self._missed)} had another difficulty: nodes {_span(nodes)}, "
                f"depth {_span(depths)}"
            )
        return f"in {counted(self.request.most, 'attempt')}, {', '.join(parts)}"


def _span(numbers: Iterable[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low} to {high}"
