"""Judges whether an attempt meets the request, and counts why attempts failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from nonet.formats.text import counted
from nonet.generation.attempts import Attempt
from nonet.generation.difficulty import Band, Difficulty, measure
from nonet.generation.request import Request, Unmet
from nonet.generation.symmetry import Symmetry


class Judge:
    """Judges the attempts at one puzzle, and counts for the message why attempts failed.

    >>> from nonet.formats import classic
    >>> judge = Judge(Request(classic(order=2), clues=(3, 3), attempts=1))
    >>> judge.is_met(Attempt(0, 0, (1,) * 16, clues=(0, 1, 2, 3)))
    False
    >>> judge.message()
    'in 1 attempt, 1 had another number of clues: 4'
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.judged = 0
        self._lacking: Counter[str] = Counter()
        self._unmet: dict[str, None] = {}
        self._clues: Counter[int] = Counter()
        self._missed: list[Difficulty] = []

    def is_met(self, attempt: Attempt) -> bool:
        """Tell whether an attempt meets the request."""
        is_met = self._is_met(attempt)
        self.judged += 1
        return is_met

    def _is_met(self, attempt: Attempt) -> bool:
        if not attempt.unique:
            self._lacking["several solutions"] += 1
            self._blame("pattern")
        elif not self.request.allows(len(attempt.clues)):
            self._clues[len(attempt.clues)] += 1
            self._blame("clues", *self._set("minimal", "symmetry"))
        elif self.request.minimal and not attempt.minimal:
            self._lacking["a redundant clue"] += 1
            self._blame("minimal", *self._set("pattern", "symmetry"))
        elif self.request.difficulty:
            return self._is_as_hard(attempt, self.request.difficulty)
        else:
            return True
        return False

    def _is_as_hard(self, attempt: Attempt, band: Band) -> bool:
        from nonet.generation.steps import misfit  # rarely needed, and slow to import

        puzzle = attempt.puzzle(self.request.model)
        if band.asks_for_work and not band.holds(difficulty := measure(puzzle)):
            self._missed.append(difficulty)
            self._blame("difficulty")
            return False
        if band.asks_for_steps and (instead := misfit(puzzle, attempt.solution, band)):
            self._lacking[instead] += 1
            self._blame(*["difficulty"] * bool(band.er), *["hardest_step"] * bool(band.hardest))
            return False
        return True

    def _set(self, *arguments: str) -> list[str]:
        """Return the arguments that the request sets, because changing one of them may help."""
        usual = (None, False, Symmetry.NONE)
        return [name for name in arguments if getattr(self.request, name) not in usual]

    def _blame(self, *arguments: str) -> None:
        self._unmet |= dict.fromkeys(arguments)

    def unmet(self, index: int, *, is_over: bool) -> Unmet:
        """Return the error that no attempt met the request; `is_over` says whether time ran out."""
        lacking = self.message() + "; then the time was up" * is_over
        return Unmet(index, lacking, tuple(self._unmet), ("seconds" if is_over else "attempts",))

    def message(self) -> str:
        """Return the reasons why attempts failed, with the number of attempts for each."""
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
        return ", ".join([f"in {counted(self.judged, 'attempt')}", *parts])


def _span(numbers: Iterable[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low} to {high}"
