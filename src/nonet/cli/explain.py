"""``nonet explain``: the way to the solution, and why each step is forced."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import Item, are_files, items
from nonet.cli.common.options import AsJson, Puzzles, Seconds, StepNodes, limits
from nonet.cli.common.output import put
from nonet.cli.common.proofs import unproved
from nonet.cli.common.transcript import Transcript
from nonet.cli.common.verbs import reading
from nonet.system.errors import PuzzleError
from nonet.system.files import require_other_files
from nonet.system.limits import limited_to, seconds_left

if TYPE_CHECKING:
    from nonet.certificates import Certificate
    from nonet.explanations import Explanation, Step
    from nonet.puzzle import Puzzle


UnitOption = Annotated[
    str | None,
    typer.Option(
        "--unit",
        metavar="UNIT",
        help="What a step is counted in: 'rule', a house or another rule; 'digit', the same, but "
        "a house counts for each digit. Default: digit where all rules are houses.",
        show_default=False,
    ),
]

CertificateFolder = Annotated[
    Path | None,
    typer.Option(
        "--proof",
        metavar="DIR",
        help="Write what proves it into this new folder, for 'nonet verify'.",
        show_default=False,
    ),
]


def explain(
    puzzles: Puzzles = None,
    unit: UnitOption = None,
    html: Annotated[
        str | None,
        typer.Option(
            "--html",
            metavar="FILE",
            help="Write the path of one puzzle as a page with pictures.",
            show_default=False,
        ),
    ] = None,
    proof: CertificateFolder = None,
    time: Seconds = None,
    nodes: StepNodes = None,
    json: AsJson = False,
) -> Exit:
    """Explain the way to the solution, step by step.

    Each PUZZLE is a file, '-' for stdin, or written out; without any, stdin is read.

    A step cites rules that, with the marks on the board, leave no other choice. Each has the
    fewest rules that any step could have at that point: no easier one was overlooked. Of
    steps with equally many, one that places a value comes first, then one that removes more
    marks, then one whose marks come first in reading order. Above three rules, only those are
    compared that remove the first mark that can go: --json tells which ('all_compared').

    --proof proves each step of one puzzle, in DIR/0001, DIR/0002 and so on; --time is
    for the path and the proofs together, which are all written, or none.

    \b
    Exit codes: 0 explained, perhaps with bounds; 1 the puzzle has no solution, or several;
    124 the time was up, and what is shown is what was found until then; or --nodes did not
    suffice to find the solution.
    """
    from nonet import explanations

    known_unit(unit)
    bounds = limits(time, nodes)
    field = items(puzzles, reading())
    if html is not None:
        field = _for_page(field, html, puzzles or ["-"])
    if proof is not None:
        field = to_certify(field, proof)
    transcript = Transcript(field, json, draws=False, names=are_files(puzzles, reading()))

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        place = transcript.place(item)
        count = 0

        def show(step: Step) -> None:
            nonlocal count
            count += 1
            put(place + explanations.line(count, step))

        with limited_to(bounds):
            if transcript.as_json:
                found = explanations.explain(puzzle, unit=unit, limits=bounds)
                transcript.record(item, fields(found))
            else:
                found = explanations.explain(puzzle, unit=unit, limits=bounds, each=show)
                put(f"{place}{found.summary}")
            _require_steps(found, html or proof)
            is_proved = proof is None or _is_certified(found, proof)
        if html is not None and found.steps:
            explanations.write_page(found, html)
        transcript.count(_outcome(found))
        return code(found) if is_proved else Exit.LIMIT

    return transcript.each("Explained", answer)


def known_unit(unit: str | None) -> None:
    """Refuse a unit that there is not."""
    from nonet.explanations import Unit

    if unit not in (None, *Unit):
        raise typer.BadParameter(f"--unit is one of {', '.join(Unit)}, not {unit!r}")


def _for_page(field: Iterator[Item], html: str, sources: list[str]) -> Iterator[Item]:
    """Return the one puzzle of a page; raise before it is explained what would prevent the page."""
    require_other_files(html, sources)
    if not Path(html).absolute().parent.is_dir():
        raise PuzzleError("this folder does not exist", file=html)
    return only(field, "--html")


def to_certify(field: Iterator[Item], folder: Path) -> Iterator[Item]:
    """Return the one puzzle whose steps are certified; the folder must be new or empty."""
    from nonet.system.folders import require_new

    require_new(str(folder))
    return only(field, "--proof")


def only(field: Iterator[Item], option: str) -> Iterator[Item]:
    """Return the one puzzle of an option that takes no more."""
    found = list(islice(field, 2))
    if len(found) > 1:
        raise PuzzleError(f"more than one puzzle: {option} takes one")
    return iter(found)


def _require_steps(found: Explanation, target: str | Path | None) -> None:
    """Refuse to write what would be about nothing: the puzzle is solved."""
    if target is not None and not found.steps and code(found) is Exit.ANSWERED:
        raise PuzzleError("not written: the puzzle is solved, there is no step", file=str(target))


def _is_certified(found: Explanation, folder: Path) -> bool:
    """Write the certificates of all steps; tell whether the time has sufficed for them."""
    from nonet.certificates.certificate import write_all

    if not found.steps:
        return True
    certificates = (certified(step) for step in found)
    return unproved(folder, lambda: write_all(folder, certificates)) is None


def certified(step: Step) -> Certificate:
    """Return the certificate of a step, in the time that is left."""
    from nonet.solvers import Limits

    return step.certify(Limits(seconds_left()))


def code(found: Explanation) -> Exit:
    """Return the exit code of an explanation."""
    from nonet.questions.uniqueness import Kind

    if not found.complete:
        return Exit.LIMIT
    return Exit.ANSWERED if found.kind is Kind.UNIQUE else Exit.NOT_UNIQUE


def _outcome(found: Explanation) -> str:
    return {Exit.ANSWERED: "explained", Exit.LIMIT: "limit"}.get(code(found), str(found.kind))


def fields(found: Explanation) -> dict[str, Any]:
    """Return the fields of the JSON record of an explanation."""
    return {
        "verdict": str(found.kind),
        "unit": found.unit,
        "complete": found.complete,
        "hardest": found.hardest,
        "at_least": found.least,
        "steps": [step_fields(step) for step in found],
    }


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
