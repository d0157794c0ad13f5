"""``nonet explain``: show the steps to the solution, and the reason for each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonet.cli.common.answers import NO_PROOF
from nonet.cli.common.exits import CODES, Exit, complain, require_choice
from nonet.cli.common.inputs import Item, items, only, require_target
from nonet.cli.common.options import JSON, PUZZLES, STEP_NODES, TIME, limits, option
from nonet.cli.common.output import put
from nonet.cli.common.transcript import Transcript
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError
from nonet.system.files import require_new, write_whole
from nonet.system.limits import Limits, TimeUp, limited_to, seconds_left

if TYPE_CHECKING:
    from nonet.explanations import Step

UNIT = option("--unit UNIT", "The unit of a step's cost: rule or digit.")
STEPS_FOLDER = option("--proof DIR", "Write certificates of the steps into this new folder.")


def explain(
    puzzles: list[str] | None = PUZZLES,
    unit: str | None = UNIT,
    html: str | None = option(
        "--html FILE", "Write the steps of one puzzle as a page with pictures."
    ),
    proof: Path | None = STEPS_FOLDER,
    time: float | None = TIME,
    nodes: int | None = STEP_NODES,
    json: bool = JSON,
) -> Exit:
    """Explain the solution step by step.

    Each step names the rules that force it, given the candidates on the board. The cost of the step
    is the number of these rules. With --unit digit, a row, column or box counts once for each digit
    that the step needs. Puzzles without other rules use --unit digit by default.

    nonet always takes a step of the lowest cost. Among these, it prefers a step that places a
    value, then a step that removes more candidates, then reading order.

    Above cost 3, nonet compares only the steps that remove the same candidate.
    In a JSON record, 'all_compared' tells for each step whether nonet compared all steps.

    --proof writes a certificate for each step of one puzzle into DIR/0001, DIR/0002 and so on.
    --time applies to the steps and certificates together. If the time is up, nonet writes no
    certificates.

    \b
    Exit codes:
      0    explained, even if some costs are only bounds
      1    the puzzle has no solution, or several
      124  a limit was reached, and the output shows the steps so far
    """
    from nonet import explanations
    from nonet.explanations.path import unit_of

    require_choice("--unit", unit, explanations.Unit)
    bounds = limits(time, nodes)
    field = items(puzzles)
    if html is not None:
        require_target(html, puzzles or ["-"])
        field = only(field, "--html")
    if proof is not None:
        field = to_certify(field, proof)
    transcript = Transcript(field, json, draws=False, sources=puzzles)

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        place, numbers = transcript.place(item), count(1)

        def show(step: Step) -> None:
            if not json:
                put(place + explanations.path.line(next(numbers), step))

        counted_in = unit_of(puzzle, unit)  # an explanation has a unit even if the time is up
        with limited_to(bounds):
            found = explanations.explain(puzzle, unit=counted_in, limits=bounds, each=show)
            code = CODES[found.kind] if found.complete else Exit.LIMIT
            outcome = {Exit.ANSWERED: "explained", Exit.LIMIT: "limit"}.get(code, found.kind)
            fields = {
                "verdict": str(found.kind),
                "unit": found.unit,
                "complete": found.complete,
                "hardest": found.hardest,
                "at_least": found.least,
                "steps": [step_fields(step) for step in found],
            }
            transcript.answer(item, found.summary, fields, outcome)
            target = html or proof
            if target is not None and not found.steps and code is Exit.ANSWERED:
                already = "was not written, because the puzzle is already solved"
                raise PuzzleError(already, file=str(target))
            is_proved = proof is None or not found.steps or are_certified(found.steps, proof)
        if html is not None and found.steps:
            write_whole(html, [found.page().encode()])
        return code if is_proved else Exit.LIMIT

    return transcript.each("Explained", answer)


def to_certify(field: Iterator[Item], folder: Path) -> Iterator[Item]:
    """Return the only puzzle. The folder for its certificates must be new or empty."""
    require_new(str(folder))
    return only(field, "--proof")


def are_certified(steps: Sequence[Step], folder: Path, *, alone: bool = False) -> bool:
    """Write the certificates of steps, or of one step `alone`. Return False if the time is up."""
    from nonet.certificates import Uncertifiable, certify
    from nonet.certificates.certificate import write_all

    certificates = (certify(step.claim, limits=Limits(seconds_left())) for step in steps)
    try:
        if alone:
            next(certificates).write(folder)
        else:
            write_all(folder, certificates)
    except (TimeUp, Uncertifiable) as error:
        complain(f"{folder}: {str(error) or NO_PROOF}")
        return False
    return True


def step_fields(step: Step) -> dict[str, Any]:
    """Return a step as JSON."""
    grid = step.puzzle.grid
    placed = None if step.placed is None else {grid.name(step.placed[0]): step.placed[1]}
    removed: dict[str, list[int]] = {}
    for cell, value in (*step.removed, *step.struck):
        removed.setdefault(grid.name(cell), []).append(value)
    return {
        "cost": step.cost,
        "at_least": step.least,
        "all_compared": step.all_compared,
        "technique": step.technique or None,
        "uses": [use.describe(grid) for use in step.uses],
        "placed": placed,
        "removed": removed,
        "said": str(step),
    }
