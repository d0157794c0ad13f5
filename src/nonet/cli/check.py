"""``nonet check``: does the puzzle have one solution?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonet.cli.answering import Answering
from nonet.cli.exits import Exit
from nonet.cli.inputs import Item, items
from nonet.cli.options import (
    Alphabet,
    AsJson,
    BackendSpec,
    Format,
    Nodes,
    Puzzles,
    Seconds,
    Verbose,
    limits,
)
from nonet.cli.output import drawing, drawings, line, put
from nonet.cli.proofs import ProofFolder, Proofs
from nonet.cli.report import Report

if TYPE_CHECKING:
    from nonet.grid import Grid
    from nonet.puzzle import Puzzle
    from nonet.uniqueness import Verdict

_CODES = {
    "unique": Exit.ANSWERED,
    "none": Exit.NOT_UNIQUE,
    "multiple": Exit.NOT_UNIQUE,
    "unknown": Exit.LIMIT,
}

#: Under a drawing that shows them, more cells than these are not named.
_MOST_NAMED = 6


def check(
    puzzles: Puzzles = None,
    backend: BackendSpec = None,
    time: Seconds = None,
    nodes: Nodes = None,
    json: AsJson = False,
    proof: ProofFolder = None,
    verbose: Verbose = False,
    format: Format = None,
    alphabet: Alphabet = None,
) -> Exit:
    """Tell whether puzzles have no, one or several solutions.

    A PUZZLE is a file, '-' for stdin, or written out; without any, stdin is read.

    Prints unique, none, multiple or unknown for each puzzle: unknown only when a limit was
    reached. A terminal shows the solution, or two that differ.
    """
    from nonet.uniqueness import check as check_puzzle

    answering, bounds = Answering(backend, verbose), limits(time, nodes)
    proofs = Proofs(proof)
    report = Report(proofs.of(items(puzzles, format, alphabet)), json)

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        answering.announce(item, puzzle)
        verdict = check_puzzle(puzzle, answering.backend.spec, bounds)
        who = answering.credit(item, verdict.answers)
        folder = proofs.write(item.index, puzzle, verdict, bounds)
        if report.as_json:
            proof_fields = {"proof": str(folder)} if folder else {}
            report.record(item, _fields(puzzle, verdict, who) | proof_fields)
        else:
            if report.draws:
                print(_drawn(puzzle, verdict))
            place = f"{item.place}: " if report.names and not report.draws else ""
            put(place + _words(puzzle.grid, verdict, brief=report.draws))
        report.count(verdict.kind)
        return _CODES[verdict.kind]

    return report.each("Checked", answer)


def _drawn(puzzle: Puzzle, verdict: Verdict) -> str:
    if verdict.differences:
        return drawings(puzzle, verdict.witnesses, verdict.differences)
    return drawing(puzzle, verdict.solution)


def _words(grid: Grid, verdict: Verdict, brief: bool) -> str:
    words = [str(verdict.kind)]
    if verdict.reason:
        words.append(verdict.reason)
    if verdict.differences:
        count = len(verdict.differences)
        words.append(f"two solutions differ in {count} cells")
        if count <= _MOST_NAMED or not brief:
            words.append(grid.names(verdict.differences))
    elif verdict.kind == "unknown" and verdict.solution:
        words.append("one solution found")
    return ": ".join(words)


def _fields(puzzle: Puzzle, verdict: Verdict, who: str) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "verdict": str(verdict.kind),
        "solutions": [line(puzzle, witness) for witness in verdict.witnesses],
        "backend": who,
        "seconds": verdict.seconds,
    }
    if verdict.reason:
        fields["reason"] = verdict.reason
    if verdict.differences:
        fields["differences"] = [puzzle.grid.name(cell) for cell in verdict.differences]
    return fields
