"""``nonet check``: does the puzzle have no, one or several solutions?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from nonet.cli.check.lines import LinesCheck, are_many, is_for_arrays, text_of
from nonet.cli.common.answers import ChosenBackend, Contradiction, contradiction, unproved
from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import Item, are_files, items
from nonet.cli.common.options import (
    AsJson,
    BackendSpec,
    Keep,
    Nodes,
    Puzzles,
    Seconds,
    Verbose,
    limits,
    names_in,
    option,
)
from nonet.cli.common.output import drawing, drawings, line, put
from nonet.cli.common.transcript import Transcript
from nonet.cli.common.verbs import reading
from nonet.system.limits import limited_to

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle
    from nonet.questions.uniqueness import Verdict
    from nonet.solvers import Limits

_CODES = {
    "unique": Exit.ANSWERED,
    "none": Exit.NOT_UNIQUE,
    "multiple": Exit.NOT_UNIQUE,
    "unknown": Exit.LIMIT,
}

#: The most cells that the text below a drawing names; the drawing itself shows all of them.
_MOST_NAMED = 6


def check(
    puzzles: Puzzles = None,
    backend: BackendSpec = None,
    time: Seconds = None,
    nodes: Nodes = None,
    json: AsJson = False,
    proof: Annotated[
        Path | None,
        option("--proof DIR", "Write a certificate into this new folder, one per puzzle."),
    ] = None,
    keep: Keep = None,
    verbose: Verbose = False,
) -> Exit:
    """Tell whether puzzles have no, one or several solutions.

    Each PUZZLE is a file, '-' for stdin, or the puzzle itself. Without any, nonet reads stdin.

    Prints unique, none, multiple or unknown for each puzzle; unknown means that a limit was
    reached. On a terminal, nonet draws the solution, or two different solutions.

    If a solution is stored with the puzzle, or in a column 'solution', nonet compares it.

    With several puzzles, --proof writes DIR/0001, DIR/0002 and so on. The limits include the
    proof. If a limit is reached before the proof is complete, nonet writes nothing and the exit
    code is 124.

    From 1,000 lines on, nonet checks the puzzles together: their records lack counters, and the
    seconds are divided equally.
    """
    from nonet.questions.uniqueness import check as check_puzzle

    chosen, bounds = ChosenBackend(backend, verbose), limits(time, nodes)
    proofs = _Proofs(proof)
    are_plain = proof is None and keep is None and not verbose and time is nodes is None
    solver = chosen.backend.rows if are_plain and is_for_arrays(json) else None
    data = text_of(puzzles, reading()) if solver else None
    found = items(puzzles, reading(), names_in(keep), data)
    transcript = Transcript(proofs.of(found), json, names=are_files(puzzles, reading()))

    def answer(item: Item, puzzle: Puzzle, verdict: Verdict | None = None) -> Exit:
        chosen.announce(item, puzzle)
        if verdict is None:
            verdict = check_puzzle(puzzle, chosen.backend.spec, bounds)
        by = chosen.credit(item, verdict.answers)
        proof_fields = proofs.write(item.index, puzzle, verdict, bounds)
        if transcript.as_json:
            transcript.record(item, _fields(puzzle, verdict, by) | proof_fields)
        else:
            if transcript.draws:
                put(_drawn(puzzle, verdict))
            words = _words(puzzle, verdict, brief=transcript.draws)
            put(transcript.place(item) + words + transcript.kept(item))
        transcript.count(verdict.kind)
        if "proof_error" in proof_fields:
            return Exit.LIMIT
        return Exit.NOT_UNIQUE if _contradiction(puzzle, verdict) else _CODES[verdict.kind]

    source = (puzzles or ["-"])[0]
    if solver is not None and data is not None and are_many(data, source):
        return transcript.end(LinesCheck(source, solver, transcript, answer).codes(data))
    return transcript.each("Checked", answer)


def _drawn(puzzle: Puzzle, verdict: Verdict) -> str:
    if verdict.differences:
        return drawings(puzzle, verdict.witnesses, verdict.differences)
    return drawing(puzzle, verdict.solution)


def _contradiction(puzzle: Puzzle, verdict: Verdict) -> Contradiction | None:
    """Return where the only solution differs from the stored one."""
    if verdict.kind != "unique" or verdict.solution is None:
        return None
    return contradiction(puzzle, verdict.solution)


def _words(puzzle: Puzzle, verdict: Verdict, brief: bool) -> str:
    from nonet.formats.text import counted

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
    elif contradicted := _contradiction(puzzle, verdict):
        words.append(contradicted.said)
    return ": ".join(words)


def _fields(puzzle: Puzzle, verdict: Verdict, by: str) -> dict[str, Any]:
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
    contradicted = _contradiction(puzzle, verdict)
    if contradicted and contradicted.cells:
        fields["stored_differs"] = [puzzle.grid.name(cell) for cell in contradicted.cells]
    elif contradicted:
        fields["stored_error"] = contradicted.said
    return fields


class _Proofs:
    """Writes the certificates of ``--proof``, if it is given."""

    def __init__(self, folder: Path | None) -> None:
        from nonet.system.folders import require_new

        self._folder = folder
        self._are_several = False
        if folder:
            require_new(str(folder))

    def of(self, items: Iterator[Item]) -> Iterator[Item]:
        """Pass the puzzles through, and remember whether there are several."""
        first = list(islice(items, 2)) if self._folder else []
        self._are_several = len(first) > 1
        return chain(first, items)

    def write(self, index: int, puzzle: Puzzle, verdict: Verdict, bounds: Limits) -> dict[str, str]:
        """Write the certificate of a verdict in the remaining time; return fields about it."""
        if self._folder is None:
            return {}
        from nonet.certificates import certify

        folder = self._folder / f"{index + 1:04}" if self._are_several else self._folder
        left = bounds.after(verdict.seconds)
        with limited_to(left):
            reason = unproved(
                folder, lambda: certify(puzzle, limits=left, verdict=verdict).write(folder)
            )
        return {"proof": str(folder)} if reason is None else {"proof_error": reason}
