"""The catalogue of rules: the meaning, the keys and an example of each rule."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator
from dataclasses import MISSING, Field, dataclass, fields
from inspect import getdoc, signature
from itertools import pairwise
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from nonet.drawing.catalogue.examples import examples
from nonet.formats.model import rule_to_json
from nonet.formats.text import quoted
from nonet.model.grid import Cell, Cells, Grid
from nonet.puzzle import Puzzle
from nonet.rules import Rule
from nonet.rules.fields import hints, items_of, kept
from nonet.rules.lookup import did_you_mean, load_installed, rule_named
from nonet.rules.own.compound import Compound
from nonet.rules.own.function import Own
from nonet.rules.rule import as_sentence
from nonet.system.errors import PuzzleError

__all__ = ["Entry", "Key", "call", "entries", "entry", "examples"]

#: The text in a docstring at which its examples begin.
_DOCTEST = "\n>>> "
_ONE = {int: "an integer", bool: "true or false", str: "a text", Rule: "a rule", Cell: "a cell"}
_MANY = {int: "integers", str: "texts", Rule: "rules", Cell: "cells"}


@dataclass(frozen=True)
class Key:
    """A key of a rule in a file.

    `takes` tells which values are allowed. `default` is the default value as JSON, or None if the
    key is required.
    """

    name: str
    takes: str
    default: str | None

    def as_json(self) -> dict[str, object]:
        required = {"name": self.name, "takes": self.takes, "required": self.default is None}
        return required | ({} if self.default is None else {"default": json.loads(self.default)})


@dataclass(frozen=True)
class Entry:
    """A rule of the catalogue. If there is an `example` puzzle, its last rule is this rule."""

    kind: type[Rule]
    example: Puzzle | None

    @property
    def name(self) -> str:
        """The name of the rule in files, and of the method that adds the rule to a puzzle."""
        return self.kind.name

    @property
    def summary(self) -> str:
        """The sentence that setters print for the rule, or the first line of the docstring."""
        is_general = not self.kind.names_cells and not issubclass(self.kind, Compound | Own)
        if self.example is None or not is_general:
            return self.meaning.partition("\n")[0]
        return as_sentence(self.example.rules[-1].wording(self.example.grid))

    @property
    def meaning(self) -> str:
        """The meaning of the rule, from the docstring of its class."""
        return self._docs[0]

    @property
    def session(self) -> str:
        """The Python examples of the docstring."""
        return self._docs[1]

    @property
    def _docs(self) -> tuple[str, str]:
        meaning, begun, session = (getdoc(self.kind) or self.name).partition(_DOCTEST)
        return meaning.strip(), f"{begun}{session}".strip()

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys, in the order of the arguments in Python."""
        kinds = hints(self.kind)
        declared = fields(self.kind)
        return tuple(Key(each.name, _takes(kinds[each.name]), _default(each)) for each in declared)

    @property
    def json(self) -> str:
        """The rule of the example as JSON."""
        if self.example is None:
            return ""
        return json.dumps(rule_to_json(self.example.rules[-1], self.example.grid))

    @property
    def python(self) -> str:
        """The Python call that adds the rule, or examples if the rule takes a function."""
        takes_function = any("function" in key.takes for key in self.keys)
        if self.example is None or takes_function:
            return self.session
        return f"puzzle.{call(self.example.rules[-1], self.example.grid, self.name)}"

    def as_json(self) -> dict[str, object]:
        return {
            "rule": self.name,
            "summary": self.summary,
            "meaning": self.meaning,
            "keys": [key.as_json() for key in self.keys],
            "example": json.loads(self.json) if self.example else None,
            "python": self.python,
        }


def entries() -> Iterator[Entry]:
    """Yield the entries of all known rules, sorted by name."""
    load_installed()
    for name, kind in sorted(Rule.named.items()):
        yield Entry(kind, examples().get(name))


