"""A process in which engines work that nothing else could stop: it may be killed at any moment.

Run as a script: ``python -P worker.py``; with ``-P`` the folder of this file is not searched for
modules. Requests and replies are pickles. First come the places where modules are found, then the
requests, each a function of this file by name, and what it is called with. A reply is what it
returns, or the error that it raises. When the parent is gone, which closes stdin, this one ends.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nonet.solvers.answers import Answer, Limits, Solution
    from nonet.solvers.engines import Engine

_engine: Engine | None = None


def _main() -> None:
    # Its own files: what a solver prints is no reply.
    requests = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.path[:] = pickle.load(requests)
    while True:
        try:
            name, arguments = pickle.load(requests)
        except EOFError:
            return
        try:
            reply: Any = _CALLED[name](*arguments)
        except Exception as error:
            reply = _told(error)
        replies.write(pickle.dumps(reply))
        replies.flush()


def _open(module: str, lowered: object, seed: int) -> None:
    """Start the engine of a module on a puzzle; the one before is gone."""
    global _engine  # noqa: PLW0603 - one for each process
    _engine = None
    _engine = import_module(module).engine(lowered, seed)


def _solve(blocked: list[Solution], limits: Limits) -> Answer:
    """Block these grids, and solve."""
    assert _engine is not None
    for solution in blocked:
        _engine.block(solution)
    return _engine.solve(limits)


def _told(error: Exception) -> Exception:
    """Return an error of nonet's as it is, and another one as a crash."""
    from nonet.solvers.errors import SolverCrashed
    from nonet.system.errors import NonetError

    if isinstance(error, NonetError):
        return error
    return SolverCrashed(f"{type(error).__name__}: {error}")


_CALLED: dict[str, Callable[..., Any]] = {"open": _open, "solve": _solve}

if __name__ == "__main__":
    _main()
