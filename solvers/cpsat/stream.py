"""Answer many puzzles with the same rules on one model, edited in place for each puzzle."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from nonet.puzzle import Puzzle
from nonet.solvers.answers import Answer, PhaseClock, Status
from nonet.solvers.cpsat.runner import CpSat
from nonet.solvers.engines import each_answer, within_deadline
from nonet.system.limits import Limits, TimeUp, limited_to

if TYPE_CHECKING:
    from nonet.encodings.cpsat import CpSatModel
    from nonet.encodings.cpsat.template import Template


class TemplateStream:
    """A stream that edits one template; it builds a new template when the rules change."""

    def __init__(
        self,
        encode: Callable[[Puzzle], CpSatModel],
        start: Callable[[CpSatModel, PhaseClock], CpSat],
    ) -> None:
        self._encode = encode
        self._start = start
        self._phases = PhaseClock()
        self._template: Template | None = None
        self._engine: CpSat | None = None

    def ask(self, puzzles: Sequence[Puzzle], limits: Limits, most: int) -> list[list[Answer]]:
        return [self._answers(puzzle, limits, most) for puzzle in puzzles]

    def _answers(self, puzzle: Puzzle, limits: Limits, most: int) -> list[Answer]:
        if 0 in puzzle.domains:
            return [Answer(Status.UNSATISFIABLE)]
        limits, start = within_deadline(limits), time.perf_counter()
        try:
            with limited_to(Limits(memory=limits.memory)):
                with limited_to(limits):
                    lent = self._lent(puzzle)
                left = limits.after(time.perf_counter() - start)
                return list(islice(each_answer(lent, left), most))
        except TimeUp:
            self._template = None
            return [Answer(Status.UNKNOWN)]
        except BaseException:
            # An interruption between two edits leaves an inconsistent model.
            self._template = None
            raise

    def _lent(self, puzzle: Puzzle) -> CpSat:
        """Return an engine on the template, edited for a puzzle."""
        from nonet.encodings.cpsat.template import Template

        with self._phases.measure("encode"):
            template = self._template
            if template is None or template.geometry is not puzzle.geometry or template.is_worn:
                self.close()
                template = Template(self._encode, puzzle.geometry)
                self._template, self._engine = template, self._start(template.encoded, self._phases)
            template.lend(puzzle)
        assert self._engine is not None
        return self._engine

    def close(self) -> None:
        self._template = None
        if self._engine is not None:
            self._engine.close()
            self._engine = None
