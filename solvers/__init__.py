"""Whoever answers: the contract, one file a solver, the registry."""

from nonet.solvers.contract import (
    Answer,
    Backend,
    BackendError,
    BackendUnavailable,
    Description,
    Engine,
    Family,
    Limits,
    LimitUnsupported,
    Phases,
    PuzzleUnsupported,
    Session,
    Solution,
    Status,
    Times,
    WrongAnswer,
)
from nonet.solvers.registry import backend, backends, register, split_specs

__all__ = [
    "Answer",
    "Backend",
    "BackendError",
    "BackendUnavailable",
    "Description",
    "Engine",
    "Family",
    "LimitUnsupported",
    "Limits",
    "Phases",
    "PuzzleUnsupported",
    "Session",
    "Solution",
    "Status",
    "Times",
    "WrongAnswer",
    "backend",
    "backends",
    "register",
    "split_specs",
]
