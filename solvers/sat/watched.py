"""Record the search of CaDiCaL, which tells a propagator of PySAT about its decisions.

CaDiCaL reports decisions, assignments and backtracks (the interface IPASIR-UP), and writes the
learned clauses into its proof. It does not report why a literal follows. So we look for a clause
whose other literals were false before. Nor does it report the last assignments before a conflict,
or the clause that became false. Unit propagation with the same clauses finds them.

CaDiCaL searches as in textbooks here (`TEXTBOOK`). So each conflict teaches one clause, and a
backtrack undoes whole levels.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from nonet.encodings.options import Encoding
from nonet.puzzle import Puzzle
from nonet.solvers.abilities import AUXILIARY, Literal, Trace
from nonet.solvers.watched import Full, Recorder

if TYPE_CHECKING:
    from nonet.encodings.cnf import Cnf

#: The solver that is recorded: CaDiCaL 1.9.5, which PySAT can watch.
WATCHED = "cadical195"

#: No inprocessing, lucky phases, chronological backtracking or on-the-fly strengthening, and no
#: clause is forgotten.
TEXTBOOK = {"inprocessing": 0, "lucky": 0, "chrono": 0, "otfs": 0, "reduce": 0}
#: The fewest events of a conflict: a decision, the conflict, the learned clause, and the backtrack.
_EVENTS_OF_CONFLICT = 4

Clause = Sequence[int]


class _Back(NamedTuple):
    level: int
    #: The variables of all decisions, if the last decision has not been reported yet.
    decisions: tuple[int, ...]


class _Watcher:
    """Writes a log of CaDiCaL's reports. PySAT calls these methods by their names."""

    is_lazy = False

    def __init__(self, solver: Any, variables: int) -> None:
        self.log: list[int | _Back | None] = []  # a literal, a backtrack, or None for a new level
        self._solver = solver
        self._is_solved = False
        self._variables = range(1, variables + 1)
        solver.connect_propagator(self)
        for variable in self._variables:
            solver.observe(variable)

    def on_assignment(self, literal: int, fixed: bool = False) -> None:
        self.log.append(literal)

    def on_new_level(self) -> None:
        self.log.append(None)

    def on_backtrack(self, to: int) -> None:
        if self._is_solved:
            return
        is_open = self.log and self.log[-1] is None
        asked = filter(self._solver.is_decision, self._variables if is_open else ())
        self.log.append(_Back(to, tuple(asked)))

    def check_model(self, model: list[int]) -> bool:
        self._is_solved = True
        return True

    def decide(self) -> int:
        return 0

    def propagate(self) -> list[int]:
        return []

    add_clause = propagate


