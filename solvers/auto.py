"""The default backend ``auto``, which picks a backend for each puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache

import nonet
from nonet.puzzle import Puzzle
from nonet.solvers import native
from nonet.solvers.abilities import Listing
from nonet.solvers.answers import Answer, Status
from nonet.solvers.contract import Backend, Description, Provider
from nonet.solvers.engines import Engine, Stream
from nonet.solvers.errors import BackendError, PuzzleUnsupported
from nonet.system.errors import BackendUnavailable
from nonet.system.limits import Limits, TimeUp, limited_to

AUTO = "auto"

#: The SAT solver that `auto` uses. It is the fastest on hard boards of 25×25 and 36×36, and nearly
#: the fastest on other boards.
SAT = "pysat:glucose4"


@dataclass(frozen=True)
class Choice:
    """The backend for a puzzle, and the reason for it."""

    spec: str
    reason: str

    def __str__(self) -> str:
        return f"{self.spec}: {self.reason}"


_CLASSIC = Choice("native", "its lanes search classic 9×9 boards together")
_OTHER = Choice("native", "it searches, and learns from conflicts if the search takes too long")


def choose(puzzle: Puzzle) -> Choice:
    """Return which backend `auto` picks for a puzzle, and why.

    The native engine is preferred for all sizes and rules, because it starts long before a SAT
    solver has loaded its clauses. It is also quicker on killers, where it does not learn: a SAT
    solver needs nearly as many conflicts, and several times as long for each.
    """
    if reason := native.missing():
        return Choice(SAT, f"the native engine is not available: {reason}")
    if native.is_for_lanes(puzzle):
        return _CLASSIC
    if puzzle.grid.has_auxiliary:
        return Choice(SAT, "with auxiliary cells, it need not begin again after a solution")
    if reason := native.supports(puzzle):
        return Choice(SAT, reason)
    return _OTHER


def _engine(puzzle: Puzzle, seed: int) -> Engine:
    # As `choose` does, but without asking twice whether the native engine supports the puzzle.
    if not puzzle.grid.has_auxiliary:
        with suppress(PuzzleUnsupported):
            return native.engine(puzzle, by="native")
    return _Sat(puzzle, seed)


class _Sat:
    """The engine of the SAT solver. It adds the solver's spec to each answer."""

    def __init__(self, puzzle: Puzzle, seed: int) -> None:
        engine = _sat().make(puzzle, seed)
        self._solve, self.block, self.close = engine.solve, engine.block, engine.close

    def solve(self, limits: Limits) -> Answer:
        return replace(self._solve(limits), by=SAT)


class _Stream:
    def __init__(self, one_by_one: Stream) -> None:
        self._one_by_one = one_by_one
        self._sat: Stream | None = None

    def ask(self, puzzles: Sequence[Puzzle], limits: Limits, most: int) -> list[list[Answer]]:
        try:
            with limited_to(limits):
                choice = choose(puzzles[0])
        except TimeUp:
            return [[Answer(Status.UNKNOWN)] for _ in puzzles]
        if choice.spec != SAT:
            # A puzzle that the lanes cannot answer gets a separate session.
            found = native.Lanes(self._one_by_one).ask(puzzles, limits, most)
        else:
            self._sat = self._sat or _sat().stream(self._one_by_one)  # type: ignore[misc]
            found = self._sat.ask(puzzles, limits, most)
        return [[replace(answer, by=answer.by or choice.spec) for answer in of] for of in found]

    def close(self) -> None:
        if self._sat is not None:
            self._sat.close()


def _sat() -> Backend:
    from nonet.solvers import sat

    return sat.PROVIDER.build(SAT.partition(":")[2], ())


def _listing(puzzle: Puzzle, *, few: bool = False) -> Listing | None:
    return native.listing(puzzle, few=few) if choose(puzzle).spec == "native" else None


def _describe() -> list[Description]:
    can = ("every rule", "incremental", "seconds", "nodes (and conflicts)", "many at once")
    return [Description(AUTO, "picks a backend for each puzzle", nonet.__version__, can)]


def _build(variant: str, options: tuple[str, ...]) -> Backend:
    if variant or options:
        raise BackendError(f"{AUTO} takes no variant or option")
    try:
        return _backend(native.isa())
    except BackendUnavailable:
        return _backend(None)


@cache
def _backend(isa: str | None) -> Backend:
    if isa is None:
        from nonet.solvers import sat
    return Backend(
        AUTO,
        _engine if isa else _Sat,
        stream=_Stream,
        rows=native.ArraySolver("native") if isa else None,
        forms=native.canon if isa else None,
        steps=native.TreeSearch if isa else None,
        picks=lambda puzzle: str(choose(puzzle)),
        listings=_listing,
        samplers=native.sampler if isa else None,
        portion=native.PORTION if isa else sat.PORTION,
        isa=isa,
        compiler=native.compiler() if isa else None,
    )


PROVIDER = Provider(AUTO, _describe, _build)
