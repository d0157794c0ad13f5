"""The outcome of a run in a few numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Tally:
    """The number of puzzles by verdict, and of bad lines.

    `lines` counts all lines of the input, blank ones and comments, too.

    >>> tally = Tally(lines=2, verdicts=Counter(unique=1), errors=1)
    >>> tally.add(Tally(lines=1, verdicts=Counter(unique=1)))
    >>> tally.lines, tally.puzzles
    (3, 3)
    """

    lines: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    errors: int = 0

    @classmethod
    def of(cls, state: Mapping[str, Any]) -> Tally:
        """Return the tally that `state` has described."""
        verdicts = Counter(state.get("verdicts", {}))
        return cls(state.get("lines", 0), verdicts, state.get("errors", 0))

    def state(self) -> dict[str, Any]:
        """Return the tally as the journal has it."""
        return {"lines": self.lines, "verdicts": dict(self.verdicts), "errors": self.errors}

    def add(self, other: Tally) -> None:
        """Add another tally."""
        self.lines += other.lines
        self.verdicts += other.verdicts
        self.errors += other.errors

    @property
    def puzzles(self) -> int:
        """The number of records, those with an error included."""
        return self.verdicts.total() + self.errors


@dataclass(frozen=True)
class Summary:
    """The outcome of `bulk`.

    In `seconds` this run answered `answered` of the puzzles: after `resume` the others were there
    already. `unknown_list` is the file of the puzzles that reached their limit, if there are any.

    >>> print(Summary("out.csv", 3, {"unique": 2}, 1, answered=3, seconds=1.5, unknown_list=None))
    3 puzzles: 2 unique, 1 unreadable; 3 in 1.5 s, 2 a second
    """

    target: str
    puzzles: int
    verdicts: dict[str, int]
    errors: int
    answered: int
    seconds: float
    unknown_list: str | None

    @property
    def rate(self) -> float:
        """Puzzles per second."""
        return self.answered / self.seconds if self.seconds else 0.0

    def record(self) -> dict[str, Any]:
        """Return the summary as JSON has it."""
        return {**vars(self), "rate": self.rate}

    def __str__(self) -> str:
        outcomes = [f"{count:,} {verdict}" for verdict, count in self.verdicts.items() if count]
        if self.errors:
            outcomes.append(f"{self.errors:,} unreadable")
        said = f"{self.puzzles:,} puzzles: {', '.join(outcomes)}" if outcomes else "no puzzles"
        return f"{said}; {self.answered:,} in {self.seconds:.1f} s, {self.rate:,.0f} a second"
