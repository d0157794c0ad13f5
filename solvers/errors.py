"""The errors of backends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from nonet.system.errors import NonetError
from nonet.system.limits import Limits, TimeUp


class WrongAnswer(NonetError, RuntimeError):
    """A solver returned a grid that breaks a rule, or a blocked grid. The solver has a bug.

    >>> from nonet.formats import classic
    >>> from nonet.solvers import require_right
    >>> require_right(classic("1..."), [(1, 1, 2, 2)], "hasty")
    Traceback (most recent call last):
    nonet.solvers.errors.WrongAnswer: hasty gave a wrong grid: r1c1 and r1c2 are both 1
    """


class BackendError(NonetError, ValueError):
    """A spec names an unknown backend, variant or option.

    >>> from nonet.solvers import find_backend
    >>> find_backend("norvig/fast")
    Traceback (most recent call last):
    nonet.solvers.errors.BackendError: norvig takes no variant or option
    """


class Unable(NonetError, RuntimeError):
    """A backend cannot answer this question. The message gives the reason."""


class LimitUnsupported(Unable):
    """A solver does not support a kind of limit. The message names the limits that it supports."""


class PuzzleUnsupported(Unable):
    """A backend does not support a puzzle. The message gives the reason."""


class SolverCrashed(Unable):
    """A solver raised an error, or its process ended without an answer."""


def refuse_nodes(spec: str, limits: Limits, nodes: str = "nodes") -> None:
    """Raise `LimitUnsupported` for a node limit, in a solver that supports no such limit."""
    if limits.nodes is not None:
        raise LimitUnsupported(f"{spec} cannot limit {nodes}: limit seconds instead")


@contextmanager
def crashes_of(spec: str) -> Iterator[None]:
    """Turn a solver's errors within the block into `SolverCrashed` with its spec."""
    try:
        yield
    except (NonetError, TimeUp, MemoryError):
        raise
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
        raise SolverCrashed(f"{spec} failed: {said}") from error
