"""Calls of PySAT that Ctrl-C does not break off."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ctrl_c_waits() -> Iterator[None]:
    """Let Ctrl-C wait for the end of a call of PySAT.

    In the main thread PySAT would jump out of its C++ code, maybe with the heap locked, and hang.
    So it is told that this is another one: by the main thread alone, and only meanwhile.

    >>> from pysat.solvers import Solver
    >>> with Solver("minisat22", bootstrap_with=[[1, 2], [-1]]) as solver, ctrl_c_waits():
    ...     solver.solve()
    True
    """
    from pysat._utils import MainThread

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    MainThread.check = _is_elsewhere
    try:
        yield
    finally:
        MainThread.check = _is_main


def _is_elsewhere() -> bool:
    return False


def _is_main() -> bool:
    """Tell what PySAT's own function tells."""
    return threading.current_thread() is threading.main_thread()
