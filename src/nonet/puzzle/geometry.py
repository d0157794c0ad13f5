"""The geometry of a puzzle: its grid, its rules, and the primitives that the rules lower to.

Puzzles with the same grid and rules share one geometry, so the rules are lowered only once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache, wraps
from typing import Any, TypeVar, get_args

from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Connected,
    Constraint,
    Partition,
    Relation,
    Runs,
    Values,
)
from nonet.model.grid import MOST_EXCLUSIONS, Grid
from nonet.rules import Lowered, Rule
from nonet.rules.board.houses import Houses, quick_test
from nonet.system.errors import PuzzleError, TooLarge
from nonet.system.limits import check_limits

Made = TypeVar("Made")


@dataclass(frozen=True, eq=False)
class Geometry:
    """A grid with rules. Two geometries are equal only if they are the same object."""

    grid: Grid
    rules: tuple[Rule, ...]
    is_shared: bool = True
    #: The cache of `once_for_geometry`: the result of each function.
    _made: dict[object, Any] = field(default_factory=dict, init=False, repr=False)

    def __reduce__(self) -> tuple[object, ...]:
        # Leave out the cache when pickling, because the engines in it cannot be pickled.
        if self.is_shared:
            return geometry_of, (self.grid, self.rules)
        return Geometry, (self.grid, self.rules, False)

    @cached_property
    def meant(self) -> tuple[Rule, ...]:
        """The rules as they apply together. A dot may exempt its two cells from another rule."""
        return as_meant(self.rules)

    @cached_property
    def tested(self) -> tuple[Callable[[Values], bool], tuple[Rule, ...]]:
        """A quick test that no house repeats a value, and the rules that it does not check.

        If the test fails, the grid may still be right.
        """
        # The test would be wrong for a subclass that overrides `holds`. Regions differ from puzzle
        # to puzzle, so puzzles could not share a test of regions.
        houses: list[Any] = []
        others: list[Rule] = []
        for rule in self.meant:
            is_tested = rule.of_board and type(rule).holds is Houses.holds
            (houses if is_tested else others).append(rule)
        return quick_test(tuple(houses), self.grid), tuple(others)

    @cached_property
    def _lowered(self) -> tuple[Lowered, ...]:
        # Two rules may lower to the same primitive, as boxes and regions do. Keep it once.
        parts: dict[Lowered, None] = {}
        rules: Sequence[Rule] = self.meant
        for rule in self.meant:
            if type(rule).joined is not Rule.joined:
                rules = rule.joined(rules)
        for rule in rules:
            if self.is_shared or rule.of_board:
                parts.update(_lower_once(rule, self.grid))
            else:
                _lower(rule, self.grid, parts)
        return tuple(parts)

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """The primitives that the rules lower to, without duplicates."""
        if Candidates not in set(map(type, self._lowered)):
            return self._lowered  # type: ignore[return-value]  # it has only constraints
        return tuple([part for part in self._lowered if not isinstance(part, Candidates)])

    @cached_property
    def connections(self) -> tuple[Constraint, ...]:
        """The primitives about areas and runs, and choices that have one as an alternative."""
        return tuple([part for part in self.constraints if _is_connection(part)])

    def relaxed(self, cuts: Iterable[Constraint], kept: tuple[type, ...] = ()) -> Geometry:
        """Return the geometry with these primitives instead of connections of types not `kept`."""
        relaxed = Geometry(self.grid, self.rules, is_shared=False)
        parts: dict[Lowered, None] = {}
        for part in self._lowered:
            if isinstance(part, kept):
                parts[part] = None
            elif isinstance(part, Partition):
                parts |= dict.fromkeys(part.others())
            elif isinstance(part, Runs):
                parts[part.word(self.grid.values)] = None
            elif part not in self.connections:
                parts[part] = None
        relaxed.__dict__["_lowered"] = (*parts, *cuts)
        return relaxed

    @cached_property
    def allowed(self) -> tuple[int, ...]:
        """For each cell, the mask of the values that its single-cell rules allow."""
        if len(self.constraints) == len(self._lowered):
            return (self.grid.full,) * len(self.grid.cells)
        allowed = [self.grid.full] * len(self.grid.cells)
        masks: dict[frozenset[int], int] = {}
        for part in self._lowered:
            if isinstance(part, Candidates):
                if part.values not in masks:
                    masks[part.values] = self.grid.overlap(part.values)
                allowed[part.cell] &= masks[part.values]
        return tuple(allowed)

    @cached_property
    def all_different(self) -> tuple[tuple[int, ...], ...]:
        return tuple(part.cells for part in self.constraints if isinstance(part, AllDifferent))

    @cached_property
    def exclusions(self) -> tuple[frozenset[int], ...]:
        """For each cell, the other cells that can never have the same value."""
        pairs = sum(len(group) ** 2 for group in self.all_different)
        if pairs > MOST_EXCLUSIONS:
            problem = f"{pairs} pairs of cells must differ. The limit is {MOST_EXCLUSIONS}"
            raise TooLarge(problem)
        excluded: list[set[int]] = [set() for _ in self.grid.cells]
        for part in self.constraints:
            check_limits()
            if isinstance(part, AllDifferent):
                for cell in part.cells:
                    excluded[cell].update(part.cells)
            elif isinstance(part, Relation) and _excludes_equality(part.allowed):
                excluded[part.a].add(part.b)
                excluded[part.b].add(part.a)
        return tuple(frozenset(others - {cell}) for cell, others in enumerate(excluded))

    @cached_property
    def touching(self) -> tuple[tuple[Constraint, ...], ...]:
        """For each cell, the constraints that mention it."""
        touching: list[dict[Constraint, None]] = [{} for _ in self.grid.cells]
        for constraint in self.constraints:
            check_limits()
            for cell in constraint.cells:
                touching[cell][constraint] = None
        return tuple(map(tuple, touching))

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The all-different groups, without groups that are part of a larger group."""
        groups = self.all_different
        containing: list[set[int]] = [set() for _ in self.grid.cells]
        for number, cells in enumerate(groups):
            for cell in cells:
                containing[cell].add(number)

        def lies_in_another(number: int, cells: tuple[int, ...]) -> bool:
            check_limits()
            around = set.intersection(*(containing[cell] for cell in cells))
            # If two groups have the same cells, keep the first.
            return any(len(groups[o]) > len(cells) or o < number for o in around - {number})

        numbered = enumerate(groups)
        return tuple(cells for n, cells in numbered if cells and not lies_in_another(n, cells))

    @cached_property
    def houses(self) -> tuple[tuple[int, ...], ...]:
        """The all-different groups with as many cells as there are values, such as rows."""
        return tuple(cells for cells in self.all_different if len(cells) == len(self.grid.values))


