"""The classes of Interactive Sudoku Solver and the rules they express, for reading and writing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from nonet import rules
from nonet.formats.links.iss import codecs, payloads, shapes
from nonet.formats.links.iss.board import Board
from nonet.formats.links.iss.codecs import Codec, cells, flag, number_and_cells, pairs
from nonet.rules import Rule
from nonet.system.errors import PuzzleError


@dataclass(frozen=True)
class Class:
    """A class of ISS, the kinds of rules that it expresses, and the form of its arguments."""

    name: str
    kinds: tuple[type[Rule], ...]
    codec: Codec
    #: Whether ``Or`` and ``And`` may contain the class, because it concerns only the cells it
    #: names.
    local: bool = True
    #: Returns the condition, in words, that a board does not meet; None if the class suits the
    #: board.
    unfit: Callable[[Board], str | None] = lambda board: None
    #: Returns the places that an item applies to. If two items have a place, ISS keeps only the
    #: last.
    places: Callable[[tuple[str, ...]], Collection[object]] = lambda args: ()

    def read(self, args: tuple[str, ...], board: Board) -> Iterable[Rule]:
        """Return the rules that an item with these arguments means."""
        complaint = self.unfit(board)
        if complaint:
            raise PuzzleError(complaint)
        return self.codec.read(args, board)

    def write(self, rule: Rule, board: Board) -> Iterable[tuple[str, ...]]:
        """Return the arguments of the items that may express the rule; the caller checks if they
        do.
        """
        return () if self.unfit(board) else self.codec.write(rule, board)


def _sudoku(board: Board) -> str | None:
    return "only on a board with rows and columns, not on a raw one" if board.raw else None


def _nine(board: Board) -> str | None:
    return None if board.grid.values == range(1, 10) else "only for the values 1 to 9"


def _positive(board: Board) -> str | None:
    return (
        None
        if board.grid.values.start == 1
        else "the class means something else on a board with the value 0"
    )


def _from_one(board: Board) -> str | None:
    return _sudoku(board) or _positive(board)


def _of(name: str, kind: type[Rule], codec: Codec, **others: Any) -> Class:
    return Class(name, (kind,), codec, **others)


def _line(name: str, kind: type[Rule]) -> Class:
    return Class(name, (kind,), cells(kind))


def _flag(name: str, *rules: Rule, unfit: Callable[[Board], str | None] = _sudoku) -> Class:
    kinds = tuple(type(rule) for rule in rules)
    return Class(name, kinds, flag(*rules), local=False, unfit=unfit)


def _first(args: tuple[str, ...]) -> Collection[object]:
    return args[:1]


def _second(args: tuple[str, ...]) -> Collection[object]:
    return args[1:2]


def _ends(args: tuple[str, ...]) -> Collection[object]:
    """Return the ends of a row or column at which there is a clue."""
    return [(args[0], end) for end, clue in enumerate(args[1:]) if clue]


def _clue(name: str, kind: type[Rule], field: str, unfit: Any = _sudoku) -> Class:
    codec = codecs.whole_line(kind, field)
    return Class(name, (kind,), codec, unfit=unfit, places=_ends)


CLASSES = (
    _line("Thermo", rules.Thermo),
    _line("Palindrome", rules.Palindrome),
    _line("Renban", rules.Renban),
    _of("Whisper", rules.Whisper, number_and_cells(rules.Whisper, "gap", usual=5)),
    _of("Modular", rules.Modular, number_and_cells(rules.Modular, "modulus")),
    _of("Entropic", rules.Entropic, cells(rules.Entropic), unfit=_nine),
    _of("RegionSumLine", rules.RegionSum, shapes.REGION_SUM),
    _line("Between", rules.Between),
    _of("Lockout", rules.Lockout, number_and_cells(rules.Lockout, "gap", usual=4)),
    _line("Zipper", rules.Zipper),
    _line("DoubleArrow", rules.DoubleArrow),
    _of("SumLine", rules.SumLine, shapes.SUM_LINE, unfit=_positive),
    _of("Arrow", rules.Arrow, shapes.ARROW),
    _of("PillArrow", rules.Arrow, shapes.PILL),
    _of("Cage", rules.Cage, shapes.CAGE),
    _of("Sum", rules.Sum, shapes.SUM),
    _of("RellikCage", rules.Rellik, number_and_cells(rules.Rellik, "total")),
    _of("EqualityCage", rules.EqualityCage, shapes.EQUALITY),
    _line("AllDifferent", rules.ExtraRegion),
    _of("SameValues", rules.SameValues, shapes.SAME_VALUES),
    _of("EqualSum", rules.EqualSums, shapes.EQUAL_SUMS),
    _of("ContainAtLeast", rules.Contains, codecs.values_and_cells(rules.Contains)),
    _of("ContainExact", rules.Contains, codecs.values_and_cells(shapes.contains_exactly)),
    _of("LookAndSay", rules.LookAndSay, shapes.LOOK_AND_SAY),
    _of("Quad", rules.Quadruple, shapes.QUADRUPLE, places=_first),
    _of("WhiteDot", rules.WhiteDot, pairs(rules.WhiteDot)),
    _of("BlackDot", rules.BlackDot, pairs(rules.BlackDot)),
    _of("X", rules.X, pairs(rules.X)),
    _of("V", rules.V, pairs(rules.V)),
    _of("GreaterThan", rules.Greater, shapes.GREATER),
    _of("Pair", rules.Pairs, payloads.pairs_of(every=False)),
    _of("PairX", rules.Pairs, payloads.pairs_of(every=True)),
    _of("Binary", rules.Pairs, payloads.old(payloads.pairs_of(every=False))),
    _of("BinaryX", rules.Pairs, payloads.old(payloads.pairs_of(every=True))),
    _of("Regex", rules.Regex, payloads.REGEX),
    _of("NFA", rules.Walk, payloads.WALK),
    _of("LittleKiller", rules.LittleKiller, shapes.LITTLE_KILLER, unfit=_sudoku, places=_second),
    _clue("XSum", rules.XSum, "total"),
    _clue("Skyscraper", rules.Skyscraper, "count", _from_one),
    _clue("HiddenSkyscraper", rules.HiddenSkyscraper, "value", _from_one),
    _clue("NumberedRoom", rules.NumberedRoom, "value"),
    _of(
        "Sandwich",
        rules.Sandwich,
        codecs.number_and_line(rules.Sandwich, "total"),
        unfit=_sudoku,
        places=_second,
    ),
    _of("Lunchbox", rules.Lunchbox, number_and_cells(rules.Lunchbox, "total")),
    _of("Indexing", rules.RowIndexer, shapes.indexing("R", rules.RowIndexer), unfit=_sudoku),
    _of("Indexing", rules.ColumnIndexer, shapes.indexing("C", rules.ColumnIndexer), unfit=_sudoku),
    _of("ValueIndexing", rules.Slingshot, shapes.SLINGSHOT),
    _line("CountingCircles", rules.CountingCircles),
    _of("CountDistinct", rules.CountDistinct, shapes.COUNT_DISTINCT),
    _of("Diagonal", rules.Diagonals, shapes.DIAGONAL, local=False, unfit=_sudoku),
    _flag("AntiKnight", rules.AntiKnight()),
    # ISS forbids equal values only for diagonal neighbours; other neighbours share a row or column.
    _flag("AntiKing", rules.AntiKing()),
    _flag("AntiTaxicab", rules.SelfTaxicab()),
    _flag("AntiConsecutive", rules.NonConsecutive(dots_exempt=False)),
    _flag(
        "StrictKropki",
        rules.NegativeWhiteDots((1,)),
        rules.NegativeBlackDots((2,)),
        unfit=lambda board: None,
    ),
    _flag("StrictXV", rules.NegativeXV(), unfit=lambda board: None),
    _of("Windoku", rules.Windoku, shapes.WINDOKU, local=False, unfit=_sudoku),
    _of("DisjointSets", rules.DisjointGroups, shapes.DISJOINT, local=False, unfit=_sudoku),
    _flag("GlobalEntropy", rules.GlobalEntropy(), unfit=_nine),
    _flag("GlobalMod", rules.GlobalModular(), unfit=_nine),
    _flag("DutchFlatmates", rules.Flatmates(), unfit=_nine),
    _of("RegionSameValues", rules.SameValues, shapes.REGION_VALUES, local=False, unfit=_sudoku),
    Class("", (rules.Among, rules.Odd, rules.Even), shapes.CANDIDATES),
)

#: The classes that nonet's rules cannot express, each with the reason.
ABSENT = {
    "FullRank": "whole lines that are ranked as numbers cannot be stated yet",
    "FullRankTies": "whole lines that are ranked as numbers cannot be stated yet",
    "ConnectedValues": "cells that must be connected cannot be stated yet",
    "ChaosConstruction": "regions that the solver must find cannot be stated yet",
    "ChaosArrow": "regions that the solver must find cannot be stated yet",
    "ChaosMultiArrow": "regions that the solver must find cannot be stated yet",
    "ChaosCount": "regions that the solver must find cannot be stated yet",
    "Doppelganger": "values missing from houses cannot be stated yet",
    "Var": "cells outside the board cannot be stated yet",
}

#: The classes that do not restrict the solution, so they are kept as they are.
HINTS = ("Priority", "SearchPriority")
