"""Many puzzles under the same rules for CP-SAT: one model, edited in place from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from nonet.puzzle import Puzzle
from nonet.solvers.contract import Answer, Limits, Phases, Status
from nonet.solvers.cpsat.search import Search

if TYPE_CHECKING:
    from nonet.encodings.cpsat import CpSatModel
    from nonet.encodings.cpsat.template import Template


class TemplateStream:
    """Answers puzzle after puzzle; builds anew when the rules change."""

    def __init__(
        self,
        encode: Callable[[Puzzle], CpSatModel],
        new_search: Callable[[Puzzle, Phases], Search],
    ) -> None:
        self._encode = encode
        self._new_search = new_search
        self._phases = Phases()
        self._template: Template | None = None
        self._search: Search | None = None

    def ask(self, puzzles: Sequence[Puzzle], limits: Limits, most: int) -> list[list[Answer]]:
        """Return up to so many answers to each puzzle; the last may say that there are no more."""
        return [self._answers(puzzle, limits, most) for puzzle in puzzles]

    def _answers(self, puzzle: Puzzle, limits: Limits, most: int) -> list[Answer]:
        if 0 in puzzle.domains:
            return [Answer(Status.UNSATISFIABLE)]
        try:
            return self._ask(puzzle, limits, most)
        except BaseException:
            # An interrupt may come between any two edits.
            self._template = None
            raise

    def _ask(self, puzzle: Puzzle, limits: Limits, most: int) -> list[Answer]:
        template, search = self._prepared(puzzle)
        answers: list[Answer] = []
        while len(answers) < most:
            answers.append(search.run(template.encoded, limits))
            solution = answers[-1].solution
            if solution is None:
                break
            if len(answers) < most:
                with self._phases.measure("encode"):
                    template.block(solution)
        return answers

    def _prepared(self, puzzle: Puzzle) -> tuple[Template, Search]:
        """Return the template, edited for a puzzle, and the search that goes with it."""
        from nonet.encodings.cpsat.template import Template

        with self._phases.measure("encode"):
            template = self._template
            if template is None or template.geometry is not puzzle.geometry or template.is_worn:
                self.close()
                template = self._template = Template(self._encode, puzzle.geometry)
            template.lend(puzzle)
            if self._search is None:
                self._search = self._new_search(puzzle, self._phases)
        return template, self._search

    def close(self) -> None:
        """End the thread of the search."""
        if self._search is not None:
            self._search.close()
            self._search = None
