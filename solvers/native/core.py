"""The compiled engines, or why there are none, and the instruction set that they use here."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from nonet.solvers.errors import BackendUnavailable

#: What forces an instruction set: one of those that `nonet backends` lists.
ISA_VARIABLE = "NONET_ISA"

INSTALL = (
    "install g++ (or clang++) and Python's headers, "
    "then: pip install --force-reinstall --no-cache-dir --no-deps nonet"
)


def missing() -> str | None:
    """Say why the compiled engines cannot run here, with the install line; None if they can."""
    try:
        isa()
    except BackendUnavailable as unavailable:
        return str(unavailable)
    return None


@cache
def core() -> ModuleType:
    """Return the extension module."""
    try:
        from nonet.solvers.native import _core
    except ImportError as error:
        why = "nonet was installed without its native engine (no working C++ compiler was found)"
        if not isinstance(error, ModuleNotFoundError) and "cannot import name" not in str(error):
            why = f"the native engine does not load ({error})"
        raise BackendUnavailable(f"{why}: {INSTALL}") from error
    return _core


@cache
def isas() -> tuple[str, ...]:
    """Name the instruction sets that this machine has an engine for, best first."""
    return tuple(core().isas())


def isa() -> str:
    """Name the instruction set in use: the best one, or the one that NONET_ISA asks for."""
    available = isas()
    asked: str | None = core().environment(ISA_VARIABLE)
    if not asked:
        return available[0]
    if asked not in available:
        raise BackendUnavailable(
            f"{ISA_VARIABLE}={asked}, but this machine has {', '.join(available)}: "
            f"unset {ISA_VARIABLE} or choose one of them"
        )
    return asked
