"""``nonet check``: does the puzzle have one solution?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonet.cli.check.lines import LinesCheck, are_many, is_for_arrays, text_of
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
)
from nonet.cli.common.output import drawing, drawings, line, put
from nonet.cli.common.proofs import unproved
from nonet.cli.common.respondent import Respondent
from nonet.cli.common.stated import Contradiction, contradiction
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

#: Under a drawing that shows them, more cells than these are not named.
_MOST_NAMED = 6


def check(
    puzzles: Puzzles = None,
    backend: BackendSpec = None,
    time: Seconds = None,
    nodes: Nodes = None,
    json: AsJson = False,
    proof: Annotated[
        Path | None,
        typer.Option(
            "--proof",
            metavar="DIR",
            help="Write a certificate into this new folder; for several puzzles, into DIR/0001, "
            "DIR/0002 and so on.",
            show_default=False,
        ),
    ] = None,
    keep: Keep = None,
    verbose: Verbose = False,
) -> Exit:
    """Tell whether puzzles have no, one or several solutions.

    Each PUZZLE is a file, '-' for stdin, or written out; without any, stdin is read.

    Prints unique, none, multiple or unknown for each puzzle: unknown only if a limit was reached.
    --proof has the same limits; if they do not suffice for it, nothing is written, and the exit
    code is 124.
    A thousand lines and more, with a puzzle on each, are answered together: their records have no
    counters, and an equal share of the seconds.
    A solution that is stored with the puzzle, or in a column 'solution', is compared.
    On a terminal, the solution is drawn, or two that differ.
    """
    from nonet.questions.uniqueness import check as check_puzzle

    respondent, bounds = Respondent(backend, verbose), limits(time, nodes)
    proofs = _Proofs(proof)
    are_plain = proof is None and keep is None and not verbose and time is nodes is None
    solver = respondent.backend.rows if are_plain and is_for_arrays(json) else None
    data = text_of(puzzles, reading()) if solver else None
    found = items(puzzles, reading(), names_in(keep), data)
    transcript = Transcript(proofs.of(found), json, names=are_files(puzzles, reading()))

    def answer(item: Item, puzzle: Puzzle, verdict: Verdict | None = None) -> Exit:
        respondent.announce(item, puzzle)
        if verdict is None:
            verdict = check_puzzle(puzzle, respondent.backend.spec, bounds)
        by = respondent.credit(item, verdict.answers)
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
    """Return how the only solution is not the one that came with the puzzle."""
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
    """Writes the certificates that ``--proof`` asks for, if it is given."""

    def __init__(self, folder: Path | None) -> None:
        from nonet.system.folders import require_new

        self._folder = folder
        self._are_several = False
        if folder:
            require_new(str(folder))

    def of(self, items: Iterator[Item]) -> Iterator[Item]:
        """Return the same puzzles, after a look whether there are several."""
        first = list(islice(items, 2)) if self._folder else []
        self._are_several = len(first) > 1
        return chain(first, items)

    def write(self, index: int, puzzle: Puzzle, verdict: Verdict, bounds: Limits) -> dict[str, str]:
        """Write the certificate of a verdict in the time that is left; return fields about it."""
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
