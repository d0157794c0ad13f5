"""How a loaded SAT solver keeps its limits: each kind of solver is stopped in its own way."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from nonet.means import most_memory
from nonet.solvers.answers import Limits
from nonet.solvers.sat.cadical import Cadical, can_be_stopped
from nonet.solvers.sat.catalogue import MOST_CONFLICTS
from nonet.solvers.threads import ask_in_thread

#: Conflicts that take a few milliseconds, and are all that most puzzles need: a thread would cost
#: more than the solve.
FIRST_SLICE = 500
#: Where CaDiCaL cannot be stopped, later slices are longer, because each begins with a restart.
SLICE_GROWTH, LAST_SLICE = 1.2, 5_000


def solve_within(
    solver: Any, stopped_by: str, limits: Limits, assumptions: Sequence[int] = ()
) -> bool | None:
    """Solve under assumptions; None when a limit was reached.

    After `KeyboardInterrupt` the solver must not be used again: PySAT has jumped out of its code
    and left it in no known state.
    """
    if limits.nodes == 0 or limits.seconds == 0:
        return None  # PySAT would take no conflicts for no limit at all
    try:
        if stopped_by == "termination":
            return _terminated(solver, limits, assumptions)
        return _interrupted(solver, limits, assumptions)
    except Exception as error:
        if "keyboard interrupt" in str(error):
            _hear_ctrl_c_again()
            raise KeyboardInterrupt from None
        raise


def _interrupted(solver: Any, limits: Limits, assumptions: Sequence[int]) -> bool | None:
    """Solve in a thread, which releases the interpreter, and interrupt it when the time is up."""
    if limits.seconds is None and most_memory() is None:
        if limits.nodes is None:
            return bool(solver.solve(assumptions=assumptions))
        return _within(solver, limits.nodes, assumptions)
    satisfiable, left = _first(solver, limits, assumptions)
    if satisfiable is not None or left is None:
        return satisfiable
    search = partial(_within, solver, left.nodes, assumptions, expect_interrupt=True)
    try:
        with ThreadPoolExecutor(max_workers=1) as pool:
            return ask_in_thread(pool, search, solver.interrupt, left.seconds)
    finally:
        solver.clear_interrupt()


def _terminated(solver: Any, limits: Limits, assumptions: Sequence[int]) -> bool | None:
    """Solve in a thread, and terminate the search when the time is up.

    In the main thread, Ctrl-C would make PySAT jump out of the solver's code, maybe with the heap
    locked, and hang.
    """
    satisfiable, left = _first(solver, limits, assumptions)
    if satisfiable is not None or left is None:
        return satisfiable
    if not can_be_stopped(solver):
        return _sliced(solver, left, assumptions)
    cadical = Cadical(solver)
    _limit_conflicts(solver, left.nodes)
    is_stopped = False

    def stop() -> None:
        nonlocal is_stopped
        is_stopped = True
        cadical.stop()

    with ThreadPoolExecutor(max_workers=1) as pool:
        search = partial(cadical.solve, assumptions)
        satisfiable = ask_in_thread(pool, search, stop, left.seconds)
    if is_stopped and satisfiable is not None:
        # It ended at that moment by itself, and the next search would end at once instead.
        _limit_conflicts(solver, 0)
        cadical.solve(())
        return None
    return satisfiable


def _sliced(solver: Any, limits: Limits, assumptions: Sequence[int]) -> bool | None:
    """Solve in a thread, in slices of conflicts until an answer is found or a limit is reached."""
    deadline = float("inf") if limits.seconds is None else time.perf_counter() + limits.seconds
    left = float("inf") if limits.nodes is None else limits.nodes
    stop = threading.Event()

    def go_on(left: float) -> bool | None:
        size: float = FIRST_SLICE
        while left > 0 and time.perf_counter() < deadline and not stop.is_set():
            satisfiable = _within(solver, int(min(size, left)), assumptions)
            if satisfiable is not None:
                return satisfiable
            left -= int(min(size, left))
            size = min(size * SLICE_GROWTH, LAST_SLICE)
        return None

    with ThreadPoolExecutor(max_workers=1) as pool:
        return ask_in_thread(pool, partial(go_on, left), stop.set)


def _first(
    solver: Any, limits: Limits, assumptions: Sequence[int]
) -> tuple[bool | None, Limits | None]:
    """Solve for a few conflicts; return the answer, or None and what is left of the limits."""
    first = FIRST_SLICE if limits.nodes is None else min(FIRST_SLICE, limits.nodes)
    start = time.perf_counter()
    satisfiable = _within(solver, first, assumptions)
    left = limits.after(time.perf_counter() - start, first)
    return satisfiable, None if 0 in (left.nodes, left.seconds) else left


def _within(
    solver: Any, conflicts: int | None, assumptions: Sequence[int], **options: bool
) -> bool | None:
    _limit_conflicts(solver, conflicts)
    satisfiable: bool | None = solver.solve_limited(assumptions=assumptions, **options)
    return satisfiable


def _limit_conflicts(solver: Any, conflicts: int | None) -> None:
    solver.conf_budget(-1 if conflicts is None else min(conflicts, MOST_CONFLICTS))


def _hear_ctrl_c_again() -> None:
    """Undo what PySAT leaves behind when Ctrl-C makes it jump out of the signal's handler.

    It leaves its own handler, which has nowhere left to jump to, and the signal blocked.
    """
    handler = signal.getsignal(signal.SIGINT)  # Python's own record, which PySAT bypasses
    if handler is not None:
        signal.signal(signal.SIGINT, handler)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
