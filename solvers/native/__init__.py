"""The engines in C++. `lockstep` solves classic puzzles. `general` solves all other puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

import nonet
from nonet.model.constraints import Partition, Runs
from nonet.puzzle import Puzzle
from nonet.solvers.abilities import Listing, Results, Sampler
from nonet.solvers.contract import Backend, Description, Provider
from nonet.solvers.cuts import with_cuts
from nonet.solvers.engines import Engine
from nonet.solvers.errors import BackendError, PuzzleUnsupported
from nonet.solvers.native.canon import canon
from nonet.solvers.native.core import compiler, isa, missing
from nonet.solvers.native.general import (
    PATIENCE,
    GeneralEngine,
    TreeListing,
    learns,
    sample,
    supports,
)
from nonet.solvers.native.lockstep import LaneListing, Lanes, Lockstep, is_for_lanes
from nonet.solvers.native.steps import TreeSearch
from nonet.system.errors import BackendUnavailable

if TYPE_CHECKING:
    from nonet.solvers.abilities import RowArray

SUMMARY = "compiled search and clause learning, with classic puzzles in lanes of the processor"

#: The name of the variant that never learns. It serves to measure the effect of learning.
SEARCH = "search"

#: A text of this many bytes, with a classic puzzle on each line, takes a few milliseconds to
#: answer.
PORTION = 1 << 20


def engine(puzzle: Puzzle, seed: int = 0, *, may_learn: bool = True, by: str = "") -> Engine:
    """Return the engine for a puzzle. It ignores the seed. Its answers have this `by`."""
    if is_for_lanes(puzzle):
        return Lockstep(puzzle, by)
    _require_support(puzzle)
    return GeneralEngine(puzzle, PATIENCE if may_learn else None, by)


def _own(puzzle: Puzzle) -> tuple[type, ...]:
    """Return the kinds of connections that need no cuts: partitions, and runs along them."""
    kinds = {type(part) for part in puzzle.geometry.connections}
    return (Partition, Runs) if Partition in kinds else ()


def _require_support(puzzle: Puzzle) -> None:
    if reason := supports(puzzle):
        raise PuzzleUnsupported(f"native: {reason}")


def listing(
    puzzle: Puzzle, by: str = "native", *, few: bool = False, may_learn: bool = True
) -> Listing | None:
    """Return a listing of a puzzle's solutions, or None if the puzzle needs cuts."""
    if puzzle.needs_cuts(_own(puzzle)):
        return None
    if is_for_lanes(puzzle):
        return LaneListing(puzzle, by)
    _require_support(puzzle)
    return TreeListing(puzzle, by, few=few, may_learn=may_learn)


def sampler(puzzle: Puzzle) -> Sampler | None:
    """Return the sampler, or None if the engine does not support the puzzle."""
    return None if puzzle.needs_cuts(_own(puzzle)) or supports(puzzle) else sample


@dataclass(frozen=True)
class ArraySolver:
    """Answers arrays of classic puzzles by the lockstep engine."""

    by: str

    def run(
        self,
        rows: RowArray,
        *,
        limit: int | None,
        kept: int,
        threads: int = 1,
        seconds: float | None = None,
    ) -> Results:
        from nonet.solvers.native.lockstep import arrays  # loads numpy

        return arrays.run(rows, limit=limit, kept=kept, threads=threads, seconds=seconds)


def _build(variant: str, options: tuple[str, ...]) -> Backend:
    if variant not in ("", SEARCH) or options:
        raise BackendError(f"native has no options, and only the variant native:{SEARCH}")
    reason = missing()
    if reason:
        raise BackendUnavailable(f"native: {reason}")
    return _backend(variant, isa())


@cache  # building a backend for each question would take too long
def _backend(variant: str, isa: str) -> Backend:
    spec = f"native:{variant}" if variant else "native"
    may_learn = variant != SEARCH
    return Backend(
        spec,
        with_cuts(partial(engine, may_learn=may_learn), _own),
        stream=Lanes,
        rows=ArraySolver(spec),
        steps=TreeSearch,
        forms=canon,
        listings=partial(listing, by=spec, may_learn=may_learn),
        samplers=sampler,
        portion=PORTION,
        isa=isa,
        compiler=compiler(),
    )


def _describe() -> list[Description]:
    reason = missing()
    in_use = () if reason else (isa(),)
    can = ("every rule", "up to 64 values", "incremental", "seconds", "nodes", "many at once")
    return [
        Description("native", SUMMARY, nonet.__version__, (*in_use, *can), reason),
        Description(
            f"native:{SEARCH}", "the same, but it never learns", nonet.__version__, can, reason
        ),
    ]


PROVIDER = Provider("native", _describe, _build)

__all__ = ["PORTION", "PROVIDER", "ArraySolver", "Lanes", "TreeSearch", "canon", "compiler"]
__all__ += ["engine", "is_for_lanes", "isa", "learns", "listing", "missing", "sampler", "supports"]
