"""All backends by name, and the spec strings that choose one.

A spec is ``name[:variant][/option,option]``: ``norvig``, ``pysat:cadical195/minimal``,
``cpsat:boolean``. A variant may have slashes of its own, as in ``dimacs:/opt/kissat/raw``: options
come after the last.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from importlib import import_module

from nonet.puzzle import Puzzle
from nonet.solvers import auto, native, portfolio
from nonet.solvers.contract import Backend
from nonet.solvers.errors import BackendError
from nonet.solvers.provider import Description, Provider

#: The modules of this package that have a `PROVIDER`; a new solver is one more name here.
_MODULES = ("auto", "native", "norvig", "heuristic", "backtracking", "sat", "cpsat", "dimacs")

_SPEC = re.compile(r"(?P<name>[^:/]+)(?::(?P<variant>.+?))?(?:/(?P<options>[^/]+))?")

#: The SAT solver that checks what other kinds of solvers have found.
_SECOND = "pysat:cadical195"

#: With more values than these, solvers that do not learn are no help.
_MOST_VALUES_SMALL = 16

_registered: dict[str, Provider] = {}


def register(provider: Provider) -> None:
    """Add a solver from outside this package, under a name that is not taken.

    >>> from nonet.solvers import norvig
    >>> register(Provider("essay", norvig.PROVIDER.describe, norvig.PROVIDER.build))
    >>> is_registered("essay")
    True
    >>> unregister("essay")
    """
    if provider.name in _providers():
        raise ValueError(f"there is a backend {provider.name!r} already")
    _registered[provider.name] = provider


def unregister(name: str) -> None:
    """Remove a solver that `register` has added.

    >>> unregister("norvig")
    Traceback (most recent call last):
    ValueError: no backend 'norvig' was registered
    """
    if name not in _registered:
        raise ValueError(f"no backend {name!r} was registered")
    del _registered[name]


def is_registered(spec: str) -> bool:
    """Tell whether a spec names a solver from outside this package, added by `register`.

    >>> is_registered("norvig")
    False
    """
    return re.split("[:/]", spec)[0] in _registered


def _providers() -> dict[str, Provider]:
    return _built_in() | _registered


@cache
def _built_in() -> dict[str, Provider]:
    modules = [import_module(f"nonet.solvers.{name}") for name in _MODULES]
    providers = [module.PROVIDER for module in modules]
    providers.append(portfolio.provider(find_backend, _contestants))
    return {provider.name: provider for provider in providers}


def find_backend(spec: str | None = None) -> Backend:
    """Return the backend that a spec names; without a spec it is `auto`.

    Raises `BackendError` for a spec that names none, `BackendUnavailable` for one that cannot run
    here.

    >>> find_backend("norvig").spec
    'norvig'
    >>> find_backend("norwig")
    Traceback (most recent call last):
    nonet.solvers.errors.BackendError: no backend 'norwig'; did you mean norvig?
    """
    parsed = _SPEC.fullmatch(auto.AUTO if spec is None else spec)
    if not parsed:
        raise BackendError(f"{spec!r} is no spec like name, name:variant or name:variant/option")
    providers = _providers()
    name, variant, options = parsed.group("name", "variant", "options")
    if name not in providers:
        close = get_close_matches(name, providers, n=1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(providers)}"
        raise BackendError(f"no backend {name!r}; {hint}")
    return providers[name].build(variant or "", tuple(options.split(",")) if options else ())


def preferred(puzzle: Puzzle) -> Backend:
    """Return the backend that `auto` picks for a puzzle, or `auto` itself where two take turns.

    >>> from nonet.formats import classic
    >>> preferred(classic(order=6)).spec
    'native'
    """
    choice = auto.choose(puzzle)
    return find_backend(None if choice.then else choice.first)


def second_opinion(first: Backend, puzzle: Puzzle) -> Backend:
    """Return a backend that checks the answers of another one: of another kind, if possible.

    >>> from nonet.formats import classic
    >>> second_opinion(find_backend("norvig"), classic(order=3)).spec
    'pysat:cadical195'
    """
    if re.split("[:/]", first.spec)[0] not in ("pysat", "dimacs"):
        return find_backend(_SECOND)
    is_small = len(puzzle.grid.values) <= _MOST_VALUES_SMALL
    is_native_able = native.missing() is None and native.supports(puzzle) is None
    if is_native_able and (is_small or native.learns(puzzle)):
        return find_backend("native")
    if is_small:
        return find_backend("norvig")
    return find_backend(_SECOND if first.spec != _SECOND else "pysat:glucose42")


def split_specs(specs: str) -> list[str]:
    """Split specs at commas, but not at those between the options of one spec.

    >>> split_specs("norvig,pysat:cadical195/extended,minimal,cpsat")
    ['norvig', 'pysat:cadical195/extended,minimal', 'cpsat']
    """
    found: list[str] = []
    for part in map(str.strip, specs.split(",")):
        is_option = found and "/" in found[-1] and re.split("[:/]", part)[0] not in _providers()
        if is_option:
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found


def _contestants(specs: str) -> list[str]:
    """Split the contestants of a portfolio, at commas as in a list and at ``+`` inside one.

    >>> _contestants("native+pysat/raw,ladder+cpsat,dimacs:g++")
    ['native', 'pysat/raw,ladder', 'cpsat', 'dimacs:g++']
    """
    plus = rf"\s*\+\s*(?=(?:{'|'.join(map(re.escape, _providers()))})(?:[:/+,]|$))"
    return [spec for part in re.split(plus, specs) for spec in split_specs(part)]


def backends() -> list[Description]:
    """Describe every backend; of one that cannot run here, the reason too.

    >>> {line.spec for line in backends()} > {"norvig", "pysat:cadical153", "cpsat:integer"}
    True
    """
    return [line for provider in _providers().values() for line in provider.describe()]
