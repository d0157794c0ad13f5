"""Answer the questions of the solver extension of f-puzzles.

A question has a ``command``, and the puzzle in ``data``, encoded as in a link. It also has a
``nonce``, a number that its replies repeat.

The commands ``truecandidates``, ``solve``, ``check`` and ``count`` ask about the puzzle without the
player's entries. The commands ``step``, ``solvepath`` and ``estimate`` include the values and
centre marks that the player has entered.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from random import SystemRandom
from typing import Any

from nonet.explanations import explain, hint
from nonet.explanations.path import first_marks
from nonet.explanations.steps import Board
from nonet.formats.json_text import Node, document
from nonet.formats.links import lz
from nonet.formats.links.fpuzzles.conversion import puzzle_of
from nonet.generation import full_grids
from nonet.puzzle import Puzzle
from nonet.questions.counting import estimates, tally
from nonet.questions.uniqueness import Kind, check
from nonet.serving.known_solutions import KNOWN
from nonet.system.errors import NonetError, PuzzleError, TooLarge
from nonet.system.limits import TimeUp, limited_to

Reply = dict[str, Any]
Send = Callable[[Reply], None]

#: If a puzzle has several solutions, the search for a random one may take this many seconds.
_DRAWING = 2.0
#: Seconds between two estimates.
_PAUSE = 0.25
#: A board may have at most this many candidates, because a reply has a number for each of them.
MOST_MARKS = 1 << 16
#: At most this many solutions are counted for each candidate, even if the editor asks for more.
MOST_SOLUTIONS = 1000

NO_SOLUTION = "No solutions found."


def answer(question: dict[str, Any], send: Send) -> None:
    """Send the replies to a question. If it cannot be answered, send an ``invalid`` reply."""
    asked = _COMMANDS.get(str(question.get("command")))
    if asked is None or question.get("dataType") != "fpuzzles":
        return
    try:
        data = question.get("data")
        if not isinstance(data, str):
            raise TypeError("the value of the key 'data' must be a text")
        source = document(lz.decompress(data))
        asked(puzzle_of(source), source, send)
    except (NonetError, TypeError) as error:
        send({"type": "invalid", "message": str(error)})


def _true_candidates(puzzle: Puzzle, source: Node, send: Send) -> None:
    if puzzle.grid.marks > MOST_MARKS:
        raise TooLarge(
            f"The board has {puzzle.grid.marks} candidates. It may have at most {MOST_MARKS}."
        )
    counts = KNOWN.counts(puzzle, _cap(source))
    if not any(map(any, counts)):
        raise PuzzleError(NO_SOLUTION)
    flat = [count for of_cell in counts for count in of_cell]
    send({"type": "truecandidates", "solutionsPerCandidate": flat})


def _cap(source: Node) -> int:
    """Return how many solutions the editor wants to be counted for each candidate."""
    options = source.entries().get("truecandidatesoptions", Node([])).items()
    texts = [str(option.value).lower() for option in options]
    for text in texts:
        number = re.fullmatch(r"truecandidatesnumsolutions=([0-9]{1,9})", text)
        if number:
            return max(1, min(MOST_SOLUTIONS, int(number[1])))
    return 8 if "colored" in texts else 1


def _solve(puzzle: Puzzle, source: Node, send: Send) -> None:
    verdict = check(puzzle)
    solution = verdict.solution
    if solution is None:
        raise PuzzleError(NO_SOLUTION)
    if verdict.kind is Kind.MULTIPLE:
        with suppress(TimeUp), limited_to(_DRAWING):
            solution = next(full_grids(puzzle, SystemRandom().getrandbits(32)))
    send({"type": "solved", "solution": list(solution)})


def _check(puzzle: Puzzle, source: Node, send: Send) -> None:
    _send_count(tally(puzzle, 2).found, send)


def _count(puzzle: Puzzle, source: Node, send: Send) -> None:
    found = tally(puzzle, progress=lambda number: _send_count(number, send, in_progress=True))
    _send_count(found.found, send)


def _send_count(number: int, send: Send, *, in_progress: bool = False) -> None:
    send({"type": "count", "count": number, "inProgress": in_progress})


def _estimate(puzzle: Puzzle, source: Node, send: Send) -> None:
    """Send estimates that improve until the question is cancelled."""
    last = 0.0
    for found in estimates(_position(puzzle, source)):
        if time.monotonic() - last < _PAUSE and found.error:
            continue
        last = time.monotonic()
        low, high = found.interval
        send(
            {
                "type": "estimate",
                "estimate": found.mean,
                "stderr": found.error,
                "iterations": found.probes,
                "ci95_lower": low,
                "ci95_upper": high,
                "relErrPercent": 100 * (high - found.mean) / found.mean if found.mean else 0.0,
            }
        )


def _step(puzzle: Puzzle, source: Node, send: Send) -> None:
    position = _position(puzzle, source)
    board = Board(position.givens, first_marks(position))
    shown = zip(board.values, board.marks, _centre_marks(puzzle, source), strict=True)
    if any(value is None and mask != there for value, mask, there in shown):
        _send_board(puzzle, board, "Initial candidates.", send)
        return
    found = hint(position)
    if found.step is not None:
        _send_board(puzzle, found.step.after, str(found.step), send)
    else:
        _send_end(puzzle, board, found.kind, str(found), send)


def _solve_path(puzzle: Puzzle, source: Node, send: Send) -> None:
    position = _position(puzzle, source)
    path = explain(position)
    if path.steps:
        _send_board(puzzle, path[-1].after, "\n".join(map(str, path.steps)), send)
    else:
        board = Board(position.givens, first_marks(position))
        _send_end(puzzle, board, path.kind, path.summary, send)


def _send_end(puzzle: Puzzle, board: Board, kind: Kind, said: str, send: Send) -> None:
    is_valid, is_full = kind is not Kind.NONE, None not in board.values
    end = "No logical steps found." if is_full else f"No logical steps found: {said}"
    _send_board(puzzle, board, end if is_valid else "Board is invalid!", send, is_valid=is_valid)


def _send_board(
    puzzle: Puzzle, board: Board, message: str, send: Send, *, is_valid: bool = True
) -> None:
    cells = [
        {"value": value}
        if value is not None
        else {"value": 0, "candidates": list(puzzle.grid.values_of(mask))}
        for value, mask in zip(board.values, board.marks, strict=True)
    ]
    send({"type": "logical", "cells": cells, "message": f"{message}\n", "isValid": is_valid})


def _position(puzzle: Puzzle, source: Node) -> Puzzle:
    grid = puzzle.grid
    entered = [_number(cell.get("value")) for cell in _cells(source)]
    values = tuple(
        value if value is not None and value in grid.values else given
        for given, value in zip(puzzle.givens, entered, strict=True)
    )
    marks = tuple(
        printed & (written or grid.full)
        for printed, written in zip(puzzle.marks, _centre_marks(puzzle, source), strict=True)
    )
    return replace(puzzle, givens=values, marks=marks)


def _centre_marks(puzzle: Puzzle, source: Node) -> list[int]:
    grid = puzzle.grid
    listed = [cell.get("centerPencilMarks") or [] for cell in _cells(source)]
    return [grid.overlap([v for v in map(_number, marks) if v is not None]) for marks in listed]


def _cells(source: Node) -> list[dict[str, Any]]:
    rows: list[list[dict[str, Any]]] = source.entries()["grid"].value  # type: ignore[assignment]
    return [cell for row in rows for cell in row]


def _number(value: object) -> int | None:
    """Return the number in a cell. Some editors write it as a text."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,4}", value):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


_COMMANDS: dict[str, Callable[[Puzzle, Node, Send], None]] = {
    "truecandidates": _true_candidates,
    "solve": _solve,
    "check": _check,
    "count": _count,
    "estimate": _estimate,
    "step": _step,
    "solvepath": _solve_path,
}
