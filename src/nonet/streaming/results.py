"""Two results of `bulk` beside each other: where they say something else about the same puzzle."""

from __future__ import annotations

import csv
import json
import os
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, takewhile, zip_longest
from operator import itemgetter
from typing import NamedTuple

from nonet.streaming import compression
from nonet.streaming.chunks import LONGEST_LINE
from nonet.streaming.columns import ColumnChoice
from nonet.streaming.comparison import solves
from nonet.streaming.delimited import Delimited
from nonet.streaming.records import COMPARED
from nonet.streaming.sources import TextFile, source_of
from nonet.streaming.tables import rows_of
from nonet.system.errors import PuzzleError

_BLOCK = 1 << 20
_JSON = (".jsonl", ".ndjson")

#: The modes whose results are not compared, by a column that only theirs have.
_NOT_COMPARED = {"canonical": "canon", "hardest": "rate"}

#: The columns that follow what was found; JSON Lines leave out those that are empty.
_AFTER = ("backend", "seconds", "timing", "error", COMPARED)


@dataclass(frozen=True)
class RecordedResult:
    """What a record says of a puzzle: `found` is its solution or the number of them.

    `index` counts the records from 0.
    """

    index: int
    puzzle: str
    verdict: str
    found: str
    is_count: bool


class Difference(NamedTuple):
    """A puzzle of which two results say different things; None stands for a missing one."""

    first: RecordedResult | None
    second: RecordedResult | None

    @property
    def there(self) -> RecordedResult:
        """The first of the two that there is."""
        found = self.first or self.second
        assert found is not None
        return found

    @property
    def is_of_verdicts(self) -> bool:
        """Whether not both verdicts can be true."""
        return bool(self.first and self.second and _contradict(self.first, self.second))


def results(path: str) -> Iterator[RecordedResult]:
    """Yield the records of a file that `bulk` wrote, in any of its formats.

    Those of the modes check, solve and count are; ratings and canonical forms are refused.
    """
    if not os.path.isfile(path):
        raise PuzzleError("no such file", file=path)
    if path.lower().removesuffix(compression.kind(path)).endswith(_JSON):
        yield from _json_results(path)
        return
    names = source_of(path, _BLOCK, ColumnChoice("puzzle")).names
    found = _found(names, path) or "solution"
    # Kept, not expected: in Parquet a count is a number.
    source = source_of(path, _BLOCK, ColumnChoice("puzzle", kept=("verdict", found)))
    if isinstance(source, TextFile) and source.table:
        rows = _table_rows(path, source.table)
    else:
        read = rows_of(lines for chunk in source.chunks(0, 1) for lines in chunk.lines())
        rows = ((row.text, *row.kept) for row in read)
    for index, (puzzle, verdict, said) in enumerate(rows):
        yield RecordedResult(index, puzzle, verdict, said.strip(), found == "count")


def _table_rows(path: str, table: Delimited) -> Iterator[tuple[str, ...]]:
    """Yield the columns that are wanted; a field of a record may have ends of lines in it."""
    wanted = itemgetter(table.found.puzzle, *table.found.kept)
    lines = (line.decode(errors="replace") + "\n" for line in _all_lines(path))
    reader = csv.reader(lines, delimiter=table.delimiter, strict=True)
    csv.field_size_limit(max(csv.field_size_limit(), LONGEST_LINE))  # that of all readers
    try:
        next(reader)
        for row in filter(None, reader):
            puzzle, *said = wanted(row)
            yield puzzle.strip(), *said
    except (csv.Error, IndexError):
        raise PuzzleError("no record of a puzzle", file=path, line=reader.line_num) from None


def _found(names: Iterable[str], path: str) -> str | None:
    """Return the name of bulk's own column with what was found; some modes are refused.

    >>> _found(["puzzle", "verdict", "count", "backend", "error", "solution"], "out.csv")
    'count'
    """
    own = set(_own(list(names)))
    for column, mode in _NOT_COMPARED.items():
        if column in own:
            raise PuzzleError(
                f"a result of --mode {mode}, which is not compared: those of check, solve and "
                "count are",
                file=path,
            )
    return next((name for name in ("count", "solution") if name in own), None)


