"""A small proof checker: unit propagation with watched literals, and nothing else.

Please read it. If you trust these lines, you need not trust any SAT solver. The checker accepts RUP
(*reverse unit propagation*) steps: a clause follows if unit propagation alone leads from its
negation to a contradiction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeAlias

from nonet.solvers import find_backend

Clause: TypeAlias = list[int]

#: The SAT solver whose propagation `Borrowed` uses.
BORROWED = "pysat:minisat22"


class Checker(Protocol):
    """A set of clauses that can tell whether another clause follows from it."""

    name: str

    def add(self, literals: Iterable[int]) -> Clause | None:
        """Add a clause, and return the handle that `delete` needs."""

    def delete(self, clause: Clause | None) -> None:
        """Delete a clause. Literals that it made true stay true."""

    def follows(self, literals: Iterable[int]) -> bool:
        """Tell whether a clause follows by unit propagation."""


class Propagation:
    """The checker in plain Python.

    Clauses of two literals are stored as implications. The first two literals of a longer clause
    are *watched*: after propagation, at least one of the two is true, or neither is false.

    >>> checker = Propagation(3, [[1, 2], [-2, 3], [-1, 3]])
    >>> checker.follows([3]), checker.follows([1]), checker.follows([])
    (True, False, False)
    """

    name = "checked by nonet"

    def __init__(self, variables: int, clauses: Iterable[Sequence[int]]) -> None:
        # Literals are indices of these lists. A negative literal counts from the end of the list.
        size = 2 * variables + 1
        self._true = bytearray(size)
        self._implied: list[list[int]] = [[] for _ in range(size)]
        self._watched: list[list[Clause]] = [[] for _ in range(size)]
        self._trail: list[int] = []
        self._refuted = False
        others = [clause for clause in clauses if not self._is_implication(clause)]
        # Unit clauses come last, after all clauses through which they propagate.
        for clause in sorted(others, key=len, reverse=True):
            self.add(clause)

    def _is_implication(self, clause: Sequence[int]) -> bool:
        """Store a clause of two literals as implications. Return False for any other clause."""
        if len(clause) != 2 or abs(clause[0]) == abs(clause[1]):
            return False
        first, second = clause
        self._implied[-first].append(second)
        self._implied[-second].append(first)
        return True

    def add(self, literals: Iterable[int]) -> Clause | None:
        """Add a clause, and permanently assign the literals that it propagates."""
        true = self._true
        clause = list(dict.fromkeys(literals))
        if any(true[literal] or -literal in clause for literal in clause):
            return None
        if len(clause) > 2:
            clause.sort(key=lambda literal: true[-literal])  # literals that are not false first
        alive = sum(1 for literal in clause if not true[-literal])
        if alive == 0:
            self._refuted = True
        elif alive == 1:
            start = len(self._trail)
            self._assume(next(literal for literal in clause if not true[-literal]))
            self._refuted |= not self._propagate(start)
        elif len(clause) == 2:
            self._implied[-clause[0]].append(clause[1])
            self._implied[-clause[1]].append(clause[0])
            return clause
        else:
            self._watched[clause[0]].append(clause)
            self._watched[clause[1]].append(clause)
            return clause
        return None

    def delete(self, clause: Clause | None) -> None:
        """Delete a clause. Literals that it made true stay true."""
        if clause is None:
            return
        first, second = clause[:2]
        if len(clause) == 2:
            self._implied[-first].remove(second)
            self._implied[-second].remove(first)
            return
        for literal in (first, second):
            watched = self._watched[literal]
            del watched[next(i for i, other in enumerate(watched) if other is clause)]

    def follows(self, literals: Iterable[int]) -> bool:
        """Assume that all literals are false. Tell whether this leads to a contradiction."""
        if self._refuted:
            return True
        true, start = self._true, len(self._trail)
        contradiction = False
        for literal in literals:
            if true[literal]:
                contradiction = True
                break
            if not true[-literal]:
                self._assume(-literal)
        contradiction = contradiction or not self._propagate(start)
        for literal in self._trail[start:]:
            true[literal] = 0
        del self._trail[start:]
        return contradiction

    def _assume(self, literal: int) -> None:
        self._true[literal] = 1
        self._trail.append(literal)

    def _propagate(self, head: int) -> bool:
        """Propagate the trail from an index on. Return False at a contradiction."""
        true, trail = self._true, self._trail
        while head < len(trail):
            literal = trail[head]
            head += 1
            for other in self._implied[literal]:
                if not true[other]:
                    if true[-other]:
                        return False
                    true[other] = 1
                    trail.append(other)
            if not self._visit(-literal):
                return False
        return True

    def _visit(self, false: int) -> bool:
        """Visit the clauses that watch a false literal. They watch another or become units."""
        true, trail = self._true, self._trail
        watched, index = self._watched[false], 0
        while index < len(watched):
            clause = watched[index]
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            first = clause[0]
            if true[first]:
                index += 1
                continue
            for place in range(2, len(clause)):
                literal = clause[place]
                if not true[-literal]:
                    clause[1], clause[place] = literal, false
                    self._watched[literal].append(clause)
                    watched[index] = watched[-1]
                    watched.pop()
                    break
            else:
                if true[-first]:
                    return False
                true[first] = 1
                trail.append(first)
                index += 1
        return True


class Borrowed:
    """The unit propagation of a SAT solver. It is many times faster, but you must trust its code.

    >>> Borrowed([[1, 2], [-2, 3], [-1, 3]]).follows([3])
    True
    """

    name = "checked by minisat22"

    def __init__(self, clauses: Iterable[Sequence[int]]) -> None:
        load = find_backend(BORROWED).cores
        assert load is not None, f"{BORROWED} takes clauses"
        self._solver = load(clauses)

    def add(self, literals: Iterable[int]) -> None:
        """Add a clause."""
        self._solver.add(list(literals))

    def delete(self, clause: Clause | None) -> None:
        """Do nothing, because keeping the clause does no harm."""

    def follows(self, literals: Iterable[int]) -> bool:
        """Assume that all literals are false. Tell whether this leads to a contradiction."""
        assumptions = {-literal for literal in literals}
        if any(-literal in assumptions for literal in assumptions):
            return True
        return not self._solver.is_consistent(sorted(assumptions))
