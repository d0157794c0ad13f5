"""The rules of Sudoku variants. Each file has a family of rules that share code.

`rule` has the base class of all rules. `fields` checks the arguments of rules. `registry` imports a
rule when it is first used. `lookup` suggests names for typos. `connection`, `sums` and `value_sets`
have code that several families share.
"""

from importlib import import_module

from nonet.rules.registry import HOMES

__all__ = list(HOMES)


def __getattr__(name: str) -> object:
    if name not in HOMES:
        raise AttributeError(f"module 'nonet.rules' has no attribute {name!r}")
    value = getattr(import_module(HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
