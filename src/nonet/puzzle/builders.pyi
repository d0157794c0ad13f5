"""Written by docs/stub.py from the classes of the rules: change those, then run it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Self

from nonet.model.grid import CellLike, CellsLike
from nonet.rules.outside import Direction
from nonet.rules.own.function import Look
from nonet.rules.own.walks import T
from nonet.rules.rule import Rule

class Builders:
    """The methods of a puzzle that add a rule."""

    def all(self, *each: Rule, rules: Iterable[Rule] = ()) -> Self:
        """All of the rules hold. Use `All` to combine several rules into one part of an `Either`."""

    def among(self, cells: CellsLike, values: Iterable[int]) -> Self:
        """Each of the cells holds one of the values, which the setter printed in it."""

    def antiking(self) -> Self:
        """Cells a king's move apart differ."""

    def antiknight(self) -> Self:
        """Cells a knight's move apart differ."""

    def antileaper(
        self, down: int, right: int, values: Iterable[int] = (), cells: CellsLike = ()
    ) -> Self:
        """Cells that are `down` rows and `right` columns apart, or the other way round, differ."""

    def arithmetic(self, cells: CellsLike) -> Self:
        """Values change by the same difference, which may be 0 or negative, at each step of the line."""

    def arrow(self, bulb: CellsLike, shaft: CellsLike) -> Self:
        """The cells of the shaft add up to the bulb. A cell that the shaft names twice counts twice."""

    def between(self, cells: CellsLike) -> Self:
        """Each inner value lies strictly between the values at the two ends, in either direction."""

    def blackdot(self, a: CellLike | CellsLike, b: CellLike | None = None, ratio: int = 2) -> Self:
        """One of the two values is twice the other, or the multiple on the dot."""

    def boxes(self, height: int, width: int) -> Self:
        """No value occurs twice in a box of ``height × width`` cells. The boxes tile the board."""

    def boxindexer(self, cells: CellsLike, height: int, width: int) -> Self:
        """If a cell at place p of its box holds v, then place v of the box holds p."""

    def cage(
        self,
        cells: CellsLike,
        total: int | None = None,
        totals: Iterable[int] | None = None,
        root: int | None = None,
    ) -> Self:
        """A killer cage: the values add up to the total, and no value occurs twice."""

    def chaosconstruction(self, layer: str = "region") -> Self:
        """The layer divides the board into connected regions of the same size, without repeats."""

    def clone(self, cells: CellsLike, copy: CellsLike) -> Self:
        """Each cell of the copy has the value of the cell in the same position of the original."""

    def columnindexer(self, cells: CellsLike) -> Self:
        """If a cell in column c holds v, then column v of its row holds c."""

    def columns(self) -> Self:
        """No value occurs twice in a column."""

    def connectedvalues(
        self, values: Iterable[int], size: int | None = None, layer: str = ""
    ) -> Self:
        """All cells that hold one of the values form a single area, connected by shared edges."""

    def contains(self, cells: CellsLike, values: Iterable[int], exactly: bool = False) -> Self:
        """The cells hold the values, each at least as often as it is listed."""

    def countdistinct(self, control: CellLike, cells: CellsLike) -> Self:
        """The value of the control cell is the number of different values in the other cells."""

    def countingcircles(self, cells: CellsLike) -> Self:
        """A value in a circle tells how many circles have this value: three circles hold 3, or none do."""

    def diagonalnonconsecutive(self) -> Self:
        """Cells that share a corner do not hold consecutive values."""

    def diagonals(self, falling: bool = True, rising: bool = True) -> Self:
        """No value occurs twice on a long diagonal. `falling` and `rising` choose the diagonals."""

    def disjointgroups(self, height: int, width: int) -> Self:
        """No value occurs twice at the same place of different boxes of ``height × width`` cells."""

    def doppelganger(
        self,
        rows: CellsLike,
        columns: CellsLike,
        boxes: CellsLike = (),
        size: tuple[int, int] | None = None,
    ) -> Self:
        """Each row, column and box contains 0 and all other values but one."""

    def doublearrow(self, cells: CellsLike) -> Self:
        """The inner cells add up to the sum of the two ends."""

    def doubler(
        self,
        layer: str = "mark",
        digits: str = "marked",
        boxes: tuple[int, int] | None = None,
        regions: Sequence[CellsLike] | None = None,
    ) -> Self:
        """Each row, column and box has a doubler, which counts twice. Each digit is doubled once."""

    def either(self, *each: Rule, rules: Iterable[Rule] = ()) -> Self:
        """At least one of the rules holds."""

    def entropic(self, cells: CellsLike) -> Self:
        """Of any three neighbouring cells on the line, one is low, one is middle and one is high."""

    def equalitycage(self, cells: CellsLike) -> Self:
        """The cells hold as many even as odd values, and as many low as high values, without repeats."""

    def equalsums(self, groups: Iterable[CellsLike]) -> Self:
        """All groups have the same sum. A cell that a group names twice counts twice."""

    def even(self, cells: CellsLike) -> Self:
        """Each of the cells holds an even value."""

    def extraregion(self, cells: CellsLike) -> Self:
        """No value occurs twice in an extra group of cells."""

    def flatmates(self) -> Self:
        """Dutch flatmates: each 5 has a 1 directly above it, or a 9 directly below it, or both."""

    def fullrank(self, cells: CellsLike, rank: int, ties: bool = False) -> Self:
        """The line is a number. Its rank is its place among all rows and columns in both directions."""

    def galaxies(
        self, centres: Iterable[CellsLike], layer: str = "galaxy", repeats: bool = False
    ) -> Self:
        """The layer divides the board into connected galaxies, each symmetric by half a turn."""

    def globalentropy(self) -> Self:
        """Each 2×2 square has a low value (1–3), a middle value (4–6) and a high value (7–9)."""

    def globalmodular(self, modulus: int = 3) -> Self:
        """Each 2×2 square has values with all remainders modulo 3, such as 1, 5 and 9."""

    def greater(self, cells: CellsLike) -> Self:
        """Each of the cells is greater than the next: ``Greater("r1c1 r1c2")`` is r1c1 > r1c2."""

    def hiddenskyscraper(self, cells: CellsLike, value: int) -> Self:
        """The clue is the first value that is hidden, because an earlier value is at least as high."""

    def hotcold(
        self,
        layer: str = "mark",
        digits: str = "marked",
        boxes: tuple[int, int] | None = None,
        regions: Sequence[CellsLike] | None = None,
    ) -> Self:
        """Each row, column and box has a hot cell, which counts 1 more, and a cold cell: 1 less."""

    def knightmare(self, sums: Iterable[int] = (5, 15)) -> Self:
        """Cells a knight's move apart do not add up to one of the sums, 5 and 15 by default."""

    def littlekiller(self, cell: CellLike, direction: Direction, total: int) -> Self:
        """The values on a diagonal add up to the total. They may repeat."""

    def lockout(self, cells: CellsLike, gap: int | None = None) -> Self:
        """The ends differ by a gap or more. No inner value equals an end or lies between the ends."""

    def lookandsay(self, cells: CellsLike, counts: Iterable[tuple[int, int]]) -> Self:
        """A look-and-say cage: it holds each listed value exactly as often as the list says."""

    def loop(self, values: Iterable[int], layer: str = "", corners: bool = False) -> Self:
        """The shaded cells form a closed loop, one cell wide, that does not touch itself."""

    def lunchbox(self, cells: CellsLike, total: int) -> Self:
        """The cells between the lowest and the highest value add up to the total. No value repeats."""

    def maximum(self, cells: CellsLike, exempt: CellsLike = (), others_exempt: bool = True) -> Self:
        """Each of the cells is higher than its neighbours, except neighbours that are a maximum, too."""

    def minimum(self, cells: CellsLike, exempt: CellsLike = (), others_exempt: bool = True) -> Self:
        """Each of the cells is lower than its neighbours, except neighbours that are a minimum, too."""

    def modular(self, cells: CellsLike, modulus: int = 3) -> Self:
        """Any `modulus` neighbouring cells on the line have different remainders modulo `modulus`."""

    def multiplier(
        self,
        layer: str = "mark",
        digits: str = "marked",
        boxes: tuple[int, int] | None = None,
        regions: Sequence[CellsLike] | None = None,
        factor: int = 3,
    ) -> Self:
        """Each row, column and box has a cell that counts several times. Each digit is in one of them."""

    def nabner(self, cells: CellsLike) -> Self:
        """No two values on the line are equal or consecutive, in any position."""

    def negativeblackdots(
        self,
        ratios: Iterable[int] = (),
        exempt: Iterable[CellsLike] = (),
        white_exempts: bool = True,
    ) -> Self:
        """All black dots are given: adjacent cells without a dot are not in the ratio 1:2."""

    def negativeboxindexers(self, height: int, width: int, exempt: CellsLike = ()) -> Self:
        """No cell is a box indexer, except the cells of `BoxIndexer` rules."""

    def negativecolumnindexers(self, exempt: CellsLike = ()) -> Self:
        """No cell is a column indexer, except the cells of `ColumnIndexer` rules."""

    def negativerowindexers(self, exempt: CellsLike = ()) -> Self:
        """No cell is a row indexer, except the cells of `RowIndexer` rules."""

    def negativewhitedots(
        self,
        differences: Iterable[int] = (),
        exempt: Iterable[CellsLike] = (),
        black_exempts: bool = True,
    ) -> Self:
        """All white dots are given: adjacent cells without a dot do not differ by 1."""

    def negativexv(self, sums: Iterable[int] = (5, 10), exempt: Iterable[CellsLike] = ()) -> Self:
        """All Xs and Vs are given: adjacent cells without a mark add up to neither 10 nor 5."""

    def negator(
        self,
        layer: str = "mark",
        digits: str = "marked",
        boxes: tuple[int, int] | None = None,
        regions: Sequence[CellsLike] | None = None,
    ) -> Self:
        """Each row, column and box has a negator, which counts negatively. Each digit is negated once."""

    def nonconsecutive(self, exempt: Iterable[CellsLike] = (), dots_exempt: bool = True) -> Self:
        """Cells that share an edge do not hold consecutive values."""

    def norinori(
        self,
        values: Iterable[int],
        layer: str = "",
        regions: Sequence[CellsLike] | None = None,
        boxes: tuple[int, int] | None = None,
    ) -> Self:
        """Each region has two shaded cells. The shaded cells form dominoes, which share no edges."""

    def numberedroom(self, cells: CellsLike, value: int) -> Self:
        """The clue is the value of the N-th cell, where N is the value of the first cell."""

    def nurimisaki(
        self, values: Iterable[int], capes: CellsLike, layer: str = "", counted: bool = False
    ) -> Self:
        """The unshaded cells form one area. A cape is an unshaded cell with one unshaded neighbour."""

    def odd(self, cells: CellsLike) -> Self:
        """Each of the cells holds an odd value."""

    def pairs(
        self,
        cells: CellsLike,
        allowed: Callable[[int, int], bool] | Iterable[tuple[int, int]],
        every: bool = False,
        *,
        called: str | None = None,
        look: Look | None = None,
    ) -> Self:
        """Neighbours on the line hold an allowed pair of values. With `every`, any two cells do."""

    def pairsum(
        self, a: CellLike | CellsLike, b: CellLike | None = None, total: int | None = None
    ) -> Self:
        """The two values add up to the total. `X` and `V` are the marks for 10 and 5."""

    def palindrome(self, cells: CellsLike) -> Self:
        """The line reads the same from both ends."""

    def quadruple(self, cells: CellsLike, values: Iterable[int]) -> Self:
        """The four cells around a corner hold the values, each at least as often as it is listed."""

    def regex(
        self, cells: CellsLike, pattern: str, *, called: str | None = None, look: Look | None = None
    ) -> Self:
        """The values along the line match a pattern, such as ``[1-3]*[4-6]+``."""

    def regionarrow(
        self, control: CellLike, lines: Iterable[CellsLike], layer: str = "region", own: bool = True
    ) -> Self:
        """The control cell counts the cells that its first cell sees of its own region, in some lines."""

    def regioncount(
        self, control: CellLike, cells: CellsLike, layer: str = "region", own: bool = True
    ) -> Self:
        """The control cell counts the cells that have the same region as the first of the cells."""

    def regions(self, regions: Iterable[CellsLike]) -> Self:
        """No value occurs twice in a region of a jigsaw. The regions partition the board."""

    def regionsum(
        self,
        cells: CellsLike,
        regions: Sequence[CellsLike] | None = None,
        boxes: tuple[int, int] | None = None,
        single_totals: bool = False,
    ) -> Self:
        """The line has the same sum in each region that it passes through."""

    def rellik(self, cells: CellsLike, total: int, repeats: bool = False) -> Self:
        """A rellik cage: no cell and no group of cells in it adds up to the total."""

    def renban(self, cells: CellsLike) -> Self:
        """The values on the line are consecutive and differ, in any order."""

    def rowindexer(self, cells: CellsLike) -> Self:
        """If a cell in row r holds v, then row v of its column holds r."""

    def rows(self) -> Self:
        """No value occurs twice in a row."""

    def samevalues(self, groups: Iterable[CellsLike]) -> Self:
        """All groups hold the same values, and each value equally often."""

    def samurai(self, boards: CellsLike = (), height: int = 3, width: int = 3) -> Self:
        """Several boards overlap: no value occurs twice in a row, a column or a box of a board."""

    def sandwich(self, cells: CellsLike, total: int, crusts: Iterable[int] = ()) -> Self:
        """The cells between the lowest and the highest value of the grid add up to the total."""

    def selftaxicab(self) -> Self:
        """Two cells with the same value N are not N steps up, down, left or right apart."""

    def skyscraper(self, cells: CellsLike, count: int) -> Self:
        """The clue is the number of visible cells, which are higher than all cells before them."""

    def slingshot(self, control: CellLike, stone: CellLike, cells: CellsLike) -> Self:
        """If the control cell holds N, the N-th of the cells has the same value as the stone cell."""

    def slowthermo(self, cells: CellsLike) -> Self:
        """A slow thermometer: values never fall from the bulb, the first cell, to the tip."""

    def snake(
        self, values: Iterable[int], ends: CellsLike = (), layer: str = "", corners: bool = False
    ) -> Self:
        """The shaded cells form a path, one cell wide, that does not touch itself."""

    def starbattle(
        self,
        values: Iterable[int],
        count: int,
        layer: str = "",
        regions: Sequence[CellsLike] | None = None,
        boxes: tuple[int, int] | None = None,
    ) -> Self:
        """Each row, each column and each region has a number of stars. No two stars touch."""

    def sum(
        self,
        cells: CellsLike,
        total: int | None = None,
        totals: Iterable[int] | None = None,
        coefficients: Iterable[int] | None = None,
    ) -> Self:
        """The cells add up to the total, or to one of the totals. Values may repeat."""

    def sumline(self, cells: CellsLike, total: int, loop: bool = False) -> Self:
        """The line can be cut into pieces that each add up to the total."""

    def taxicab(self, distance: int) -> Self:
        """Cells that are `distance` steps apart differ. Each step goes up, down, left or right."""

    def thermo(self, cells: CellsLike) -> Self:
        """A thermometer: values rise strictly from the bulb, the first cell, to the tip."""

    def topbottom(self) -> Self:
        """Digits run down from the top row and up from the bottom row, in touching cells."""

    def v(self, a: CellLike | CellsLike, b: CellLike | None = None) -> Self:
        """The two values add up to 5."""

    def vampire(
        self,
        layer: str = "mark",
        digits: str = "marked",
        boxes: tuple[int, int] | None = None,
        regions: Sequence[CellsLike] | None = None,
    ) -> Self:
        """Each row, column and box has a vampire and a prey. Each digit is in one vampire and one prey."""

    def walk(
        self,
        cells: CellsLike,
        start: T,
        step: Callable[[T, int], T | None] | Iterable[tuple[int, int, int]],
        accept: Callable[[T], bool] | Iterable[int],
        *,
        called: str | None = None,
        look: Look | None = None,
    ) -> Self:
        """A state machine reads the line cell by cell, and ends in an accepted state."""

    def where(
        self,
        cells: CellsLike,
        allowed: Callable[..., bool] | Iterable[tuple[int, ...]],
        *,
        called: str | None = None,
        look: Look | None = None,
    ) -> Self:
        """The values of a few cells are one of the allowed fillings."""

    def whisper(self, cells: CellsLike, gap: int | None = None) -> Self:
        """Neighbours on the line differ by a gap or more."""

    def whitedot(
        self, a: CellLike | CellsLike, b: CellLike | None = None, difference: int = 1
    ) -> Self:
        """The two values are consecutive, or differ by the number on the dot."""

    def windoku(self, height: int | None = None, width: int | None = None) -> Self:
        """No value occurs twice in a window. Windows lie one cell from the edge and one cell apart."""

    def x(self, a: CellLike | CellsLike, b: CellLike | None = None) -> Self:
        """The two values add up to 10."""

    def xsum(self, cells: CellsLike, total: int) -> Self:
        """The first X cells add up to the total, where X is the value of the first cell."""

    def yinyang(self, values: Iterable[int], layer: str = "") -> Self:
        """The cells with one of the values form one area, and so do all other cells."""

    def zipper(self, cells: CellsLike) -> Self:
        """All pairs of cells equally far from the centre have the same sum. A centre cell holds it."""