def _own(names: list[str]) -> Iterable[str]:
    """Return the names of the first columns, without those that bulk has kept of its source.

    Where the puzzle is not the first, somebody else has ordered them, and all may be bulk's own.
    """
    return takewhile(lambda name: name not in _AFTER, names) if names[:1] == ["puzzle"] else names


def _json_results(path: str) -> Iterator[RecordedResult]:
    for index, (number, line) in enumerate(_lines(path)):
        try:
            record = json.loads(line)
            puzzle, verdict = record["puzzle"], record.get("verdict", "")
        except (ValueError, LookupError, AttributeError, RecursionError, TypeError):
            raise PuzzleError("no record of a puzzle", file=path, line=number) from None
        column = _found(record, path)
        found = record[column] if column else ""
        yield RecordedResult(index, str(puzzle), str(verdict), str(found), column == "count")


def _lines(path: str) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not empty, with their numbers."""
    return ((number, line) for number, line in enumerate(_all_lines(path), start=1) if line)


def _all_lines(path: str) -> Iterator[bytes]:
    rest = b""
    with open(path, "rb") as raw:
        file = compression.reader_of(raw, path) if compression.kind(path) else raw
        while piece := file.read(_BLOCK):
            *whole, rest = (rest + piece).split(b"\n")
            yield from whole
    yield rest


def differences(
    first: Iterable[RecordedResult], second: Iterable[RecordedResult]
) -> Iterator[Difference | None]:
    """Yield for each puzzle where two results differ, None where they agree.

    As long as both have the same puzzles in the same order, only two records are in memory. From
    the first one that is not the same, records are matched by their puzzles.

    >>> one = [RecordedResult(0, "1...", "unique", "1234", False)]
    >>> two = [RecordedResult(0, "1...", "multiple", "1243", False)]
    >>> [difference.second.verdict for difference in differences(one, two)]
    ['multiple']
    """
    ours, theirs = iter(first), iter(second)
    for here, there in zip_longest(ours, theirs):
        if here is None or there is None or here.puzzle != there.puzzle:
            yield from _matched(
                chain([] if here is None else [here], ours),
                chain([] if there is None else [there], theirs),
            )
            return
        yield Difference(here, there) if _differ(here, there) else None


def _matched(
    first: Iterable[RecordedResult], second: Iterable[RecordedResult]
) -> Iterator[Difference | None]:
    waiting: defaultdict[str, deque[RecordedResult]] = defaultdict(deque)
    for result in second:
        waiting[result.puzzle].append(result)
    for result in first:
        others = waiting[result.puzzle]
        if not others:
            yield Difference(result, None)
        else:
            other = others.popleft()
            yield Difference(result, other) if _differ(result, other) else None
    for others in waiting.values():
        for other in others:
            yield Difference(None, other)


#: What the verdicts of --mode solve leave open.
_OPEN = {"satisfied": ("unique", "multiple"), "unsatisfiable": ("none",)}


def _contradict(first: RecordedResult, second: RecordedResult) -> bool:
    """Tell whether not both verdicts can be true; one that is unknown is like no other."""
    one, other = first.verdict, second.verdict
    return one != other and other not in _OPEN.get(one, ()) and one not in _OPEN.get(other, ())


def _differ(first: RecordedResult, second: RecordedResult) -> bool:
    """Tell whether two records contradict each other: of several solutions, any may be shown."""
    if _contradict(first, second):
        return True
    verdicts = {first.verdict, second.verdict}
    if first.is_count != second.is_count or ("multiple" in verdicts and not first.is_count):
        return False
    if verdicts == {"satisfied"} and first.found != second.found:
        # What bulk has answered was read by bulk, perhaps without its drawings.
        found = (first.found, second.found)
        return not all(solves(first.puzzle, each, ignore_drawings=True) for each in found)
    return first.found != second.found
