"""Turns taken on the workers of a cluster: one at a time on a core, and none on the same core."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import nonet
from nonet.racing.conditions import Conditions
from nonet.racing.machines import Machine, common_facts, require_alike
from nonet.racing.runs import Outcome
from nonet.racing.seats import Offer, Post, clear, offer, take_turn
from nonet.racing.turns import Run, Turn
from nonet.solvers import BackendUnavailable, SolverCrashed
from nonet.system.clusters import joined

#: Seconds between two looks at which workers are still there.
_LOOK = 1.0

_KEPT = "with --out, the runs until then are kept, and --resume goes on"


@dataclass(eq=False)
class Seat:
    """A core of a worker, and the turns that are left of the heat there."""

    worker: str
    host: str
    core: int
    machine: Machine
    turns: deque[Turn] = field(default_factory=deque)


def seated(offers: Mapping[str, Offer], threads: Mapping[str, int]) -> list[Seat]:
    """Return a seat for each core, as many for a worker as it has threads, by its address.

    >>> offers = {name: Offer(Machine.here(), "one", {"0-1": 0, "2-3": 2}, None) for name in "ab"}
    >>> [(seat.worker, seat.core) for seat in seated(offers, {"a": 1, "b": 4})]
    [('a', 0), ('b', 2)]
    """
    taken: set[tuple[str, str]] = set()
    found = []
    for worker, offered in sorted(offers.items()):
        free = [name for name in offered.cores if (offered.host, name) not in taken]
        for name in free[: threads.get(worker, 0)]:
            taken.add((offered.host, name))
            found.append(Seat(worker, offered.host, offered.cores[name], offered.machine))
    return found


@contextmanager
def hired(address: str, contestants: Sequence[str], *, mixed: bool) -> Iterator[Cluster]:
    """Hire the workers of a scheduler for a race; at its end they are left as they were.

    They must have all contestants, and be of one kind unless their times may be mixed.
    """
    with joined(address) as client:
        offers = _offers(client, tuple(contestants))
        cluster = Cluster(client, seated(offers, client.nthreads()))
        if not cluster.seats:
            raise BackendUnavailable(f"{address}: its workers have left")
        if not mixed:
            require_alike([seat.machine for seat in cluster.seats])
        try:
            yield cluster
        finally:
            cluster.leave()


def _offers(client: Any, contestants: tuple[str, ...]) -> dict[str, Offer]:
    """Ask all workers what they have; one that cannot take part is an error."""
    offers: dict[str, Offer] = {}
    for worker, offered in client.run(offer, contestants, on_error="return").items():
        if not isinstance(offered, Offer) or offered.machine.nonet != nonet.__version__:
            found = f"nonet {offered.machine.nonet}" if isinstance(offered, Offer) else str(offered)
            raise BackendUnavailable(
                f"{worker} cannot take part ({found}): pip install nonet=={nonet.__version__} there"
            )
        if offered.lacks:
            raise BackendUnavailable(f"{worker}: {offered.lacks}")
        offers[worker] = offered
    return offers


class Cluster:
    """Seats on the workers of a cluster, for one race."""

    def __init__(self, client: Any, seats: Sequence[Seat]) -> None:
        self._client = client
        self._race = uuid4().hex
        self._busy: dict[Future[Outcome], Seat] = {}
        self.seats = list(seats)

    def facts(self) -> dict[str, object]:
        """Return what all machines have in common, and each kind with its workers and cores."""
        kinds: dict[str, list[Seat]] = {}
        for seat in self.seats:
            kinds.setdefault(str(seat.machine), []).append(seat)
        machines = [
            seats[0].machine.facts()
            | {"workers": len({seat.worker for seat in seats}), "runs at a time": len(seats)}
            for seats in kinds.values()
        ]
        return common_facts([seat.machine for seat in self.seats]) | {"machines": machines}

    def runs(self, conditions: Conditions, heats: Iterable[Sequence[Turn]]) -> Generator[Run]:
        """Have all turns taken, each heat in one seat, and yield the runs as they end.

        What a worker leaves that is gone goes to the others.
        """
        todo, looked = iter(heats), time.monotonic()
        left: list[Sequence[Turn]] = []
        while True:
            for seat in self._idle():
                if not seat.turns:
                    more = left.pop() if left else next(todo, ())
                    seat.turns.extend(more)
                if seat.turns:
                    self._busy[self._begin(seat, conditions)] = seat
            if not self._busy:
                break
            ended, _ = wait(self._busy, _LOOK, FIRST_COMPLETED)
            for future in ended:
                outcome = _outcome(future)
                seat = self._busy.pop(future)
                yield Run(seat.turns.popleft(), outcome, str(seat.machine))
            if time.monotonic() - looked > _LOOK:
                left.extend(self._bury())
                looked = time.monotonic()
        if left or any(todo):
            raise SolverCrashed(f"all workers of the cluster are gone: {_KEPT}")

    def leave(self) -> None:
        """End what is still running."""
        for future in self._busy:
            future.cancel()
        self._busy.clear()
        with suppress(OSError):
            self._client.run(clear, self._race, on_error="ignore")

    def _idle(self) -> list[Seat]:
        busy = set(self._busy.values())
        return [seat for seat in self.seats if seat not in busy]

    def _begin(self, seat: Seat, conditions: Conditions) -> Future[Outcome]:
        post = Post(
            self._race,
            seat.core,
            conditions.contestants,
            conditions.terms,
            conditions.memory or self._share(seat),
        )
        executor: Executor = self._client.get_executor(
            pure=False, workers=[seat.worker], allow_other_workers=False
        )
        turn = seat.turns[0]
        return executor.submit(take_turn, post, turn.contestant, turn.task)

    def _share(self, seat: Seat) -> int | None:
        """Return half of the machine's memory, divided by the seats there."""
        beside = sum(other.host == seat.host for other in self.seats)
        return (seat.machine.memory or 0) // 2 // beside or None

    def _bury(self) -> list[deque[Turn]]:
        """Give up the seats of workers that are gone; return what is left of their heats."""
        try:
            there = self._client.nthreads()
        except OSError as error:
            raise SolverCrashed(f"the scheduler is gone: {_KEPT}") from error
        gone = [seat for seat in self.seats if seat.worker not in there]
        self.seats = [seat for seat in self.seats if seat.worker in there]
        for future in [future for future, seat in self._busy.items() if seat in gone]:
            future.cancel()
            del self._busy[future]
        return [seat.turns for seat in gone if seat.turns]


def _outcome(future: Future[Outcome]) -> Outcome:
    try:
        return future.result()
    except CancelledError:
        raise SolverCrashed(f"the scheduler is gone: {_KEPT}") from None
