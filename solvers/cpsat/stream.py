"""Answer many puzzles with the same rules on one model, which is edited for each puzzle."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from nonet.puzzle import Puzzle
from nonet.solvers.answers import PhaseClock
from nonet.solvers.cpsat.runner import CpSat
from nonet.solvers.engines import LendingStream

if TYPE_CHECKING:
    from nonet.encodings.cpsat import CpSatModel
    from nonet.encodings.cpsat.template import Template


class TemplateStream(LendingStream):
    """A stream that edits one template. It builds a new template when the rules change."""

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

    def lend(self, puzzle: Puzzle) -> CpSat:
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
