"""The puzzle: a grid, what is printed in it, and the rules. It knows no format and no solver."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from operator import and_

from nonet.constraints import AllDifferent, Candidates, Constraint, exclusions
from nonet.errors import PuzzleError
from nonet.grid import Grid
from nonet.rules import Lowered, Rule


@dataclass(frozen=True)
class Puzzle:
    """One puzzle, immutable and compared by value.

    `givens` has a value or None for each cell; `marks` a mask of the values that each cell may
    hold (the candidate sets that are printed); `meta` what its source says of it, as pairs.

    >>> from nonet.rules import Columns, Rows
    >>> latin = Puzzle(Grid(2, 2), rules=(Rows(), Columns())).with_givens({0: 2})
    >>> latin.givens
    (2, None, None, None)
    >>> latin.constraints[0]
    AllDifferent(cells=(0, 1))
    """

    grid: Grid
    givens: tuple[int | None, ...] = ()
    marks: tuple[int, ...] = ()
    rules: tuple[Rule, ...] = ()
    meta: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        cells = len(self.grid.cells)
        if not self.givens:
            object.__setattr__(self, "givens", (None,) * cells)
        if not self.marks:
            object.__setattr__(self, "marks", (self.grid.full,) * cells)
        for what, found in (("givens", self.givens), ("marks", self.marks)):
            if len(found) != cells:
                raise PuzzleError(f"{len(found)} {what} for {cells} cells")
        if not {None, *self.grid.values}.issuperset(self.givens):
            self._refuse_given()
        if min(self.marks) < 0 or max(self.marks) > self.grid.full:
            cell = next(c for c, mask in enumerate(self.marks) if not 0 <= mask <= self.grid.full)
            raise PuzzleError(f"marks outside {self.grid.span}", cell=self.grid.name(cell))
        _fit(self.grid, self.rules)

    def _refuse_given(self) -> None:
        for cell, value in enumerate(self.givens):
            if value is not None and value not in self.grid.values:
                message = f"{value} is not a value from {self.grid.span}"
                raise PuzzleError(message, cell=self.grid.name(cell))

    def __getstate__(self) -> dict[str, object]:
        # What is derived stays behind: another process finds its own, once for all puzzles.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def with_givens(self, givens: Mapping[int, int | None]) -> Puzzle:
        """Return the puzzle with these cells given, or emptied where the value is None."""
        changed = list(self.givens)
        for cell, value in givens.items():
            if cell not in self.grid.cells:
                size = f"{self.grid.rows}×{self.grid.columns}"
                raise PuzzleError(f"cell {cell} is outside the {size} grid")
            changed[cell] = value
        return replace(self, givens=tuple(changed))

    def with_rules(self, *rules: Rule) -> Puzzle:
        """Return the puzzle with these rules added."""
        return replace(self, rules=(*self.rules, *rules))

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show."""
        # The one look upwards: a notebook asks the object itself how it is shown.
        from nonet.drawing.svg import draw_svg

        return draw_svg(self)

    @property
    def restricted(self) -> bool:
        """Whether candidate sets are printed that leave values out."""
        return self.marks != (self.grid.full,) * len(self.marks)

    @property
    def label(self) -> str | None:
        """The name that the puzzle's source gives it, if any."""
        return dict(self.meta).get("label")

    @cached_property
    def geometry(self) -> Geometry:
        """What the grid and the rules alone determine, shared by all puzzles that have them."""
        return _geometry(self.grid, self.rules)

    def unshared(self) -> Puzzle:
        """Return the same puzzle with a geometry of its own, on which nothing is cached yet."""
        alone = copy(self)
        alone.__dict__["geometry"] = Geometry(self.grid, self.rules)
        return alone

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """All primitives that the rules lower to."""
        return self.geometry.constraints

    @cached_property
    def domains(self) -> tuple[int, ...]:
        """The mask of values that each cell starts with: givens, marks and restricting rules."""
        allowed = self.geometry.allowed
        if self.restricted:
            allowed = tuple(map(and_, allowed, self.marks))
        first = self.grid.values.start
        return tuple(
            [
                mask if value is None else mask & 1 << (value - first)
                for mask, value in zip(allowed, self.givens, strict=True)
            ]
        )


@dataclass(frozen=True, eq=False)
class Geometry:
    """A grid under rules, lowered once; compared by identity, so caches can hang on it."""

    grid: Grid
    rules: tuple[Rule, ...]

    @cached_property
    def _lowered(self) -> tuple[Lowered, ...]:
        # Rules may say the same thing twice (boxes as regions): the primitives say it once.
        return tuple(dict.fromkeys(part for rule in self.rules for part in rule.lower(self.grid)))

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """All primitives that the rules lower to, none twice."""
        return tuple(part for part in self._lowered if not isinstance(part, Candidates))

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """The mask of values that the rules about single cells leave to each cell."""
        allowed = [self.grid.full] * len(self.grid.cells)
        for part in self._lowered:
            if isinstance(part, Candidates):
                allowed[part.cell] &= self.grid.overlap(part.values)
        return tuple(allowed)

    @cached_property
    def exclusions(self) -> tuple[frozenset[int], ...]:
        """For each cell the others that can never hold the same value."""
        return tuple(map(frozenset, exclusions(self.constraints, len(self.grid.cells))))

    @cached_property
    def touching(self) -> tuple[tuple[Constraint, ...], ...]:
        """For each cell the constraints that speak of it."""
        touching: list[dict[Constraint, None]] = [{} for _ in self.grid.cells]
        for constraint in self.constraints:
            for cell in constraint.cells:
                touching[cell][constraint] = None
        return tuple(map(tuple, touching))

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The all-different groups that lie in no other: they say all that all groups say."""
        groups = [part.cells for part in self.constraints if isinstance(part, AllDifferent)]
        containing: list[set[int]] = [set() for _ in self.grid.cells]
        for number, cells in enumerate(groups):
            for cell in cells:
                containing[cell].add(number)

        def lies_in_another(number: int, cells: tuple[int, ...]) -> bool:
            around = set.intersection(*(containing[cell] for cell in cells))
            # Of two groups of the same cells the first one stays.
            return any(len(groups[o]) > len(cells) or o < number for o in around - {number})

        return tuple(
            cells for number, cells in enumerate(groups) if not lies_in_another(number, cells)
        )

    @cached_property
    def houses(self) -> tuple[tuple[int, ...], ...]:
        """The all-different groups with as many cells as values: each value has its one place."""
        return tuple(
            constraint.cells
            for constraint in self.constraints
            if isinstance(constraint, AllDifferent)
            and len(constraint.cells) == len(self.grid.values)
        )


@lru_cache(maxsize=64)
def _fit(grid: Grid, rules: tuple[Rule, ...]) -> None:
    for rule in rules:
        rule.fit(grid)


@lru_cache(maxsize=64)
def _geometry(grid: Grid, rules: tuple[Rule, ...]) -> Geometry:
    return Geometry(grid, rules)
