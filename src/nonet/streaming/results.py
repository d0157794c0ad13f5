"""Two results of `bulk` beside each other: where they say something else about the same puzzle."""

from __future__ import annotations

import json
import os
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import NamedTuple

from nonet.errors import PuzzleError
from nonet.streaming import compression
from nonet.streaming.columns import Choice
from nonet.streaming.sources import source_of
from nonet.streaming.tables import rows_of

_BLOCK = 1 << 20
_JSON = (".jsonl", ".ndjson")

#: The modes whose results are not compared, by a column that only theirs have.
_NOT_COMPARED = {"canonical": "canon", "hardest": "rate"}

#: What a record has that answers, or why it does not.
_ANSWERS = {"solution", "count", "error"}


@dataclass(frozen=True)
class Result:
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

    first: Result | None
    second: Result | None

    @property
    def there(self) -> Result:
        """The first of the two that there is."""
        found = self.first or self.second
        assert found is not None
        return found


def results(path: str) -> Iterator[Result]:
    """Yield the records of a file that `bulk` wrote, in any of its formats.

    Those of the modes check, solve and count are; ratings and canonical forms are refused.
    """
    if not os.path.isfile(path):
        raise PuzzleError("no such file", file=path)
    if path.lower().removesuffix(compression.kind(path)).endswith(_JSON):
        yield from _json_results(path)
        return
    names = ("solution", "count", *_NOT_COMPARED)
    found = next((name for name in names if _has(path, name)), "solution")
    if found in _NOT_COMPARED:
        raise _refused(found, path)
    source = source_of(path, _BLOCK, Choice("puzzle", found, ("verdict",)))
    rows = rows_of(lines for chunk in source.chunks(0, 1) for lines in chunk.lines())
    for index, row in enumerate(rows):
        yield Result(index, row.text, row.kept[0], row.expected, found == "count")


def _has(path: str, column: str) -> bool:
    """Tell whether a table of puzzles has this column."""
    try:
        source_of(path, _BLOCK, Choice("puzzle", column))
    except PuzzleError:
        return False
    return True


def _refused(column: str, path: str) -> PuzzleError:
    mode = _NOT_COMPARED[column]
    said = f"a result of --mode {mode}, which is not compared: those of check, solve and count are"
    return PuzzleError(said, file=path)


def _json_results(path: str) -> Iterator[Result]:
    for index, (number, line) in enumerate(_lines(path)):
        try:
            record = json.loads(line)
            puzzle, verdict = record["puzzle"], record.get("verdict", "")
            found = record.get("count", record.get("solution", ""))
        except (ValueError, LookupError, AttributeError, RecursionError, TypeError):
            raise PuzzleError("no record of a puzzle", file=path, line=number) from None
        if verdict in ("", "unique") and record.keys().isdisjoint(_ANSWERS):
            for column in _NOT_COMPARED.keys() & record.keys():
                raise _refused(column, path)
        yield Result(index, str(puzzle), str(verdict), str(found), "count" in record)


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


def differences(first: Iterable[Result], second: Iterable[Result]) -> Iterator[Difference | None]:
    """Yield for each puzzle where two results differ, None where they agree.

    As long as both have the same puzzles in the same order, only two records are in memory. From
    the first one that is not the same, records are matched by their puzzles.

    >>> one = [Result(0, "1...", "unique", "1234", False)]
    >>> two = [Result(0, "1...", "multiple", "1243", False)]
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


def _matched(first: Iterable[Result], second: Iterable[Result]) -> Iterator[Difference | None]:
    waiting: defaultdict[str, deque[Result]] = defaultdict(deque)
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


def _differ(first: Result, second: Result) -> bool:
    """Tell whether two records contradict each other: of several solutions, any may be shown."""
    if first.verdict != second.verdict:
        return True
    if first.is_count != second.is_count or (first.verdict == "multiple" and not first.is_count):
        return False
    return first.found != second.found
