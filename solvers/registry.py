"""The registry, which finds a backend by its spec.

A spec is a string ``name[:variant][/option,option]``, for example ``norvig``, ``cpsat:boolean`` or
``pysat:cadical195/minimal``. The options follow the last slash, so a variant may contain slashes.
The spec ``mine.py:solve`` means the function `solve` in a user's file.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib import import_module
from typing import cast

from nonet.puzzle import Puzzle
from nonet.solvers.contract import Backend, Description, Provider
from nonet.solvers.errors import BackendError

#: The backend to use when no spec is given.
_DEFAULT = "auto"

#: The name of each backend, and the module with its `PROVIDER`. Most modules load large libraries,
#: so a module is only imported when it is needed.
_MODULES = {
    _DEFAULT: "auto",
    "native": "native",
    "norvig": "norvig",
    "dlx": "dlx",
    "heuristic": "heuristic",
    "backtracking": "backtracking",
    "pysat": "sat",
    "cpsat": "cpsat",
    "dimacs": "dimacs",
    "minizinc": "minizinc",
    "clingo": "clingo",
    "z3": "z3",
    "exact": "exact",
    "choco": "choco",
    "exact-cover": "exact_cover",
    "first": "portfolio",
    "FILE.py": "function",
}

#: Matches the start of a spec: the name of a backend, or the path of a file. On Windows, a path may
#: begin with a drive such as ``C:``.
_NAME = r"(?:[A-Za-z]:(?=[\\/]))?[^:]+\.py(?=:)|[^:/]+"

_SPEC = re.compile(rf"(?P<name>{_NAME})(?::(?P<variant>.+?))?(?:/(?P<options>[^/]+))?")

#: The SAT solver that checks the answers of solvers of other kinds.
_SECOND = "pysat:cadical195"

#: Solvers without clause learning only check puzzles with at most this many values.
_MOST_VALUES_SMALL = 16

_registered: dict[str, Provider] = {}


def register(provider: Provider) -> None:
    """Add a solver under a new name."""
    if provider.name in _names():
        raise ValueError(f"there is already a backend {provider.name!r}: choose another name")
    _registered[provider.name] = provider


def unregister(name: str) -> None:
    """Remove a solver that `register` has added."""
    if name not in _registered:
        raise ValueError(f"no backend {name!r} was registered")
    del _registered[name]


def is_registered(spec: str) -> bool:
    """Tell whether a spec names a user's file, or a solver that `register` has added."""
    name = _name(spec)
    return name in _registered or name.endswith(".py")


def _name(spec: str) -> str:
    found = re.match(_NAME, spec)
    return found[0] if found else ""


def _names() -> list[str]:
    return [*_MODULES, *_registered]


def _provider(name: str) -> Provider | None:
    if name.endswith(".py"):
        from nonet.solvers import function

        return function.provider(name)
    return _built_in(name) if name in _MODULES else _registered.get(name)


@cache
def _built_in(name: str) -> Provider:
    module = import_module(f"nonet.solvers.{_MODULES[name]}")
    found = module.provider(find_backend, _contestants) if name == "first" else module.PROVIDER
    return cast(Provider, found)


def find_backend(spec: str | None = None) -> Backend:
    """Return the backend that a spec names. Return `auto` if no spec is given.

    Raise `BackendError` for an unknown spec. Raise `BackendUnavailable` if the backend cannot run
    here.

    >>> find_backend("norvig").spec
    'norvig'
    >>> find_backend("norwig")
    Traceback (most recent call last):
    nonet.solvers.errors.BackendError: no backend 'norwig'; did you mean norvig?
    """
    if not isinstance(spec, str | None):
        raise TypeError(f"{spec!r:.40} is not a spec: name a backend by a text such as 'norvig'")
    name, variant, options = _parts(_DEFAULT if spec is None else spec)
    provider = _provider(name)
    if provider is None:
        raise BackendError(_no_backend(name))
    return provider.build(variant, options)


def _no_backend(name: str) -> str:
    unknown = [part for part in re.split("[+,]", name) if part not in _names()]
    if not unknown:
        return f"{name!r} are several backends. To run them in parallel, write first:{name}"
    name = unknown[0] or name
    close = get_close_matches(name, _names(), n=1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(_names())}"
    return f"no backend {name!r}; {hint}"


@lru_cache(maxsize=256)
def _parts(spec: str) -> tuple[str, str, tuple[str, ...]]:
    parsed = _SPEC.fullmatch(spec)
    if not parsed:
        raise BackendError(f"{spec!r} is not a spec like name, name:variant or name:variant/option")
    name, variant, options = parsed.group("name", "variant", "options")
    return name, variant or "", tuple(options.split(",")) if options else ()


def preferred(puzzle: Puzzle) -> Backend:
    """Return the backend that `auto` picks for a puzzle."""
    from nonet.solvers import auto

    return find_backend(auto.choose(puzzle).spec)


def second_opinion(first: Backend, puzzle: Puzzle) -> Backend:
    """Return a backend to check answers of `first`. It is a solver of another kind if possible."""
    if _name(first.spec) not in ("pysat", "dimacs"):
        return find_backend(_SECOND)
    from nonet.solvers import native

    if puzzle.geometry.connections:
        puzzle = puzzle.relaxed(())  # the solver gets cuts instead
    is_small = len(puzzle.grid.values) <= _MOST_VALUES_SMALL
    is_native_able = native.missing() is None and native.supports(puzzle) is None
    if is_native_able and (is_small or native.learns(puzzle)):
        return find_backend("native")
    if is_small:
        return find_backend("norvig")
    return find_backend(_SECOND if first.spec != _SECOND else "pysat:glucose42")


def split_specs(specs: str) -> list[str]:
    """Split a list of specs at commas, but not at the commas between the options of a spec.

    >>> split_specs("norvig,pysat:cadical195/extended,minimal,cpsat")
    ['norvig', 'pysat:cadical195/extended,minimal', 'cpsat']
    """
    found: list[str] = []
    for part in map(str.strip, specs.split(",")):
        name = _name(part)
        if found and "/" in found[-1] and name not in _names() and not name.endswith(".py"):
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found


def _contestants(specs: str) -> list[str]:
    """Split the contestants of a portfolio at ``+`` and commas, but not between options."""
    names = "|".join([*map(re.escape, _names()), r"[^:+,]+\.py(?=:)"])
    plus = rf"\s*\+\s*(?=(?:{names})(?:[:/+,]|$))"
    return [spec for part in re.split(plus, specs) for spec in split_specs(part)]


def backends() -> list[Description]:
    """Describe every backend. If a backend cannot run here, its description gives the reason.

    >>> {line.spec for line in backends()} > {"norvig", "pysat:cadical153", "cpsat:integer"}
    True
    """
    providers = filter(None, map(_provider, _names()))
    return [line for provider in providers for line in provider.describe()]
