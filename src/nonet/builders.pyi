"""Written by docs/stub.py from the classes of the rules: change those, then run it."""

from collections.abc import Callable, Iterable
from typing import Self

from nonet.grid import CellLike, CellsLike
from nonet.rules.own_walks import T
from nonet.rules.rule import Rule

class Builders:
    """The methods of a puzzle that add a rule."""

    def all(self, *each: Rule, rules: Iterable[Rule] = ()) -> Self:
        """All of the rules hold, as one rule: a part of another one."""

    def among(self, cells: CellsLike, values: Iterable[int]) -> Self:
        """Each of the cells holds one of the values: a candidate set that the setter printed."""

    def antiking(self) -> Self:
        """Cells a king's move apart differ."""

    def antiknight(self) -> Self:
        """Cells a knight's move apart differ."""

    def blackdot(self, a: CellLike | CellsLike, b: CellLike | None = None) -> Self:
        """One of the two values is twice the other."""

    def boxes(self, height: int, width: int) -> Self:
        """No value twice in a box of ``height × width`` cells; the boxes tile the board."""

    def cage(self, cells: CellsLike, total: int | None = None) -> Self:
        """A killer cage: no value twice, and the sum is the total if there is one."""

    def columns(self) -> Self:
        """No value twice in a column."""

    def diagonals(self) -> Self:
        """No value twice on either long diagonal."""

    def disjointgroups(self, height: int, width: int) -> Self:
        """No value twice at the same place of different boxes of ``height × width`` cells."""

    def either(self, *each: Rule, rules: Iterable[Rule] = ()) -> Self:
        """At least one of the rules holds."""

    def even(self, cells: CellsLike) -> Self:
        """Each of the cells holds an even value."""

    def extraregion(self, cells: CellsLike) -> Self:
        """No value twice in one more group of cells."""

    def nonconsecutive(self, exempt: Iterable[CellsLike] = (), dots_exempt: bool = True) -> Self:
        """Cells that share an edge do not hold consecutive values."""

    def odd(self, cells: CellsLike) -> Self:
        """Each of the cells holds an odd value."""

    def pairs(
        self,
        cells: CellsLike,
        allowed: Callable[[int, int], bool] | Iterable[tuple[int, int]],
        every: bool = False,
        *,
        called: str | None = None,
        look: str | None = None,
    ) -> Self:
        """Neighbours on the line hold an allowed pair of values; with `every`, every two cells do."""

    def regions(self, regions: Iterable[CellsLike]) -> Self:
        """No value twice in a region of a jigsaw; the regions partition the board."""

    def rows(self) -> Self:
        """No value twice in a row."""

    def thermo(self, cells: CellsLike) -> Self:
        """A thermometer: values rise strictly from the bulb, the first cell, to the tip."""

    def walk(
        self,
        cells: CellsLike,
        start: T,
        step: Callable[[T, int], T | None] | Iterable[tuple[int, int, int]],
        accept: Callable[[T], bool] | Iterable[int],
        *,
        called: str | None = None,
        look: str | None = None,
    ) -> Self:
        """A walk along the line, cell by cell, ends well; a cell that is there twice is passed twice."""

    def where(
        self,
        cells: CellsLike,
        allowed: Callable[..., bool] | Iterable[tuple[int, ...]],
        *,
        called: str | None = None,
        look: str | None = None,
    ) -> Self:
        """The values of a few cells are one of the allowed fillings."""

    def whitedot(self, a: CellLike | CellsLike, b: CellLike | None = None) -> Self:
        """The two values are consecutive."""

    def windoku(self) -> Self:
        """No value twice in the windows: boxes one cell inside the board and one cell apart."""
