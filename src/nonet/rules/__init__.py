"""The rules of the setter, one family a file."""

from nonet.rules.arrows import Arrow
from nonet.rules.blocks import GlobalEntropy, GlobalModular
from nonet.rules.cage_contents import EqualityCage, LookAndSay, Rellik
from nonet.rules.cages import Cage, Sum
from nonet.rules.cells import Among, Even, Odd
from nonet.rules.chains import Flatmates, TopBottom
from nonet.rules.compound import All, Either
from nonet.rules.contents import Contains, Quadruple
from nonet.rules.counting import CountDistinct, CountingCircles, Slingshot
from nonet.rules.cycles import Entropic, Modular
from nonet.rules.distances import AntiLeaper, SelfTaxicab, Taxicab
from nonet.rules.dots import BlackDot, PairSum, V, WhiteDot, X
from nonet.rules.extremes import Greater, Maximum, Minimum
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
from nonet.rules.indexers import (
    BoxIndexer,
    ColumnIndexer,
    NegativeBoxIndexers,
    NegativeColumnIndexers,
    NegativeRowIndexers,
    RowIndexer,
)
from nonet.rules.line_ends import Between, Lockout
from nonet.rules.line_sets import Nabner, Renban
from nonet.rules.line_sums import DoubleArrow, SumLine, Zipper
from nonet.rules.lines import Palindrome, Whisper
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
from nonet.rules.own_walks import Regex, Walk
from nonet.rules.progressions import Arithmetic
from nonet.rules.region_sums import RegionSum
from nonet.rules.rule import Lowered, Rule
from nonet.rules.skyline import HiddenSkyscraper, NumberedRoom, Skyscraper
from nonet.rules.thermos import SlowThermo, Thermo

__all__ = [
    "All",
    "Among",
    "AntiKing",
    "AntiKnight",
    "AntiLeaper",
    "Arithmetic",
    "Arrow",
    "Between",
    "BlackDot",
    "BoxIndexer",
    "Boxes",
    "Cage",
    "Clone",
    "ColumnIndexer",
    "Columns",
    "Contains",
    "CountDistinct",
    "CountingCircles",
    "DiagonalNonConsecutive",
    "Diagonals",
    "DisjointGroups",
    "DoubleArrow",
    "Either",
    "Entropic",
    "EqualSums",
    "EqualityCage",
    "Even",
    "ExtraRegion",
    "Flatmates",
    "GlobalEntropy",
    "GlobalModular",
    "Greater",
    "HiddenSkyscraper",
    "Knightmare",
    "LittleKiller",
    "Lockout",
    "LookAndSay",
    "Lowered",
    "Lunchbox",
    "Maximum",
    "Minimum",
    "Modular",
    "Nabner",
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
    "Palindrome",
    "Quadruple",
    "Regex",
    "RegionSum",
    "Regions",
    "Rellik",
    "Renban",
    "RowIndexer",
    "Rows",
    "Rule",
    "SameValues",
    "Sandwich",
    "SelfTaxicab",
    "Skyscraper",
    "Slingshot",
    "SlowThermo",
    "Sum",
    "SumLine",
    "Taxicab",
    "Thermo",
    "TopBottom",
    "V",
    "Walk",
    "Where",
    "Whisper",
    "WhiteDot",
    "Windoku",
    "X",
    "XSum",
    "Zipper",
]
