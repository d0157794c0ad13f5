"""Answer the questions of the board.

A question has a ``command``, a key of `_QUESTIONS`. It usually has a ``model``, the puzzle in JSON.
A reply has a ``type``.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from nonet.drawing.legend import legend, shown
from nonet.drawing.svg import draw_svg
from nonet.explanations import Hint, Step, explain, hint, rating_of
from nonet.formats import parse, write
from nonet.formats.links import address_of
from nonet.formats.model import puzzle_to_json
from nonet.formats.text import counted
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.sentences import sentences
from nonet.questions.analysis import Given, find_conflict, find_redundant
from nonet.questions.counting import estimates, solutions, tally
from nonet.questions.uniqueness import Kind, LimitReached, check
from nonet.rules import Rule
from nonet.serving.known_solutions import KNOWN
from nonet.serving.palette import palette
from nonet.serving.pictures import drawn, require_small
from nonet.serving.setters_words import key_label
from nonet.serving.watching import watch
from nonet.solvers import Solution
from nonet.system.errors import NonetError, PuzzleError
from nonet.system.limits import TimeUp, limited_to
from nonet.validity import violations

Reply = dict[str, Any]
Send = Callable[[Reply], None]

#: The player can look at this many solutions, one by one.
MOST_SOLUTIONS = 100
#: At most this many solutions are counted for each candidate.
CAP = 8
#: The time limit for each part of a live answer, in seconds.
_SECONDS = 10.0
#: The time limit of a hint, a path or a rating, in seconds.
_LONG = 60.0
#: Matches the start of a shared address of the board. The rest is a link or its code.
_SHARED = re.compile(r"^http://(?:localhost|127\.0\.0\.1|\[::1\]):\d+/(?:\?[^#]*)?#")
#: Seconds between two updates of a count.
_PAUSE = 0.25


def answer(question: dict[str, Any], send: Send) -> None:
    """Send the replies to a question. If it cannot be answered, send an ``error``."""
    asked = _QUESTIONS.get(str(question.get("command")))
    if asked is None:
        return
    try:
        asked(question, send)
    except (NonetError, TypeError) as error:
        send({"type": "error", "message": str(error)})
    send({"type": "end"})


def _read(question: dict[str, Any], send: Send) -> None:
    text = question.get("text")
    if not isinstance(text, str):
        raise TypeError("the value of the key 'text' must be a text")
    text = _SHARED.sub("", text.strip())
    fetch, ignore = question.get("fetch") is True, question.get("ignore_drawings") is True
    address = address_of(text)
    if address is not None and not fetch:
        host = urlsplit(address).hostname
        message = f"This link has only a name for the puzzle, which is stored on {host}."
        offer = {"label": f"Fetch it from {host}", "fetch": True}
        send({"type": "error", "message": message, "offer": offer})
        return
    try:
        puzzle = parse(text, fetch=fetch, ignore_drawings=ignore)
    except PuzzleError as error:
        message, has_drawings, _ = error.message.partition(" Use ignore_drawings=True")
        if not has_drawings:
            raise
        offer = {"label": "Open it without them", "fetch": fetch, "ignore_drawings": True}
        send({"type": "error", "message": message, "offer": offer})
        return
    _send_board(puzzle, send)


def _rules(_question: dict[str, Any], send: Send) -> None:
    send({"type": "rules", "rules": palette()})


def _draw(question: dict[str, Any], send: Send) -> None:
    try:
        puzzle = _puzzle(question)
    except PuzzleError as error:
        raise type(error)(_without_keys(error.message)) from None
    _send_board(puzzle, send)


def _without_keys(message: str) -> str:
    """Remove JSON indices, which players do not know, and replace a key by its label.

    >>> _without_keys("rules[3].totals[0]: must be an integer, not text")
    '“Any of these totals” must be a whole number, not text'
    """
    message = re.sub(r"^rules\[\d+\](\.|: )", "", message)
    about = re.fullmatch(r"(\w+)(?:\[\d+\])*: (must be .*)", message)
    if about is None:
        return message
    return f"“{key_label('', about[1])}” {about[2].replace('an integer', 'a whole number')}"


def _send_board(puzzle: Puzzle, send: Send) -> None:
    require_small(puzzle)
    # The page shows the title and the rules text itself. Drawing a long title can take a minute.
    grid, empty = puzzle.grid, replace(puzzle, givens=(), marks=(), meta=())
    signs = shown(empty, [empty.givens])
    send(
        {
            "type": "board",
            "model": puzzle_to_json(puzzle),
            "givens": [value or 0 for value in puzzle.givens],
            "marks": [
                0 if mask == usual else mask
                for mask, usual in zip(puzzle.marks, grid.allowed, strict=True)
            ],
            **drawn(empty, signs),
            "legend": list(legend(empty, [empty.givens], signs, grid.cells)),
            "said": [_words(rule, grid) for rule in puzzle.rules],
            "sentences": sentences(puzzle),
        }
    )


def _words(rule: Rule, grid: Grid) -> str:
    """Describe a rule, or what looks wrong with it. Add details that its picture does not show."""
    said = "; ".join(rule.notes(grid)) or rule.describe(grid)
    return "; ".join([said, *rule.details(grid)])


def _write(question: dict[str, Any], send: Send) -> None:
    send({"type": "text", "text": write(_puzzle(question), str(question.get("format")))})


def _picture(question: dict[str, Any], send: Send) -> None:
    puzzle = _puzzle(question)
    entered = _marked(question, puzzle)
    send({"type": "picture", "svg": draw_svg(replace(puzzle, marks=entered.marks), entered.givens)})


def _puzzle(question: dict[str, Any]) -> Puzzle:
    puzzle = parse(json.dumps(question.get("model")), format="json")
    require_small(puzzle)
    return puzzle


def _live(question: dict[str, Any], send: Send) -> None:
    puzzle = _puzzle(question)
    verdict = check(puzzle, limits=_SECONDS)
    send(
        {
            "type": "verdict",
            "kind": str(verdict.kind),
            "reason": verdict.reason,
            "clash": _clash(puzzle) if verdict.kind is Kind.NONE else [],
            "backend": verdict.answers[-1].by,
            "seconds": verdict.seconds,
        }
    )
    if verdict.kind is Kind.NONE:
        found = find_conflict(puzzle, limits=_SECONDS)
        if found.clues is not None:  # there was time to find them
            send({"type": "conflict", "cells": list(found.cells), "said": str(found)})
        return
    _send_candidates(puzzle, send)
    if verdict.kind is Kind.MULTIPLE:
        _send_count(puzzle, send)


def _clash(puzzle: Puzzle) -> list[int]:
    return sorted({cell for found in violations(puzzle, puzzle.givens) for cell in found.cells})


def _clashes(question: dict[str, Any], send: Send) -> None:
    send({"type": "clashes", "cells": _clash(_position(question, _puzzle(question)))})


def _send_candidates(puzzle: Puzzle, send: Send) -> None:
    """Send the number of solutions that contain each candidate, at most `CAP`."""
    start = time.perf_counter()
    try:
        with limited_to(_SECONDS):
            counts = KNOWN.counts(puzzle, CAP)
    except TimeUp:
        return
    seconds = time.perf_counter() - start
    send({"type": "candidates", "counts": counts, "cap": CAP, "seconds": seconds})


def _send_count(puzzle: Puzzle, send: Send) -> None:
    """Count the solutions, and send the count now and then. If the time is up, send estimates."""
    last = 0.0

    def send_now_and_then(reply: Reply) -> None:
        nonlocal last
        if time.monotonic() - last > _PAUSE:
            last = time.monotonic()
            send(reply)

    def progress(number: int) -> None:
        send_now_and_then({"type": "count", "count": number, "complete": False})

    found = tally(puzzle, limits=_SECONDS, progress=progress)
    send({"type": "count", "count": found.found, "complete": found.complete})
    with suppress(TimeUp), limited_to(_SECONDS):
        for estimate in () if found.complete else estimates(puzzle):
            mean, error = estimate.mean, estimate.error
            send_now_and_then({"type": "estimate", "mean": mean, "error": error})


def _solutions(question: dict[str, Any], send: Send) -> None:
    found: list[Solution] = []
    is_complete = False
    with suppress(LimitReached, TimeUp), limited_to(_SECONDS):
        for solution in islice(solutions(_puzzle(question)), MOST_SOLUTIONS + 1):
            found.append(solution)
        is_complete = len(found) <= MOST_SOLUTIONS
    if found:
        grids = found[:MOST_SOLUTIONS]
        send({"type": "solutions", "grids": grids, "complete": is_complete})


def _redundant(question: dict[str, Any], send: Send) -> None:
    """Send each clue that can be removed if all other clues stay."""
    puzzle = _puzzle(question)
    found = find_redundant(puzzle, limits=_SECONDS)
    givens = [clue.cell for clue in found.redundant if isinstance(clue, Given)]
    others = [clue.describe(puzzle.grid) for clue in found.redundant if not isinstance(clue, Given)]
    send({"type": "redundant", "givens": givens, "others": others, "complete": found.complete})


def _hint(question: dict[str, Any], send: Send) -> None:
    puzzle = _puzzle(question)
    _send_hint(hint(puzzle, _marked(question, puzzle), limits=_LONG), send)


def _send_hint(found: Hint, send: Send) -> None:
    levels = [found.say(level) for level in (1, 2, 3)]
    if found.step is None:
        levels = list(dict.fromkeys(levels))
        cells = [cell for cell, _ in (*found.wrong, *found.missing)]
        told: Reply = {"cells": cells, "evidence": [], "scope": [], "apply": None}
    else:
        told = _told(found.step)
    send({"type": "hint", "kind": str(found.kind), "levels": levels, **told})


def _told(step: Step) -> Reply:
    """Return the cells that explain a step, and the changes that it makes."""
    left = step.after.marks
    return {
        "cells": list(step.cells),
        "evidence": sorted(step.evidence),
        "scope": sorted(step.scope),
        "apply": {
            "values": dict([step.placed] if step.placed else []),
            "marks": {} if step.placed else {cell: left[cell] for cell, _ in step.removed},
        },
    }


def _path(question: dict[str, Any], send: Send) -> None:
    puzzle = _puzzle(question)
    position = _marked(question, puzzle)
    found = hint(puzzle, position, limits=_LONG)
    if found.step is None:
        _send_hint(found, send)
        return
    path = explain(position, limits=_LONG, each=lambda step: _send_step(step, send))
    if not path.complete:
        send({"type": "error", "message": "The path is cut off, because it took too long."})


def _send_step(step: Step, send: Send) -> None:
    before, after = step.board.marks, step.after
    send(
        {
            "type": "step",
            "said": str(step),
            "values": [value or 0 for value in after.values],
            "marks": before,
            "gone": [old & ~new for old, new in zip(before, after.marks, strict=True)],
            **_told(step),
        }
    )


def _rate(question: dict[str, Any], send: Send) -> None:
    """Send the difficulty in words, which reveal no value of the solution."""
    rating = rating_of(explain(_puzzle(question), limits=_LONG))
    path, said = rating.path, str(rating)
    if rating.er is not None:
        said = f"{rating.difficulty} (ER about {rating.er:.1f} ± {rating.error})"
    elif path and rating.complete:
        steps, rules = counted(len(path), "step"), counted(path.hardest, "rule")
        said = f"{steps}, the hardest uses {rules}. Only classic puzzles have a word."
    send({"type": "rating", "said": said})


def _check(question: dict[str, Any], send: Send) -> None:
    """Send the number of wrong values, but do not reveal which ones are wrong."""
    puzzle = _puzzle(question)
    values = _position(question, puzzle).givens
    verdict = check(puzzle, limits=_SECONDS)
    wrong, answers = 0, puzzle.grid.answers
    if verdict.kind is Kind.UNIQUE and verdict.solution is not None:
        wrong = sum(values[cell] not in (None, verdict.solution[cell]) for cell in answers)
    full = all(values[cell] is not None for cell in answers)
    send({"type": "check", "kind": str(verdict.kind), "wrong": wrong, "full": full})


def _position(question: dict[str, Any], puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with the entered values as givens. A 0 means an empty cell."""
    both = zip(puzzle.givens, _integers(question, "values", puzzle), strict=True)
    return replace(puzzle, givens=tuple(given or value or None for given, value in both))


