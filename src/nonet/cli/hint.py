"""``nonet hint``: show the next step, in three levels of detail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nonet.cli.common.exits import CODES, Exit, complain, require_choice
from nonet.cli.common.inputs import Item, items, only, only_puzzle, require_one_stdin
from nonet.cli.common.options import DETECTED, JSON, PUZZLES, STEP_NODES, TIME, limits, option
from nonet.cli.common.transcript import Transcript
from nonet.cli.explain import STEPS_FOLDER, UNIT, are_certified, step_fields, to_certify
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError
from nonet.system.limits import limited_to


def hint(
    puzzles: list[str] | None = PUZZLES,
    level: int = option(
        "--level N", "Show the place (1), the technique (2) or all (3).", min=1, max=3, default=1
    ),
    at: str | None = option("--at POSITION", "The player's position, as a file or a text."),
    unit: str | None = UNIT,
    proof: Path | None = STEPS_FOLDER,
    time: float | None = TIME,
    nodes: int | None = STEP_NODES,
    json: bool = JSON,
) -> Exit:
    """Give a hint for the next step.

    The hint is about the easiest step. (If --nodes stops the search, another step may be easier.)
    If a value or a candidate of the position is wrong, the hint is about this mistake instead.

    --at and --proof take one puzzle. --time applies to the step and its proof together.

    \b
    Exit codes:
      0    a hint, or the puzzle is solved
      1    the puzzle has no solution, or several, or the position is wrong
      124  a limit was reached
    """
    from nonet import explanations

    require_choice("--unit", unit, explanations.Unit)
    bounds, is_last = limits(time, nodes), level == explanations.hints.LEVELS[-1]
    require_one_stdin(at, *puzzles or ["-"])
    position = None if at is None else only_puzzle([at], "--at", DETECTED)
    field = items(puzzles) if at is None else only(items(puzzles), "--at")
    if proof is not None:
        field = to_certify(field, proof)
    transcript = Transcript(field, json, draws=False, sources=puzzles)

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        if position is not None and _size(position) != _size(puzzle):
            raise PuzzleError(
                f"the position of --at is {_size(position)}, but the puzzle is {_size(puzzle)}"
            )
        with limited_to(bounds):
            found = explanations.hint(puzzle, position, unit=unit, limits=bounds)
            is_proved = True
            if proof is not None and found.step is None:
                complain(f"{proof}: was not written, because there is no step to prove")
            elif proof is not None and found.step is not None:
                is_proved = are_certified([found.step], proof, alone=True)
        name = puzzle.grid.name
        fields: dict[str, Any] = {
            "verdict": str(found.kind),
            "hint": found.say(level),
            "wrong": {name(cell): value for cell, value in found.wrong},
            "missing": {name(cell): value if is_last else None for cell, value in found.missing},
        }
        if found.step is not None and is_last:
            fields["step"] = step_fields(found.step)
        code = CODES[found.kind]
        if code is Exit.ANSWERED and (found.wrong or found.missing):
            code = Exit.NOT_UNIQUE
        transcript.answer(item, found.say(level), fields, outcome=code)
        return code if is_proved else Exit.LIMIT

    return transcript.each("Hinted", answer)


def _size(puzzle: Puzzle) -> str:
    return f"{puzzle.grid.rows}×{puzzle.grid.columns}"
