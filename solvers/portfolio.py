"""The backend ``first:`` runs several backends in parallel and takes the first verdict.

The spec ``first:native+pysat+cpsat`` names three backends, the contestants. A comma can stand for
``+``, but not in a list of specs. Each contestant gets the whole question in a worker process. With
enough processors, an answer takes the time of the fastest contestant, plus the time to start the
processes. So ``first:`` suits puzzles that take seconds, and is slow on other puzzles. If a
contestant crashes or cannot answer, the others continue.

After the first verdict, the other workers continue. The next question is the same, except that one
more grid is blocked. If one of these workers finds a grid that is not blocked, this grid answers
the next question.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue

from nonet.puzzle import Puzzle
from nonet.solvers.answers import NO_TIME, Answer, Solution, Status, Times
from nonet.solvers.contract import Backend, Session
from nonet.solvers.errors import BackendError, PuzzleUnsupported, Unable, WrongAnswer
from nonet.solvers.provider import Description, Provider
from nonet.system.errors import BackendUnavailable
from nonet.system.limits import Limits, most_memory, require_unstopped
from nonet.system.worker import Reply, Worker

NAME = "first"

#: Seconds to wait for an interrupted worker before it is killed.
GRACE = 2.0

#: Seconds between two checks whether the question was cancelled.
_PAUSE = 0.05


@dataclass
class _Contestant:
    """A contestant and its state.

    `knows` counts the blocked grids that the worker has received. `number` is the number of the
    question that the worker works on, or None if the worker is idle. `is_late` is set if the worker
    still works on an earlier question. If the contestant has reached a limit, `outcome` is UNKNOWN.
    If the contestant cannot answer the current question, `outcome` is the reason. If the contestant
    can never answer, `refusal` is the reason.
    """

    spec: str
    worker: Worker
    knows: int = 0
    number: int | None = None
    is_late: bool = False
    outcome: Status | str | None = None
    refusal: str = ""


class Portfolio:
    """The engine, which owns the workers of the contestants."""

    def __init__(
        self, lookup: Callable[[str], Backend], specs: Sequence[str], puzzle: Puzzle, seed: int
    ) -> None:
        self._opening = lookup, _pickled(puzzle), seed
        self._replies: SimpleQueue[tuple[Worker, Reply]] = SimpleQueue()
        self._blocked: list[Solution] = []
        self._contestants: list[_Contestant] = []
        start = time.perf_counter()
        try:
            for spec in specs:
                self._contestants.append(_Contestant(spec, self._started(spec)))
        except BaseException:
            self.close()
            raise
        self._starting = time.perf_counter() - start

    def solve(self, limits: Limits) -> Answer:
        start = time.perf_counter()
        deadline = None if limits.seconds is None else start + limits.seconds
        for contestant in self._contestants:
            self._begin(contestant, limits)
        while any(contestant.outcome is None for contestant in self._contestants):
            try:
                worker, said = self._next_reply(deadline)
            except Empty:
                return Answer(Status.UNKNOWN, times=self._times(start))
            for contestant in self._contestants:
                if contestant.worker is worker and self._take(contestant, said, limits):
                    answer: Answer = said.value
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
        busy = {entry.worker: entry.number for entry in contestants if entry.number is not None}
        of_others = []
        try:
            for worker in busy:
                worker.interrupt()
            deadline = time.monotonic() + GRACE
            while busy and (left := deadline - time.monotonic()) > 0:
                worker, said = self._replies.get(timeout=left)
                if worker not in busy:
                    of_others.append((worker, said))
                elif said.is_last and said.number in (0, busy[worker]):
                    del busy[worker]
        except Empty:
            pass
        finally:
            for reply in of_others:
                self._replies.put(reply)
            for contestant in contestants:
                contestant.worker.kill()

    def _started(self, spec: str) -> Worker:
        worker = Worker(heard=lambda worker, said: self._replies.put((worker, said)))
        worker.ask(_open, spec, *self._opening)
        return worker

    def _begin(self, contestant: _Contestant, limits: Limits) -> None:
        """Ask a contestant, unless it can never answer or still works on an earlier question."""
        contestant.outcome = contestant.refusal or None
        if contestant.refusal:
            return
        if contestant.number is not None and limits.nodes is not None:
            # The worker would count the nodes of the earlier question towards the node limit.
            self._end([contestant])
            contestant.worker = self._started(contestant.spec)
            contestant.knows, contestant.number = 0, None
        contestant.is_late = contestant.number is not None
        if not contestant.is_late:
            self._ask(contestant, limits)

    def _ask(self, contestant: _Contestant, limits: Limits) -> None:
        unknown = self._blocked[contestant.knows :]
        contestant.number = contestant.worker.ask(_solve, unknown, limits.nodes, most_memory())
        contestant.knows, contestant.is_late = len(self._blocked), False

    def _next_reply(self, deadline: float | None) -> tuple[Worker, Reply]:
        while True:
            left = float("inf") if deadline is None else deadline - time.perf_counter()
            try:
                return self._replies.get(timeout=max(0.0, min(left, _PAUSE)))
            except Empty:
                if left <= 0:
                    raise
                require_unstopped()

    def _take(self, contestant: _Contestant, said: Reply, limits: Limits) -> bool:
        """Record a reply, and tell whether it answers the current question."""
        if said.number not in (0, contestant.number):
            if said.error is not None:  # the contestant could not open the puzzle
                contestant.outcome = contestant.refusal = str(said.error)
            return False
        is_late, contestant.number = contestant.is_late, None
        try:
            answer = contestant.worker.value(said)
        except WrongAnswer:
            raise
        except Exception as error:
            contestant.outcome = contestant.outcome or str(error)
            if not said.number:
                contestant.refusal = contestant.outcome = str(error)
            elif is_late and not contestant.refusal:
                contestant.outcome = None
                self._ask(contestant, limits)
            return False
        if self._is_verdict(answer, is_late):
            return True
        if is_late:
            self._ask(contestant, limits)
        else:
            contestant.outcome = Status.UNKNOWN
        return False

    def _is_verdict(self, answer: Answer, is_late: bool) -> bool:
        if answer.status is Status.SATISFIED and is_late:
            return answer.solution not in self._blocked
        return answer.status is not Status.UNKNOWN

    def _times(self, start: float, own: Times = NO_TIME) -> Times:
        """Return the winner's times. The rest of the elapsed time counts as loading."""
        passed = time.perf_counter() - start + self._starting
        self._starting = 0.0
        if own.total > passed:  # the times include work on an earlier question
            return Times(solve=passed)
        return replace(own, load=own.load + passed - own.total)


