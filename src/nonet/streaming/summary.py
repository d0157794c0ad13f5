"""The outcome of a run in a few numbers, and what may help where no line can be read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from nonet.formats.detection import of_line

#: At most this many lines that differ are listed; the records have them all.
MOST_LISTED = 10

#: Puzzles of more sizes are of `_ANOTHER` size.
_MOST_SIZES, _ANOTHER = 16, "of another size"

#: What is kept of a bad line.
_SAMPLE = 200

_FIELDS = re.compile(r"[0-9.*_xX-]{16,}\s*[,;\t]|[,;\t]\s*[0-9.*_xX-]{16,}")


def reason_of(message: str) -> str:
    """Return what messages about lines with the same fault have in common.

    >>> reason_of("80 characters, not 81") == reason_of("7 characters, not 9")
    True
    """
    return re.sub(r"'[^']*'|\d+", "", message)


def remedy(text: str, column: str | None = None) -> str:
    """Return what may help where such texts are no puzzles, perhaps nothing.

    The column is that of the puzzles, in a table.

    >>> remedy("53..7....6..195....98....6.8...6,5346")
    'a table needs a first line with the names of its columns, such as puzzle,solution'
    >>> remedy("17", "id")
    "is 'id' the column of the puzzles? --column names another"
    """
    if column is not None:
        return f"is {column!r} the column of the puzzles? --column names another"
    if _FIELDS.search(text):
        return "a table needs a first line with the names of its columns, such as puzzle,solution"
    looks_other = text.startswith(("{", "[", "http")) or " " in text.strip()
    if looks_other and of_line(text) == "line":
        return "perhaps another format: --format names it, and nonet show --to line converts it"
    return ""


@dataclass
class BulkTally:
    """The number of puzzles by verdict, and of bad lines.

    `lines` counts all lines of the input, blank ones and comments, too. `compared` are the outcomes
    of comparisons, and `differing` the first lines whose expected solution differs. Of the
    `reasons` why lines are bad, two are kept with a line: enough to tell whether it is always the
    same. For each of the `sizes` there are the number of puzzles and the first line with one.

    >>> tally = BulkTally(lines=2, verdicts=Counter(unique=1), errors=1)
    >>> tally.add(BulkTally(lines=1, verdicts=Counter(unique=1)))
    >>> tally.lines, tally.puzzles
    (3, 3)
    """

    lines: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    errors: int = 0
    compared: Counter[str] = field(default_factory=Counter)
    differing: list[int] = field(default_factory=list)
    reasons: dict[str, list[str]] = field(default_factory=dict)
    sizes: dict[str, list[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, state: Mapping[str, Any]) -> BulkTally:
        """Return the tally that `state` has described."""
        return cls(
            state.get("lines", 0),
            Counter(state.get("verdicts", {})),
            state.get("errors", 0),
            Counter(state.get("compared", {})),
            list(state.get("differing", [])),
            deepcopy(state.get("reasons", {})),
            deepcopy(state.get("sizes", {})),
        )

    def state(self) -> dict[str, Any]:
        """Return the tally as a part has it; what is added later does not change it."""
        counters = {"verdicts": dict(self.verdicts), "compared": dict(self.compared)}
        return deepcopy({**vars(self), **counters})

    def note(self, message: str, line: str) -> None:
        """Note why a line is bad; messages that differ in numbers and quotations are one reason."""
        if len(self.reasons) < 2:
            self.reasons.setdefault(reason_of(message), [message, line[:_SAMPLE]])

    def measure(self, size: str, count: int, line: int) -> None:
        """Count puzzles of a size; the first of them is on the line."""
        is_known = size in self.sizes or len(self.sizes) < _MOST_SIZES
        seen = self.sizes.setdefault(size if is_known else _ANOTHER, [0, line])
        seen[:] = seen[0] + count, min(seen[1], line)

    def uneven(self, unit: str) -> str | None:
        """Return how many puzzles have another size than the first, and where the first is.

        >>> tally = BulkTally(sizes={"2×2": [1, 7], "9×9": [80, 1]})
        >>> tally.uneven("line")
        '1 puzzle is not 9×9 like the first: that of line 7 is 2×2'
        """
        if len(self.sizes) < 2:
            return None
        usual, odd, *_ = sorted(self.sizes, key=lambda size: self.sizes[size][1])
        count = sum(count for count, _ in self.sizes.values()) - self.sizes[usual][0]
        are = "1 puzzle is" if count == 1 else f"{count:,} puzzles are"
        where = f"that of {unit} {self.sizes[odd][1]} is {odd}"
        return f"{are} not {usual} like the first: {where}"

    def add(self, other: BulkTally) -> None:
        """Add the tally of the lines that follow."""
        room = MOST_LISTED - len(self.differing)
        self.differing += [self.lines + line for line in other.differing[:room]]
        self.compared += other.compared
        for message, line in other.reasons.values():
            self.note(message, line)
        for size, (count, first) in other.sizes.items():
            self.measure(size, count, self.lines + first)
        self.lines += other.lines
        self.verdicts += other.verdicts
        self.errors += other.errors

    @property
    def only_reason(self) -> tuple[str, str] | None:
        """Why no line is a puzzle, if that is always the same, and the first of the lines."""
        if self.errors < 2 or self.verdicts.total() or len(self.reasons) != 1:
            return None
        [(message, line)] = self.reasons.values()
        return message, line

    @property
    def puzzles(self) -> int:
        """The number of records, those with an error included."""
        return self.verdicts.total() + self.errors


@dataclass(frozen=True)
class Summary:
    """The outcome of `bulk`.

    In `seconds` this run answered `answered` of the puzzles: after `resume` the others were there
    already. `is_finished` says that all were: then nothing else is known. `unknown_list` is the
    file of the puzzles that reached their limit, if there are any. `compared` are the outcomes of
    comparisons, `differing` the first lines that differ, and `reason` says why no line at all could
    be read, if it is always the same; `uneven` that puzzles have another size than the first. The
    `unit` of places in the source is a line or a row. A `shard` of several is named.

    >>> print(Summary("out.csv", 3, {"unique": 2}, 1, answered=3, seconds=1.5, unknown_list=None))
    3 puzzles: 2 unique, 1 unreadable; 3 in 1.5 s, 2 a second
    """

    target: str
    puzzles: int = 0
    verdicts: dict[str, int] = field(default_factory=dict)
    errors: int = 0
    answered: int = 0
    seconds: float = 0.0
    unknown_list: str | None = None
    compared: dict[str, int] = field(default_factory=dict)
    differing: tuple[int, ...] = ()
    reason: str | None = None
    unit: str = "line"
    uneven: str | None = None
    shard: str | None = None
    mode: str = "check"
    is_finished: bool = False

    @property
    def rate(self) -> float:
        """Puzzles per second."""
        return self.answered / self.seconds if self.seconds else 0.0

    def record(self) -> dict[str, Any]:
        """Return the summary as JSON has it."""
        return {**vars(self), "rate": self.rate}

    def __str__(self) -> str:
        if self.is_finished:
            return f"{self.target}: already finished"
        outcomes = [f"{count:,} {verdict}" for verdict, count in self.verdicts.items() if count]
        if self.errors:
            outcomes.append(f"{self.errors:,} unreadable")
        puzzles = f"{self.puzzles:,} puzzle{'s' * (self.puzzles != 1)}"
        said = f"{puzzles}: {', '.join(outcomes)}" if outcomes else "no puzzles"
        if self.shard:
            said = f"shard {self.shard}: {said}"
        if self.compared:
            words = {"same": "same", "differs": "different", "possible": "possible"}
            counts = [
                f"{self.compared[key]:,} {word}"
                for key, word in words.items()
                if key in self.compared
            ]
            said += f"; expected solutions: {', '.join(counts)}"
        if not self.seconds:  # that of a join
            return said
        return f"{said}; {self.answered:,} in {self.seconds:.1f} s, {self.rate:,.0f} a second"