def _marked(question: dict[str, Any], puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with the player's values, and with the player's marks in empty cells."""
    position = _position(question, puzzle)
    entered = zip(position.givens, puzzle.marks, _integers(question, "marks", puzzle), strict=True)
    marks = tuple(mark if mark and not value else printed for value, printed, mark in entered)
    return replace(position, marks=marks)


def _integers(question: dict[str, Any], name: str, puzzle: Puzzle) -> list[int]:
    found, cells = question.get(name), len(puzzle.givens)
    if not isinstance(found, list) or [type(each) for each in found] != [int] * cells:
        raise PuzzleError(f"the value of the key {name!r} must be a list of {cells} integers")
    return found


def _watch(question: dict[str, Any], send: Send) -> None:
    try:
        with limited_to(_SECONDS):
            searches = watch(_puzzle(question))
    except TimeUp:
        send({"type": "error", "message": "The recording took too long."})
        return
    send({"type": "searches", **searches.data()})


_QUESTIONS: dict[str, Callable[[dict[str, Any], Send], None]] = {
    "read": _read,
    "rules": _rules,
    "draw": _draw,
    "write": _write,
    "picture": _picture,
    "live": _live,
    "redundant": _redundant,
    "solutions": _solutions,
    "hint": _hint,
    "path": _path,
    "rate": _rate,
    "check": _check,
    "clashes": _clashes,
    "watch": _watch,
}
