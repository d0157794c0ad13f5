"""The compiled engines: classic puzzles in lockstep, in the lanes of the processor; and all others.

`nonet.solvers.native.arrays` has the same for arrays of puzzles. Without a compiled core (see
`nonet backends`) the backend is unavailable, and says why.
"""

from __future__ import annotations

import nonet
from nonet.puzzle import Puzzle
from nonet.solvers.contract import (
    Backend,
    BackendError,
    BackendUnavailable,
    Description,
    Engine,
    Family,
    PuzzleUnsupported,
)
from nonet.solvers.native.core import isa, missing
from nonet.solvers.native.general import PATIENCE, GeneralEngine, learns, supports
from nonet.solvers.native.lockstep.session import Lockstep, is_classic
from nonet.solvers.native.lockstep.stream import Lanes

SUMMARY = "classic puzzles in the lanes of the processor, all others by search, then by learning"

#: The variant that never learns: for measuring what learning is worth.
SEARCH = "search"


def engine(puzzle: Puzzle, *, may_learn: bool = True) -> Engine:
    """Return the engine for a puzzle, chosen by its model: the one place that knows them all.

    >>> from nonet.formats import classic
    >>> type(engine(classic(order=3))).__name__, type(engine(classic(order=2))).__name__
    ('Lockstep', 'GeneralEngine')
    """
    if is_classic(puzzle):
        return Lockstep(puzzle)
    reason = supports(puzzle)
    if reason:
        raise PuzzleUnsupported(f"native: {reason}")
    return GeneralEngine(puzzle, PATIENCE if may_learn else None)


def _build(variant: str, options: tuple[str, ...]) -> Backend:
    if variant not in ("", SEARCH) or options:
        raise BackendError(f"native has one variant, native:{SEARCH}, and no options")
    reason = missing()
    if reason:
        raise BackendUnavailable(f"native: {reason}")
    may_learn = variant != SEARCH
    spec = "native" if may_learn else f"native:{SEARCH}"
    return Backend(spec, lambda puzzle, seed: engine(puzzle, may_learn=may_learn), stream=Lanes)


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


__all__ = ["FAMILY", "Lanes", "engine", "is_classic", "learns", "missing", "supports"]

FAMILY = Family("native", _describe, _build)
