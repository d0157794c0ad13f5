"""The classes of Interactive Sudoku Solver and the rules they express, for reading and writing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Any

from nonet import rules
from nonet.formats.links.iss import codecs, payloads, shapes
from nonet.formats.links.iss.board import Board
from nonet.formats.links.iss.codecs import Codec, cell, flag, form, number, pairs
from nonet.rules import Rule
from nonet.system.errors import PuzzleError


@dataclass(frozen=True)
class Class:
    """A class of ISS, the kinds of rules that it expresses, and the form of its arguments."""

    name: str
    kinds: tuple[type[Rule], ...]
    codec: Codec
    #: Whether ``Or`` and ``And`` may contain the class. Such a class concerns only the cells that
    #: its item names.
    local: bool = True
    #: Returns the reason why the class does not suit a board, or None if it does.
    unfit: Callable[[Board], str | None] = lambda board: None
    #: Returns the places to which an item applies. ISS keeps only the last item at each place.
    places: Callable[[tuple[str, ...]], Collection[object]] = lambda args: ()

    def read(self, args: tuple[str, ...], board: Board) -> Iterable[Rule]:
        """Return the rules that an item with these arguments means."""
        complaint = self.unfit(board)
        if complaint:
            raise PuzzleError(complaint)
        return self.codec.read(args, board)

    def write(self, rule: Rule, board: Board) -> Iterable[tuple[str, ...]]:
        """Return arguments of items that may express the rule. The caller checks the items."""
        return () if self.unfit(board) else self.codec.write(rule, board)


def _sudoku(board: Board) -> str | None:
    return "only on a board with rows and columns, not on a raw one" if board.raw else None


def _nine(board: Board) -> str | None:
    return None if board.grid.values == range(1, 10) else "only for the values 1 to 9"


def _positive(board: Board) -> str | None:
    is_positive = board.grid.values.start == 1
    return None if is_positive else "the class means something else on a board with the value 0"


def _from_one(board: Board) -> str | None:
    return _sudoku(board) or _positive(board)


def _of(name: str, kind: type[Rule], codec: Codec, **others: Any) -> Class:
    return Class(name, (kind,), codec, **others)


def _line(name: str, kind: Any, *slots: Any, usual: str | None = None, **others: Any) -> Class:
    return Class(name, (kind,), form(kind, *slots, usual=usual), **others)


def _flag(name: str, *rules: Rule, unfit: Callable[[Board], str | None] = _sudoku) -> Class:
    kinds = tuple(type(rule) for rule in rules)
    return Class(name, kinds, flag(*rules), local=False, unfit=unfit)


_first, _second = itemgetter(slice(1)), itemgetter(slice(1, 2))


def _ends(args: tuple[str, ...]) -> Collection[object]:
    return [(args[0], end) for end, clue in enumerate(args[1:]) if clue]


def _clue(name: str, kind: type[Rule], field: str, unfit: Any = _sudoku) -> Class:
    codec = codecs.whole_line(kind, field)
    return Class(name, (kind,), codec, unfit=unfit, places=_ends)


_contains_exactly = partial(rules.Contains, exactly=True)
_SANDWICH = form(rules.Sandwich, number("total"), rest=codecs.LINE)
_NEGATIVE_DOTS = (rules.NegativeWhiteDots((1,)), rules.NegativeBlackDots((2,)))

CLASSES = (
    _line("Thermo", rules.Thermo),
    _line("Palindrome", rules.Palindrome),
    _line("Renban", rules.Renban),
    _line("Whisper", rules.Whisper, codecs.GAP, usual="5"),
    _line("Modular", rules.Modular, number("modulus")),
    _line("Entropic", rules.Entropic, unfit=_nine),
    _of("RegionSumLine", rules.RegionSum, shapes.REGION_SUM),
    _line("Between", rules.Between),
    _line("Lockout", rules.Lockout, codecs.GAP, usual="4"),
    _line("Zipper", rules.Zipper),
    _line("DoubleArrow", rules.DoubleArrow),
    _of("SumLine", rules.SumLine, shapes.SUM_LINE, unfit=_positive),
    _of("Arrow", rules.Arrow, form(rules.Arrow, codecs.BULB, rest=codecs.cells("shaft"))),
    _of("PillArrow", rules.Arrow, shapes.PILL),
    _line("Cage", rules.Cage, codecs.TOTAL),
    _of("Sum", rules.Sum, shapes.SUM),
    _line("RellikCage", rules.Rellik, number("total")),
    _of("EqualityCage", rules.EqualityCage, form(rules.EqualityCage, rest=shapes.EVEN)),
    _line("AllDifferent", rules.ExtraRegion),
    _of("SameValues", rules.SameValues, shapes.SAME_VALUES),
    _of("EqualSum", rules.EqualSums, form(rules.EqualSums, rest=shapes.GROUPS)),
    _line("ContainAtLeast", rules.Contains, codecs.VALUES),
    _of("ContainExact", rules.Contains, form(_contains_exactly, codecs.VALUES)),
    _line("LookAndSay", rules.LookAndSay, shapes.COUNTS),
    _of("Quad", rules.Quadruple, shapes.QUADRUPLE, places=_first),
    _of("WhiteDot", rules.WhiteDot, pairs(rules.WhiteDot)),
    _of("BlackDot", rules.BlackDot, pairs(rules.BlackDot)),
    _of("X", rules.X, pairs(rules.X)),
    _of("V", rules.V, pairs(rules.V)),
    _of("GreaterThan", rules.Greater, shapes.GREATER),
    _of("Pair", rules.Pairs, payloads.pairs_of(every=False)),
    _of("PairX", rules.Pairs, payloads.pairs_of(every=True)),
    _of("Binary", rules.Pairs, payloads.pairs_of(every=False, is_old=True)),
    _of("BinaryX", rules.Pairs, payloads.pairs_of(every=True, is_old=True)),
    _of("Regex", rules.Regex, payloads.REGEX),
    _of("NFA", rules.Walk, payloads.WALK),
    _of("LittleKiller", rules.LittleKiller, shapes.LITTLE_KILLER, unfit=_sudoku, places=_second),
    _clue("XSum", rules.XSum, "total"),
    _clue("Skyscraper", rules.Skyscraper, "count", _from_one),
    _clue("HiddenSkyscraper", rules.HiddenSkyscraper, "value", _from_one),
    _clue("NumberedRoom", rules.NumberedRoom, "value"),
    _of("Sandwich", rules.Sandwich, _SANDWICH, unfit=_sudoku, places=_second),
    _line("Lunchbox", rules.Lunchbox, number("total")),
    _of("Indexing", rules.RowIndexer, shapes.indexing("R", rules.RowIndexer), unfit=_sudoku),
    _of("Indexing", rules.ColumnIndexer, shapes.indexing("C", rules.ColumnIndexer), unfit=_sudoku),
    _line("ValueIndexing", rules.Slingshot, cell("stone"), cell("control")),
    _line("CountingCircles", rules.CountingCircles),
    _line("CountDistinct", rules.CountDistinct, cell("control")),
    _of("Diagonal", rules.Diagonals, shapes.DIAGONAL, local=False, unfit=_sudoku),
    _flag("AntiKnight", rules.AntiKnight()),
    # ISS checks only diagonal neighbours, because the other neighbours share a row or column.
    _flag("AntiKing", rules.AntiKing()),
    _flag("AntiTaxicab", rules.SelfTaxicab()),
    _flag("AntiConsecutive", rules.NonConsecutive(dots_exempt=False)),
    _flag("StrictKropki", *_NEGATIVE_DOTS, unfit=lambda board: None),
    _flag("StrictXV", rules.NegativeXV(), unfit=lambda board: None),
    _of("Windoku", rules.Windoku, shapes.WINDOKU, local=False, unfit=_sudoku),
    _of("DisjointSets", rules.DisjointGroups, shapes.DISJOINT, local=False, unfit=_sudoku),
    _flag("GlobalEntropy", rules.GlobalEntropy(), unfit=_nine),
    _flag("GlobalMod", rules.GlobalModular(), unfit=_nine),
    _flag("DutchFlatmates", rules.Flatmates(), unfit=_nine),
    _of("RegionSameValues", rules.SameValues, shapes.REGION_VALUES, local=False, unfit=_sudoku),
    Class("", (rules.Among, rules.Odd, rules.Even), shapes.CANDIDATES),
)

_RANKS = "whole lines that are ranked as numbers cannot be stated yet"
_CHAOS = "regions that the solver must find cannot be stated yet"
#: The classes that nonet's rules cannot express, each with the reason.
ABSENT = {
    **dict.fromkeys(("FullRank", "FullRankTies"), _RANKS),
    **dict.fromkeys(("ChaosConstruction", "ChaosArrow", "ChaosMultiArrow", "ChaosCount"), _CHAOS),
    "ConnectedValues": "cells that must be connected cannot be stated yet",
    "Doppelganger": "values missing from houses cannot be stated yet",
    "Var": "cells outside the board cannot be stated yet",
}

#: The classes that do not restrict the solution. nonet keeps their items unchanged.
HINTS = ("Priority", "SearchPriority")
