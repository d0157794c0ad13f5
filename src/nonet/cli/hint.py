"""``nonet hint``: the next step, in three levels of detail."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from nonet.cli.common.answers import unproved
from nonet.cli.common.exits import Exit, complain, require_choice
from nonet.cli.common.inputs import Item, are_files, items, only_puzzle, require_one_stdin
from nonet.cli.common.options import AsJson, Puzzles, Seconds, StepNodes, limits, option
from nonet.cli.common.output import put
from nonet.cli.common.transcript import Transcript
from nonet.cli.common.verbs import reading
from nonet.cli.explain import (
    CertificateFolder,
    UnitOption,
    certified,
    only,
    step_fields,
    to_certify,
)
from nonet.system.errors import PuzzleError
from nonet.system.limits import limited_to

if TYPE_CHECKING:
    from nonet.explanations import Hint
    from nonet.puzzle import Puzzle


def hint(
    puzzles: Puzzles = None,
    level: Annotated[
        int, option("--level N", "1: place; 2: technique; 3: conclusion.", min=1, max=3)
    ] = 1,
    at: Annotated[
        str | None, option("--at POSITION", "The player's position: a file or a text.")
    ] = None,
    unit: UnitOption = None,
    proof: CertificateFolder = None,
    time: Seconds = None,
    nodes: StepNodes = None,
    json: AsJson = False,
) -> Exit:
    """Give a hint for the next step.

    Each PUZZLE is a file, '-' for stdin, or the puzzle itself. Without any, nonet reads stdin.

    The hint is about the easiest step, unless --nodes ended the search for it. If a value or a
    candidate of the position is wrong, the hint names it instead. --at and --proof take one puzzle.
    --time applies to the step and its proof together.

    \b
    Exit codes:
      0    a hint, or the puzzle is solved
      1    the puzzle has no solution, or several, or the position is wrong
      124  a limit was reached
    """
    from nonet import explanations

    require_choice("--unit", unit, explanations.Unit)
    bounds, is_last = limits(time, nodes), level == explanations.LEVELS[-1]
    require_one_stdin(at, *puzzles or ["-"])
    position = None if at is None else only_puzzle([at], "--at")
    field = items(puzzles, reading())
    if at is not None:
        field = only(field, "--at")
    if proof is not None:
        field = to_certify(field, proof)
    transcript = Transcript(field, json, draws=False, names=are_files(puzzles, reading()))

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        if position is not None and _size(position) != _size(puzzle):
            raise PuzzleError(f"--at is {_size(position)}, but the puzzle is {_size(puzzle)}")
        with limited_to(bounds):
            found = explanations.hint(puzzle, position, unit=unit, limits=bounds)
            is_proved = proof is None or _is_certified(found, proof)
        if transcript.as_json:
            grid = puzzle.grid
            fields: dict[str, Any] = {
                "verdict": str(found.kind),
                "hint": found.say(level),
                "wrong": {grid.name(cell): value for cell, value in found.wrong},
                "missing": {
                    grid.name(cell): value if is_last else None for cell, value in found.missing
                },
            }
            if found.step is not None and is_last:
                fields["step"] = step_fields(found.step)
            transcript.record(item, fields)
        else:
            put(transcript.place(item) + found.say(level))
        transcript.count(code(found).name.lower())
        return code(found) if is_proved else Exit.LIMIT

    return transcript.each("Hinted", answer)


def _is_certified(found: Hint, folder: Path) -> bool:
    """Write the certificate of the step, if any; tell whether the time sufficed."""
    step = found.step
    if step is None:
        complain(f"{folder}: not written: there is no step to prove")
        return True
    return unproved(folder, lambda: certified(step).write(folder)) is None


def _size(puzzle: Puzzle) -> str:
    return f"{puzzle.grid.rows}×{puzzle.grid.columns}"


def code(found: Hint) -> Exit:
    """Return the exit code of a hint."""
    from nonet.questions.uniqueness import Kind

    if found.kind is Kind.UNKNOWN:
        return Exit.LIMIT
    is_right = found.kind is Kind.UNIQUE and not found.wrong and not found.missing
    return Exit.ANSWERED if is_right else Exit.NOT_UNIQUE
