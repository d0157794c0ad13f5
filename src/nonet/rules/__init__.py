"""The rules of the setter, one family a file."""

from nonet.rules.blocks import GlobalEntropy, GlobalModular
from nonet.rules.cages import Cage
from nonet.rules.cells import Among, Even, Odd
from nonet.rules.chains import Flatmates, TopBottom
from nonet.rules.compound import All, Either
from nonet.rules.contents import Contains, Quadruple
from nonet.rules.counting import CountDistinct, CountingCircles, Slingshot
from nonet.rules.distances import AntiLeaper, SelfTaxicab, Taxicab
from nonet.rules.dots import BlackDot, PairSum, V, WhiteDot, X
from nonet.rules.extremes import Greater, Maximum, Minimum
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
from nonet.rules.indexers import (
    BoxIndexer,
    ColumnIndexer,
    NegativeBoxIndexers,
    NegativeColumnIndexers,
    NegativeRowIndexers,
    RowIndexer,
)
from nonet.rules.lines import Thermo
from nonet.rules.lunchboxes import Lunchbox
from nonet.rules.negatives import NegativeBlackDots, NegativeWhiteDots, NegativeXV
from nonet.rules.neighbours import (
    AntiKing,
    AntiKnight,
    DiagonalNonConsecutive,
    Knightmare,
    NonConsecutive,
)
from nonet.rules.outside import LittleKiller, Sandwich, XSum
from nonet.rules.own_tables import Pairs, Where
from nonet.rules.own_walks import Walk
from nonet.rules.rule import Lowered, Rule
from nonet.rules.skyline import HiddenSkyscraper, NumberedRoom, Skyscraper

__all__ = [
    "All",
    "Among",
    "AntiKing",
    "AntiKnight",
    "AntiLeaper",
    "BlackDot",
    "BoxIndexer",
    "Boxes",
    "Cage",
    "ColumnIndexer",
    "Columns",
    "Contains",
    "CountDistinct",
    "CountingCircles",
    "DiagonalNonConsecutive",
    "Diagonals",
    "DisjointGroups",
    "Either",
    "Even",
    "ExtraRegion",
    "Flatmates",
    "GlobalEntropy",
    "GlobalModular",
    "Greater",
    "HiddenSkyscraper",
    "Knightmare",
    "LittleKiller",
    "Lowered",
    "Lunchbox",
    "Maximum",
    "Minimum",
    "NegativeBlackDots",
    "NegativeBoxIndexers",
    "NegativeColumnIndexers",
    "NegativeRowIndexers",
    "NegativeWhiteDots",
    "NegativeXV",
    "NonConsecutive",
    "NumberedRoom",
    "Odd",
    "PairSum",
    "Pairs",
    "Quadruple",
    "Regions",
    "RowIndexer",
    "Rows",
    "Rule",
    "Sandwich",
    "SelfTaxicab",
    "Skyscraper",
    "Slingshot",
    "Taxicab",
    "Thermo",
    "TopBottom",
    "V",
    "Walk",
    "Where",
    "WhiteDot",
    "Windoku",
    "X",
    "XSum",
]