def entry(name: str) -> Entry:
    """Return the entry of a rule.

    >>> entry("thermo").json
    '{"rule": "thermo", "cells": ["r2c2", "r3c3", "r4c3", "r5c4", "r5c5"]}'
    >>> entry("termo")
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: no rule 'termo'; did you mean 'thermo'?
    """
    kind = rule_named(name.lower())
    if kind is not None:
        return Entry(kind, examples().get(kind.name))
    raise PuzzleError(f"no rule {quoted(name)}{did_you_mean(name)}")


def _default(field: Field[Any]) -> str | None:
    return None if field.default is MISSING else json.dumps(field.default)


def _takes(hint: Any) -> str:
    """Return in words which values a field of this type takes."""
    kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else ()
    choices = next((get_args(kind) for kind in (hint, *kinds) if get_origin(kind) is Literal), ())
    words = ", ".join(map(json.dumps, choices)) or _one(kept(hint))
    if NoneType in kinds:
        words += " or null"
    if any(get_origin(kind) is Callable or kind is Hashable for kind in kinds):
        words += "; in Python also a function" if Hashable not in kinds else "; in Python any state"
    return words


def _one(hint: Any) -> str:
    """Describe a value of this type. The rules of users may have fields of any type."""
    if hint == Cells:
        return "cells"
    if get_origin(hint) in (tuple, frozenset):
        return f"a list of {_several(get_args(hint))}"
    return _ONE.get(hint, "a value")


def _several(kinds: tuple[Any, ...]) -> str:
    kind = kinds[0]
    if len(kinds) > 1 and kinds[1] is not Ellipsis:
        return f"{len(kinds)} {_MANY.get(kind, 'values')}"
    if get_origin(kind) in (tuple, frozenset):
        return f"lists of {_several(get_args(kind))}"
    return _MANY.get(kind, "values")


def call(rule: Rule, grid: Grid, name: str | None = None) -> str:
    """Return the Python call that makes the rule. `name` may replace the name of the class."""
    named_only = {
        each.name
        for each in signature(type(rule)).parameters.values()
        if each.kind is each.KEYWORD_ONLY
    }
    placed, named, is_named = [], [], False
    for field in fields(rule):
        value = getattr(rule, field.name)
        if value == field.default:
            is_named = True  # pass an argument by name after an omitted one
            continue
        text = _argument(value, hints(type(rule))[field.name], grid)
        if is_named or field.name in named_only:
            named.append(f"{field.name}={text}")
        else:
            placed.append(text)
    return f"{name or type(rule).__name__}({', '.join([*placed, *named])})"


def _argument(value: Any, hint: Any, grid: Grid) -> str:
    inner = kept(hint)
    if inner == Cell:
        return repr(grid.name(value))
    if inner == Cells:
        return repr(" ".join(_ranges(value, grid)))
    if isinstance(value, Rule):
        return call(value, grid)
    if isinstance(value, tuple):
        kinds = items_of(inner, len(value))
        items = (_argument(item, kind, grid) for item, kind in zip(value, kinds, strict=True))
        return f"[{', '.join(items)}]"
    return repr(value)


def _ranges(cells: Cells, grid: Grid) -> list[str]:
    """Return the names of cells. Three or more cells in a row or column become a range."""
    runs: list[list[int]] = []
    for cell in cells:
        run = runs[-1] if runs else []
        if run and _follows(run, cell, grid):
            run.append(cell)
        else:
            runs.append([cell])
    return [
        f"{grid.name(run[0])}-{grid.name(run[-1])}" if len(run) > 2 else grid.names(run)
        for run in runs
    ]


def _follows(run: list[int], cell: int, grid: Grid) -> bool:
    if cell not in grid.board or run[-1] not in grid.board:
        return False
    places = [grid.place(each) for each in (*run[-2:], cell)]
    steps = {(down - row, right - column) for (row, column), (down, right) in pairwise(places)}
    return steps in ({(0, 1)}, {(1, 0)})
