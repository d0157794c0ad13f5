"""``auto``, the default: picks a backend for each puzzle, by rules that are measured.

`choose` is the one place that has them; ``python benchmarks/auto.py`` measures what they are worth.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import nonet
from nonet.errors import TooLarge
from nonet.means import TimeUp, limited_to
from nonet.puzzle import Puzzle
from nonet.solvers import native, sat
from nonet.solvers.answers import Answer, Limits, Solution, Status
from nonet.solvers.contract import Backend, Stream
from nonet.solvers.engines import Engine
from nonet.solvers.errors import BackendError
from nonet.solvers.provider import Description, Provider

AUTO = "auto"

#: Nodes of one solve after which a search that cannot learn is given up: they take as long as
#: writing the clauses, and nearly all puzzles that it can answer are answered by then.
MOST_NODES = 5000

#: The fastest SAT solver on hard boards of 25×25 and 36×36, and never far behind on others.
SAT = "pysat:glucose4"


@dataclass(frozen=True)
class Choice:
    """The backend for a puzzle, and why; `then` takes over after `MOST_NODES` nodes of a solve.

    >>> from nonet.formats import classic
    >>> print(choose(classic(order=3)))
    native: a classic 9×9 takes it microseconds, however hard
    """

    first: str
    then: str | None
    reason: str

    def __str__(self) -> str:
        then = f", and {self.then} after {MOST_NODES} nodes" if self.then else ""
        return f"{self.first}{then}: {self.reason}"


def choose(puzzle: Puzzle) -> Choice:
    """Return which backend `auto` picks for a puzzle, and why.

    The native engine searches, then learns, and is well on its way before a SAT solver has its
    clauses, whatever the size and the rules. It does not learn from sums, nor from groups in which
    every two cells obey one relation; with those a SAT solver takes over.
    """
    if reason := native.missing():
        return Choice(SAT, None, f"the native engine is not here: {reason}")
    if puzzle.is_classic:
        return Choice("native", None, "a classic 9×9 takes it microseconds, however hard")
    if reason := native.supports(puzzle):
        return Choice(SAT, None, reason)
    if native.learns(puzzle):
        return Choice("native", None, "it searches, and learns where that finds nothing")
    return Choice("native", SAT, "search is the quickest, but learns nothing from such rules")


class Relay:
    """The engine: native, until a solve takes too many nodes, and the SAT solver from then on."""

    def __init__(self, puzzle: Puzzle, seed: int) -> None:
        self._puzzle = puzzle
        self._seed = seed
        self._engine = native.engine(puzzle)
        self._by = "native"
        self._is_final = False
        self._blocked: list[Solution] = []

    def solve(self, limits: Limits) -> Answer:
        """Solve with one engine, or with both in turn; the limits are for both together.

        A limit of nodes is the same on every machine here too: nodes of the one, and what is left
        of them as conflicts of the other.
        """
        start = time.perf_counter()
        if self._is_final or (limits.nodes is not None and limits.nodes <= MOST_NODES):
            return replace(self._engine.solve(limits), by=self._by)
        tried = self._engine.solve(replace(limits, nodes=MOST_NODES))
        left = limits.after(time.perf_counter() - start, MOST_NODES)
        if tried.status is not Status.UNKNOWN or left.seconds == 0:
            return replace(tried, by=self._by)
        self._hand_on(left)
        answer = self._engine.solve(limits.after(time.perf_counter() - start, MOST_NODES))
        return replace(
            answer,
            counters={**tried.counters, **answer.counters},
            times=tried.times + answer.times,
            by=self._by,
        )

    def block(self, solution: Solution) -> None:
        """Block it in the present engine and in the one that takes over."""
        self._engine.block(solution)
        if not self._is_final:
            self._blocked.append(solution)

    def close(self) -> None:
        """Give back what the present engine holds."""
        self._engine.close()

    def _hand_on(self, left: Limits) -> None:
        """Go on with the SAT solver, unless there would be too many clauses.

        Where writing them takes half of the time that is left, the rest is worth more in a search.
        """
        self._is_final = True
        seconds = None if left.seconds is None else left.seconds / 2
        try:
            with limited_to(seconds):
                engine = _sat().make(self._puzzle, self._seed)
        except (TimeUp, TooLarge):
            return
        self._engine.close()
        self._engine, self._by = engine, SAT
        for solution in self._blocked:
            engine.block(solution)


class _Single:
    """An engine that has the puzzle alone; its answers name its backend."""

    def __init__(self, engine: Engine, by: str) -> None:
        self._engine = engine
        self._by = by
        self.block = engine.block
        self.close = engine.close

    def solve(self, limits: Limits) -> Answer:
        answer = self._engine.solve(limits)
        return Answer(answer.status, answer.solution, answer.counters, answer.times, self._by)


class _Streams:
    """Many puzzles: the stream of the backend that is tried first."""

    def __init__(self, one_by_one: Stream) -> None:
        self._one_by_one = one_by_one
        self._sat: Stream | None = None

    def ask(self, puzzles: Sequence[Puzzle], limits: Limits, most: int) -> list[list[Answer]]:
        """Return at most `most` answers to each puzzle."""
        try:
            with limited_to(limits.seconds, limits.memory):
                choice = choose(puzzles[0])
        except TimeUp:
            return [[Answer(Status.UNKNOWN)] for _ in puzzles]
        if choice.first != SAT:
            # What the lanes cannot do goes to sessions of this backend.
            found = native.Lanes(self._one_by_one).ask(puzzles, limits, most)
        else:
            found = self._live().ask(puzzles, limits, most)
        return [[replace(answer, by=answer.by or choice.first) for answer in of] for of in found]

    def close(self) -> None:
        """Give back what the SAT solver holds."""
        if self._sat is not None:
            self._sat.close()

    def _live(self) -> Stream:
        make = _sat().stream
        if self._sat is None and make is not None:
            self._sat = make(self._one_by_one)
        return self._sat or self._one_by_one


def _sat() -> Backend:
    return sat.PROVIDER.build(SAT.partition(":")[2], ())


def _make(puzzle: Puzzle, seed: int) -> Engine:
    choice = choose(puzzle)
    if choice.then:
        return Relay(puzzle, seed)
    engine = native.engine(puzzle) if choice.first == "native" else _sat().make(puzzle, seed)
    return _Single(engine, choice.first)


def _picks(puzzle: Puzzle) -> str:
    return str(choose(puzzle))


def _describe() -> list[Description]:
    can = ("every rule", "incremental", "seconds", "nodes (and conflicts)", "many at once")
    return [Description(AUTO, "picks a backend for each puzzle", nonet.__version__, can)]


def _build(variant: str, options: tuple[str, ...]) -> Backend:
    if variant or options:
        raise BackendError(f"{AUTO} has no variants and no options")
    return _backend(None if native.missing() else native.isa())


@cache
def _backend(isa: str | None) -> Backend:
    """Return the backend for an instruction set of the native engine; None if there is none."""
    # Classic puzzles are for the native engine, in arrays too.
    return Backend(
        AUTO,
        _make,
        stream=_Streams,
        rows=native.ArraySolver("native") if isa else None,
        forms=native.canon if isa else None,
        picks=_picks,
        portion=native.PORTION if isa else sat.PORTION,
        isa=isa,
    )


PROVIDER = Provider(AUTO, _describe, _build)
