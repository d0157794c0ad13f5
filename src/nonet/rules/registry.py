"""Finds rules by name. The module of a rule is imported when the rule is first used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping
from contextlib import suppress
from importlib import import_module
from typing import TypeVar

T = TypeVar("T", bound=type)

#: For each module, the names that users import from `nonet.rules`.
_OFFERED = {
    "board.areas": "ConnectedValues GlobalEntropy GlobalModular YinYang",
    "board.chaos": "ChaosConstruction Galaxies RegionArrow RegionCount",
    "board.counts": "CountDistinct CountingCircles Flatmates Slingshot TopBottom",
    "board.houses": "Boxes Columns Diagonals DisjointGroups ExtraRegion Regions Rows Windoku",
    "board.indexers": "BoxIndexer ColumnIndexer NegativeBoxIndexers NegativeColumnIndexers"
    " NegativeRowIndexers RowIndexer",
    "board.neighbours": "AntiKing AntiKnight AntiLeaper DiagonalNonConsecutive Knightmare"
    " NegativeBlackDots NegativeWhiteDots NegativeXV NonConsecutive SelfTaxicab Taxicab",
    "board.shading": "Loop Norinori Nurimisaki Snake StarBattle",
    "board.whole": "Doppelganger Samurai",
    "cages.cage": "Cage EqualityCage LookAndSay Lunchbox Rellik Sum",
    "cages.groups": "Clone EqualSums SameValues",
    "lines.line": "Between Lockout Palindrome Whisper",
    "lines.order": "Arithmetic Entropic Modular Nabner Renban SlowThermo Thermo",
    "lines.sums": "Arrow DoubleArrow RegionSum SumLine Zipper",
    "modifiers": "Doubler HotCold Multiplier Negator Vampire",
    "marks.cells": "Among Contains Even Odd Quadruple",
    "marks.edges": "BlackDot Greater Maximum Minimum PairSum V WhiteDot X",
    "outside": "FullRank HiddenSkyscraper LittleKiller NumberedRoom Sandwich Skyscraper XSum",
    "own.compound": "All Either",
    "own.function": "Pairs Where",
    "own.walks": "Regex Walk",
    "rule": "Lowered Rule",
}

#: The module of each name in `nonet.rules`.
HOMES = {
    name: f"nonet.rules.{module}" for module, names in _OFFERED.items() for name in names.split()
}


class Registry(MutableMapping[str, T]):
    """All rules by name. Looking up a rule of nonet imports its module."""

    def __init__(self) -> None:
        rules = ((name, home) for name, home in HOMES.items() if home != "nonet.rules.rule")
        self._places = {name.lower(): (home, name) for name, home in rules}
        self._defined: dict[str, T] = {}

    @property
    def foreign(self) -> list[str]:
        """The modules of all rules that are not nonet's. A text may name such a rule."""
        return sorted({home for home, _ in self._places.values()} - {*HOMES.values()})

    def __getitem__(self, name: str) -> T:
        if name not in self._defined and name in self._places:
            import_module(self._places[name][0])
        return self._defined[name]

    def __setitem__(self, name: str, rule: T) -> None:
        place = rule.__module__, rule.__qualname__
        # A notebook may define a class again. The new class replaces the old one.
        known = self._places.setdefault(name, place)
        if known != place:
            raise TypeError(f"the rule name {name!r} is already taken by {'.'.join(known)}")
        self._defined[name] = rule

    def __delitem__(self, name: str) -> None:
        del self._defined[name], self._places[name]

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def import_rules(modules: Iterable[str]) -> None:
    """In another process, import the modules of foreign rules, if they exist there."""
    for module in modules:
        with suppress(ImportError):
            import_module(module)
