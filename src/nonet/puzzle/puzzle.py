"""The puzzle: grid, givens, marks and rules. This module depends on no format and no solver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from functools import cached_property, lru_cache
from operator import and_, index
from typing import Any

from nonet.model.constraints import Constraint
from nonet.model.grid import CellLike, Grid, Layer
from nonet.puzzle.builders import Builders
from nonet.puzzle.geometry import Geometry, as_meant, geometry_of, stand_alone
from nonet.rules import Boxes, Columns, Rows, Rule
from nonet.system.errors import PuzzleError

_CLASSIC_GRID = Grid(9, 9)
_CLASSIC_RULES = (Rows(), Columns(), Boxes(3, 3))


@dataclass(frozen=True, repr=False)
class Puzzle(Builders):
    """One puzzle, immutable and compared by value.

    For each cell, `givens` has a value or None, and `marks` has the mask of the values that the
    setter allows. `meta` has pairs (key, text), such as the title and the author.

    >>> from nonet.rules import Columns, Rows
    >>> latin = Puzzle(Grid(2, 2), rules=(Rows(), Columns())).with_givens({"r1c1": 2})
    >>> latin
    <Puzzle 2×2, 1 given, rows, columns>
    >>> latin.givens, latin["r1c1"]
    ((2, None, None, None), 2)
    >>> latin.constraints[0]
    AllDifferent(cells=(0, 1))
    """

    grid: Grid
    givens: tuple[int | None, ...] = ()
    marks: tuple[int, ...] = ()
    rules: tuple[Rule, ...] = ()
    meta: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.grid, Grid):
            raise TypeError(
                f"{self.grid!r:.40} is not a Grid. Use nonet.as_puzzle() for texts or rows"
            )
        if {*map(type, (self.givens, self.marks, self.rules, self.meta))} != {tuple}:
            self._make_tuples()
        if not self.givens:
            object.__setattr__(self, "givens", (None,) * len(self.grid.cells))
        self.grid.require_each(self.givens, "given")
        if self.marks:
            self.grid.require_marks(self.marks)
        else:
            object.__setattr__(self, "marks", self.grid.allowed)
        if not self.grid.contents.issuperset(self.givens):
            self._refuse_given()
        if self.grid.layers:
            marks = tuple(map(and_, self.marks, self.grid.allowed))
            object.__setattr__(self, "marks", marks)
        object.__setattr__(self, "rules", _fitted(self.grid, self.rules))

    def _make_tuples(self) -> None:
        """Convert lists and arrays, which cannot be hashed."""
        object.__setattr__(self, "givens", tuple(map(_whole, self.givens)))
        object.__setattr__(self, "marks", tuple(map(index, self.marks)))
        object.__setattr__(self, "rules", tuple(self.rules))
        object.__setattr__(self, "meta", tuple(map(tuple, self.meta)))

    def _refuse_given(self) -> None:
        for cell, value in enumerate(self.givens):
            if value is not None and value not in self.grid.values:
                message = f"{value} is not a value from {self.grid.span}"
                raise PuzzleError(message, cell=self.grid.name(cell))

    def __getstate__(self) -> dict[str, object]:
        # Leave out derived attributes when pickling. The receiving process computes them again.
        return {name: self.__dict__[name] for name in _FIELDS}

    def with_givens(self, givens: Mapping[Any, int | None]) -> Puzzle:
        """Return the puzzle with these givens. The value None empties a cell.

        Cells are names or numbers.

        >>> Puzzle(Grid(2, 2)).with_givens({"r1c1": 2, 3: 1}).givens
        (2, None, None, 1)
        """
        if not isinstance(givens, Mapping):
            raise TypeError(f"{givens!r:.40} are no givens: use a dictionary like {{'r1c1': 5}}")
        changed = list(self.givens)
        for cell, value in givens.items():
            changed[self.grid.cell(cell)] = _whole(value)
        return replace(self, givens=tuple(changed))

    def with_rules(self, *rules: Rule) -> Puzzle:
        """Return the puzzle with these rules added. Each rule also has a method, such as `cage`.

        If the puzzle lacks a layer that a rule needs, it gets the layer, too.

        >>> from nonet.rules import Cage, ChaosConstruction
        >>> Puzzle(Grid(9, 9)).with_rules(Cage("r1c1-r1c3", 15)).rules
        (Cage(cells=(0, 1, 2), total=15),)
        >>> Puzzle(Grid(4, 4)).with_rules(ChaosConstruction())
        <Puzzle 4×4 with region, 0 givens, chaosconstruction>
        """
        every = (*self.rules, *rules)
        return replace(self._on_grid(with_layers(self.grid, every)), rules=every)

    def with_layer(
        self,
        name: str,
        values: Iterable[int] = (),
        size: int | None = None,
        *,
        auxiliary: bool = False,
    ) -> Puzzle:
        """Return the puzzle with more cells, which hold these values of the grid or all values.

        Without a size, the layer has a cell for each cell of the board, named like ``shade.r1c1``.
        Otherwise, the size is its number of cells, named like ``extra.1``.

        The cells are part of the answer, unless they are `auxiliary`. Solutions that differ only in
        auxiliary cells are counted as one.

        >>> Puzzle(Grid(2, 2)).with_layer("shade", values=[1, 2]).with_givens({"shade.r2c1": 2})
        <Puzzle 2×2 with shade, 1 given>
        """
        layer = Layer(name, tuple(values), size, auxiliary)
        return self._on_grid(replace(self.grid, layers=(*self.grid.layers, layer)))

    def _on_grid(self, grid: Grid) -> Puzzle:
        """Return the puzzle on the same grid with more layers."""
        if grid is self.grid:
            return self
        more = grid.cells[len(self.grid.cells) :]
        givens = (*self.givens, *[None for _ in more])
        marks = (*self.marks, *[grid.full for _ in more])
        return replace(self, grid=grid, givens=givens, marks=marks)

    def without(self, *rules: Rule | str) -> Puzzle:
        """Return the puzzle without these rules. An argument is a rule or the name of a rule.

        Layers stay, also those that `with_rules` has added.

        >>> import nonet
        >>> nonet.classic().cage("r1c1-r1c3", 15).thermo("r2c1-r2c4").without("cage")
        <Puzzle 9×9, 0 givens, rows, columns, boxes, thermo>
        """
        _require_rules(tuple(rule for rule in rules if not isinstance(rule, str)))
        gone = {rule if isinstance(rule, str) else rule.on(self.grid) for rule in rules}
        for rule in gone - {*self.rules, *(rule.name for rule in self.rules)}:
            raise PuzzleError(f"the puzzle has no rule {rule}")
        kept = (rule for rule in self.rules if gone.isdisjoint((rule, rule.name)))
        return replace(self, rules=tuple(kept))

    def __getitem__(self, cell: CellLike) -> int | None:
        """Return the given of a cell, None for an empty cell."""
        return self.givens[self.grid.cell(cell)]

    #: Forbid iteration. Otherwise Python would iterate over `puzzle[0]`, `puzzle[1]`, ….
    __iter__ = None

    def __repr__(self) -> str:
        grid, given = self.grid, len(self.givens) - self.givens.count(None)
        names = Counter(rule.name for rule in self.rules)
        rules = [name if count == 1 else f"{count} {name}" for name, count in names.items()]
        givens = "1 given" if given == 1 else f"{given} givens"
        layers = f" with {', '.join(layer.name for layer in grid.layers)}" if grid.layers else ""
        return f"<Puzzle {', '.join([f'{grid.rows}×{grid.columns}{layers}', givens, *rules])}>"

    def __str__(self) -> str:
        """Return the grid with its givens, and lines between boxes."""
        symbols = ["." if value is None else str(value) for value in self.givens]
        boxes = [(rule.height, rule.width) for rule in self.rules if isinstance(rule, Boxes)]
        return self.grid.table(symbols, boxes[-1] if boxes else None)

    def _repr_svg_(self) -> str:
        # `nonet.drawing` imports this module, so this module cannot import it at the top.
        import nonet

        return nonet.draw_svg(self)

    @cached_property
    def restricted(self) -> bool:
        """Whether the marks exclude any value."""
        return self.marks != (self.grid.full,) * len(self.marks)

    @property
    def label(self) -> str | None:
        """The label of the puzzle, or else its title, or None."""
        meta = dict(self.meta)
        return meta.get("label", meta.get("title"))

    @cached_property
    def is_classic(self) -> bool:
        """Whether this is a 9×9 puzzle that has only givens, rows, columns and boxes."""
        return (
            len(self.rules) == len(_CLASSIC_RULES)
            and (self.rules == _CLASSIC_RULES or set(self.rules) == set(_CLASSIC_RULES))
            and self.grid == _CLASSIC_GRID
            and not self.restricted
        )

    @cached_property
    def geometry(self) -> Geometry:
        """The grid with its rules. Puzzles with the same grid and rules share one geometry."""
        return geometry_of(self.grid, self.rules)

    def unshared(self) -> Puzzle:
        """Return the same puzzle with a new geometry, so that its rules are lowered again."""
        return self._on(Geometry(self.grid, self.rules, is_shared=False))

    def relaxed(self, cuts: Iterable[Constraint], kept: tuple[type, ...] = ()) -> Puzzle:
        """Return the puzzle with these primitives instead of connections, for a solver."""
        return self._on(self.geometry.relaxed(cuts, kept))

    def _on(self, geometry: Geometry) -> Puzzle:
        alone = object.__new__(Puzzle)  # a fifth of the time of `copy`
        alone.__dict__.update(self.__getstate__(), geometry=geometry)
        return alone

    def needs_cuts(self, handled: tuple[type, ...] = ()) -> bool:
        """Tell whether a solver that handles these kinds of connections needs cuts."""
        connections = self.geometry.connections
        return self.grid.has_auxiliary or not all(isinstance(each, handled) for each in connections)

    @property
    def meant(self) -> tuple[Rule, ...]:
        """The rules as they apply together. For example, a white dot exempts its two cells:

        >>> from nonet.rules import NonConsecutive, WhiteDot
        >>> puzzle = Puzzle(Grid(2, 2), rules=(NonConsecutive(), WhiteDot("r1c1 r1c2")))
        >>> puzzle.rules[0].exempt, puzzle.meant[0].exempt
        ((), ((0, 1),))
        """
        return self.geometry.meant

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """All primitives that the rules lower to."""
        return self.geometry.constraints

    @cached_property
    def domains(self) -> tuple[int, ...]:
        """For each cell, the mask of values that its given, marks and single-cell rules allow."""
        allowed = self.geometry.allowed
        if self.restricted:
            allowed = tuple(map(and_, allowed, self.marks))
        first = self.grid.values.start
        domains = list(allowed)
        for cell, value in enumerate(self.givens):
            if value is not None:
                domains[cell] &= 1 << (value - first)
        return tuple(domains)


_FIELDS = tuple(field.name for field in fields(Puzzle))


def refilled(
    puzzle: Puzzle, givens: tuple[int | None, ...], meta: tuple[tuple[str, str], ...] = ()
) -> Puzzle:
    """Return the puzzle with other givens and meta. A given must be a value of the grid, or None.

    This is about twenty times as fast as calling `Puzzle`, because nothing is checked again.
    """
    new = object.__new__(Puzzle)
    fields = new.__dict__
    fields["grid"], fields["givens"], fields["marks"] = puzzle.grid, givens, puzzle.marks
    fields["rules"], fields["meta"] = puzzle.rules, meta
    fields["restricted"], fields["is_classic"] = puzzle.restricted, puzzle.is_classic
    fields["geometry"] = puzzle.geometry
    return new


def with_layers(grid: Grid, rules: tuple[Rule, ...]) -> Grid:
    """Return the grid with the layers that rules need. A name like that of another is an error."""
    _require_rules(rules)
    known, new = grid.cells_of_layers, dict[str, Layer]()
    for rule in rules:
        if not (needed := tuple(rule.layers(grid, rules))):
            continue
        others = known.keys() - {layer.name for layer in needed}
        for layer in needed:
            if layer.name not in known and not get_close_matches(layer.name, others):
                new[layer.name] = new.get(layer.name, layer).joined(layer)
    return replace(grid, layers=(*grid.layers, *new.values())) if new else grid


def _fitted(grid: Grid, rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """Return the rules with cells as numbers, or raise an error if a rule does not fit the grid."""
    are_alone = stand_alone(rules)
    if not are_alone:
        _require_rules(rules)
    rules = tuple([rule.fitted(grid) for rule in rules])
    if not are_alone:
        _require_meant(grid, rules)
    return rules


def _require_rules(rules: tuple[Rule, ...]) -> None:
    for rule in rules:
        if not isinstance(rule, Rule):
            hint = f"; write {rule.__name__}()" if isinstance(rule, type) else ""
            hint = "; pass its rules one by one" if isinstance(rule, list | tuple) else hint
            raise TypeError(f"{rule!r} is not a rule{hint}")


@lru_cache(maxsize=64)
def _require_meant(grid: Grid, rules: tuple[Rule, ...]) -> None:
    for rule, meant in zip(rules, as_meant(rules), strict=True):
        if meant is not rule:
            meant.fit(grid)


def _whole(value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{value!r} is not a value: use an integer, or None for an empty cell")
    return index(value)
