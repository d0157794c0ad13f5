"""A small SAT solver whose parts can be switched off, to count what each part saves.

Real solvers differ from each other in many parts at once, but two runs of this solver can differ in
a single part. The solver is slow, so experiments count its conflicts, not its time. Conflicts do
not depend on the machine.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count

from nonet.encodings import cnf
from nonet.puzzle import Puzzle

Clause = Sequence[int]

#: Conflicts until the first restart. Later restarts follow the Luby sequence.
_FIRST_RESTART = 50
#: Each conflict adds less to a variable's activity than the next conflict, by this factor.
_DECAY = 0.95


@dataclass(frozen=True)
class Parts:
    """The parts of a search that are switched on.

    Without restarts, the search guesses a value for the cell with the fewest candidates. After a
    restart, this rule would lead the search back to the same place. So a search with restarts
    guesses the mark that occurred most often in recent conflicts.
    """

    learns: bool = False
    restarts: bool = False
    probes: bool = False


class Search:
    """A search for a model of clauses, over cells that are lists of literals.

    >>> cells = [[1, 2], [3, 4]]
    >>> search = Search([[1, 2], [3, 4], [-1, -3], [-2, -4], [-1, -4]], cells, Parts(learns=True))
    >>> search.run(conflicts=9), search.is_true(2), dict(search.counts)
    (True, True, {'decisions': 1, 'conflicts': 1})
    """

    def __init__(self, clauses: Iterable[Clause], cells: Sequence[Clause], parts: Parts) -> None:
        clauses = [list(clause) for clause in clauses]
        most = max((abs(literal) for clause in clauses for literal in clause), default=0)
        # Indexed by literals: a negative literal counts from the end of the list.
        self._value = [0] * (2 * most + 1)
        self._level = [0] * (most + 1)
        self._reason: list[list[int] | None] = [None] * (most + 1)
        self._watchers: defaultdict[int, list[list[int]]] = defaultdict(list)
        self._trail: list[int] = []
        self._starts: list[int] = []  # where each level begins on the trail
        self._next = 0  # the first literal of the trail that is not propagated
        self._cells, self._parts = cells, parts
        self._activity = [0.0] * (most + 1)
        self._step = 1.0  # the amount that a conflict adds to the activity of its variables
        self._consistent = all(self._add(clause) for clause in clauses)
        self.counts: Counter[str] = Counter()

    def run(self, conflicts: int) -> bool | None:
        """Tell whether there is a model. Return None after this number of conflicts."""
        restarts = _luby_conflicts()
        next_restart = next(restarts)
        while self._consistent:
            if clash := self._propagate():
                self.counts["conflicts"] += 1
                self._resolve(clash)
                if self.counts["conflicts"] >= conflicts:
                    return None
                if self._parts.restarts and self.counts["conflicts"] >= next_restart:
                    next_restart += next(restarts)
                    self._undo(0)
            elif not (self._parts.probes and self._probe()):
                guess = self._guess()
                if guess is None:
                    return True
                self.counts["decisions"] += 1
                self._decide(guess)
        return False

    def is_true(self, literal: int) -> bool:
        """Tell whether a literal is true now."""
        return self._value[literal] > 0

    def _add(self, clause: list[int]) -> bool:
        if len(clause) > 1:
            self._watchers[clause[0]].append(clause)
            self._watchers[clause[1]].append(clause)
            return True
        if not clause or self._value[clause[0]] < 0:
            return False
        if not self._value[clause[0]]:
            self._assign(clause[0], None)
        return True

    def _assign(self, literal: int, reason: list[int] | None) -> None:
        self._value[literal], self._value[-literal] = 1, -1
        self._level[abs(literal)] = len(self._starts)
        self._reason[abs(literal)] = reason
        self._trail.append(literal)

    def _decide(self, literal: int) -> None:
        self._starts.append(len(self._trail))
        self._assign(literal, None)

    def _undo(self, level: int) -> None:
        """Take back all assignments above a level."""
        if level < len(self._starts):
            start = self._starts[level]
            for literal in self._trail[start:]:
                self._value[literal] = self._value[-literal] = 0
            del self._trail[start:], self._starts[level:]
            self._next = start

    def _propagate(self) -> list[int] | None:
        """Assign all literals that unit propagation implies. Return a false clause, if any."""
        value, watchers = self._value, self._watchers
        while self._next < len(self._trail):
            false = -self._trail[self._next]
            self._next += 1
            watching = watchers[false]
            kept = watchers[false] = []
            for position, clause in enumerate(watching):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                if value[clause[0]] <= 0:
                    for place in range(2, len(clause)):
                        if value[clause[place]] >= 0:
                            clause[1], clause[place] = clause[place], false
                            watchers[clause[1]].append(clause)
                            break
                    else:
                        kept.append(clause)
                        if value[clause[0]] < 0:
                            kept.extend(watching[position + 1 :])
                            return clause
                        self._assign(clause[0], clause)
                    continue
                kept.append(clause)
        return None

    def _resolve(self, clash: list[int]) -> None:
        """Leave a conflict. Learn a clause, or assign the opposite of the last decision."""
        if not self._starts:
            self._consistent = False
        elif self._parts.learns:
            self._step /= _DECAY
            learned, level = self._analysed(clash)
            self._undo(level)
            self._add(learned)
            if len(learned) > 1:
                self._assign(learned[0], learned)
        else:
            decision = self._trail[self._starts[-1]]
            self._undo(len(self._starts) - 1)
            self._assign(-decision, None)

    def _analysed(self, clash: list[int]) -> tuple[list[int], int]:
        """Return the clause of the first unique implication point, and the level to return to."""
        current, seen = len(self._starts), set[int]()
        below: list[int] = []
        open_, position, literals = 0, len(self._trail), clash
        while True:
            for literal in literals:
                variable = abs(literal)
                if variable not in seen and self._level[variable] > 0:
                    seen.add(variable)
                    self._activity[variable] += self._step
                    if self._level[variable] == current:
                        open_ += 1
                    else:
                        below.append(literal)
            position -= 1
            while abs(self._trail[position]) not in seen:
                position -= 1
            literal = self._trail[position]
            open_ -= 1
            if open_ == 0:
                below.sort(key=lambda other: -self._level[abs(other)])
                level = self._level[abs(below[0])] if below else 0
                return [-literal, *below], level
            literals = [other for other in self._reason[abs(literal)] or () if other != literal]

    def _probe(self) -> bool:
        """Try all open marks. If one leads to a conflict, resolve it and return True."""
        for cell in self._cells:
            for literal in cell:
                if not self._value[literal]:
                    self._decide(literal)
                    if clash := self._propagate():
                        self.counts["failed literals"] += 1
                        self._resolve(clash)
                        return True
                    self._undo(len(self._starts) - 1)
        return False

    def _guess(self) -> int | None:
        """Return the next mark to try, or None if every cell has its value."""
        value, activity = self._value, self._activity
        best: list[int] | None = None
        for cell in self._cells:
            live = [mark for mark in cell if value[mark] >= 0]
            if any(value[mark] > 0 for mark in live):
                continue
            if self._parts.restarts:
                live = [max(live, key=lambda mark: activity[mark])]
                is_better = best is None or activity[live[0]] > activity[best[0]]
            else:
                is_better = best is None or len(live) < len(best)
            if is_better:
                best = live
        return best and best[0]


def _luby_conflicts() -> Iterator[int]:
    """Yield how many conflicts there are between restarts. Knuth's formula gives 1, 1, 2, 1, ..."""
    turn, length = 1, 1
    while True:
        yield _FIRST_RESTART * length
        turn, length = (turn + 1, 1) if turn & -turn == length else (turn, 2 * length)


