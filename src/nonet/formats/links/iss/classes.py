"""The classes of ISS and the rules that they are, read in both directions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from nonet.formats.links.iss import codecs, payloads, shapes
from nonet.formats.links.iss.board import Board
from nonet.formats.links.iss.codecs import Codec, cells, flag, number_and_cells, pairs
from nonet.rules import (
    Among,
    AntiKing,
    AntiKnight,
    Arrow,
    Between,
    BlackDot,
    Cage,
    ColumnIndexer,
    Contains,
    CountDistinct,
    CountingCircles,
    Diagonals,
    DisjointGroups,
    DoubleArrow,
    Entropic,
    EqualityCage,
    EqualSums,
    Even,
    ExtraRegion,
    Flatmates,
    GlobalEntropy,
    GlobalModular,
    Greater,
    HiddenSkyscraper,
    LittleKiller,
    Lockout,
    LookAndSay,
    Lunchbox,
    Modular,
    NegativeBlackDots,
    NegativeWhiteDots,
    NegativeXV,
    NonConsecutive,
    NumberedRoom,
    Odd,
    Pairs,
    Palindrome,
    Quadruple,
    Regex,
    RegionSum,
    Rellik,
    Renban,
    RowIndexer,
    Rule,
    SameValues,
    Sandwich,
    SelfTaxicab,
    Skyscraper,
    Slingshot,
    Sum,
    SumLine,
    Thermo,
    V,
    Walk,
    Whisper,
    WhiteDot,
    Windoku,
    X,
    XSum,
    Zipper,
)
from nonet.system.errors import PuzzleError


@dataclass(frozen=True)
class Class:
    """A class, the kinds of rules that it is for, and what its arguments look like."""

    name: str
    kinds: tuple[type[Rule], ...]
    codec: Codec
    #: Whether it may stand in ``Or`` and ``And``: it speaks of some cells and of no others.
    local: bool = True
    #: Returns what must be so of the board, in words, where it is not.
    unfit: Callable[[Board], str | None] = lambda board: None
    #: Returns the places of an item of which the site keeps only the last one at each place.
    places: Callable[[tuple[str, ...]], Collection[object]] = lambda args: ()

    def read(self, args: tuple[str, ...], board: Board) -> Iterable[Rule]:
        """Return the rules of an item."""
        complaint = self.unfit(board)
        if complaint:
            raise PuzzleError(complaint)
        return self.codec.read(args, board)

    def write(self, rule: Rule, board: Board) -> Iterable[tuple[str, ...]]:
        """Return the arguments of items that may say the rule."""
        return () if self.unfit(board) else self.codec.write(rule, board)


def _sudoku(board: Board) -> str | None:
    return "only on a board with rows and columns, not on a raw one" if board.raw else None


def _nine(board: Board) -> str | None:
    return None if board.grid.values == range(1, 10) else "only for the values 1 to 9"


def _positive(board: Board) -> str | None:
    return None if board.grid.values.start == 1 else "with the value 0 it means something else"


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
    """Return the ends of a row or column at which a clue stands."""
    return [(args[0], end) for end, clue in enumerate(args[1:]) if clue]


def _clue(name: str, kind: type[Rule], field: str, unfit: Any = _sudoku) -> Class:
    codec = codecs.whole_line(kind, field)
    return Class(name, (kind,), codec, unfit=unfit, places=_ends)


CLASSES = (
    _line("Thermo", Thermo),
    _line("Palindrome", Palindrome),
    _line("Renban", Renban),
    _of("Whisper", Whisper, number_and_cells(Whisper, "gap", usual=5)),
    _of("Modular", Modular, number_and_cells(Modular, "modulus")),
    _of("Entropic", Entropic, cells(Entropic), unfit=_nine),
    _of("RegionSumLine", RegionSum, shapes.REGION_SUM),
    _line("Between", Between),
    _of("Lockout", Lockout, number_and_cells(Lockout, "gap", usual=4)),
    _line("Zipper", Zipper),
    _line("DoubleArrow", DoubleArrow),
    _of("SumLine", SumLine, shapes.SUM_LINE, unfit=_positive),
    _of("Arrow", Arrow, shapes.ARROW),
    _of("PillArrow", Arrow, shapes.PILL),
    _of("Cage", Cage, shapes.CAGE),
    _of("Sum", Sum, shapes.SUM),
    _of("RellikCage", Rellik, number_and_cells(Rellik, "total")),
    _of("EqualityCage", EqualityCage, shapes.EQUALITY),
    _line("AllDifferent", ExtraRegion),
    _of("SameValues", SameValues, shapes.SAME_VALUES),
    _of("EqualSum", EqualSums, shapes.EQUAL_SUMS),
    _of("ContainAtLeast", Contains, codecs.values_and_cells(Contains)),
    _of("ContainExact", Contains, codecs.values_and_cells(shapes.contains_exactly)),
    _of("LookAndSay", LookAndSay, shapes.LOOK_AND_SAY),
    _of("Quad", Quadruple, shapes.QUADRUPLE, places=_first),
    _of("WhiteDot", WhiteDot, pairs(WhiteDot)),
    _of("BlackDot", BlackDot, pairs(BlackDot)),
    _of("X", X, pairs(X)),
    _of("V", V, pairs(V)),
    _of("GreaterThan", Greater, shapes.GREATER),
    _of("Pair", Pairs, payloads.pairs_of(every=False)),
    _of("PairX", Pairs, payloads.pairs_of(every=True)),
    _of("Binary", Pairs, payloads.old(payloads.pairs_of(every=False))),
    _of("BinaryX", Pairs, payloads.old(payloads.pairs_of(every=True))),
    _of("Regex", Regex, payloads.REGEX),
    _of("NFA", Walk, payloads.WALK),
    _of("LittleKiller", LittleKiller, shapes.LITTLE_KILLER, unfit=_sudoku, places=_second),
    _clue("XSum", XSum, "total"),
    _clue("Skyscraper", Skyscraper, "count", _from_one),
    _clue("HiddenSkyscraper", HiddenSkyscraper, "value", _from_one),
    _clue("NumberedRoom", NumberedRoom, "value"),
    _of(
        "Sandwich",
        Sandwich,
        codecs.number_and_line(Sandwich, "total"),
        unfit=_sudoku,
        places=_second,
    ),
    _of("Lunchbox", Lunchbox, number_and_cells(Lunchbox, "total")),
    _of("Indexing", RowIndexer, shapes.indexing("R", RowIndexer), unfit=_sudoku),
    _of("Indexing", ColumnIndexer, shapes.indexing("C", ColumnIndexer), unfit=_sudoku),
    _of("ValueIndexing", Slingshot, shapes.SLINGSHOT),
    _line("CountingCircles", CountingCircles),
    _of("CountDistinct", CountDistinct, shapes.COUNT_DISTINCT),
    _of("Diagonal", Diagonals, shapes.DIAGONAL, local=False, unfit=_sudoku),
    _flag("AntiKnight", AntiKnight()),
    # The app keeps diagonal neighbours apart; the others are in a row or column.
    _flag("AntiKing", AntiKing()),
    _flag("AntiTaxicab", SelfTaxicab()),
    _flag("AntiConsecutive", NonConsecutive(dots_exempt=False)),
    _flag(
        "StrictKropki", NegativeWhiteDots((1,)), NegativeBlackDots((2,)), unfit=lambda board: None
    ),
    _flag("StrictXV", NegativeXV(), unfit=lambda board: None),
    _of("Windoku", Windoku, shapes.WINDOKU, local=False, unfit=_sudoku),
    _of("DisjointSets", DisjointGroups, shapes.DISJOINT, local=False, unfit=_sudoku),
    _flag("GlobalEntropy", GlobalEntropy(), unfit=_nine),
    _flag("GlobalMod", GlobalModular(), unfit=_nine),
    _flag("DutchFlatmates", Flatmates(), unfit=_nine),
    _of("RegionSameValues", SameValues, shapes.REGION_VALUES, local=False, unfit=_sudoku),
    Class("", (Among, Odd, Even), shapes.CANDIDATES),
)

#: Classes that say what the rules cannot, with the reason.
ABSENT = {
    "FullRank": "whole lines that are ranked as numbers cannot be stated yet",
    "FullRankTies": "whole lines that are ranked as numbers cannot be stated yet",
    "ConnectedValues": "cells that must be connected cannot be stated yet",
    "ChaosConstruction": "regions that are to be found cannot be stated yet",
    "ChaosArrow": "regions that are to be found cannot be stated yet",
    "ChaosMultiArrow": "regions that are to be found cannot be stated yet",
    "ChaosCount": "regions that are to be found cannot be stated yet",
    "Doppelganger": "values that are missing from houses cannot be stated yet",
    "Var": "cells beside the board cannot be stated yet",
}

#: Classes that say nothing of the solution: they are kept as they are.
HINTS = ("Priority", "SearchPriority")