# --- in a contestant's worker --------------------------------------------------------------------

_session: Session | None = None


def _open(spec: str, lookup: Callable[[str], Backend], pickled: bytes, seed: int) -> None:
    global _session  # noqa: PLW0603 - each process has one
    try:
        puzzle = pickle.loads(pickled)
    except (AttributeError, ImportError) as error:
        raise PuzzleUnsupported(_UNFINDABLE.format(error)) from None
    _session = lookup(spec).open(puzzle, seed=seed)


def _solve(blocked: Sequence[Solution], nodes: int | None, memory: int | None) -> Answer:
    if _session is None:
        raise Unable("the puzzle could not be opened")
    for solution in blocked:
        _session.block(solution)
    return _session.solve(Limits(nodes=nodes, memory=memory))


# --- the backend ---------------------------------------------------------------------------------

_UNFINDABLE = "define the rules of the puzzle in a module that can be imported: {}"


def _pickled(puzzle: Puzzle) -> bytes:
    try:
        return pickle.dumps(puzzle)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise PuzzleUnsupported(f"{NAME}: {_UNFINDABLE.format(error)}") from None


def provider(lookup: Callable[[str], Backend], split: Callable[[str], list[str]]) -> Provider:
    """Return the provider. The registry passes its functions, because it imports this module."""

    def build(variant: str, options: tuple[str, ...]) -> Backend:
        named = variant + (f"/{','.join(options)}" if options else "")
        found = dict(_found(spec, lookup) for spec in (split(named) if named else []))
        if len(found) < 2:
            raise BackendError(
                f"{NAME}: name two contestants or more, as in {NAME}:native+pysat, "
                f"or {NAME}:native,pysat outside of a list"
            )
        if all(found.values()):
            raise BackendUnavailable("; ".join(filter(None, found.values())))
        return Backend(
            f"{NAME}:{'+'.join(found)}",
            lambda puzzle, seed: Portfolio(lookup, [*found], puzzle, seed),
        )

    return Provider(NAME, _describe, build)


def _found(spec: str, lookup: Callable[[str], Backend]) -> tuple[str, str | None]:
    """Return a contestant's full spec, and the reason if the contestant cannot run here."""
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
