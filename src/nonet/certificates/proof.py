"""Check LRAT proofs that clauses cannot be satisfied.

Please read this page. If you trust it, you need not trust any SAT solver.

The clauses of the formula have the numbers 1, 2, 3 …. Each line of a proof adds a *lemma*: a clause
that follows from earlier clauses. The last lemma is the empty clause.

A line has the number of the lemma, its literals, and its *hints*: the numbers of the clauses from
which the lemma follows. A 0 ends the literals, and a 0 ends the hints::

    5 1 0 1 2 0
    6 0 5 3 4 0
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from nonet.system.errors import NonetError

#: A line of a proof: a number, literals, 0, hints, 0.
_LINE = re.compile(r"[1-9][0-9]*( -?[1-9][0-9]*)* 0( [1-9][0-9]*)* 0")

#: A function that is called with the number of each line before the line is checked.
Progress = Callable[[int], None]


class ProofError(NonetError, ValueError):
    """A line of a proof was not accepted. Lines are numbered from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message, line)  # pickled as the arguments
        self.message = message
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


def check(
    lines: Iterable[str], clauses: Sequence[Sequence[int]], progress: Progress = lambda line: None
) -> int:
    """Check a proof that clauses cannot be satisfied together. Return the number of lemmas.

    Raise `ProofError` for the first line that does not follow from earlier clauses.

    >>> check(["5 1 0 1 2 0", "6 0 5 3 4 0"], [[1, 2], [1, -2], [-1, 2], [-1, -2]])
    2
    """
    known: list[Sequence[int]] = [(), *clauses]  # a clause's number is its index
    number, is_proved = 0, False
    for number, line in enumerate(lines, 1):
        progress(number)
        if is_proved:
            raise ProofError("there are lines after the empty clause", number)
        try:
            lemma, hints = read(line)
            if int(line.split()[0]) != len(known):
                raise ValueError(f"the number of the lemma must be {len(known)}")
            _require(lemma, hints, known)
        except ValueError as error:
            raise ProofError(str(error), number) from None
        known.append(lemma)
        is_proved = not lemma
    if not is_proved:
        raise ProofError("the proof ends before the empty clause", number + 1)
    return number


def read(line: str) -> tuple[list[int], list[int]]:
    """Return the literals and the hints of a line of a proof.

    >>> read("5 1 0 1 2 0")
    ([1], [1, 2])
    """
    if _LINE.fullmatch(line) is None:
        raise ValueError(f"{line[:40]!r} is not a line of a proof")
    numbers = list(map(int, line.split()))
    end = numbers.index(0)
    return numbers[1:end], numbers[end + 1 : -1]


def _require(lemma: Sequence[int], hints: Iterable[int], known: Sequence[Sequence[int]]) -> None:
    """Raise `ValueError` unless the hints show that a lemma follows from known clauses.

    Assume that all literals of the lemma are false. Each hint must then have exactly one literal
    that is not false. So this literal is true, and its negation is false. The last hint must have
    only false literals. This is a contradiction, so the lemma follows.
    """
    false, left = set(lemma), [0]
    for hint in hints:
        if not left:
            raise ValueError("there are hints after the contradiction")
        if hint >= len(known):
            raise ValueError(f"the hint {hint} is not the number of an earlier clause")
        left = [literal for literal in known[hint] if literal not in false]
        if len(left) > 1 and len(set(left)) > 1:
            raise ValueError(f"clause {hint} has {len(left)} literals that are not false")
        if left:
            false.add(-left[0])
    if left:
        raise ValueError("the hints do not lead to a contradiction")
