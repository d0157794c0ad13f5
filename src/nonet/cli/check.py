"""``nonet check``: does the puzzle have no, one or several solutions?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import repeat, tee
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonet.cli.common import options
from nonet.cli.common.answers import ChosenBackend, Contradiction, Proofs, contradiction, proved
from nonet.cli.common.exits import CODES, Exit, complain
from nonet.cli.common.inputs import Item, items
from nonet.cli.common.output import drawing, drawings, line, put
from nonet.cli.common.transcript import Transcript
from nonet.formats.text import counted
from nonet.puzzle import Puzzle
from nonet.system.limits import Limits

if TYPE_CHECKING:
    from nonet.questions.uniqueness import Verdict

    #: A verdict and the fields of its proof for the record, or an error.
    _Found = tuple[Verdict, dict[str, str]] | Exception

#: The text below a drawing names at most this many differing cells. The drawing itself marks all.
_MOST_NAMED = 6


def check(
    puzzles: list[str] | None = options.PUZZLES,
    backend: str | None = options.BACKEND,
    time: float | None = options.TIME,
    nodes: int | None = options.NODES,
    json: bool = options.JSON,
    proof: Path | None = options.PROOF,
    jobs: int = options.JOBS,
    keep: str | None = options.KEEP,
    verbose: bool = options.VERBOSE,
) -> Exit:
    """Tell whether puzzles have no, one or several solutions.

    nonet prints unique, none, multiple or unknown for each puzzle. Unknown means that a limit was
    reached. On a terminal, nonet also draws the solution, or two different solutions.

    If the file stores a solution of the puzzle, for example in a column 'solution', nonet compares
    it with the solution that it finds.

    With several puzzles, --proof writes DIR/0001, DIR/0002 and so on. --time and --nodes apply to
    the verdict and its proof together. If a limit is reached before the proof is complete, nonet
    writes no certificate, and the exit code is 124.

    For millions of puzzles, use 'nonet bulk'.
    """
    chosen, bounds = ChosenBackend(backend, verbose), options.limits(time, nodes)
    proofs = Proofs(proof, items(puzzles, options.names_in(keep)))
    printed, sent = tee(proofs.items)
    transcript = Transcript(printed, json, sources=puzzles)
    task = partial(_checked, chosen.backend.spec, bounds)

    def answer(item: Item, puzzle: Puzzle, found: _Found) -> Exit:
        chosen.announce(item, puzzle)
        if isinstance(found, Exception):
            raise found
        verdict, proof_fields = found
        differs = None
        if verdict.kind == "unique" and verdict.solution is not None:
            differs = contradiction(puzzle, verdict.solution)
        by = chosen.credit(item, verdict.answers)
        fields = _fields(puzzle, verdict, by, differs) | proof_fields if json else {}
        if transcript.draws and verdict.differences:
            put(drawings(puzzle, verdict.witnesses, verdict.differences))
        elif transcript.draws:
            put(drawing(puzzle, verdict.solution))
        words = _words(puzzle, verdict, differs, brief=transcript.draws)
        transcript.answer(item, words, fields, outcome=verdict.kind)
        if "proof_error" in proof_fields:
            complain(f"{proofs.folder(item)}: {proof_fields['proof_error']}")
            return Exit.LIMIT
        return Exit.NOT_UNIQUE if differs else CODES[verdict.kind]

    asked = ((item.puzzle, proofs.folder(item)) for item in sent if item.puzzle is not None)
    with options.spread(jobs, task, asked) as results:
        found = _or_errors(results)
        return transcript.each("Checked", lambda item, puzzle: answer(item, puzzle, next(found)))


def _or_errors(results: Iterator[_Found]) -> Iterator[_Found]:
    """Yield the results. If a worker process dies, all later puzzles get this error, too."""
    from nonet.solvers import SolverCrashed

    try:
        yield from results
    except SolverCrashed as error:
        yield from repeat(error)


def _checked(spec: str, bounds: Limits, asked: tuple[Puzzle, Path | None]) -> _Found:
    """Check a puzzle and write its certificate. Return an error instead of raising it."""
    from nonet.questions.uniqueness import check as check_puzzle

    puzzle, folder = asked
    try:
        verdict = check_puzzle(puzzle, spec, bounds)
        left = bounds.after(verdict.seconds)
        return verdict, proved(folder, puzzle, left, verdict=verdict)[1]
    except Exception as error:
        return error


def _words(puzzle: Puzzle, verdict: Verdict, differs: Contradiction | None, brief: bool) -> str:
    words = [str(verdict.kind)]
    if verdict.reason:
        words.append(verdict.reason)
    if verdict.differences:
        count = len(verdict.differences)
        words.append(f"two solutions differ in {counted(count, 'cell')}")
        if count <= _MOST_NAMED or not brief:
            words.append(puzzle.grid.names(verdict.differences))
    elif verdict.kind == "unknown" and verdict.solution:
        words.append("one solution found")
    elif differs:
        words.append(differs.said)
    return ": ".join(words)


def _fields(
    puzzle: Puzzle, verdict: Verdict, by: str, differs: Contradiction | None
) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "verdict": str(verdict.kind),
        "solutions": [line(puzzle, witness) for witness in verdict.witnesses],
        "backend": by,
        "seconds": verdict.seconds,
        "counters": verdict.counters,
    }
    if verdict.reason:
        fields["reason"] = verdict.reason
    if verdict.differences:
        fields["differences"] = [puzzle.grid.name(cell) for cell in verdict.differences]
    if differs and differs.cells:
        fields["stored_differs"] = [puzzle.grid.name(cell) for cell in differs.cells]
    elif differs:
        fields["stored_error"] = differs.said
    return fields
