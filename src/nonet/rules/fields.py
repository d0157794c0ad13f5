"""The fields of rules: what may be passed for each, and what their type hints say.

A `Cell` may be passed as a number or a name, `Cells` as names and ranges in one text or as a list
of names and numbers, a tuple as any list. A name stays one until its rule meets a grid, which
knows its number.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from operator import index
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from nonet.errors import PuzzleError
from nonet.grid import Cell, Cells, Grid, spread


@contextmanager
def complaints_of(name: str) -> Iterator[None]:
    """Put the name of a rule before errors about its fields."""
    try:
        yield
    except TypeError as error:
        raise TypeError(f"{name}: {error}") from None
    except PuzzleError as error:
        raise type(error)(f"{name}: {error.message}") from None


@cache
def hints(rule: type) -> dict[str, Any]:
    """Return the type hint of each field of a rule, in their order."""
    found = get_type_hints(rule, include_extras=True)
    return {field.name: found[field.name] for field in fields(rule)}


def without_none(hint: Any) -> Any:
    """Return X of ``X | None``, and any other hint as it is."""
    if get_origin(hint) in (Union, UnionType):
        kinds = [kind for kind in get_args(hint) if kind is not NoneType]
        if len(kinds) == 1:
            return kinds[0]
    return hint


def items_of(hint: Any, count: int) -> tuple[Any, ...]:
    """Return the type hint of each item of a tuple of that many, or of the many that it must have.

    >>> items_of(tuple[int, ...], 2), items_of(tuple[int, str], 3)
    ((<class 'int'>, <class 'int'>), (<class 'int'>, <class 'str'>))
    """
    kinds = get_args(hint)
    return kinds[:1] * count if Ellipsis in kinds else kinds


def accepted(value: Any, hint: Any, field: str) -> Any:
    """Return what a field of that type hint holds when the value is passed for it.

    >>> accepted("r1c1-r1c3", Cells, "cells"), accepted([1, 2], tuple[int, ...], "values")
    (('r1c1', 'r1c2', 'r1c3'), (1, 2))
    >>> accepted("15", int | None, "total")
    Traceback (most recent call last):
    TypeError: total must be an integer, not '15'
    """
    inner = without_none(hint)
    if value is None and inner is not hint:
        return None
    if inner == Cells:
        return spread(value)
    if inner == Cell:
        return _one_cell(value)
    if get_origin(inner) is tuple:
        return _items(value, inner, field)
    if inner is int and not isinstance(value, bool) and hasattr(value, "__index__"):
        return index(value)
    kinds = {int: "an integer", bool: "True or False", str: "a text"}
    if inner in kinds and (inner is int or not isinstance(value, inner)):
        raise TypeError(f"{field} must be {kinds[inner]}, not {value!r}")
    return value


def _one_cell(value: Any) -> int | str:
    cells = spread(value if isinstance(value, str) else [value])
    if len(cells) != 1:
        raise PuzzleError(f"{value!r} names {len(cells)} cells, not one")
    return cells[0]


def _items(value: Any, hint: Any, field: str) -> tuple[Any, ...]:
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        raise TypeError(f"{field} must be a list, not {value!r}")
    items = tuple(value)
    kinds = items_of(hint, len(items))
    if len(items) != len(kinds):
        raise TypeError(f"{field} must be a list of {len(kinds)}, not of {len(items)}")
    return tuple(map(accepted, items, kinds, [f"{field}[{i}]" for i in range(len(items))]))


def names(value: Any, hint: Any) -> bool:
    """Tell whether a field holds names of cells.

    >>> names((0, "r1c2"), Cells), names("r1c2", str)
    (True, False)
    """
    inner = without_none(hint)
    if get_origin(inner) is tuple and value is not None:
        return any(map(names, value, items_of(inner, len(value))))
    return inner == Cell and isinstance(value, str)


def numbered(value: Any, hint: Any, grid: Grid) -> Any:
    """Return what a field holds, with the numbers of the cells that are named.

    >>> numbered(("r1c1", 3), Cells, Grid(9, 9))
    (0, 3)
    """
    inner = without_none(hint)
    if inner == Cell:
        return grid.cell(value) if isinstance(value, str) else value
    if get_origin(inner) is tuple and value is not None:
        kinds = items_of(inner, len(value))
        return tuple(numbered(item, kind, grid) for item, kind in zip(value, kinds, strict=True))
    return value
