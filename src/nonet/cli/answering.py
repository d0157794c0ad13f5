"""Who answers a puzzle, and how that is told to those who ask for it with -v."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from nonet.cli.exits import complain
from nonet.cli.inputs import Item

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle
    from nonet.solvers import Answer, Backend


class Answering:
    """The backend of a command; a spec that names none is an error at once."""

    def __init__(self, spec: str | None, verbose: bool) -> None:
        from nonet.solvers import find_backend

        self.backend: Backend = find_backend(spec)
        self._verbose = verbose

    def announce(self, item: Item, puzzle: Puzzle) -> None:
        """Say before a puzzle is answered who will do it, where that is a choice."""
        from nonet.solvers import AUTO, choose

        if self._verbose and self.backend.spec == AUTO:
            complain(f"{item.place}: {AUTO} picks {choose(puzzle)}")

    def credit(self, item: Item, answers: Iterable[Answer]) -> str:
        """Return who answered, and say it."""
        who = list(dict.fromkeys(answer.by or self.backend.spec for answer in answers))
        if self._verbose:
            complain(f"{item.place}: answered by {', then '.join(who)}")
        return who[-1] if who else self.backend.spec
