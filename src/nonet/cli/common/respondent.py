"""The backend that a verb asks, and what ``--verbose`` says of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonet.cli.common.exits import complain
from nonet.cli.common.inputs import Item
from nonet.cli.common.output import readable

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle
    from nonet.solvers import Answer, Backend


class Respondent:
    """The backend of a verb; an unknown spec is an error at once."""

    def __init__(self, spec: str | None, verbose: bool) -> None:
        from nonet.solvers import find_backend

        self.backend: Backend = find_backend(spec)
        self._verbose = verbose

    def announce(self, item: Item, puzzle: Puzzle) -> None:
        """Say before a puzzle is answered which backend is picked, if there is a choice."""
        if self._verbose and self.backend.picks:
            complain(f"{item.place}: {self.backend.spec} picks {self.backend.picks(puzzle)}")

    def credit(self, item: Item, answers: Sequence[Answer]) -> str:
        """Say which backends answered, and what they counted; return the last of them."""
        from nonet.solvers import summed_counters

        specs = list(dict.fromkeys(answer.by or self.backend.spec for answer in answers))
        if self._verbose:
            words = f"{item.place}: answered by {', then '.join(specs)}"
            counted = [f"{name} {readable(n)}" for name, n in summed_counters(answers).items()]
            complain(f"{words}: {', '.join(counted)}" if counted else words)
        return specs[-1] if specs else self.backend.spec
