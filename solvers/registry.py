"""All backends by name, and the spec strings that choose one.

A spec is ``family[:variant][/option,option]``: ``norvig``, ``pysat:cadical195/minimal``,
``cpsat:boolean``. A variant may have slashes of its own, as in ``dimacs:/opt/kissat/raw``: options
come after the last.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from importlib import import_module

from nonet.puzzle import Puzzle
from nonet.solvers import auto, portfolio
from nonet.solvers.contract import Backend, BackendError, Description, Family

#: The modules of this package that have a `FAMILY`; a new solver is one more name here.
_MODULES = ("auto", "native", "norvig", "heuristic", "backtracking", "sat", "cpsat", "dimacs")

_SPEC = re.compile(r"(?P<family>[^:/]+)(?::(?P<variant>.+?))?(?:/(?P<options>[^/]+))?")

_registered: dict[str, Family] = {}


def register(family: Family) -> None:
    """Add a solver from outside this package under a name that is not taken."""
    if family.name in _families():
        raise ValueError(f"there is a backend {family.name!r} already")
    _registered[family.name] = family


def is_registered(spec: str) -> bool:
    """Tell whether a spec names a solver from outside this package, added by `register`.

    >>> is_registered("norvig")
    False
    """
    return re.split("[:/]", spec)[0] in _registered


def _families() -> dict[str, Family]:
    return _built_in() | _registered


@cache
def _built_in() -> dict[str, Family]:
    modules = [import_module(f"nonet.solvers.{name}") for name in _MODULES]
    families = [module.FAMILY for module in modules]
    families.append(portfolio.family(find_backend, _contestants))
    return {family.name: family for family in families}


def find_backend(spec: str) -> Backend:
    """Return the backend that a spec names.

    Raises `BackendError` for a spec that names none, `BackendUnavailable` for one that cannot run
    here.

    >>> find_backend("norvig").spec
    'norvig'
    >>> find_backend("norwig")
    Traceback (most recent call last):
    nonet.solvers.contract.BackendError: no backend 'norwig'; did you mean norvig?
    """
    parsed = _SPEC.fullmatch(spec)
    if not parsed:
        raise BackendError(f"{spec!r} is no spec like name, name:variant or name:variant/option")
    families = _families()
    name, variant, options = parsed.group("family", "variant", "options")
    if name not in families:
        close = get_close_matches(name, families, n=1)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(families)}"
        raise BackendError(f"no backend {name!r}; {hint}")
    return families[name].build(variant or "", tuple(options.split(",")) if options else ())


def preferred(puzzle: Puzzle) -> Backend:
    """Return what `auto` comes down to for a puzzle, or `auto` itself where two take turns.

    >>> from nonet.formats import classic
    >>> preferred(classic(order=6)).spec
    'native'
    """
    choice = auto.choose(puzzle)
    return find_backend(auto.NAME if choice.then else choice.first)


def split_specs(specs: str) -> list[str]:
    """Split specs at commas, but not at those between the options of one spec.

    >>> split_specs("norvig,pysat:cadical195/extended,minimal,cpsat")
    ['norvig', 'pysat:cadical195/extended,minimal', 'cpsat']
    """
    found: list[str] = []
    for part in map(str.strip, specs.split(",")):
        is_option = found and "/" in found[-1] and re.split("[:/]", part)[0] not in _families()
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
    plus = rf"\s*\+\s*(?=(?:{'|'.join(map(re.escape, _families()))})(?:[:/+,]|$))"
    return [spec for part in re.split(plus, specs) for spec in split_specs(part)]


def backends() -> list[Description]:
    """Describe every contestant, those that cannot run here too, with the reason.

    >>> {line.spec for line in backends()} > {"norvig", "pysat:cadical153", "cpsat:integer"}
    True
    """
    return [line for family in _families().values() for line in family.describe()]