def with_segments(puzzle: Puzzle, encoded: cnf.Cnf) -> list[Clause]:
    """Add variables to the clauses, so that unit propagation finds locked candidates.

    There is a variable for each value and each segment, which is where a line meets a box. It tells
    whether the segment has the value. A value is in exactly one segment of each line and each box.
    """
    grid = puzzle.grid
    houses = [frozenset(part.cells) for part in puzzle.constraints if len(part.cells) == grid.rows]
    segments = {
        one & other for one in houses for other in houses if 1 < len(one & other) < len(one)
    }
    numbers, found = count(encoded.variables + 1), list(encoded.clauses)
    for value in grid.values:
        named = {segment: next(numbers) for segment in segments}
        for segment, name in named.items():
            marks = [
                grid.mark(cell, value)
                for cell in sorted(segment)
                if encoded.domains[cell] & grid.bit(value)
            ]
            found.append([-name, *marks])
            found.extend([name, -mark] for mark in marks)
        for house in houses:
            for parts in _partitions(house, segments):
                found.append([named[part] for part in parts])
                found.extend([-named[one], -named[other]] for one, other in combinations(parts, 2))
    return found


def _partitions(
    house: frozenset[int], segments: Iterable[frozenset[int]]
) -> Iterator[list[frozenset[int]]]:
    """Yield the ways to cut a house into segments. A box has two ways, and a line has one."""
    inside = [segment for segment in segments if segment <= house]
    for first in inside:
        if min(house) in first:
            length = len(first)
            parts = [first]
            for segment in inside:
                if len(segment) == length and not any(segment & part for part in parts):
                    parts.append(segment)
            if sum(map(len, parts)) == len(house):
                yield parts


def cells_of(encoded: cnf.Cnf) -> list[list[int]]:
    """Return the live marks of each cell, as literals."""
    grid = encoded.grid
    return [
        [grid.mark(cell, value) for value in grid.values_of(encoded.domains[cell])]
        for cell in grid.cells
    ]
