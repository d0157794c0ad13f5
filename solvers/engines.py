"""The `Engine` that a solver implements, and loops that ask it for several solutions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol

from nonet.puzzle import Puzzle
from nonet.puzzle.geometry import Geometry
from nonet.solvers.answers import STATUS_OF, UNSATISFIABLE, Answer, PhaseClock, Solution, Status
from nonet.solvers.errors import SolverCrashed, crashes_of
from nonet.system.limits import (
    Limits,
    TimeUp,
    check_limits,
    limited_to,
    seconds_left,
)

if TYPE_CHECKING:
    from nonet.encodings.cnf import Cnf
    from nonet.encodings.opb import PseudoBoolean
    from nonet.encodings.places import Lowered
    from nonet.model.constraints import Candidates


class Asked(Protocol):
    """Answers questions about one puzzle: an engine or a session."""

    def solve(self, limits: Limits) -> Answer:
        """Find a solution that is not blocked."""

    def block(self, solution: Solution) -> None:
        """Forbid a grid, for all values of the auxiliary variables."""


class Engine(Asked, Protocol):
    """A solver loaded with one puzzle. `Session` does the work that is the same for all solvers."""

    def close(self) -> None:
        """Release the resources of the engine."""


class Freed:
    """The base class of engines and streams that have nothing to close."""

    def close(self) -> None:
        pass


def each_answer(
    asked: Asked, limits: Limits = Limits(), *, together: bool = False
) -> Iterator[Answer]:
    """Yield answers with different solutions: solve, block the solution, solve again.

    The last answer has no solution, and its status tells why. If the engine knows that a solution
    is the last one, it is not asked again. The limits apply to each answer. If `together` is set,
    the seconds are a limit for all answers in total.

    >>> from nonet.solvers import find_backend
    >>> with find_backend("norvig").open("1...") as session:
    ...     print([answer.solution for answer in each_answer(session)])
    [(1, 2, 2, 1), None]
    """
    start = time.perf_counter()
    left = limits
    while True:
        answer = asked.solve(left)
        yield answer
        if answer.solution is None:
            return
        asked.block(answer.solution)
        if answer.is_last:
            none = Answer(UNSATISFIABLE, by=answer.by)
            none.__dict__["puzzle"] = answer.puzzle
            yield none
            return
        if together and limits.seconds is not None:
            left = limits.after(seconds=time.perf_counter() - start)


def within_deadline(limits: Limits) -> Limits:
    """Return the limits, shortened to the seconds that the `limited_to` block around has left."""
    left = seconds_left()
    if left is None or (limits.seconds is not None and limits.seconds <= left):
        return limits
    return replace(limits, seconds=left)


class Stream(Protocol):
    """Answers many puzzles with the same rules. This is quicker than a session for each puzzle."""

    def ask(self, puzzles: Sequence[Puzzle], limits: Limits, most: int) -> list[list[Answer]]:
        """Answer puzzles with the same rules, as `Backend.answer_many` does."""

    def close(self) -> None:
        """Release the resources of the stream."""


class Lent(Engine, Protocol):
    """A solver that stays loaded for all puzzles of a geometry."""

    @property
    def geometry(self) -> Geometry:
        """The grid and the rules of the puzzles."""

    @property
    def is_worn(self) -> bool:
        """Whether a newly loaded solver would be faster."""

    def put(self, puzzle: Puzzle) -> None:
        """Prepare for a puzzle with at least one candidate in each cell."""


class LendingStream:
    """A stream that keeps a solver loaded, and loads a new one when the rules change.

    Such a stream adds no cuts. So `sessions` answer puzzles that need them.
    """

    def __init__(self, load: Callable[[Geometry], Lent], sessions: Stream) -> None:
        self._load = load
        self._sessions = sessions
        self._lent: Lent | None = None

    def close(self) -> None:
        lent, self._lent = self._lent, None
        if lent is not None:
            lent.close()

    def _lend(self, puzzle: Puzzle) -> Lent:
        lent = self._lent
        if lent is None or lent.geometry is not puzzle.geometry or lent.is_worn:
            self.close()
            lent = self._lent = self._load(puzzle.geometry)
        lent.put(puzzle)
        return lent

    def ask(self, puzzles: Sequence[Puzzle], limits: Limits, most: int) -> list[list[Answer]]:
        return [self._answers(puzzle, limits, most) for puzzle in puzzles]

    def _answers(self, puzzle: Puzzle, limits: Limits, most: int) -> list[Answer]:
        if 0 in puzzle.domains:
            return [Answer(Status.UNSATISFIABLE)]
        limits, start = within_deadline(limits), time.perf_counter()
        try:
            with limited_to(Limits(memory=limits.memory, cancel=limits.cancel)):
                with limited_to(limits):
                    lent = None if puzzle.needs_cuts() else self._lend(puzzle)
                left = limits.after(time.perf_counter() - start)
                if lent is None:
                    return self._sessions.ask([puzzle], left, most)[0]
                return list(islice(each_answer(lent, left), most))
        except TimeUp:
            self.close()
            return [Answer(Status.UNKNOWN)]
        except BaseException:
            self.close()  # an interrupted solver may be in any state
            raise


# --- engines of solvers that read clauses or pseudo-Boolean comparisons ---------------------------


class Holder(Protocol):
    """A solver that keeps its constraints, and accepts more constraints between two solves."""

    def add(self, constraint: Any) -> None:
        """Add a clause or a comparison."""

    def solve(self, limits: Limits) -> bool | None:
        """Tell whether all constraints can be satisfied. Return None at a limit."""

    def counters(self) -> dict[str, int]:
        """Return the solver's counters of the last solve, under the solver's names."""


class EncodedEngine(Freed):
    """The engine. It decodes solutions, and blocks a grid by an additional constraint."""

    def __init__(
        self,
        spec: str,
        model: Cnf | PseudoBoolean,
        holder: Holder,
        decode: Callable[[], Solution],
        phases: PhaseClock,
    ) -> None:
        self._spec = spec
        self._model = model
        self._holder = holder
        self._decode = decode
        self._phases = phases

    def solve(self, limits: Limits) -> Answer:
        with crashes_of(self._spec):
            with self._phases.measure("solve"):
                satisfiable = self._holder.solve(limits)
            solution = self._decoded() if satisfiable else None
            counters = self._holder.counters()
        return Answer(STATUS_OF[satisfiable], solution, counters, self._phases.take())

    def _decoded(self) -> Solution:
        try:
            with self._phases.measure("decode"):
                return self._decode()
        except ValueError as error:
            raise SolverCrashed(f"{self._spec}: {error}") from None

    def block(self, solution: Solution) -> None:
        self._add(self._model.blocking(solution))

    def cut(self, cut: Iterable[Candidates]) -> None:
        self._add(self._model.cut(cut))

    def _add(self, constraint: Any) -> None:
        if constraint is not None:
            with self._phases.measure("encode"), crashes_of(self._spec):
                self._holder.add(constraint)


class Comparer(Holder, Protocol):
    """A solver that keeps comparisons."""

    def is_true(self, variable: int) -> bool:
        """Return the value of a variable after a satisfied solve."""


class Comparing(EncodedEngine):
    """The engine of clingo, Z3 and Exact. It loads pseudo-Boolean comparisons into a solver."""

    def __init__(
        self, spec: str, start: Callable[[int], Comparer], puzzle: Puzzle | Lowered, seed: int
    ) -> None:
        from nonet.encodings.opb import PseudoBoolean

        phases = PhaseClock()
        self.puzzle = model = PseudoBoolean(puzzle)
        with phases.measure("encode"), crashes_of(spec):
            holder = start(seed)
            for comparison in model.bounded_comparisons():
                check_limits()
                holder.add(comparison)
        super().__init__(spec, model, holder, partial(model.decode, holder.is_true), phases)
