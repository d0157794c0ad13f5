"""``nonet check``: does the puzzle have no, one or several solutions?"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from nonet.cli.check.lines import LinesCheck, are_many, text_of
from nonet.cli.common import options
from nonet.cli.common.answers import ChosenBackend, Contradiction, Proofs, contradiction
from nonet.cli.common.exits import CODES, Exit
from nonet.cli.common.inputs import STDIN, Item, items
from nonet.cli.common.output import drawing, drawings, line, put
from nonet.cli.common.transcript import Transcript
from nonet.formats.text import counted
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.questions.uniqueness import Verdict

#: The text below a drawing names at most this many differing cells. The drawing itself marks all.
_MOST_NAMED = 6


def check(
    puzzles: options.Puzzles = None,
    backend: options.BackendSpec = None,
    time: options.Seconds = None,
    nodes: options.Nodes = None,
    json: options.AsJson = False,
    proof: options.ProofFolder = None,
    keep: options.Keep = None,
    verbose: options.Verbose = False,
) -> Exit:
    """Tell whether puzzles have no, one or several solutions.

    nonet prints unique, none, multiple or unknown for each puzzle. Unknown means that a limit was
    reached. On a terminal, nonet also draws the solution, or two different solutions.

    If the file stores a solution of the puzzle, for example in a column 'solution', nonet compares
    it with the solution that it finds.

    With several puzzles, --proof writes DIR/0001, DIR/0002 and so on. --time and --nodes apply to
    the verdict and its proof together. If a limit is reached before the proof is complete, nonet
    writes no certificate, and the exit code is 124.

    If a file has 1,000 or more lines, nonet checks them together. Then the JSON records have no
    counters, and the seconds are the mean of many puzzles.
    """
    from nonet.questions.uniqueness import check as check_puzzle

    chosen, bounds = ChosenBackend(backend, verbose), options.limits(time, nodes)
    is_alone = proof or keep or verbose or time is not None or nodes is not None
    solver = None if is_alone or (sys.stdout.isatty() and not json) else chosen.backend.rows
    data = text_of(puzzles) if solver else None
    proofs = Proofs(proof, items(puzzles, options.names_in(keep), data))
    transcript = Transcript(proofs.items, json, sources=puzzles)

    def answer(item: Item, puzzle: Puzzle, verdict: Verdict | None = None) -> Exit:
        chosen.announce(item, puzzle)
        if verdict is None:
            verdict = check_puzzle(puzzle, chosen.backend.spec, bounds)
        differs = None
        if verdict.kind == "unique" and verdict.solution is not None:
            differs = contradiction(puzzle, verdict.solution)
        by = chosen.credit(item, verdict.answers)
        left = bounds.after(verdict.seconds)
        _, proof_fields = proofs.write(item.index, puzzle, left, verdict=verdict)
        fields = _fields(puzzle, verdict, by, differs) | proof_fields if json else {}
        if transcript.draws and verdict.differences:
            put(drawings(puzzle, verdict.witnesses, verdict.differences))
        elif transcript.draws:
            put(drawing(puzzle, verdict.solution))
        words = _words(puzzle, verdict, differs, brief=transcript.draws)
        transcript.answer(item, words, fields, outcome=verdict.kind)
        if "proof_error" in proof_fields:
            return Exit.LIMIT
        return Exit.NOT_UNIQUE if differs else CODES[verdict.kind]

    source = (puzzles or ["-"])[0]
    if solver is not None and data is not None and are_many(data, source):
        name = STDIN if source == "-" else source
        return transcript.end(LinesCheck(name, solver, transcript, answer).codes(data))
    return transcript.each("Checked", answer)


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
