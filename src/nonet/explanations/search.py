"""The search for the cheapest step, in Python with a SAT solver.

A step is a set of *uses* (cited rules) that removes a pencil mark. A *witness* of a mark is a board
that contains the mark and breaks some uses. A step that removes the mark must *hit* each witness:
it must contain a use that the witness breaks.

The search tries all costs in ascending order. For each mark, it lists the sets of uses that hit all
known witnesses. For each set, a solver decides whether the uses make the mark impossible. If so,
the set is a step with the fewest uses. If not, the solver finds a board. The search changes this
board until it breaks as few uses as possible, and adds it to the witnesses.

The method computes smallest unsatisfiable subsets by hitting sets (Ignatiev, Previti, Liffiton and
Marques-Silva, CP 2015). Gamba, Bogaerts and Guns (IJCAI 2021) apply it to explanations.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations, islice
from operator import or_
from random import Random
from typing import NamedTuple, TypeAlias

import numpy as np

from nonet.solvers import COMPARED, FoundStep, Limits, StepSearch, StepTask, find_backend
from nonet.system.limits import check_limits

#: A set of marks or of uses. Bit n of the integer stands for number n.
Mask: TypeAlias = int

#: The SAT solver. It loads fast, and answers many small questions fast.
SOLVER = "pysat:minisat22"

#: The conflict limit for making a board obey one more use. Without it, some tries take hours.
_PATIENCE = 60

#: The conflict limit of a quick question to the SAT solver.
_SOON = 50
#: The conflict limit for making an unsatisfiable core smaller.
_LONGEST = 100 * _SOON
#: The conflict limit of a question about one pencil mark, in each round of `_any_step`.
_ROUNDS = (_SOON, 10 * _SOON, _LONGEST, 10**9)
#: Only this many of the smallest unsatisfiable cores are made smaller.
_MOST_SHRUNK = 5


def open_search(task: StepTask) -> StepSearch:
    """Return the fastest search that is installed."""
    steps = find_backend().steps
    return steps(task) if steps else TreeSearch(task)


def mask_of(numbers: Iterable[int]) -> Mask:
    """Return the mask of some numbers."""
    return sum(1 << number for number in set(numbers))


def numbers_in(mask: Mask) -> Iterator[int]:
    """Yield the numbers in a mask, lowest first."""
    while mask:
        lowest = mask & -mask
        mask ^= lowest
        yield lowest.bit_length() - 1


class OutOfNodes(Exception):
    """Raised when the search for a step has reached its node limit."""


class Formula:
    """Asks a SAT solver for boards that obey some uses, and finds the uses that a board breaks.

    A board is a set of marks, one for each cell. A selector variable switches each use on.
    """

    def __init__(self, task: StepTask) -> None:
        #: The number of questions to the solver so far, and the limit on this number.
        self.asked = 0
        self.most: int | None = None
        self.cells = [mask_of(clause) for clause in task.background if min(clause) > 0]
        self.cell_of = {mark: cell for cell in self.cells for mark in numbers_in(cell)}
        self._marks = task.marks
        #: For each use, the marks of its cells. It can remove no others.
        self.scopes = [
            reduce(
                or_, {self.cell_of.get(abs(each), 0) for clause in clauses for each in clause}, 0
            )
            for clauses in task.uses
        ]
        #: The marks of each use that means "exactly one of these marks is right".
        self.exactly_one = {
            number: places
            for number, clauses in enumerate(task.uses)
            if (places := _exactly_one(clauses))
        }
        self._prepare_checks(task)
        top = max(
            (abs(literal) for use in task.uses for clause in use for literal in clause), default=0
        )
        first = max(top, task.marks) + 1
        self._selectors = range(first, first + len(task.uses))
        guarded = (
            [-selector, *clause]
            for selector, clauses in zip(self._selectors, task.uses, strict=True)
            for clause in clauses
        )
        load = find_backend(SOLVER).cores
        assert load is not None
        self._solver = load([*task.background, *guarded])
        marks = range(1, task.marks + 1)
        self._solver.prefer(
            [
                *(mark if mark in task.solution else -mark for mark in marks),
                *(-selector for selector in self._selectors),
            ]
        )

    def _prepare_checks(self, task: StepTask) -> None:
        """Store the clauses of all uses as arrays, so that `broken` checks them at once."""
        # The uses with auxiliary variables, whose values only a solver can find.
        self._undecided = [
            number
            for number, clauses in enumerate(task.uses)
            if any(abs(literal) > task.marks for clause in clauses for literal in clause)
        ]
        checked = [
            (number, clause)
            for number, clauses in enumerate(task.uses)
            if number not in self.exactly_one and number not in self._undecided
            for clause in clauses
        ]
        self._owners = np.array([number for number, _ in checked], np.intp)
        literals = np.array([literal for _, clause in checked for literal in clause], np.int64)
        self._variables, self._signs = np.abs(literals), literals > 0
        sizes = [len(clause) for _, clause in checked]
        self._starts = np.cumsum([0, *sizes], dtype=np.intp)[:-1]

    def scope(self, uses: Mask) -> Mask:
        """Return the marks that these uses could remove."""
        return reduce(or_, (self.scopes[number] for number in numbers_in(uses)), 0)

    def remove(self, marks: Mask) -> None:
        for mark in numbers_in(marks):
            self._solver.add([-mark])

    def board(self, uses: Mask, mark: int, conflicts: int | None = None) -> Mask | None:
        """Return a board with this mark that obeys these uses. None may mean too many conflicts."""
        if not self._is_possible(uses, mark, conflicts):
            return None
        return mask_of(literal for literal in self._solver.model()[: self._marks] if literal > 0)

    def core(self, uses: Mask, mark: int, conflicts: int | None = None) -> Mask | None:
        """Return some of these uses that make a mark impossible. None may mean a limit."""
        if self._is_possible(uses, mark, conflicts) is not False:
            return None
        first = self._selectors.start
        return mask_of(each - first for each in self._solver.core() if each >= first)

    def _is_possible(self, uses: Mask, mark: int, conflicts: int | None) -> bool | None:
        check_limits()
        self.asked += 1
        if self.most is not None and self.asked > self.most:
            raise OutOfNodes
        assumed = [self._selectors[number] for number in numbers_in(uses)]
        return self._solver.solve(Limits(nodes=conflicts), [*assumed, mark])

    def broken(self, board: Mask) -> Mask:
        """Return the uses that a board breaks."""
        broken = 0
        for number, places in self.exactly_one.items():
            if (board & places).bit_count() != 1:
                broken |= 1 << number
        if len(self._owners):
            packed = np.frombuffer(board.to_bytes(self._marks // 8 + 1, "little"), np.uint8)
            values = np.unpackbits(packed, bitorder="little").view(np.bool_)
            true = values[self._variables] == self._signs
            holds = np.logical_or.reduceat(true, self._starts)
            broken |= mask_of(set(self._owners[~holds].tolist()))
        for number in self._undecided:
            assumed = [self._selectors[number], *numbers_in(board)]
            if not self._solver.solve(assumptions=assumed):
                broken |= 1 << number
        return broken

    def close(self) -> None:
        self._solver.close()


def _exactly_one(clauses: Sequence[Sequence[int]]) -> Mask:
    """Return the marks if the clauses just mean "exactly one of these marks is true", else 0."""
    long = [clause for clause in clauses if min(clause) > 0]
    if len(long) != 1:
        return 0
    pairs = {frozenset(clause) for clause in clauses if min(clause) < 0}
    expected = {frozenset((-a, -b)) for a, b in combinations(long[0], 2)}
    return mask_of(long[0]) if pairs == expected else 0


class _Witness(NamedTuple):
    board: Mask
    broken: Mask


class TreeSearch:
    """A `StepSearch` in which a node is a question to the SAT solver."""

    def __init__(self, task: StepTask) -> None:
        self._formula = Formula(task)
        self._uses = mask_of(range(len(task.uses)))
        self._solution = mask_of(task.solution)
        self._live = mask_of(range(1, task.marks + 1))
        #: The witnesses of each mark. A witness that breaks all uses of another one is left out.
        self._witnesses: dict[int, list[_Witness]] = {}
        #: For each pencil mark, a cost, and all sets of so many uses that remove the mark. No
        #: smaller set removes it.
        self._tried: dict[int, tuple[int, list[Mask]]] = {}
        #: For each use, the marks of its cells at the last try, and the marks that it removed.
        self._alone: dict[int, tuple[Mask, Mask]] = {}
        self._random = Random(0)

    def next(self, live: Collection[int], nodes: int | None = None) -> FoundStep | None:
        """Return the cheapest step on a board with these marks."""
        gone, self._live = self._live & ~mask_of(live), mask_of(live)
        self._formula.remove(gone)
        for mark, known in self._witnesses.items():
            if any(each.board & gone for each in known):
                known[:] = [each for each in known if not each.board & gone]
                self._tried.pop(mark, None)
        if not self._false:
            return None
        self._formula.asked, self._formula.most = 0, nodes
        cost = 1
        try:
            found = {1 << number: removed for number, removed in self._cheapest()}
            while not found:
                if cost > self._uses.bit_count():
                    raise ValueError("the solution is not the only one")
                cost += 1
                found = {uses: self._removed_by(uses) for uses in self._steps(cost)}
        except OutOfNodes:
            self._formula.most = None
            uses, mark = self._any_step()
            return self._step(uses, self._soon_removed_by(uses, mark), cost)._replace(cut_off=True)
        return min(
            (self._step(uses, removed, cost) for uses, removed in found.items()), key=self._rank
        )

    @property
    def _false(self) -> Mask:
        return self._live & ~self._solution

    def _step(self, uses: Mask, removed: Mask, least: int) -> FoundStep:
        return FoundStep(tuple(numbers_in(uses)), tuple(numbers_in(removed)), least)

    def _rank(self, step: FoundStep) -> tuple[bool, int, tuple[int, ...], tuple[int, ...]]:
        removed = mask_of(step.removed)
        cells = {self._formula.cell_of[mark] for mark in step.removed}
        places = any((cell & self._live & ~removed).bit_count() == 1 for cell in cells)
        return not places, -len(step.removed), step.removed, step.uses

    def _cheapest(self) -> Iterator[tuple[int, Mask]]:
        """Yield each use that alone removes marks, and the removed marks."""
        for number, scope in enumerate(self._formula.scopes):
            seen, removed = self._alone.get(number, (-1, 0))
            if seen != self._live & scope:
                removed = self._removed_by(1 << number)
                self._alone[number] = self._live & scope, removed
            if removed:
                yield number, removed

    def _steps(self, cost: int) -> Iterator[Mask]:
        """Yield the sets of this many uses that remove a mark, unless a smaller set removes it."""
        for mark in numbers_in(self._false):
            known, sets = self._tried.get(mark, (1, []))
            if known < cost:
                family = [each.broken for each in self._witnesses.get(mark, ())]
                sets = list(self._hitting(mark, sorted(family, key=int.bit_count), 0, 0, cost))
                self._tried[mark] = cost, sets
            elif known > cost:
                sets = []
            yield from sets
            if sets and cost > COMPARED:
                return

    def _hitting(
        self, mark: int, family: list[Mask], chosen: Mask, excluded: Mask, left: int
    ) -> Iterator[Mask]:
        """Yield sets of uses that remove the mark: the `chosen` uses and at most `left` others.

        No set contains `excluded` uses. `family` lists the uses that each known witness breaks.
        """
        while True:
            unhit = [broken for broken in family if not broken & chosen]
            if unhit:
                break
            board = self._formula.board(chosen, mark)
            if board is None:
                yield chosen
                return
            family.append(self._grow(mark, board))
            family.sort(key=int.bit_count)
        branch = numbers_in(_narrowest(unhit, excluded, left))
        hits = {1 << use: sum(broken >> use & 1 for broken in unhit) for use in branch}
        for use in sorted(hits, key=lambda use: -hits[use]):
            yield from self._hitting(mark, family, chosen | use, excluded, left - 1)
            excluded |= use

    def _grow(self, mark: int, board: Mask) -> Mask:
        """Change a board until it breaks as few uses as possible. Store it as a witness."""
        broken = self._formula.broken(board)
        order = list(numbers_in(broken))
        self._random.shuffle(order)
        for use in order:
            if broken >> use & 1:
                kept = self._uses & ~broken | 1 << use
                other = self._formula.board(kept, mark, _PATIENCE)
                if other is not None:
                    board, broken = other, self._formula.broken(other)
        for each in numbers_in(board & ~self._solution):
            known = self._witnesses.setdefault(each, [])
            if not any(other.broken & ~broken == 0 for other in known):
                known[:] = [other for other in known if broken & ~other.broken]
                known.append(_Witness(board, broken))
        return broken

    def _is_spare(self, mark: int, uses: Mask) -> bool:
        """Tell whether a witness shows that these uses do not remove a mark."""
        return any(not each.broken & uses for each in self._witnesses.get(mark, ()))

    def _removed_by(self, uses: Mask) -> Mask:
        single = self._formula.exactly_one.get(uses.bit_length() - 1)
        if single and uses.bit_count() == 1:
            return self._removed_by_places(single & self._live)
        undecided, removed = self._false & self._formula.scope(uses), 0
        while undecided:
            mark = undecided.bit_length() - 1
            undecided ^= 1 << mark
            if not self._is_spare(mark, uses):
                board = self._formula.board(uses, mark)
                if board is None:
                    removed |= 1 << mark
                else:
                    undecided &= ~board
        return removed

    def _any_step(self) -> tuple[Mask, int]:
        """Return a small set of uses, and a pencil mark that they remove.

        For each mark, the SAT solver assumes that the mark is right. If this contradicts the uses,
        the unsatisfiable core removes the mark. The smallest cores are then made smaller.
        """
        for conflicts in _ROUNDS:
            refuted = (
                (core, mark)
                for mark in numbers_in(self._false)
                if (core := self._formula.core(self._uses, mark, conflicts)) is not None
            )
            # After the first round, each core takes long. So take the first one.
            found = sorted(islice(refuted, None if conflicts == _SOON else 1), key=_size)
            if found:
                most = min(conflicts, _LONGEST)
                return min((self._shrunk(*each, most) for each in found[:_MOST_SHRUNK]), key=_size)
        raise ValueError("the solution is not the only one")

    def _shrunk(self, uses: Mask, mark: int, conflicts: int) -> tuple[Mask, int]:
        """Leave out all uses that the solver quickly proves to be unnecessary."""
        for use in numbers_in(uses):
            if uses >> use & 1:
                fewer = self._formula.core(uses & ~(1 << use), mark, conflicts)
                uses = uses if fewer is None else fewer
        return uses, mark

    def _soon_removed_by(self, uses: Mask, known: int) -> Mask:
        """Return a known removed mark, and the marks whose removal can be proved quickly."""
        removed = 1 << known
        for mark in numbers_in(self._false & self._formula.scope(uses) & ~removed):
            is_spare = self._is_spare(mark, uses)
            if not is_spare and self._formula.core(uses, mark, _SOON) is not None:
                removed |= 1 << mark
        return removed

    def _removed_by_places(self, places: Mask) -> Mask:
        if places.bit_count() == 1:
            return self._formula.cell_of[places.bit_length() - 1] & self._false
        taken = any(
            self._formula.cell_of[mark] & self._live == 1 << mark for mark in numbers_in(places)
        )
        return places & self._false if taken else 0

    def close(self) -> None:
        self._formula.close()


def _narrowest(unhit: list[Mask], excluded: Mask, left: int) -> Mask:
    """Return the smallest set in `unhit`, or 0 if `left` uses cannot hit all sets."""
    best, packed, disjoint = 0, 0, 0
    for broken in unhit:
        open_uses = broken & ~excluded
        if not open_uses:
            return 0
        if not open_uses & packed:
            packed |= open_uses
            disjoint += 1
            if disjoint > left:
                return 0
        if not best or open_uses.bit_count() < best.bit_count():
            best = open_uses
    return best


def _size(found: tuple[Mask, int]) -> int:
    return found[0].bit_count()
