"""The rules of the setter, one family a file."""

from nonet.rules.cages import Cage
from nonet.rules.cells import Among, Even, Odd
from nonet.rules.compound import All, Either
from nonet.rules.dots import BlackDot, WhiteDot
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
from nonet.rules.lines import Thermo
from nonet.rules.neighbours import AntiKing, AntiKnight, NonConsecutive
from nonet.rules.own_tables import Pairs, Where
from nonet.rules.own_walks import Walk
from nonet.rules.rule import Lowered, Rule

__all__ = [
    "All",
    "Among",
    "AntiKing",
    "AntiKnight",
    "BlackDot",
    "Boxes",
    "Cage",
    "Columns",
    "Diagonals",
    "DisjointGroups",
    "Either",
    "Even",
    "ExtraRegion",
    "Lowered",
    "NonConsecutive",
    "Odd",
    "Pairs",
    "Regions",
    "Rows",
    "Rule",
    "Thermo",
    "Walk",
    "Where",
    "WhiteDot",
    "Windoku",
]