def trace(encoding: Encoding, puzzle: Puzzle, most: int) -> Trace:
    """Record the search for the first solution, in the encoding of a spec."""
    from pysat.solvers import Solver

    from nonet.encodings.cnf import encode  # loads numpy

    cnf = encode(puzzle, encoding)
    about = f"CaDiCaL 1.9.5 on {len(cnf.clauses):,} clauses"
    recorder = Recorder(about, cnf.domains, most)
    if [] in cnf.clauses:
        return recorder.record(())
    # Variables that are in no clause would be decisions without a meaning. So number the others.
    used = sorted({abs(literal) for clause in cnf.clauses for literal in clause})
    number = {variable: index for index, variable in enumerate(used, 1)}
    clauses = [[_signed(number[abs(each)], each) for each in clause] for clause in cnf.clauses]
    with Solver(WATCHED, bootstrap_with=clauses, with_proof=True) as solver:
        solver.configure(TEXTBOOK)
        watcher = _Watcher(solver, len(used))
        solver.conf_budget(most // _EVENTS_OF_CONFLICT + 1)
        satisfiable = solver.solve_limited()
        lines = [line.split()[:-1] for line in solver.get_proof() if not line.startswith("d")]
        proof = [[int(literal) for literal in line] for line in lines]
        model = [_signed(used[abs(each) - 1], each) for each in solver.get_model() or ()]
        solver.disconnect_propagator()
    replay = _Replay(cnf, used, clauses, proof, recorder)

    def search() -> Iterator[Sequence[int] | None]:
        replay.run(watcher.log, is_refuted=satisfiable is False)
        if satisfiable is None:
            raise Full
        if satisfiable:
            yield cnf.decode(model)

    return recorder.record(search())


def _signed(number: int, like: int) -> int:
    return number if like > 0 else -number


class _Replay:
    """Turns CaDiCaL's log into events. `trail` has the true literals, in order."""

    def __init__(
        self,
        cnf: Cnf,
        used: Sequence[int],
        clauses: Sequence[Clause],
        proof: Sequence[Clause],
        recorder: Recorder,
    ) -> None:
        self._grid = cnf.grid
        self._used = used
        self._recorder = recorder
        self._proof = proof
        self._next = 0  # the first clause of the proof that no conflict has taught yet
        self._containing: defaultdict[int, list[Clause]] = defaultdict(list)
        for clause in clauses:
            self._add(clause)
        self._fixed: list[int] = []  # reported literals that hold without decisions
        self._trail: list[int] = []
        self._place: dict[int, int] = {}  # the index of each true literal in the trail
        self._levels: list[tuple[int, list[int]]] = []  # the length of the trail, and the masks
        self._masks = list(recorder.start)
        self._told = 0  # the number of literals of the trail that have events
        self._settled = 0  # the number of literals of the trail from which all is derived
        self._lesson: Clause | None = None  # the learned clause that gives the next literal

    def run(self, log: Sequence[int | _Back | None], *, is_refuted: bool) -> None:
        for item in log:
            if isinstance(item, int):
                if self._levels:
                    self._assign(item)
                else:
                    self._fixed.append(item)
                continue
            if item is None:
                self._order_fixed()
                self._tell()
                self._settled = len(self._trail)
                self._levels.append((self._settled, self._masks.copy()))
                continue
            self._order_fixed()
            false = self._find_conflict(item)
            self._tell(false)
            if false is None:
                self._undo("restart", item.level)
                continue
            self._lesson = self._proof[self._next - 1]
            self._add(self._lesson)
            self._note("learn", clause=self._lesson)
            self._undo("back", item.level)
        self._order_fixed()
        self._tell(self._propagate() if is_refuted else None)

    def _add(self, clause: Clause) -> None:
        for literal in clause:
            self._containing[literal].append(clause)

    def _assign(self, literal: int) -> None:
        self._place[literal] = len(self._trail)
        self._trail.append(literal)

    def _cut(self, length: int) -> None:
        for literal in self._trail[length:]:
            del self._place[literal]
        del self._trail[length:]

    def _order_fixed(self) -> None:
        """Assign the literals that hold without decisions. CaDiCaL reports them in no order."""
        fixed = set(self._fixed)
        self._fixed.clear()
        for literal in fixed:
            if any(len(clause) == 1 for clause in self._containing[literal]):
                self._assign(literal)
        self._propagate(fixed)
        for literal in fixed - self._place.keys():
            self._assign(literal)

    def _propagate(self, only: Container[int] | None = None) -> Clause | None:
        """Assign what follows, or `only` some of it. Return a clause that is false, if any."""
        at = self._settled
        while at < len(self._trail):
            for clause in self._containing[-self._trail[at]]:
                left = [literal for literal in clause if -literal not in self._place]
                if not left:
                    return clause
                follows = len(left) == 1 and left[0] not in self._place
                if follows and (only is None or left[0] in only):
                    self._assign(left[0])
            at += 1
        return None

    def _find_conflict(self, back: _Back) -> Clause | None:
        """Return a false clause and assign what makes it false, or return None for a restart.

        CaDiCaL reports the variable of the last decision, but not its value. So try both values.
        With the right value, the next learned clause in the proof fits.
        """
        length = len(self._trail)
        decided = [each for each in back.decisions if not {each, -each} & self._place.keys()]
        found: list[tuple[int, list[int], Clause]] = []
        for literals in [[literal] for each in decided for literal in (each, -each)] or [[]]:
            for literal in literals:
                self._assign(literal)
            false = self._propagate()
            if false is not None:
                for index in range(self._next, found[0][0] if found else len(self._proof)):
                    if self._drives(self._proof[index], back.level):
                        found = [(index, self._trail[length:], false)]
                        break
            self._cut(length)
        for index, literals, false in found:
            self._next = index + 1
            for literal in literals:
                self._assign(literal)
            return false
        return None

    def _drives(self, clause: Clause, level: int) -> bool:
        """Tell whether a clause gives one literal after a backtrack, and no literal now."""
        end, place = len(self._trail), self._place
        rest = [each for each in clause if place.get(-each, end) >= self._levels[level][0]]
        return len(rest) == 1 and place.get(rest[0], end) >= self._levels[-1][0]

    def _undo(self, kind: str, level: int) -> None:
        length, self._masks = self._levels[level]
        del self._levels[level:]
        self._cut(length)
        self._told = self._settled = length
        self._note(kind)

    def _tell(self, false: Clause | None = None) -> None:
        """Add events: the decision, what follows, and removed candidates or the conflict."""
        begin = self._levels[-1][0] if self._levels else None
        for literal in self._trail[self._told :]:
            index, is_new = self._place[literal], self._take(literal)
            if index == begin:
                self._note("decide", literal)
            elif self._lesson is not None or is_new:
                self._note("follow", literal, self._lesson or self._reason(literal))
            self._lesson = None
        self._told = len(self._trail)
        if false is not None:
            self._note("conflict", clause=false)
        elif self._masks != self._recorder.masks:
            self._note("remove")

    def _take(self, literal: int) -> bool:
        cell, value, holds = self._literal(literal)
        if cell == AUXILIARY:
            return False
        bit, old = self._grid.bit(value), self._masks[cell]
        self._masks[cell] = old & bit if holds else old & ~bit
        return holds and old != bit and bool(old & bit)

    def _reason(self, literal: int) -> Clause:
        index = self._place[literal]
        for clause in reversed(self._containing[literal]):
            if all(self._place.get(-other, index) < index for other in clause if other != literal):
                return clause
        return ()

    def _note(self, kind: str, literal: int | None = None, clause: Clause = ()) -> None:
        said = None if literal is None else self._literal(literal)
        words = map(self._literal, clause)
        self._recorder.add(kind, len(self._levels), self._masks, said, words)

    def _literal(self, literal: int) -> Literal:
        variable = self._used[abs(literal) - 1]
        if variable > self._grid.marks:
            return AUXILIARY, variable, literal > 0
        return *self._grid.unmark(variable), literal > 0
