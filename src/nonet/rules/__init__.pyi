"""The names of `nonet.rules` for type checkers. At run time, `registry` finds them."""

from nonet.rules.board.areas import ConnectedValues as ConnectedValues
from nonet.rules.board.blocks import GlobalEntropy as GlobalEntropy, GlobalModular as GlobalModular
from nonet.rules.board.boxes import (
    Boxes as Boxes,
    DisjointGroups as DisjointGroups,
    Windoku as Windoku,
)
from nonet.rules.board.chains import Flatmates as Flatmates, TopBottom as TopBottom
from nonet.rules.board.counts import (
    CountDistinct as CountDistinct,
    CountingCircles as CountingCircles,
    Slingshot as Slingshot,
)
from nonet.rules.board.distances import (
    AntiLeaper as AntiLeaper,
    SelfTaxicab as SelfTaxicab,
    Taxicab as Taxicab,
)
from nonet.rules.board.houses import (
    Columns as Columns,
    Diagonals as Diagonals,
    ExtraRegion as ExtraRegion,
    Regions as Regions,
    Rows as Rows,
)
from nonet.rules.board.indexers import (
    BoxIndexer as BoxIndexer,
    ColumnIndexer as ColumnIndexer,
    NegativeBoxIndexers as NegativeBoxIndexers,
    NegativeColumnIndexers as NegativeColumnIndexers,
    NegativeRowIndexers as NegativeRowIndexers,
    RowIndexer as RowIndexer,
)
from nonet.rules.board.negatives import (
    NegativeBlackDots as NegativeBlackDots,
    NegativeWhiteDots as NegativeWhiteDots,
    NegativeXV as NegativeXV,
)
from nonet.rules.board.neighbours import (
    AntiKing as AntiKing,
    AntiKnight as AntiKnight,
    DiagonalNonConsecutive as DiagonalNonConsecutive,
    Knightmare as Knightmare,
    NonConsecutive as NonConsecutive,
)
from nonet.rules.cages.cage import Cage as Cage, Sum as Sum
from nonet.rules.cages.contents import (
    EqualityCage as EqualityCage,
    LookAndSay as LookAndSay,
    Lunchbox as Lunchbox,
    Rellik as Rellik,
)
from nonet.rules.cages.groups import (
    Clone as Clone,
    EqualSums as EqualSums,
    SameValues as SameValues,
)
from nonet.rules.lines.arrows import Arrow as Arrow
from nonet.rules.lines.cycles import Entropic as Entropic, Modular as Modular
from nonet.rules.lines.ends import Between as Between, Lockout as Lockout
from nonet.rules.lines.line import Palindrome as Palindrome, Whisper as Whisper
from nonet.rules.lines.region_sums import RegionSum as RegionSum
from nonet.rules.lines.sets import Nabner as Nabner, Renban as Renban
from nonet.rules.lines.steps import (
    Arithmetic as Arithmetic,
    SlowThermo as SlowThermo,
    Thermo as Thermo,
)
from nonet.rules.lines.sums import DoubleArrow as DoubleArrow, SumLine as SumLine, Zipper as Zipper
from nonet.rules.marks.cells import Among as Among, Even as Even, Odd as Odd
from nonet.rules.marks.corners import Contains as Contains, Quadruple as Quadruple
from nonet.rules.marks.dots import (
    BlackDot as BlackDot,
    PairSum as PairSum,
    V as V,
    WhiteDot as WhiteDot,
    X as X,
)
from nonet.rules.marks.extremes import Greater as Greater, Maximum as Maximum, Minimum as Minimum
from nonet.rules.outside.clue import Sandwich as Sandwich, XSum as XSum
from nonet.rules.outside.diagonals import LittleKiller as LittleKiller
from nonet.rules.outside.skyline import (
    HiddenSkyscraper as HiddenSkyscraper,
    NumberedRoom as NumberedRoom,
    Skyscraper as Skyscraper,
)
from nonet.rules.own.compound import All as All, Either as Either
from nonet.rules.own.tables import Pairs as Pairs, Where as Where
from nonet.rules.own.walks import Regex as Regex, Walk as Walk
from nonet.rules.rule import Lowered as Lowered, Rule as Rule
