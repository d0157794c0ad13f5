"""Finds rules by name. The module of a rule is imported when the rule is first used."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Any

#: For each module, the names that users import from `nonet.rules`.
_OFFERED = {
    "board.areas": "ConnectedValues",
    "board.blocks": "GlobalEntropy GlobalModular",
    "board.boxes": "Boxes DisjointGroups Windoku",
    "board.chains": "Flatmates TopBottom",
    "board.counts": "CountDistinct CountingCircles Slingshot",
    "board.distances": "AntiLeaper SelfTaxicab Taxicab",
    "board.houses": "Columns Diagonals ExtraRegion Regions Rows",
    "board.indexers": "BoxIndexer ColumnIndexer RowIndexer"
    " NegativeBoxIndexers NegativeColumnIndexers NegativeRowIndexers",
    "board.negatives": "NegativeBlackDots NegativeWhiteDots NegativeXV",
    "board.neighbours": "AntiKing AntiKnight DiagonalNonConsecutive Knightmare NonConsecutive",
    "cages.cage": "Cage Sum",
    "cages.contents": "EqualityCage LookAndSay Lunchbox Rellik",
    "cages.groups": "Clone EqualSums SameValues",
    "lines.arrows": "Arrow",
    "lines.cycles": "Entropic Modular",
    "lines.ends": "Between Lockout",
    "lines.line": "Palindrome Whisper",
    "lines.region_sums": "RegionSum",
    "lines.sets": "Nabner Renban",
    "lines.steps": "Arithmetic SlowThermo Thermo",
    "lines.sums": "DoubleArrow SumLine Zipper",
    "marks.cells": "Among Even Odd",
    "marks.corners": "Contains Quadruple",
    "marks.dots": "BlackDot PairSum V WhiteDot X",
    "marks.extremes": "Greater Maximum Minimum",
    "outside.clue": "Sandwich XSum",
    "outside.diagonals": "LittleKiller",
    "outside.skyline": "HiddenSkyscraper NumberedRoom Skyscraper",
    "own.compound": "All Either",
    "own.tables": "Pairs Where",
    "own.walks": "Regex Walk",
    "rule": "Lowered Rule",
}

#: The module of each name in `nonet.rules`.
HOMES = {
    name: f"nonet.rules.{module}" for module, names in _OFFERED.items() for name in names.split()
}


class Registry(MutableMapping[str, Any]):
    """All rules by name. Looking up a rule of nonet imports its module.

    >>> from nonet.rules import Rule
    >>> Rule.named["cage"]
    <class 'nonet.rules.cages.cage.Cage'>
    """

    def __init__(self) -> None:
        rules = ((name, home) for name, home in HOMES.items() if home != "nonet.rules.rule")
        self._places = {name.lower(): (home, name) for name, home in rules}
        self._defined: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._defined and name in self._places:
            import_module(self._places[name][0])
        return self._defined[name]

    def __setitem__(self, name: str, rule: type) -> None:
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
