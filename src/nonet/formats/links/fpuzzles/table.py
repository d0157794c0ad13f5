"""The keys of f-puzzles that hold rules: what each reads and writes. A new rule is a line here."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nonet.formats.links.fpuzzles import clues, shapes
from nonet.formats.links.fpuzzles.shapes import Shape
from nonet.rules import (
    Arrow,
    Between,
    BlackDot,
    BoxIndexer,
    Cage,
    Clone,
    ColumnIndexer,
    DoubleArrow,
    Entropic,
    Even,
    ExtraRegion,
    LittleKiller,
    Lockout,
    Maximum,
    Minimum,
    Modular,
    Nabner,
    Odd,
    PairSum,
    Palindrome,
    Quadruple,
    RegionSum,
    Renban,
    RowIndexer,
    Rule,
    Sandwich,
    Skyscraper,
    SlowThermo,
    Thermo,
    V,
    Whisper,
    WhiteDot,
    X,
    XSum,
    Zipper,
)


@dataclass(frozen=True)
class Key:
    """A key whose value is a list of entries of one shape, and the rules that are written so."""

    name: str
    shape: Shape
    rules: tuple[type[Rule], ...] = ()

    def together(self, rules: list[Rule]) -> list[Rule]:
        """Return the rules of entries that are cells as one rule of them all."""
        if not self.shape.is_single or not rules:
            return rules
        cells = dict.fromkeys(cell for rule in rules for cell in rule.cells)  # type: ignore[attr-defined]
        return [replace(rules[0], cells=tuple(cells))]  # type: ignore[type-var]

    def apart(self, rule: Rule) -> list[Rule]:
        """Return the rules that are an entry each."""
        if not self.shape.is_single:
            return [rule]
        return [replace(rule, cells=(cell,)) for cell in rule.cells]  # type: ignore[attr-defined,type-var]


#: In the order in which rules are read and entries are written.
KEYS: tuple[Key, ...] = (
    Key("odd", shapes.single(Odd), (Odd,)),
    Key("even", shapes.single(Even), (Even,)),
    Key("minimum", shapes.single(Minimum), (Minimum,)),
    Key("maximum", shapes.single(Maximum), (Maximum,)),
    Key("extraregion", shapes.cells(ExtraRegion), (ExtraRegion,)),
    Key("thermometer", shapes.lines(Thermo), (Thermo,)),
    Key("slowthermometer", shapes.lines(SlowThermo), (SlowThermo,)),
    Key("palindrome", shapes.lines(Palindrome), (Palindrome,)),
    Key("renban", shapes.lines(Renban), (Renban,)),
    Key("whispers", shapes.whispers(), (Whisper,)),
    Key("germanwhispers", shapes.lines(Whisper)),
    Key("dutchwhispers", shapes.dutch_whispers()),
    Key("betweenline", shapes.lines(Between), (Between,)),
    Key("lockout", shapes.lines(Lockout), (Lockout,)),
    Key("regionsumline", shapes.region_sums(RegionSum), (RegionSum,)),
    Key("entropicline", shapes.lines(Entropic), (Entropic,)),
    Key("modularline", shapes.lines(Modular), (Modular,)),
    Key("nabner", shapes.lines(Nabner), (Nabner,)),
    Key("zipperline", shapes.lines(Zipper), (Zipper,)),
    Key("doublearrow", shapes.lines(DoubleArrow), (DoubleArrow,)),
    Key("arrow", shapes.arrows(), (Arrow,)),
    Key("killercage", shapes.cages(), (Cage,)),
    Key("cage", shapes.rooted_cages(), (Cage,)),
    Key("littlekillersum", clues.little_killers(), (LittleKiller,)),
    Key("sandwichsum", clues.beside(Sandwich), (Sandwich,)),
    Key("xsum", clues.beside(XSum), (XSum,)),
    Key("skyscraper", clues.beside(Skyscraper), (Skyscraper,)),
    Key("difference", shapes.pairs(WhiteDot, "difference", 1), (WhiteDot,)),
    Key("ratio", shapes.pairs(BlackDot, "ratio", 2), (BlackDot,)),
    Key("xv", shapes.pair_sums(), (X, V, PairSum)),
    Key("clone", shapes.clones(), (Clone,)),
    Key("quadruple", shapes.quadruples(), (Quadruple,)),
    Key("rowindexer", shapes.cells(RowIndexer), (RowIndexer,)),
    Key("columnindexer", shapes.cells(ColumnIndexer), (ColumnIndexer,)),
    Key("boxindexer", shapes.box_indexers(), (BoxIndexer,)),
)
