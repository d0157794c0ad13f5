"""How answers are printed: JSON Lines, a line for each puzzle, or drawings on a terminal."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from nonet.cli.exits import Exit, complain

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from nonet.formats import Record
    from nonet.puzzle import Puzzle
    from nonet.solvers import Status
    from nonet.uniqueness import Verdict


class Printer:
    """Prints one answer after another; a drawing only where a person reads."""

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json
        self.draws = sys.stdout.isatty() and not as_json

    def unreadable(self, record: Record) -> Exit:
        """Report a record that could not be read, in its place on stdout and on stderr."""
        assert record.error is not None
        if self.as_json:
            fields = {"index": record.index, "line": record.line, "error": str(record.error)}
            print(json.dumps(fields, ensure_ascii=False))
        else:
            print("error")
        complain(record.error)
        return Exit.BAD_INPUT

    def solved(
        self,
        record: Record,
        status: Status,
        found: Sequence[tuple[int, ...]],
        fields: dict[str, Any],
    ) -> None:
        """Print the solutions of a puzzle, or that there are none, or that a limit was hit."""
        puzzle = _puzzle(record)
        if self.as_json:
            self._json(record, {"status": str(status), "solutions": _lines(puzzle, found)} | fields)
            return
        for solution in found:
            print(_drawing(puzzle, solution) if self.draws else _line(puzzle, solution))
        if not found or status != "satisfied":
            print(status)

    def checked(
        self, record: Record, verdict: Verdict, spec: str, proof: Path | None = None
    ) -> None:
        """Print a verdict, and where its proof is."""
        puzzle = _puzzle(record)
        if self.as_json:
            place = {"proof": str(proof)} if proof else {}
            self._json(record, _verdict_fields(puzzle, verdict, spec) | place)
            return
        grid = puzzle.grid
        words = str(verdict.kind)
        if verdict.reason:
            words += f": {verdict.reason}"
        if verdict.differences:
            words += f": solutions differ in {grid.names(verdict.differences)}"
        if self.draws:
            self._draw_verdict(puzzle, verdict)
        print(words)

    def _draw_verdict(self, puzzle: Puzzle, verdict: Verdict) -> None:
        from nonet.drawing import draw_side_by_side

        if len(verdict.witnesses) == 2:
            print(
                draw_side_by_side(
                    puzzle, verdict.witnesses, colour=coloured(), highlight=verdict.differences
                )
            )
        else:
            print(_drawing(puzzle, verdict.solution))

    def _json(self, record: Record, fields: dict[str, Any]) -> None:
        head = {"index": record.index, "line": record.line, "puzzle": text(_puzzle(record))}
        print(json.dumps(head | fields, ensure_ascii=False))


def _verdict_fields(puzzle: Puzzle, verdict: Verdict, spec: str) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "verdict": str(verdict.kind),
        "solutions": _lines(puzzle, verdict.witnesses),
        "backend": spec,
        "seconds": verdict.seconds,
    }
    if verdict.reason:
        fields["reason"] = verdict.reason
    if verdict.differences:
        fields["differences"] = [puzzle.grid.name(cell) for cell in verdict.differences]
    return fields


def coloured() -> bool:
    """Tell whether stdout wants colours: on a terminal, unless NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def text(puzzle: Puzzle) -> str:
    """Return a puzzle on one line: its givens if that says all, else the whole model as JSON."""
    from nonet.errors import PuzzleError
    from nonet.formats import write, write_values

    try:
        write(puzzle, "tokens")
    except PuzzleError:
        return write(puzzle, "json")
    return write_values(puzzle.grid, puzzle.givens)


def _puzzle(record: Record) -> Puzzle:
    assert record.puzzle is not None
    return record.puzzle


def _line(puzzle: Puzzle, values: Sequence[int]) -> str:
    from nonet.formats import write_values

    return write_values(puzzle.grid, values)


def _lines(puzzle: Puzzle, found: Sequence[Sequence[int]]) -> list[str]:
    return [_line(puzzle, values) for values in found]


def _drawing(puzzle: Puzzle, values: Sequence[int] | None) -> str:
    from nonet.drawing import draw

    return draw(puzzle, values, colour=coloured())
