"""Summarise a run in a few numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

#: A summary lists at most this many lines whose expected result differs.
MOST_LISTED = 10


@dataclass
class BulkTally:
    """Counts puzzles by their verdicts, and lines with errors.

    `lines` counts all lines, including blank lines and comments. `compared` counts the outcomes of
    comparisons. `differing` lists the first lines whose expected result differs.
    """

    lines: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    errors: int = 0
    compared: Counter[str] = field(default_factory=Counter)
    differing: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, state: Mapping[str, Any]) -> BulkTally:
        """Return a tally that was saved as JSON."""
        counters = {key: Counter(state[key]) for key in ("verdicts", "compared")}
        return cls(**{**state, **counters})

    def __add__(self, other: BulkTally) -> BulkTally:
        """Return the sum of two tallies. The lines of `other` come later in the file."""
        total = deepcopy(self)
        room = MOST_LISTED - len(self.differing)
        total.differing += [self.lines + line for line in other.differing[:room]]
        total.compared += other.compared
        total.lines += other.lines
        total.verdicts += other.verdicts
        total.errors += other.errors
        return total

    def count(self, verdict: str, outcome: str | None, size: int = 1) -> None:
        """Count puzzles with the same verdict and the same outcome of the comparison."""
        self.verdicts[verdict] += size
        if outcome:
            self.compared[outcome] += size

    @property
    def puzzles(self) -> int:
        """The number of records, including records of errors."""
        return self.verdicts.total() + self.errors


@dataclass(frozen=True)
class Summary:
    """The outcome of `bulk`.

    This run answered `answered` puzzles in `seconds`. A resumed run did not answer the other
    puzzles itself. If `is_finished` is true, an earlier run answered all puzzles, and the other
    numbers are missing.

    The file `unknown_list` lists the puzzles that reached a limit. `compared` counts the outcomes
    of comparisons, and `differing` lists the first lines that differ. `unit` is ``line`` or
    ``row``. `shard` names the shard of the run, if there is one.
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
    unit: str = "line"
    shard: str | None = None
    mode: str = "check"
    is_finished: bool = False

    @property
    def rate(self) -> float:
        """The number of puzzles answered per second."""
        return self.answered / self.seconds if self.seconds else 0.0

    def record(self) -> dict[str, Any]:
        return {**vars(self), "rate": self.rate}

    def __str__(self) -> str:
        if self.is_finished:
            return f"{self.target}: already finished"
        outcomes = [f"{count:,} {verdict}" for verdict, count in self.verdicts.items() if count]
        if self.errors:
            outcomes.append(f"{self.errors:,} unreadable")
        puzzles = f"{self.puzzles:,} puzzle{'s' * (self.puzzles != 1)}"
        text = f"{puzzles}: {', '.join(outcomes)}" if outcomes else "no puzzles"
        if self.shard:
            text = f"shard {self.shard}: {text}"
        if self.compared:
            words = {"same": "same", "differs": "different", "possible": "possible"}
            found = [(self.compared[key], words[key]) for key in words if key in self.compared]
            counts = ", ".join(f"{count:,} {word}" for count, word in found)
            text += f"; expected results: {counts}"
        if not self.seconds:  # after a join
            return text
        return f"{text}; {self.answered:,} in {self.seconds:.1f} s, {self.rate:,.0f} a second"