@lru_cache(maxsize=64)  # many relations share a table
def _excludes_equality(allowed: frozenset[tuple[int, int]]) -> bool:
    return all(a != b for a, b in allowed)


def _is_connection(part: Lowered) -> bool:
    if isinstance(part, AnyOf):
        return any(_is_connection(each) for parts in part.alternatives for each in parts)
    return isinstance(part, Connected | Partition | Runs)


def stand_alone(rules: tuple[Rule, ...]) -> bool:
    """Tell whether all of these are rules, and each means the same without the others."""
    return all(map(_stands_alone, set(map(type, rules))))


@cache
def _stands_alone(kind: type) -> bool:
    return getattr(kind, "beside", None) is Rule.beside


def as_meant(rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """Return the rules as they apply together. A dot may exempt its cells from another rule."""
    if stand_alone(rules):
        return rules
    meant = [rule.beside(rules) for rule in rules]
    for changing in meant:
        if type(changing).change is not Rule.change:
            meant = [changing.change(rule) for rule in meant]
    return tuple(meant)


def _lower(rule: Rule, grid: Grid, parts: dict[Lowered, None]) -> dict[Lowered, None]:
    is_ours = type(rule).lower.__module__.startswith("nonet.")
    for part in rule.lower(grid):
        check_limits()
        parts[part if is_ours else _checked(part, rule, grid)] = None
    return parts


def _checked(part: Any, rule: Rule, grid: Grid) -> Lowered:
    """Return a primitive of a user's rule. Refuse what solvers could misread."""
    wrong = ""
    if not isinstance(part, get_args(Lowered)):
        wrong = " instead of a primitive such as AllDifferent"
    else:
        try:
            hash(part)
            cells = {*part.cells}
            if not cells.issubset(grid.cells):
                wrong = f", but the cells are the numbers 0 to {grid.cells[-1]}"
            elif isinstance(part, AllDifferent) and len(cells) < len(part.cells):
                wrong = ", but a cell occurs twice"
        except (AttributeError, TypeError) as error:
            wrong = f", but primitives have tuples and frozensets: {error}"
    if wrong:
        raise PuzzleError(f"{rule.name}: lower yields {part!r:.60}{wrong}")
    checked: Lowered = part
    return checked


@lru_cache(maxsize=64)
def _lower_once(rule: Rule, grid: Grid) -> dict[Lowered, None]:
    """Return the primitives of a rule. Puzzles share those of equal rules, such as rows."""
    return _lower(rule, grid, {})


def once_for_geometry(make: Callable[[Geometry], Made]) -> Callable[[Geometry], Made]:
    """Decorate a function of a geometry: its result is cached in the geometry."""

    @wraps(make)
    def made(geometry: Geometry) -> Made:
        kept = geometry._made
        if make not in kept:  # two threads may compute it, but share one result
            kept.setdefault(make, make(geometry))
        found: Made = kept[make]
        return found

    return made


@lru_cache(maxsize=64)
def geometry_of(grid: Grid, rules: tuple[Rule, ...]) -> Geometry:
    """Return the geometry that all puzzles with this grid and these rules share."""
    return Geometry(grid, rules)
