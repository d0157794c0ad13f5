"""The rules of the setter, one family a file."""

from nonet.rules.arrows import Arrow
from nonet.rules.cage_contents import EqualityCage, LookAndSay, Rellik
from nonet.rules.cages import Cage, Sum
from nonet.rules.cells import Among, Even, Odd
from nonet.rules.cycles import Entropic, Modular
from nonet.rules.dots import BlackDot, WhiteDot
from nonet.rules.groups import Clone, EqualSums, SameValues
from nonet.rules.houses import (
    Boxes,
    Columns,
    Diagonals,
    DisjointGroups,
    ExtraRegion,
    Regions,
    Rows,
    Windoku,
)
from nonet.rules.line_ends import Between, Lockout
from nonet.rules.line_sets import Nabner, Renban
from nonet.rules.line_sums import DoubleArrow, SumLine, Zipper
from nonet.rules.lines import Palindrome, Whisper
from nonet.rules.neighbours import AntiKing, AntiKnight, NonConsecutive
from nonet.rules.progressions import Arithmetic
from nonet.rules.region_sums import RegionSum
from nonet.rules.rule import Lowered, Rule
from nonet.rules.thermos import SlowThermo, Thermo

__all__ = [
    "Among",
    "AntiKing",
    "AntiKnight",
    "Arithmetic",
    "Arrow",
    "Between",
    "BlackDot",
    "Boxes",
    "Cage",
    "Clone",
    "Columns",
    "Diagonals",
    "DisjointGroups",
    "DoubleArrow",
    "Entropic",
    "EqualSums",
    "EqualityCage",
    "Even",
    "ExtraRegion",
    "Lockout",
    "LookAndSay",
    "Lowered",
    "Modular",
    "Nabner",
    "NonConsecutive",
    "Odd",
    "Palindrome",
    "RegionSum",
    "Regions",
    "Rellik",
    "Renban",
    "Rows",
    "Rule",
    "SameValues",
    "SlowThermo",
    "Sum",
    "SumLine",
    "Thermo",
    "Whisper",
    "WhiteDot",
    "Windoku",
    "Zipper",
]
