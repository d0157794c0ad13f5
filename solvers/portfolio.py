"""The backend ``first:`` runs several backends in parallel and takes the first verdict.

The spec ``first:native+pysat+cpsat`` names three backends, called contestants. Outside of a list of
specs, ``,`` can replace ``+``. Each contestant gets the question in its own worker process. If a
contestant crashes or cannot answer, the others continue. It takes time to start the processes, so
``first:`` is good for puzzles that take seconds.

After the first verdict, the other workers continue with the same question. The next question
differs only by one more blocked grid. So if one of them finds a grid that is not blocked, this grid
answers the next question.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, replace

from nonet.puzzle import Puzzle
from nonet.solvers.answers import NO_TIME, Answer, Solution, Status, Times
from nonet.solvers.contract import Backend, Description, Provider, Session
from nonet.solvers.errors import BackendError, PuzzleUnsupported, Unable, WrongAnswer
from nonet.solvers.worker_engine import EngineInWorker
from nonet.system.errors import BackendUnavailable
from nonet.system.limits import Limits, most_memory
from nonet.system.processes import wait_for_any
from nonet.system.worker import Worker, keep, use

NAME = "first"

#: How many seconds an interrupted worker gets before it is killed.
GRACE = 2.0


@dataclass
class _Contestant:
    """A backend that takes part, with its worker and its state."""

    spec: str
    worker: Worker
    opened: Future[None]  # the worker opens the puzzle
    knows: int = 0  # how many blocked grids the worker has received
    answer: Future[Answer] | None = None  # None if the worker is idle
    is_late: bool = False  # whether the worker still works on an earlier question
    outcome: Status | str | None = None  # UNKNOWN at a limit, or why there is no answer
    refusal: str = ""  # why the contestant can never answer


class Portfolio:
    """The engine, which owns the workers of the contestants."""

    def __init__(
        self, lookup: Callable[[str], Backend], specs: Sequence[str], puzzle: Puzzle, seed: int
    ) -> None:
        self._answer = puzzle.grid.answer
        self._opening = lookup, _pickled(puzzle), seed
        self._blocked: list[Solution] = []
        self._contestants: list[_Contestant] = []
        start = time.perf_counter()
        try:
            for spec in specs:
                self._contestants.append(self._started(spec))
        except BaseException:
            self.close()
            raise
        self._starting = time.perf_counter() - start

    def solve(self, limits: Limits) -> Answer:
        start = time.perf_counter()
        for place in range(len(self._contestants)):
            self._begin(place, limits)
        while running := [each for each in self._contestants if each.outcome is None]:
            left = limits.after(time.perf_counter() - start).seconds
            if not wait_for_any([each.answer for each in running if each.answer], left):
                return Answer(Status.UNKNOWN, times=self._times(start))
            for contestant in running:
                answer = self._taken(contestant, limits)
                if answer is not None:
                    times = self._times(start, answer.times)
                    return replace(answer, times=times, by=contestant.spec)
        if any(contestant.outcome is Status.UNKNOWN for contestant in self._contestants):
            return Answer(Status.UNKNOWN, times=self._times(start))
        reasons = (f"{entry.spec}: {entry.outcome}" for entry in self._contestants)
        raise Unable(f"{NAME}: no contestant can answer: {'; '.join(reasons)}")

    def block(self, solution: Solution) -> None:
        self._blocked.append(solution)

    def close(self) -> None:
        self._end(self._contestants)

    def _end(self, contestants: Sequence[_Contestant]) -> None:
        """Interrupt the workers, so that they end their own programs. Then kill the workers."""
        # Only a worker that has opened its puzzle can have started programs.
        busy = [each for each in contestants if each.answer is not None and each.opened.done()]
        try:
            for contestant in busy:
                contestant.worker.interrupt()
            wait([each.answer for each in busy if each.answer], GRACE)
        finally:
            for contestant in contestants:
                contestant.worker.kill()

    def _started(self, spec: str) -> _Contestant:
        worker = Worker()
        asked = worker.ask(keep, EngineInWorker, spec, _opened, spec, *self._opening)
        return _Contestant(spec, worker, asked)

    def _begin(self, place: int, limits: Limits) -> None:
        """Ask a contestant if it can answer and does not work on an earlier question any more."""
        contestant = self._contestants[place]
        contestant.outcome = contestant.refusal or None
        if contestant.refusal:
            return
        if contestant.answer is not None and limits.nodes is not None:
            # The worker would also count the nodes that it spent on the earlier question.
            self._end([contestant])
            contestant = self._contestants[place] = self._started(contestant.spec)
        contestant.is_late = contestant.answer is not None
        if not contestant.is_late:
            self._ask(contestant, limits)

    def _ask(self, contestant: _Contestant, limits: Limits) -> None:
        unknown = self._blocked[contestant.knows :]
        within = Limits(nodes=limits.nodes, memory=most_memory())
        contestant.answer = contestant.worker.ask(use, "solve", unknown, within)
        contestant.knows, contestant.is_late = len(self._blocked), False

    def _taken(self, contestant: _Contestant, limits: Limits) -> Answer | None:
        asked, is_late = contestant.answer, contestant.is_late
        if asked is None or not asked.done():
            return None
        contestant.answer = None
        outcome: Status | str = Status.UNKNOWN
        try:
            contestant.opened.result()
            answer = asked.result()
            found = () if answer.solution is None else self._answer(answer.solution)
            is_stale = is_late and found in map(self._answer, self._blocked)
            if answer.status is not Status.UNKNOWN and not is_stale:
                return answer
        except WrongAnswer:
            raise
        except Exception as error:
            outcome = str(error)
            if contestant.opened.exception() or not contestant.worker.is_alive:
                contestant.refusal = contestant.outcome = outcome
                return None
        if is_late:
            self._ask(contestant, limits)
        else:
            contestant.outcome = outcome
        return None

    def _times(self, start: float, own: Times = NO_TIME) -> Times:
        passed = time.perf_counter() - start + self._starting
        self._starting = 0.0
        if own.total > passed:  # the worker began with an earlier question
            return Times(solve=passed)
        return own._replace(load=own.load + passed - own.total)


_UNFINDABLE = "define the rules of the puzzle in a module that can be imported: {}"


def _opened(spec: str, lookup: Callable[[str], Backend], pickled: bytes, seed: int) -> Session:
    """Open a puzzle in a contestant's worker."""
    try:
        puzzle = pickle.loads(pickled)
    except (AttributeError, ImportError) as error:
        raise PuzzleUnsupported(_UNFINDABLE.format(error)) from None
    return lookup(spec).open(puzzle, seed=seed)


