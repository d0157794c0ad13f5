"""The rules of Sudoku variants. Each file has a family of rules that share code.

`rule` has the base class of all rules. `fields` checks the arguments of rules. `lookup` finds rules
by name. `connection`, `sums` and `value_sets` have code that several families share.
"""

from nonet.rules.board.blocks import GlobalEntropy, GlobalModular
from nonet.rules.board.boxes import Boxes, DisjointGroups, Windoku
from nonet.rules.board.chains import Flatmates, TopBottom
from nonet.rules.board.counts import CountDistinct, CountingCircles, Slingshot
from nonet.rules.board.distances import AntiLeaper, SelfTaxicab, Taxicab
from nonet.rules.board.houses import Columns, Diagonals, ExtraRegion, Regions, Rows
from nonet.rules.board.indexers import (
    BoxIndexer,
    ColumnIndexer,
    NegativeBoxIndexers,
    NegativeColumnIndexers,
    NegativeRowIndexers,
    RowIndexer,
)
from nonet.rules.board.negatives import NegativeBlackDots, NegativeWhiteDots, NegativeXV
from nonet.rules.board.neighbours import (
    AntiKing,
    AntiKnight,
    DiagonalNonConsecutive,
    Knightmare,
    NonConsecutive,
)
from nonet.rules.cages.cage import Cage, Sum
from nonet.rules.cages.contents import EqualityCage, LookAndSay, Lunchbox, Rellik
from nonet.rules.cages.groups import Clone, EqualSums, SameValues
from nonet.rules.lines.arrows import Arrow
from nonet.rules.lines.cycles import Entropic, Modular
from nonet.rules.lines.ends import Between, Lockout
from nonet.rules.lines.line import Palindrome, Whisper
from nonet.rules.lines.region_sums import RegionSum
from nonet.rules.lines.sets import Nabner, Renban
from nonet.rules.lines.steps import Arithmetic, SlowThermo, Thermo
from nonet.rules.lines.sums import DoubleArrow, SumLine, Zipper
from nonet.rules.marks.cells import Among, Even, Odd
from nonet.rules.marks.corners import Contains, Quadruple
from nonet.rules.marks.dots import BlackDot, PairSum, V, WhiteDot, X
from nonet.rules.marks.extremes import Greater, Maximum, Minimum
from nonet.rules.outside.clue import Sandwich, XSum
from nonet.rules.outside.diagonals import LittleKiller
from nonet.rules.outside.skyline import HiddenSkyscraper, NumberedRoom, Skyscraper
from nonet.rules.own.compound import All, Either
from nonet.rules.own.tables import Pairs, Where
from nonet.rules.own.walks import Regex, Walk
from nonet.rules.rule import Lowered, Rule

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
