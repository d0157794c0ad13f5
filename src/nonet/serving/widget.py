"""The board as a notebook widget, which keeps Python and the screen in sync."""

from __future__ import annotations

import json
from typing import Any

import anywidget
import traitlets

from nonet.formats import as_puzzle, parse
from nonet.formats.model import puzzle_to_json
from nonet.puzzle import Puzzle
from nonet.serving.conversation import NotebookChannel
from nonet.serving.page_files import bundle, shipped
from nonet.serving.pictures import require_small


class BoardWidget(anywidget.AnyWidget):
    """A board that shows `puzzle` in a notebook.

    When the user edits the puzzle in the mode *Set*, `puzzle` changes. To show another puzzle,
    assign it to `puzzle`. `values` has the value of each cell, whether given or entered by the user
    in the mode *Solve*. An empty cell has the value None. You can observe both attributes.

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
    # The saved state of the board: the puzzle in JSON, and the values and marks of the player.
    _work = traitlets.Unicode().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        self._channel = NotebookChannel("nonet.serving.board", self.send)
        super().__init__(**traits)
        self.on_msg(lambda _widget, message, _buffers: self._channel.hear(message))

    def close(self) -> None:
        """Remove the board from the screen and drop its questions."""
        super().close()
        self._channel.end()

    @traitlets.validate("puzzle")
    def _validate_puzzle(self, proposal: Any) -> Puzzle:
        puzzle = as_puzzle(proposal["value"])
        require_small(puzzle)
        return puzzle

    # If the puzzle was edited on the screen, `_work` already has the new puzzle.
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
    kept = json.loads(work)
    puzzle = parse(json.dumps(kept["model"]), format="json")
    entered = kept.get("value") or [0] * len(puzzle.givens)
    both = zip(puzzle.givens, entered, strict=True)
    return puzzle, tuple(given or value or None for given, value in both)
