"""The rules of Sudoku variants. Each file has a family of rules that share code."""

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
