"""Run a loaded SAT solver within limits. Each kind of solver is stopped in a different way.

PySAT holds the interpreter lock while CaDiCaL searches, so nothing can stop it. But PySAT's library
exports CaDiCaL's methods, under mangled C++ names that are the same for all compilers except
Microsoft's. A call by `ctypes` releases the lock, so another thread can end the search.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Any

from nonet.solvers.sat.catalogue import MOST_CONFLICTS
from nonet.solvers.threads import ask_in_thread
from nonet.system.limits import Limits
from nonet.system.processes import ctrl_c_waits

#: A search continues in a second thread after this many conflicts. They take a few milliseconds,
#: and suffice for most puzzles. For so short a search, starting a thread would take longer.
FIRST_SLICE = 500
#: If CaDiCaL cannot be terminated, it only searches for some conflicts at a time: a slice. Each
#: slice begins with a restart, which costs time. So each slice is longer than the one before by the
#: factor `SLICE_GROWTH`, up to `LAST_SLICE` conflicts.
SLICE_GROWTH, LAST_SLICE = 1.2, 5_000

#: CaDiCaL's answers. Any other number means unknown.
_ANSWERS = {10: True, 20: False}


def solve_within(
    solver: Any, stopped_by: str, limits: Limits, assumptions: Sequence[int] = ()
) -> bool | None:
    """Solve under assumptions. Return None at a limit.

    The search begins in this thread. If it takes long, it continues in a second thread, so that
    Ctrl-C can stop it.
    """
    if limits.nodes == 0 or limits.seconds == 0:
        return None  # PySAT would treat 0 conflicts as unlimited
    if stopped_by == "child":
        return solver.solve() if limits.nodes is None else _within(solver, limits.nodes, ())
    start, before = time.perf_counter(), _conflicts(solver)
    first = FIRST_SLICE if limits.nodes is None else min(FIRST_SLICE, limits.nodes)
    satisfiable = _within(solver, first, assumptions)
    # Some solvers only check their limit at restarts, so they may exceed it.
    left = limits.after(time.perf_counter() - start, _conflicts(solver) - before)
    if satisfiable is not None or 0 in (left.nodes, left.seconds):
        return satisfiable
    if stopped_by == "interrupt":
        return _interrupted(solver, left, assumptions)
    if cadical := cadical_in(solver):
        return _terminated(solver, cadical, left, assumptions)
    return _sliced(solver, left, assumptions)


def _interrupted(solver: Any, limits: Limits, assumptions: Sequence[int]) -> bool | None:
    """Solve in a thread that releases the interpreter lock. Interrupt it when the time is up."""
    search = partial(_within, solver, limits.nodes, assumptions, expect_interrupt=True)
    try:
        with ThreadPoolExecutor(max_workers=1) as pool:
            return ask_in_thread(pool, search, solver.interrupt, limits.seconds)
    finally:
        solver.clear_interrupt()


def _terminated(
    solver: Any, cadical: Cadical, limits: Limits, assumptions: Sequence[int]
) -> bool | None:
    _limit_conflicts(solver, limits.nodes)
    is_stopped = False

    def stop() -> None:
        nonlocal is_stopped
        is_stopped = True
        cadical.stop()

    with ThreadPoolExecutor(max_workers=1) as pool:
        search = partial(cadical.solve, assumptions)
        satisfiable = ask_in_thread(pool, search, stop, limits.seconds)
    if is_stopped and satisfiable is not None:
        # The search ended just before the request to terminate it. The request would end the next
        # search instead. So start an empty search, which uses up the request.
        _limit_conflicts(solver, 0)
        cadical.solve(())
        return None
    return satisfiable


def _sliced(solver: Any, limits: Limits, assumptions: Sequence[int]) -> bool | None:
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


def _within(
    solver: Any, conflicts: int | None, assumptions: Sequence[int], **options: bool
) -> bool | None:
    _limit_conflicts(solver, conflicts)
    with ctrl_c_waits():
        satisfiable: bool | None = solver.solve_limited(assumptions=assumptions, **options)
    return satisfiable


def _conflicts(solver: Any) -> int:
    count: int = solver.accum_stats()["conflicts"]
    return count


def _limit_conflicts(solver: Any, conflicts: int | None) -> None:
    solver.conf_budget(-1 if conflicts is None else min(conflicts, MOST_CONFLICTS))


class Cadical:
    """A CaDiCaL solver that PySAT has loaded. It is called without PySAT."""

    def __init__(self, solver: Any, methods: tuple[Callable[..., Any], ...]) -> None:
        self._assume, self._solve, self._terminate = methods
        self._loaded = solver.solver  # PySAT's own class for this version
        pointer_in = ctypes.pythonapi.PyCapsule_GetPointer
        pointer_in.argtypes = (ctypes.py_object, ctypes.c_char_p)
        pointer_in.restype = ctypes.c_void_p
        self._pointer: int = pointer_in(self._loaded.cadical, None)

    def solve(self, assumptions: Sequence[int]) -> bool | None:
        """Search until there is an answer, the conflict limit is reached, or `stop` is called."""
        for literal in assumptions:
            self._assume(self._pointer, literal)
        verdict = _ANSWERS.get(self._solve(self._pointer))
        # PySAT reads these attributes before it returns a model or a core.
        self._loaded.status, self._loaded.prev_assumps = verdict, list(assumptions)
        return verdict

    def stop(self) -> None:
        self._terminate(self._pointer)


def cadical_in(solver: Any) -> Cadical | None:
    """Return the CaDiCaL that PySAT has loaded, or None if it cannot be called directly."""
    methods = _methods(type(solver.solver).__name__.removeprefix("Cadical"))
    return None if methods is None else Cadical(solver, methods)


@cache
def _methods(version: str) -> tuple[Callable[..., Any], ...] | None:
    import pysolvers

    library = ctypes.CDLL(pysolvers.__file__)  # calls release the interpreter lock
    try:
        assume, solve, terminate = (
            getattr(library, f"_ZN{len('CaDiCaL' + version)}CaDiCaL{version}6Solver{method}")
            for method in ("6assumeEi", "5solveEv", "9terminateEv")
        )
    except AttributeError:
        return None
    assume.argtypes, assume.restype = (ctypes.c_void_p, ctypes.c_int), None
    solve.argtypes, solve.restype = (ctypes.c_void_p,), ctypes.c_int
    terminate.argtypes, terminate.restype = (ctypes.c_void_p,), None
    return assume, solve, terminate
