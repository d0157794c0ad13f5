"""Load the extension module, and choose the instruction set."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from nonet.system.errors import BackendUnavailable
from nonet.system.processes import endings_wait

#: The environment variable that forces the use of an instruction set.
ISA_VARIABLE = "NONET_ISA"

#: The largest number of solutions in one call of an engine.
UNLIMITED = (1 << 63) - 1

INSTALL = (
    "install g++ (or clang++) and Python's headers, "
    "then: pip install --force-reinstall --no-cache-dir --no-deps nonet"
)


def missing() -> str | None:
    """Return why the engines cannot run, with advice, or None if they can."""
    try:
        isa()
    except BackendUnavailable as unavailable:
        return str(unavailable)
    return None


@cache
def core() -> ModuleType:
    """Return the extension module."""
    try:
        with endings_wait():  # Ctrl-C while the module loads would become an ImportError
            from nonet.solvers.native import _core
    except ImportError as error:
        why = "nonet was installed without its native engine (no working C++ compiler was found)"
        if not isinstance(error, ModuleNotFoundError) and "cannot import name" not in str(error):
            why = f"the native engine does not load ({error})"
        raise BackendUnavailable(f"{why}: {INSTALL}") from error
    return _core


@cache
def isas() -> tuple[str, ...]:
    """Return the instruction sets that the engines and this machine support, best first."""
    return tuple(core().isas())


def compiler() -> str:
    """Return the compiler of the engines, with its version and its flags."""
    return str(core().compiler)


def isa() -> str:
    """Return the instruction set that NONET_ISA names. If it names none, return the best one."""
    available = isas()
    asked: str | None = core().environment(ISA_VARIABLE)
    if not asked:
        return available[0]
    if asked not in available:
        raise BackendUnavailable(
            f"{ISA_VARIABLE}={asked}, but this machine only supports {', '.join(available)}: "
            f"choose one of them or unset {ISA_VARIABLE}"
        )
    return asked
