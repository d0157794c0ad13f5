"""``nonet check``: does the puzzle have no, one or several solutions?"""

from __future__ import annotations

import json as json_module
import sys
import time as clock
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import repeat, tee
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonet.cli.common import options
from nonet.cli.common.answers import ChosenBackend, Contradiction, Proofs, contradiction, proved
from nonet.cli.common.exits import CODES, Exit, complain
from nonet.cli.common.inputs import STDIN, Item, is_puzzle, items, may_be_table, read_bytes
from nonet.cli.common.options import DETECTED, current_reading
from nonet.cli.common.output import drawing, drawings, line, put
from nonet.cli.common.transcript import Transcript
from nonet.formats import read
from nonet.formats.reader import detect
from nonet.formats.text import Source, counted
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError
from nonet.system.limits import Limits

if TYPE_CHECKING:
    from nonet.questions.uniqueness import Verdict
    from nonet.solvers import RowSolver
    from nonet.streaming.lines import Lines, Other

    #: A verdict and the fields of its proof for the record, or an error.
    _Found = tuple[Verdict, dict[str, str]] | Exception

#: At least this many puzzles are checked in arrays. Fewer puzzles are checked one by one, so that
#: their records have the solver's counters.
_LEAST = 1000

_BLOCK = 1 << 20
_HEAD = 1 << 16

#: Files with these endings are not plain texts: they are compressed, or have columns.
_OTHERS = (".parquet", ".gz", ".zst")

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

    If a file has 1,000 or more lines, nonet checks them together. Then the JSON records have no
    counters, and the seconds are the mean of many puzzles.
    """
    chosen, bounds = ChosenBackend(backend, verbose), options.limits(time, nodes)
    is_alone = proof or keep or verbose or time is not None or nodes is not None or jobs > 1
    solver = None if is_alone or (sys.stdout.isatty() and not json) else chosen.backend.rows
    data = _text_of(puzzles) if solver else None
    proofs = Proofs(proof, items(puzzles, options.names_in(keep), data))
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

    source = (puzzles or ["-"])[0]
    if solver is not None and data is not None and _are_many(data, source):
        name = STDIN if source == "-" else source

        def answer_line(item: Item, puzzle: Puzzle, verdict: Verdict | None) -> Exit:
            found = task((puzzle, None)) if verdict is None else (verdict, {})
            return answer(item, puzzle, found)

        return transcript.end(_LinesCheck(name, solver, transcript, answer_line).codes(data))
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


# --- many puzzles in arrays, as `nonet bulk` checks them -----------------------------------------


def _text_of(sources: list[str] | None) -> bytes | None:
    """Return the contents of the only source, or None if it is neither stdin nor a plain text."""
    source, *others = sources or ["-"]
    is_plain = not is_puzzle(source) and not source.lower().endswith(_OTHERS)
    if others or current_reading() != DETECTED or not is_plain:
        return None
    try:
        return read_bytes(source)
    except PuzzleError:
        return None


def _are_many(data: bytes, source: str) -> bool:
    """Tell whether a text has at least `_LEAST` lines, with a puzzle on each."""
    if data.count(b"\n") < _LEAST or b"\0" in data or may_be_table(data, source):
        return False
    try:
        data.decode()
        head = data[: data.rfind(b"\n", 0, _HEAD) + 1]
        text = Source.of(head.decode())
        return text.first != "" and detect(text) == "line"
    except ValueError:
        return False


@dataclass
class _LinesCheck:
    """Checks the lines of a text, and prints the verdicts in order.

    Unique puzzles are printed together. The function `answer` prints all others, one by one.
    """

    name: str
    solver: RowSolver
    transcript: Transcript
    answer: Callable[[Item, Puzzle, Verdict | None], Exit]
    index: int = 0

    def codes(self, data: bytes) -> Iterator[Exit]:
        """Check all lines in their order, and yield the exit codes."""
        from nonet.streaming.lines import lines_of

        start, before = data.startswith(b"\xef\xbb\xbf") * 3, 1
        while start < len(data):
            stop = data.find(b"\n", start + _BLOCK) + 1 or len(data)
            lines = lines_of(memoryview(data)[start:stop])
            yield from self._block(lines._replace(places=lines.places + before), before)
            before += lines.total
            start = stop

    def _block(self, lines: Lines, before: int) -> Iterator[Exit]:
        import numpy as np

        from nonet.questions.uniqueness.checks import checked_rows

        start = clock.perf_counter()
        counts, _, solutions = self.solver.run(lines.rows, limit=2, kept=1)
        seconds = (clock.perf_counter() - start) / max(1, len(counts))
        odd = np.flatnonzero(counts != 1).tolist()
        verdicts = checked_rows([lines.rows[row].tobytes().decode() for row in odd], self.solver)
        events: list[tuple[int, Verdict | Other]] = [
            *zip(lines.places[odd].tolist(), verdicts, strict=True),
            *((before + other.line, other) for other in lines.others),
        ]
        done = 0
        for place, event in sorted(events, key=itemgetter(0)):
            stop = int(np.searchsorted(lines.places, place))
            yield self._unique(lines, solutions, slice(done, stop), seconds)
            done = stop + (not isinstance(event, tuple))
            yield self._one(place, event)
        yield self._unique(lines, solutions, slice(done, None), seconds)

    def _unique(self, lines: Lines, solutions: Any, part: slice, seconds: float) -> Exit:
        rows, places = lines.rows[part], lines.places[part].tolist()
        texts = ["unique"] * len(places)
        if self.transcript.as_json:
            puzzles = rows.tobytes().replace(b"0", b".").decode()
            found = (solutions[part, 0] + ord("0")).tobytes().decode()
            file, by = json_module.dumps(self.name), json_module.dumps(self.solver.by)
            end = f'"], "backend": {by}, "seconds": {seconds}, "counters": {{}}}}'
            starts = range(0, len(puzzles), rows.shape[1])
            parts = [slice(at, at + starts.step) for at in starts]
            texts = [
                f'{{"index": {index}, "file": {file}, "line": {place}, "puzzle": "'
                f'{puzzles[at]}", "verdict": "unique", "solutions": ["{found[at]}{end}'
                for index, (place, at) in enumerate(zip(places, parts, strict=True), self.index)
            ]
        if texts:
            self.transcript.many(self.name, texts, "unique")
            self.index += len(texts)
        return Exit.ANSWERED

    def _one(self, place: int, event: Verdict | Other) -> Exit:
        if isinstance(event, tuple):
            item, verdict = self._item(place, event), None
        else:
            item, verdict = Item(self.index, self.name, place, event.puzzle), event
        self.index += 1
        return self.transcript.one(item, lambda item, puzzle: self.answer(item, puzzle, verdict))

    def _item(self, place: int, other: Other) -> Item:
        puzzle, error = None, other.error and PuzzleError(other.error)
        if not error:
            # A text with a single line might be read as another format, so write the line twice.
            record = next(read(f"{other.text}\n{other.text}", format="line"))
            puzzle, error = record.puzzle, record.error
        if error:
            error = PuzzleError(error.message, file=self.name, line=place, cell=error.cell)
        return Item(self.index, self.name, place, puzzle, error or None)
