"""``nonet hint``: the next step, told a little at a time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonet.cli.common.exits import Exit, complain
from nonet.cli.common.inputs import Item, are_files, items, only_puzzle, require_one_stdin
from nonet.cli.common.options import AsJson, Puzzles, Seconds, StepNodes, limits
from nonet.cli.common.output import put
from nonet.cli.common.proofs import unproved
from nonet.cli.common.transcript import Transcript
from nonet.cli.common.verbs import reading
from nonet.cli.explain import (
    CertificateFolder,
    UnitOption,
    certified,
    known_unit,
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
        int,
        typer.Option(
            "--level", min=1, max=3, help="1: where to look; 2: which technique; 3: what follows."
        ),
    ] = 1,
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar="POSITION",
            help="Where the player is: a file or a text with values, and marks if it has any.",
            show_default=False,
        ),
    ] = None,
    unit: UnitOption = None,
    proof: CertificateFolder = None,
    time: Seconds = None,
    nodes: StepNodes = None,
    json: AsJson = False,
) -> Exit:
    """Give a hint for the next step.

    Each PUZZLE is a file, '-' for stdin, or written out; without any, stdin is read.

    The step is the easiest that there is, unless --nodes ended the search for it. A value or a mark
    of the position that is wrong is said instead. --proof proves the step; it takes one
    puzzle, as --at does, and --time is for the step and the proof together.

    \b
    Exit codes: 0 a hint, or solved; 1 the puzzle has no solution, or several, or the
    position is wrong; 124 the time was up, or --nodes did not suffice to find the
    solution.
    """
    from nonet import explanations

    known_unit(unit)
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
            raise PuzzleError(f"--at: a {_size(position)} board for a puzzle of {_size(puzzle)}")
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
    """Write the certificate of the step, if there is one; tell whether the time has sufficed."""
    step = found.step
    if step is None:
        complain(f"{folder}: there is no step to certify")
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
