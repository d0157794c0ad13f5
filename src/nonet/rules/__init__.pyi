"""The names of `nonet.rules` for type checkers. At run time, `registry` finds them."""

from nonet.rules.board.areas import (
    ConnectedValues as ConnectedValues,
    GlobalEntropy as GlobalEntropy,
    GlobalModular as GlobalModular,
    YinYang as YinYang,
)
from nonet.rules.board.chaos import (
    ChaosConstruction as ChaosConstruction,
    Galaxies as Galaxies,
    RegionArrow as RegionArrow,
    RegionCount as RegionCount,
)
from nonet.rules.board.counts import (
    CountDistinct as CountDistinct,
    CountingCircles as CountingCircles,
    Flatmates as Flatmates,
    Slingshot as Slingshot,
    TopBottom as TopBottom,
)
from nonet.rules.board.houses import (
    Boxes as Boxes,
    Columns as Columns,
    Diagonals as Diagonals,
    DisjointGroups as DisjointGroups,
    ExtraRegion as ExtraRegion,
    Regions as Regions,
    Rows as Rows,
    Windoku as Windoku,
)
from nonet.rules.board.indexers import (
    BoxIndexer as BoxIndexer,
    ColumnIndexer as ColumnIndexer,
    NegativeBoxIndexers as NegativeBoxIndexers,
    NegativeColumnIndexers as NegativeColumnIndexers,
    NegativeRowIndexers as NegativeRowIndexers,
    RowIndexer as RowIndexer,
)
from nonet.rules.board.neighbours import (
    AntiKing as AntiKing,
    AntiKnight as AntiKnight,
    AntiLeaper as AntiLeaper,
    DiagonalNonConsecutive as DiagonalNonConsecutive,
    Knightmare as Knightmare,
    NegativeBlackDots as NegativeBlackDots,
    NegativeWhiteDots as NegativeWhiteDots,
    NegativeXV as NegativeXV,
    NonConsecutive as NonConsecutive,
    SelfTaxicab as SelfTaxicab,
    Taxicab as Taxicab,
)
from nonet.rules.board.shading import (
    Loop as Loop,
    Norinori as Norinori,
    Nurimisaki as Nurimisaki,
    Snake as Snake,
    StarBattle as StarBattle,
)
from nonet.rules.board.whole import Doppelganger as Doppelganger, Samurai as Samurai
from nonet.rules.cages.cage import (
    Cage as Cage,
    EqualityCage as EqualityCage,
    LookAndSay as LookAndSay,
    Lunchbox as Lunchbox,
    Rellik as Rellik,
    Sum as Sum,
)
from nonet.rules.cages.groups import (
    Clone as Clone,
    EqualSums as EqualSums,
    SameValues as SameValues,
)
from nonet.rules.lines.line import (
    Between as Between,
    Lockout as Lockout,
    Palindrome as Palindrome,
    Whisper as Whisper,
)
from nonet.rules.lines.order import (
    Arithmetic as Arithmetic,
    Entropic as Entropic,
    Modular as Modular,
    Nabner as Nabner,
    Renban as Renban,
    SlowThermo as SlowThermo,
    Thermo as Thermo,
)
from nonet.rules.lines.sums import (
    Arrow as Arrow,
    DoubleArrow as DoubleArrow,
    RegionSum as RegionSum,
    SumLine as SumLine,
    Zipper as Zipper,
)
from nonet.rules.marks.cells import (
    Among as Among,
    Contains as Contains,
    Even as Even,
    Odd as Odd,
    Quadruple as Quadruple,
)
from nonet.rules.marks.edges import (
    BlackDot as BlackDot,
    Greater as Greater,
    Maximum as Maximum,
    Minimum as Minimum,
    PairSum as PairSum,
    V as V,
    WhiteDot as WhiteDot,
    X as X,
)
from nonet.rules.modifiers import (
    Doubler as Doubler,
    HotCold as HotCold,
    Multiplier as Multiplier,
    Negator as Negator,
    Vampire as Vampire,
)
from nonet.rules.outside import (
    FullRank as FullRank,
    HiddenSkyscraper as HiddenSkyscraper,
    LittleKiller as LittleKiller,
    NumberedRoom as NumberedRoom,
    Sandwich as Sandwich,
    Skyscraper as Skyscraper,
    XSum as XSum,
)
from nonet.rules.own.compound import All as All, Either as Either
from nonet.rules.own.function import Pairs as Pairs, Where as Where
from nonet.rules.own.walks import Regex as Regex, Walk as Walk
from nonet.rules.rule import Lowered as Lowered, Rule as Rule
