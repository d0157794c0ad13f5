"""Providers. A provider tells the registry which backends a solver has, and builds them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

import nonet
from nonet.puzzle import Puzzle
from nonet.solvers.abilities import Lister, Tracer
from nonet.solvers.contract import Backend
from nonet.solvers.engines import Engine
from nonet.solvers.errors import BackendError
from nonet.system.errors import BackendUnavailable, PuzzleError

if TYPE_CHECKING:
    from nonet.encodings.options import Encoding


@dataclass(frozen=True)
class Description:
    """A line of `nonet backends`. If the backend cannot run here, `missing` gives the reason."""

    spec: str
    summary: str
    version: str = ""
    capabilities: tuple[str, ...] = ()
    missing: str | None = None


@dataclass(frozen=True)
class Provider:
    """Describes and builds all backends whose spec begins with `name`.

    `build` takes a variant, which may be empty, and options. It raises `BackendError` for an
    unknown variant or option, and `BackendUnavailable` if the backend cannot run here.
    """

    name: str
    describe: Callable[[], list[Description]]
    build: Callable[[str, tuple[str, ...]], Backend]


def encoding_of(name: str, options: Iterable[str], no_native: str | None) -> Encoding:
    """Return the encoding that options choose. An error message begins with `name`.

    `no_native` says why a solver has no native cardinality constraints.
    """
    from nonet.encodings.options import NATIVE, Encoding

    try:
        encoding = Encoding.of(options)
    except PuzzleError as error:
        raise BackendError(f"{name}: {error}") from None
    if no_native and encoding.at_most_one == NATIVE:
        raise BackendError(no_native)
    return encoding


def single_backend(
    name: str,
    summary: str,
    make: Callable[[Puzzle, int], Engine],
    capabilities: tuple[str, ...],
    *,
    package: str = "nonet",
    module: str = "nonet",
    listings: Lister | None = None,
    trace: Tracer | None = None,
) -> Provider:
    """Return the provider of a single backend. The backend may need an optional Python package."""
    missing = f"{package} is not installed: pip install {package}"

    def describe() -> list[Description]:
        from importlib.metadata import version

        if find_spec(module) is None:
            return [Description(name, summary, "", capabilities, missing)]
        release = nonet.__version__ if package == "nonet" else version(package)
        return [Description(name, summary, release, capabilities)]

    def build(variant: str, options: tuple[str, ...]) -> Backend:
        if variant or options:
            raise BackendError(f"{name} takes no variant or option")
        if find_spec(module) is None:
            raise BackendUnavailable(missing)
        return Backend(name, make, listings=listings, trace=trace)

    return Provider(name, describe, build)
