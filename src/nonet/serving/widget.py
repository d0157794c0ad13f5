"""The board as a widget of notebooks: a puzzle in Python, and the same one on the screen."""

from __future__ import annotations

import json
from typing import Any

import anywidget
import traitlets

from nonet.formats import as_puzzle, parse
from nonet.formats.model import puzzle_to_json
from nonet.puzzle import Puzzle
from nonet.serving.aside import Aside
from nonet.serving.board import require_small
from nonet.serving.modules import bundle, shipped


class BoardWidget(anywidget.AnyWidget):
    """A board that shows `puzzle`, and is shown by the notebook.

    `puzzle` changes with what is entered in *Set*, and may be set; `values` has the value of each
    cell, given or entered in *Solve*, and None for those that are empty. Both can be observed.

    >>> from nonet.formats import classic
    >>> shown = BoardWidget(puzzle=classic("12..34..2......3"))
    >>> shown.observe(lambda change: print(change.new), "puzzle")
    >>> shown.puzzle = classic(order=2)
    . . | . .
    . . | . .
    ----+----
    . . | . .
    . . | . .
    >>> shown.close()
    """

    _esm = bundle("widget")
    _css = shipped("board.css")

    puzzle = traitlets.Any()
    values = traitlets.Any(read_only=True)
    # The work as the board keeps it: the puzzle as its JSON model, and what was entered beside it.
    _work = traitlets.Unicode().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        self._aside = Aside("nonet.serving.board", self.send)
        super().__init__(**traits)
        self.on_msg(lambda _widget, message, _buffers: self._aside.hear(message))

    def close(self) -> None:
        """Take the board off the screen, and end what it asks."""
        super().close()
        self._aside.end()

    @traitlets.validate("puzzle")
    def _validate_puzzle(self, proposal: Any) -> Puzzle:
        puzzle = as_puzzle(proposal["value"])
        require_small(puzzle)
        return puzzle

    # A puzzle that comes from the screen is in the work already; an equal one is no change.
    @traitlets.observe("puzzle")
    def _show(self, change: Any) -> None:
        if not self._work or _read(self._work)[0] != change.new:
            self._work = json.dumps({"model": puzzle_to_json(change.new)})

    @traitlets.observe("_work")
    def _take(self, change: Any) -> None:
        puzzle, values = _read(change.new)
        self.puzzle = puzzle
        self.set_trait("values", values)


def _read(work: str) -> tuple[Puzzle, tuple[int | None, ...]]:
    """Return the puzzle of what the board keeps, and its values, given or entered."""
    kept = json.loads(work)
    puzzle = parse(json.dumps(kept["model"]), format="json")
    entered = kept.get("value") or [0] * len(puzzle.givens)
    both = zip(puzzle.givens, entered, strict=True)
    return puzzle, tuple(given or value or None for given, value in both)
