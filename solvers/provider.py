"""What a solver tells the registry: which backends it offers, and how one is built."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nonet.solvers.contract import Backend


@dataclass(frozen=True)
class Description:
    """A backend as `nonet backends` lists it; `missing` says why it cannot run, if so.

    >>> from nonet.solvers import backends
    >>> [line.summary for line in backends() if line.spec == "backtracking"]
    ['...']
    """

    spec: str
    summary: str
    version: str = ""
    capabilities: tuple[str, ...] = ()
    missing: str | None = None


@dataclass(frozen=True)
class Provider:
    """What a solver offers to the registry: the backends whose specs begin with its name.

    `build` gets the variant ("" if the spec has none) and the options, and raises `BackendError`
    for what it does not know and `BackendUnavailable` for what cannot run here.

    >>> from nonet.solvers.norvig import PROVIDER
    >>> PROVIDER.name, PROVIDER.build("", ()).spec
    ('norvig', 'norvig')
    """

    name: str
    describe: Callable[[], list[Description]]
    build: Callable[[str, tuple[str, ...]], Backend]
