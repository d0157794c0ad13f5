"""Turn a solver's proof into a refutation with hints, which is short and quick to check.

Solvers write DRAT proofs: a clause on each line, which follows from earlier clauses. `refutation`
adds the numbers of these earlier clauses. The result is an LRAT proof.

You need not trust this file. If it makes a mistake, `nonet.certificates.proof` refuses the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nonet.system.limits import check_limits

#: A clause whose first two literals are watched, and then the number of the clause.
_Numbered = list[int]


def refutation(
    lines: Iterable[str], clauses: Sequence[Sequence[int]], variables: int
) -> Iterator[str]:
    """Yield the lines of an LRAT proof, made from the lines of a solver's DRAT proof.

    Leave out lemmas that the empty clause does not need. The empty clause itself may be missing.
    Raise `ValueError` if the proof is incomplete, or a line does not follow by unit propagation.

    >>> list(refutation(["1 0"], [[1, 2], [1, -2], [-1, 2], [-1, -2]], variables=2))
    ['5 1 0 1 2 0', '6 0 5 3 4 0']
    """
    found = _Refutation(variables, clauses)
    for line in lines:
        check_limits()
        if found.is_complete:
            break
        words = line.split()
        if words[-1:] != ["0"]:
            raise ValueError(f"'{line.strip()}' does not end with 0")
        if words[0] != "d":
            found.add(list(map(int, words[:-1])))
    if not found.is_complete:
        raise ValueError("the proof ends before the empty clause")
    return found.written()


class _Refutation:
    """Unit propagation with watched literals, which remembers why each literal is true."""

    def __init__(self, variables: int, clauses: Sequence[Sequence[int]]) -> None:
        # Literals are indices of these lists. A negative literal counts from the end of the list.
        size = 2 * variables + 1
        self._true = bytearray(size)
        self._reason = [0] * size
        self._implied: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        self._watched: list[list[_Numbered]] = [[] for _ in range(size)]
        self._trail: list[int] = []
        self._clauses: list[Sequence[int]] = [(), *clauses]
        self._hints: list[list[int]] = []  # of the lemmas
        self.is_complete = False
        units = []
        for number, clause in enumerate(clauses, 1):
            if len(clause) == 2 and clause[0] != clause[1]:
                first, second = clause
                self._implied[-first].append((second, number))
                self._implied[-second].append((first, number))
            elif len(set(clause)) > 1:
                self._watch([*dict.fromkeys(clause), number])
            else:
                units.append(number)
        for number in units:  # units last, because they propagate through all clauses
            self._settle(number)

    def add(self, literals: Sequence[int]) -> None:
        """Add a lemma. Raise `ValueError` if it does not follow by unit propagation."""
        true = self._true
        if any(true[literal] for literal in literals):  # such a lemma is never a reason
            return
        clause = sorted(set(literals), key=lambda literal: true[-literal])  # open literals first
        number = self._lemma(literals, self._reasons_for(clause))
        if len(clause) > 1 and not true[-clause[1]]:
            self._watch([*clause, number])
        else:
            self._settle(number)

    def written(self) -> Iterator[str]:
        """Yield the lines of all lemmas that the last lemma needs. Renumber these lemmas."""
        first = len(self._clauses) - len(self._hints)
        needed = {len(self._clauses) - 1}
        for number in range(len(self._clauses) - 1, first - 1, -1):
            if number in needed:
                needed.update(self._hints[number - first])
        names: dict[int, int] = {}
        for number, hints in enumerate(self._hints, first):
            if number in needed:
                names[number] = first + len(names)
                cited = (names.get(hint, hint) for hint in hints)
                yield " ".join(map(str, (names[number], *self._clauses[number], 0, *cited, 0)))

    def _lemma(self, literals: Sequence[int], hints: list[int]) -> int:
        self._hints.append(hints)
        self._clauses.append(literals)
        return len(self._clauses) - 1

    def _reasons_for(self, clause: Sequence[int]) -> list[int]:
        start = len(self._trail)
        for literal in clause:
            if not self._true[-literal]:
                self._assign(-literal, 0)
        conflict = self._propagate(start)
        if conflict is None:
            raise ValueError(
                f"'{' '.join(map(str, clause))} 0' does not follow by unit propagation"
            )
        hints = self._reasons_of(conflict, set(clause))
        for literal in self._trail[start:]:
            self._true[literal] = 0
        del self._trail[start:]
        return hints

    def _reasons_of(self, conflict: int, assumed: set[int]) -> list[int]:
        """Return the hints: the clauses by which unit propagation makes this clause false."""
        clauses, reason = self._clauses, self._reason
        needed, hints = set(clauses[conflict]), [conflict]
        for literal in reversed(self._trail):
            if -literal in needed and -literal not in assumed:
                hints.append(reason[literal])
                needed.update(clauses[reason[literal]])
        return hints[::-1]

    def _watch(self, clause: _Numbered) -> None:
        self._watched[clause[0]].append(clause)
        self._watched[clause[1]].append(clause)

    def _settle(self, number: int) -> None:
        """Make the last open literal of a clause true for good."""
        open_literals = [literal for literal in self._clauses[number] if not self._true[-literal]]
        if self.is_complete or (open_literals and self._true[open_literals[0]]):
            return
        start = len(self._trail)
        conflict: int | None = number
        if open_literals:
            self._assign(open_literals[0], number)
            conflict = self._propagate(start)
        if conflict is not None:
            self._lemma([], self._reasons_of(conflict, set()))
            self.is_complete = True

    def _assign(self, literal: int, reason: int) -> None:
        self._true[literal] = 1
        self._reason[literal] = reason
        self._trail.append(literal)

    def _propagate(self, head: int) -> int | None:
        """Propagate the literals of the trail from index `head`. Return a false clause, if any."""
        true, reason, trail = self._true, self._reason, self._trail
        while head < len(trail):
            for other, number in self._implied[trail[head]]:
                if not true[other]:
                    if true[-other]:
                        return number
                    true[other], reason[other] = 1, number
                    trail.append(other)
            if self._watched[-trail[head]]:
                conflict = self._visit(-trail[head])
                if conflict is not None:
                    return conflict
            head += 1
        return None

    def _visit(self, false: int) -> int | None:
        """Visit the clauses that watch a false literal. Return a false clause, if any."""
        true = self._true
        watched, index = self._watched[false], 0
        while index < len(watched):
            clause = watched[index]
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            first = clause[0]
            if true[first]:
                index += 1
                continue
            for place in range(2, len(clause) - 1):
                literal = clause[place]
                if not true[-literal]:
                    clause[1], clause[place] = literal, false
                    self._watched[literal].append(clause)
                    watched[index] = watched[-1]
                    watched.pop()
                    break
            else:
                if true[-first]:
                    return clause[-1]
                self._assign(first, clause[-1])
                index += 1
        return None
