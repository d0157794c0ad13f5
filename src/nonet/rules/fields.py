"""Declares, reads and checks the fields of rules.

A caller may pass a cell as a number or as a name, such as ``"r1c1"``. Several cells may be a text,
such as ``"r1c1-r1c9"``, or a list. A rule keeps these names until it is placed on a grid, because
only the grid knows the numbers of cells.

Some fields also accept a function instead of a set or a table. When the rule is placed on a grid,
it calls the function for all values and stores the result.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cache
from itertools import chain
from operator import index
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from nonet.model.grid import Cell, CellLike, Cells, CellsLike, Grid
from nonet.model.names import spread
from nonet.system.errors import PuzzleError

Kept = TypeVar("Kept")
Passed_contra = TypeVar("Passed_contra", contravariant=True)

if TYPE_CHECKING:

    class Field(Generic[Kept, Passed_contra]):
        """The type of a field that accepts one type, but stores another.

        For mypy, a subclass with fields of its own must repeat the inherited fields.
        """

        def __get__(self, rule: object, kind: type | None = None) -> Kept: ...

        def __set__(self, rule: object, value: Passed_contra) -> None: ...

    @dataclass_transform(frozen_default=True)
    def frozen(rule: type[Kept]) -> type[Kept]:
        """Make a rule a frozen dataclass."""

else:

    class Field:
        """At run time, `Field[stored, accepted]` is the stored type."""

        def __class_getitem__(cls, types: tuple[Any, Any]) -> Any:
            return types[0]

    frozen = dataclass(frozen=True)

CellField: TypeAlias = Field[Cell, CellLike]
CellsField: TypeAlias = Field[Cells, CellsLike]
GroupsField: TypeAlias = Field[tuple[Cells, ...], Iterable[CellsLike]]
IntegersField: TypeAlias = Field[tuple[int, ...], Iterable[int]]


def default(value: Any) -> Any:
    """Return the value. Type checkers accept the result as the default of a `Field`."""
    return value


@contextmanager
def complaints_of(name: str) -> Iterator[None]:
    """Put the name of a rule before the message of an error."""
    try:
        yield
    except (TypeError, PuzzleError) as error:
        raise complaint(name, error) from None


def complaint(name: str, error: TypeError | PuzzleError) -> TypeError | PuzzleError:
    """Return the error with a name before its message."""
    if isinstance(error, PuzzleError):
        return type(error)(f"{name}: {error.message}")
    return TypeError(f"{name}: {error}")


@cache
def hints(rule: type) -> dict[str, Any]:
    """Return the type hint of each field of a rule, in the order of the fields."""
    found = get_type_hints(rule, include_extras=True)
    return {field.name: found[field.name] for field in fields(rule)}


_INTEGER = frozenset({int})
_TABLE = frozenset[tuple[int, int]]

#: The tables that have passed the check, by `id`. Do not look them up by equality, because Python
#: takes True and 1 as equal.
_TABLES: dict[int, frozenset[Any]] = {}
_TABLES_KEPT = 64


@cache
def plain(rule: type) -> Callable[[Any], bool]:
    """Return a quick test that a rule of a class can store its values as they are.

    A value that fails the quick test may still be valid. Most values need no full check.
    """
    tests = [_plain_value(f"rule.{field}", hint) for field, hint in hints(rule).items()]
    test: Callable[[Any], bool] = eval(f"lambda rule: {' and '.join(tests) or True}", globals())
    return test


def _plain_value(value: str, hint: Any) -> str:
    """Return the quick test of a value as an expression, which is quicker than a loop of tests."""
    inner = kept(hint)
    if inner in (Cells, tuple[int, ...]):
        test = f"type({value}) is tuple and _INTEGER.issuperset(map(type, {value}))"
    elif inner == _TABLE:
        test = f"_is_table({value})"
    elif inner in (Cell, int, bool, str):
        test = f"type({value}) is {'int' if inner == Cell else inner.__name__}"
    else:
        test = "False"
    return f"({value} is None or {test})" if NoneType in get_args(hint) else test


def _is_table(value: Any) -> bool:
    """Tell whether a value is a set of pairs of integers, and remember the set if it is."""
    if _TABLES.get(id(value)) is value:
        return True
    if type(value) is not frozenset or {*map(type, value)} != {tuple}:
        return False
    if {*map(len, value)} != {2} or {*map(type, chain.from_iterable(value))} != {int}:
        return False
    if len(_TABLES) == _TABLES_KEPT:
        _TABLES.clear()
    _TABLES[id(value)] = value
    return True


#: They have a cache, because they are called for every field of every rule.
_origin: Callable[[Any], Any] = cache(get_origin)
_arguments: Callable[[Any], tuple[Any, ...]] = cache(get_args)


@cache
def kept(hint: Any) -> Any:
    """Return the type that a field stores: X for ``X | None`` and for ``X | Callable[…]``.

    A `Literal` stores the type of its choices.

    >>> kept(int | None), kept(frozenset[int] | Callable[[int], bool])
    (<class 'int'>, frozenset[int])
    """
    if get_origin(hint) in (Union, UnionType):
        kinds = [kind for kind in get_args(hint) if not _is_passed_only(kind)]
        if len(kinds) == 1:
            return kept(kinds[0])
    return type(get_args(hint)[0]) if get_origin(hint) is Literal else hint


def _is_passed_only(kind: Any) -> bool:
    return kind in (NoneType, Hashable) or get_origin(kind) is Callable


def _takes(hint: Any, value: Any) -> bool:
    """Tell whether a field stores the value as it is: a function, None or a hashable state."""
    kinds = _arguments(hint) if _origin(hint) in (Union, UnionType) else ()
    if not kinds:
        return False
    if callable(value):
        return any(_origin(kind) is Callable for kind in kinds)
    return Hashable in kinds or (value is None and NoneType in kinds)


def items_of(hint: Any, count: int) -> tuple[Any, ...]:
    """Return the type hint of each item of a tuple."""
    kinds = _arguments(hint)
    return kinds[:1] * count if Ellipsis in kinds or _origin(hint) is frozenset else kinds


def accepted(value: Any, hint: Any, field: str) -> Any:
    """Check a caller's value for a field with this type hint. Return the value to store.

    >>> accepted("r1c1-r1c3", Cells, "cells"), accepted([1, 2], tuple[int, ...], "values")
    (('r1c1', 'r1c2', 'r1c3'), (1, 2))
    >>> accepted("15", int | None, "total")
    Traceback (most recent call last):
    TypeError: total must be an integer, not '15'
    """
    inner = kept(hint)
    if _takes(hint, value) or (inner == _TABLE and _is_table(value)):
        return value
    if inner == Cells:
        return tuple(spread(value))
    if inner == Cell:
        cells = tuple(spread(value if isinstance(value, str) else [value]))
        if len(cells) != 1:
            raise PuzzleError(f"{value!r} names {len(cells)} cells, not one")
        return cells[0]
    if _origin(inner) in (tuple, frozenset):
        return _items(value, inner, field)
    if inner is int and not isinstance(value, bool) and hasattr(value, "__index__"):
        return index(value)
    if isinstance(inner, type) and (inner is int or not isinstance(value, inner)):
        names = {int: "an integer", bool: "True or False", str: "a text"}
        wanted = names.get(inner, f"a {inner.__name__.lower()}")
        raise TypeError(f"{field} must be {wanted}, not {value!r}")
    return value


def _items(value: Any, hint: Any, field: str) -> tuple[Any, ...] | frozenset[Any]:
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        raise TypeError(f"{field} must be a list, not {value!r}")
    items = tuple(value)
    kinds = items_of(hint, len(items))
    if len(items) != len(kinds):
        raise TypeError(f"{field} must have {len(kinds)} items, not {len(items)}")
    if _origin(hint) is tuple and {*kinds, *map(type, items)} <= {int}:
        return items  # a fast path, because tables have thousands of pairs
    found = map(accepted, items, kinds, [f"{field}[{i}]" for i in range(len(items))])
    return frozenset(found) if _origin(hint) is frozenset else tuple(found)


#: The types of values that never need a grid.
_PLAIN = (int, bool, str, frozenset, NoneType)


def is_open(value: Any, hint: Any) -> bool:
    """Tell whether a value still needs a grid, because it has names of cells or functions."""
    inner = kept(hint)
    if inner == Cell:
        return isinstance(value, str)
    if type(value) in _PLAIN:
        return False
    if inner == Cells:
        return any(isinstance(cell, str) for cell in value)
    if _origin(inner) is tuple:
        return any(map(is_open, value, items_of(inner, len(value))))
    # A rule may be a field of another rule.
    return getattr(value, "is_open", callable(value) and _takes(hint, value))


def placed(value: Any, hint: Any, grid: Grid) -> Any:
    """Return the value of a field with numbers in place of the names of cells.

    >>> placed(("r1c1", 3), Cells, Grid(9, 9)), placed(("c1",), Cells, Grid(2, 2))
    ((0, 3), (0, 2))
    """
    inner = kept(hint)
    if inner == Cell:
        return grid.cell(value) if isinstance(value, str) else value
    if inner == Cells and is_open(value, hint):
        return grid.named(value)
    if _origin(inner) is tuple and value is not None:
        kinds = items_of(inner, len(value))
        return tuple(placed(item, kind, grid) for item, kind in zip(value, kinds, strict=True))
    return value.on(grid) if hasattr(value, "is_open") else value


def shown(value: Any, hint: Any, grid: Grid) -> Any:
    """Return the value of a field as players read it: cells by name, and "or" between numbers.

    >>> shown((0, 3), Cells, Grid(2, 2)), shown((5, 10), tuple[int, ...], Grid(2, 2))
    ('r1c1 r2c2', '5 or 10')
    """
    inner = kept(hint)
    if value is None:
        return None
    if inner == Cell:
        return grid.name(value)
    if inner == Cells:
        return grid.names(value)
    if inner == tuple[Cells, ...]:
        return " / ".join(map(grid.names, value))
    return " or ".join(map(str, value)) if inner == tuple[int, ...] else value