def _pickled(puzzle: Puzzle) -> bytes:
    try:
        return pickle.dumps(puzzle)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise PuzzleUnsupported(f"{NAME}: {_UNFINDABLE.format(error)}") from None


def provider(lookup: Callable[[str], Backend], split: Callable[[str], list[str]]) -> Provider:
    """Return the provider. It calls functions of the registry, which cannot be imported here."""

    def build(variant: str, options: tuple[str, ...]) -> Backend:
        named = variant + (f"/{','.join(options)}" if options else "")
        found = dict(_found(spec, lookup) for spec in (split(named) if named else []))
        if len(found) < 2:
            raise BackendError(f"{NAME}: name at least two contestants, as in {NAME}:native+pysat")
        if all(found.values()):
            raise BackendUnavailable("; ".join(filter(None, found.values())))
        return Backend(
            f"{NAME}:{'+'.join(found)}",
            lambda puzzle, seed: Portfolio(lookup, [*found], puzzle, seed),
        )

    return Provider(NAME, _describe, build)


def _found(spec: str, lookup: Callable[[str], Backend]) -> tuple[str, str | None]:
    if spec.partition(":")[0] == NAME:
        raise BackendError(f"{NAME}: {spec} cannot be a contestant of {NAME}:")
    try:
        return lookup(spec).spec, None
    except BackendUnavailable as reason:
        return spec, str(reason)


def _describe() -> list[Description]:
    summary = "runs several backends in parallel, and takes the first verdict"
    how = f"name the contestants, as in {NAME}:native+pysat+cpsat"
    return [Description(f"{NAME}:SPEC+SPEC", summary, missing=how)]
