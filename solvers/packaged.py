"""Solvers that come in a Python package of their own, which may be missing."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec

from nonet.puzzle import Puzzle
from nonet.solvers.abilities import Lister
from nonet.solvers.contract import Backend
from nonet.solvers.engines import Engine
from nonet.solvers.errors import BackendError
from nonet.solvers.provider import Description, Provider
from nonet.system.errors import BackendUnavailable


def provider(
    name: str,
    summary: str,
    make: Callable[[Puzzle, int], Engine],
    capabilities: tuple[str, ...],
    *,
    package: str,
    module: str,
    listings: Lister | None = None,
) -> Provider:
    """Return the provider of a solver: it is in a module, which a package brings."""
    missing = f"{package} is not installed: pip install {package}"

    def is_here() -> bool:
        return find_spec(module) is not None

    def describe() -> list[Description]:
        if not is_here():
            return [Description(name, summary, "", capabilities, missing)]
        return [Description(name, summary, version(package), capabilities)]

    def build(variant: str, options: tuple[str, ...]) -> Backend:
        if variant or options:
            raise BackendError(f"{name} has no variants and no options")
        if not is_here():
            raise BackendUnavailable(missing)
        return Backend(name, make, listings=listings)

    return Provider(name, describe, build)
