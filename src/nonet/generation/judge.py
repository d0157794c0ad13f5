"""Judges whether attempts at a puzzle meet the request, and counts why attempts failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from nonet.formats.text import counted
from nonet.generation.attempts import Attempt
from nonet.generation.difficulty import Band, Difficulty, measure
from nonet.generation.request import Request, Unmet
from nonet.generation.symmetry import Symmetry
from nonet.system.limits import check_limits


class Judge:
    """Judges the attempts at one puzzle, chooses the best, and counts why attempts failed.

    >>> from nonet.formats import classic
    >>> judge = Judge(Request(classic(order=2), clues=(3, 3), attempts=1))
    >>> judge.take(Attempt(0, 0, (1,) * 16, clues=(0, 1, 2, 3)))
    >>> judge.chosen, judge.message()
    (None, 'in 1 attempt, 1 had another number of clues: 4')
    """

    def __init__(self, request: Request) -> None:
        self.tried = 0
        self.chosen: Attempt | None = None
        self.is_out_of_time = False
        self._request = request
        self._lacking: Counter[str] = Counter()
        self._unmet: dict[str, None] = {}
        self._clues: Counter[int] = Counter()
        self._missed: list[Difficulty] = []

    @property
    def is_done(self) -> bool:
        """Whether no further attempt is needed or allowed."""
        needs_more = self._request.fewest or self.chosen is None
        return self.is_out_of_time or not needs_more or self.tried >= self._request.most

    def take(self, attempt: Attempt) -> None:
        """Choose an attempt if it meets the request and is better than all earlier attempts."""
        if self.is_done:
            return
        is_worse = self.chosen and len(attempt.clues) >= len(self.chosen.clues)
        if not is_worse and self._is_met(attempt):
            check_limits()  # a judgement cut short by a limit may be wrong
            self.chosen = attempt
        self.tried += 1

    def _is_met(self, attempt: Attempt) -> bool:
        if not attempt.unique:
            self._lacking["several solutions"] += 1
            self._blame("pattern")
        elif not self._request.allows(len(attempt.clues)):
            self._clues[len(attempt.clues)] += 1
            self._blame("clues", *self._set("minimal", "symmetry"))
        elif self._request.minimal and not attempt.minimal:
            self._lacking["a redundant clue"] += 1
            self._blame("minimal", *self._set("pattern", "symmetry"))
        else:
            band = self._request.difficulty
            return band is None or self._is_as_hard(attempt, band)
        return False

    def _is_as_hard(self, attempt: Attempt, band: Band) -> bool:
        from nonet.generation.steps import misfit  # rarely needed, and slow to import

        puzzle = attempt.puzzle(self._request.model)
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
        return [name for name in arguments if getattr(self._request, name) not in usual]

    def _blame(self, *arguments: str) -> None:
        self._unmet |= dict.fromkeys(arguments)

    def unmet(self, index: int) -> Unmet:
        """Return the error that no attempt met the request."""
        lacking = self.message() + "; then the time was up" * self.is_out_of_time
        more = "seconds" if self.is_out_of_time else "attempts"
        return Unmet(index, lacking, tuple(self._unmet), (more,))

    def message(self) -> str:
        """Return the reasons why attempts failed, with the number of attempts for each."""
        parts = [f"{number} had {what}" for what, number in self._lacking.items()]
        if self._clues:
            number = self._clues.total()
            parts.append(f"{number} had another number of clues: {_span(self._clues)}")
        if self._missed:
            nodes = _span(found.nodes for found in self._missed)
            depth = _span(found.depth for found in self._missed)
            number = len(self._missed)
            parts.append(f"{number} had another difficulty: nodes {nodes}, depth {depth}")
        return ", ".join([f"in {counted(self.tried, 'attempt')}", *parts])


def _span(numbers: Iterable[int]) -> str:
    found = sorted(numbers)
    return str(found[0]) if found[0] == found[-1] else f"{found[0]} to {found[-1]}"
