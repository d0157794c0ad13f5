"""Call CaDiCaL directly. PySAT holds the interpreter lock during a call, so nothing can stop it.

PySAT's library exports CaDiCaL's methods under mangled C++ names. These names are the same for all
compilers except Microsoft's. A call by `ctypes` releases the interpreter lock, so another thread
can end the search. If the library lacks the names, the module `limits` stops CaDiCaL in another
way.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

#: The results of CaDiCaL's `solve`. Any other result means unknown.
_SATISFIABLE, _UNSATISFIABLE = 10, 20


class _Methods(NamedTuple):
    assume: Callable[[int, int], None]
    solve: Callable[[int], int]
    terminate: Callable[[int], None]


class Cadical:
    """A CaDiCaL solver that PySAT has loaded.

    >>> from pysat.solvers import Solver
    >>> with Solver("cadical153", bootstrap_with=[[1, 2], [-1]]) as solver:
    ...     cadical_in(solver).solve([-2])
    False
    """

    def __init__(self, solver: Any, methods: _Methods) -> None:
        self._assume, self._solve, self._terminate = methods
        self._loaded = solver.solver  # PySAT's own class for this version
        self._pointer = _pointer_in(self._loaded.cadical)

    def solve(self, assumptions: Sequence[int]) -> bool | None:
        """Search until there is an answer, the conflict limit is reached, or `stop` is called."""
        for literal in assumptions:
            self._assume(self._pointer, literal)
        verdict = {_SATISFIABLE: True, _UNSATISFIABLE: False}.get(self._solve(self._pointer))
        # PySAT reads these attributes before it returns a model or a core.
        self._loaded.status, self._loaded.prev_assumps = verdict, list(assumptions)
        return verdict

    def stop(self) -> None:
        """End a search in another thread."""
        self._terminate(self._pointer)


def cadical_in(solver: Any) -> Cadical | None:
    """Return the CaDiCaL that PySAT has loaded, or None if it cannot be called directly."""
    methods = _methods(type(solver.solver).__name__.removeprefix("Cadical"))
    return None if methods is None else Cadical(solver, methods)


@cache
def _methods(version: str) -> _Methods | None:
    """Return the methods of a CaDiCaL version, or None if PySAT's library does not export them."""
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
    return _Methods(assume, solve, terminate)


def _pointer_in(capsule: object) -> int:
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.argtypes, pointer.restype = (ctypes.py_object, ctypes.c_char_p), ctypes.c_void_p
    found: int = pointer(capsule, None)
    return found
