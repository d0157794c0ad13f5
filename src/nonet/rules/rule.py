"""The base class of rules: its methods give the meaning, the constraints and the picture."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import wraps
from inspect import isfunction
from typing import Any, ClassVar, Literal, Self, TypeAlias

from nonet.model.constraints import Candidates, Constraint, Values
from nonet.model.figures import Badge, BadgeLook, Figure, centre
from nonet.model.grid import MOST_PAIRS, Grid, Layer
from nonet.rules.fields import (
    CellsField,
    accepted,
    complaints_of,
    frozen,
    hints,
    is_open,
    placed,
    plain,
    shown,
)
from nonet.rules.registry import Registry
from nonet.system.errors import PuzzleError, TooLarge

Lowered: TypeAlias = Constraint | Candidates


@frozen
class Rule(ABC):
    """A rule of a puzzle. A subclass with fields is a frozen dataclass.

    `holds` tells whether a grid obeys the rule. `lower` rewrites the rule into constraints for
    solvers. The tests check by brute force that the two agree.

    A class with ``family=True`` is not a rule, but a base class of rules.

    Cells may be given by name. A puzzle, or the method `on`, replaces names of cells by numbers.

    >>> from nonet.rules import Cage
    >>> Cage("r1c1-r1c3", 15)
    Cage(cells=('r1c1', 'r1c2', 'r1c3'), total=15)
    >>> Cage("r1c1-r1c3", 15).on(Grid(9, 9))
    Cage(cells=(0, 1, 2), total=15)
    """

    #: The rule's name in files and on the command line: its class name in small letters.
    name: ClassVar[str]
    #: Whether the rule applies to the whole board, as rows and anti-knight do.
    of_board: ClassVar[bool] = False
    #: Whether the sentence for players names the rule's cells. Then players need no picture.
    names_cells: ClassVar[bool] = False
    #: The rule in lists and messages, and the sentence that setters print for it. In both, the name
    #: of an attribute in braces stands for its value. Cells are written by their names.
    label: ClassVar[str] = ""
    template: ClassVar[str] = ""
    #: The name of a number of the rule, and its lowest allowed value.
    lowest: ClassVar[tuple[str, int] | None] = None
    #: What the rule reads of a doubler: its digit, or twice its digit. None: the rule refuses.
    reads: ClassVar[Literal["digits", "counts"] | None] = None
    #: Details: the name of an attribute, the text if its value is false, the text if it is true.
    remarks: ClassVar[tuple[tuple[str, str, str], ...]] = ()
    #: Signs in cells: the name of an attribute with cells, and the look of the badges in them.
    badges: ClassVar[tuple[tuple[str, BadgeLook], ...]] = ()
    #: Whether players know the rule's sign, such as a thermometer, without an explanation.
    has_known_sign: ClassVar[bool] = False
    #: Whether the rule still has names of cells or functions, which need a grid.
    is_open = False
    #: The last grid on which the rule was checked.
    _fitted_on: ClassVar[Grid | None] = None
    #: All rules by name.
    named: ClassVar[Registry[type[Rule]]] = Registry()

    def __init_subclass__(cls, family: bool = False) -> None:
        super().__init_subclass__()
        cls.name = cls.__name__.lower()
        if "__repr__" not in vars(cls):
            cls.__repr__ = Rule.__repr__  # type: ignore[method-assign]  # else dataclass makes one
        if not cls.__module__.startswith("nonet."):
            for name, method in [*vars(cls).items()]:
                if name in _RETURNING and isfunction(method):
                    setattr(cls, name, _returning(method))
        if not family:
            Rule.named[cls.name] = cls

    def __post_init__(self) -> None:
        if plain(type(self))(self):
            return
        found = hints(type(self))
        with complaints_of(self.name):
            for field, hint in found.items():
                object.__setattr__(self, field, accepted(getattr(self, field), hint, field))
        if any(is_open(getattr(self, field), hint) for field, hint in found.items()):
            object.__setattr__(self, "is_open", True)

    def __repr__(self) -> str:
        """Return the Python call that makes the rule. Leave out fields with default values."""
        shown = (
            f"{field.name}={getattr(self, field.name)!r}"
            for field in fields(self)
            if getattr(self, field.name) != field.default
        )
        return f"{type(self).__qualname__}({', '.join(shown)})"

    @abstractmethod
    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the filled cells agree with the rule (None is an empty cell).

        On a full grid, the result defines the rule. On a partial grid, the result must be True if
        some filling of the empty cells satisfies the rule.
        """

    @abstractmethod
    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Rewrite the rule into primitives."""

    def on(self, grid: Grid) -> Self:
        """Return the same rule with numbers in place of the names of cells."""
        if not self.is_open:
            return self
        with complaints_of(self.name):
            found = {
                field: placed(getattr(self, field), hint, grid)
                for field, hint in hints(type(self)).items()
            }
        return replace(self, **found)

    def fitted(self, grid: Grid) -> Self:
        """Return the rule on the grid, as `on` does. Raise `PuzzleError` if it does not fit."""
        if self._fitted_on is grid:
            return self
        rule = self.on(grid)
        rule.fit(grid)
        object.__setattr__(rule, "_fitted_on", grid)
        return rule

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_fitted_on"}

    def fit(self, grid: Grid) -> None:
        """Raise `PuzzleError` if the rule makes no sense on this grid."""
        if self.lowest is not None:
            field, least = self.lowest
            number = getattr(self, field)
            if number is not None and number < least:
                raise self.refusal(f"the {field} must be at least {least}, not {number}")

    def refusal(self, problem: str) -> PuzzleError:
        """Return the error that names the rule and its problem."""
        return PuzzleError(f"{self.name}: {problem}")

    def layers(self, grid: Grid, rules: Sequence[Rule]) -> Iterable[Layer]:
        """Return the layers that the rule needs, given all rules of its puzzle."""
        return ()

    def beside(self, rules: Sequence[Rule]) -> Self:
        """Return the rule as it applies together with the other rules of its puzzle.

        For example, `NonConsecutive` adds cells with a dot to its field `exempt`. A second call
        with the same or fewer rules must change nothing.
        """
        return self

    def change(self, rule: Rule) -> Rule:
        """Return another rule of the puzzle as it applies together with this rule."""
        return rule

    def joined(self, rules: Sequence[Rule]) -> Sequence[Rule]:
        """Return rules that mean the same as all rules of the puzzle together, for solvers.

        The primitives of a rule that joins several others can say more than those of each alone.
        """
        return rules

    def split(self, grid: Grid) -> tuple[Sequence[Rule], Sequence[Rule]]:
        """Return rules about digits and rules about counts that together mean this rule."""
        return (), (self,)

    def describe(self, grid: Grid) -> str:
        """Return a short label with the rule's cells, for lists and messages."""
        return self.worded(self.label, grid) or self.name

    def details(self, grid: Grid) -> Iterator[str]:
        """Yield details that are not in the label or the picture, such as exempt cells."""
        for name, *texts in self.remarks:
            if text := texts[bool(getattr(self, name))]:
                yield self.worded(text, grid)

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Yield the figures that draw the rule. A rule without figures is printed in words."""
        for name, look in self.badges:
            yield from (Badge(centre(grid, cell), look) for cell in getattr(self, name))

    def caption(self, grid: Grid) -> str:
        """Return the sentence that explains the picture, or "" if players know the sign."""
        is_plain = self.has_known_sign and not any(self.details(grid))
        return "" if is_plain else self.sentence(grid)

    def wording(self, grid: Grid) -> str:
        """Return the sentence that setters print for the rule. Equal sentences are printed once."""
        documented = (type(self).__doc__ or "").partition("\n")[0]
        # A dataclass without a docstring gets its signature as the docstring.
        is_written = documented and not documented.startswith(f"{type(self).__name__}(")
        return (
            self.worded(self.template, grid)
            or (is_written and not fields(self) and documented)
            or self.describe(grid)
        )

    def worded(self, text: str, grid: Grid) -> str:
        """Return a text with the values of attributes instead of their names in braces."""
        return text.format_map(_Shown(self, grid))

    def sentence(self, grid: Grid) -> str:
        """Return the rule as setters print it, with its exemptions.

        >>> from nonet.rules import Thermo
        >>> print(Thermo("r1c1-r1c3").sentence(Grid(9, 9)))
        Digits along a thermometer increase from the bulb.
        """
        return as_sentence(", ".join([self.wording(grid).rstrip("."), *self.details(grid)]))

    def in_words(self, grid: Grid) -> str:
        """Return a sentence or a label with cells, for readers who do not see the rule's picture.

        >>> from nonet.rules import Minimum
        >>> Minimum([0], exempt=[1]).in_words(Grid(9, 9))
        'minimum r1c1, except r1c2'
        """
        if self.of_board or self.names_cells:
            return self.sentence(grid)
        return ", ".join([self.describe(grid), *self.details(grid)])

    def notes(self, grid: Grid) -> Iterator[str]:
        """Yield warnings about input that is legal but looks like a typo, such as a broken line."""
        return (f"{self.describe(grid)}: {flaw}" for flaw in self.flaws(grid))

    def flaws(self, grid: Grid) -> Iterator[str]:
        """Yield the warnings of `notes` without the rule's label."""
        return iter(())


#: The methods of a user's rule may not return None. An author who forgets to return does so.
_RETURNING = {
    name for name, method in vars(Rule).items() if name[0] != "_" and isfunction(method)
} - {"fit"}


def _returning(method: Callable[..., Any]) -> Callable[..., Any]:
    """Let a method of a user's rule raise an error that names it if it returns None."""

    @wraps(method)
    def returning(rule: Rule, *arguments: Any, **named: Any) -> Any:
        found = method(rule, *arguments, **named)
        if found is None:
            raise rule.refusal(f"the method {method.__name__} returns None")
        return found

    return returning


@dataclass(frozen=True, slots=True)
class _Shown:
    """The attributes of a rule, as players read them."""

    rule: Rule
    grid: Grid

    def __getitem__(self, name: str) -> Any:
        return shown(getattr(self.rule, name), hints(type(self.rule)).get(name), self.grid)


@frozen
class OnCells(Rule, family=True):
    """Base of rules about some cells of the board."""

    cells: CellsField

    label = "{name} {cells}"
    #: The smallest number of cells, and whether a cell may be named twice.
    least: ClassVar[int] = 1
    may_repeat: ClassVar[bool] = False
    #: Whether `lower` needs a table with pairs of values.
    needs_pairs: ClassVar[bool] = False

    def fit(self, grid: Grid) -> None:
        super().fit(grid)
        require_cells(grid, self.cells, self.name, self.least, self.may_repeat)
        if self.needs_pairs:
            require_pairs(grid, self.name)


def as_sentence(words: str) -> str:
    """Return words with a capital letter and a full stop. Names of cells keep their small letters.

    >>> as_sentence("cage r1c1 r1c2 = 5"), as_sentence("r1c1 among 2 5")
    ('Cage r1c1 r1c2 = 5.', 'r1c1 among 2 5.')
    """
    first = words[:1].upper() if words[1:2].isalpha() else words[:1]
    return f"{first}{words[1:].rstrip('.')}."


def require_cells(
    grid: Grid, cells: Iterable[int], what: str, at_least: int = 1, may_repeat: bool = False
) -> None:
    """Raise `PuzzleError` if a cell is off the board or repeated, or if there are too few cells."""
    cells = tuple(cells)
    seen = {*cells}
    are_enough = len(cells) >= at_least and (may_repeat or len(seen) == len(cells))
    if are_enough and seen <= grid.all_cells:
        return  # a quick test, without a loop
    seen.clear()
    for cell in cells:
        if cell not in grid.cells:
            raise PuzzleError(f"{what}: cell {cell} is outside the {grid.rows}×{grid.columns} grid")
        if cell in seen and not may_repeat:
            raise PuzzleError(f"{what}: {grid.name(cell)} is named twice")
        seen.add(cell)
    if len(cells) < at_least:
        found = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
        raise PuzzleError(f"{what} has {found}. It needs at least {at_least}")


def require_natural(grid: Grid, what: str) -> None:
    """Raise `PuzzleError` if cells may count less than 0, as negators do."""
    if grid.values[0] < 0:
        raise PuzzleError(f"{what}: nonet cannot apply the rule to cells that count less than 0")


def require_pairs(grid: Grid, what: str) -> None:
    """Raise `TooLarge` if a table of all pairs of values would be too large."""
    pairs = len(grid.values) ** 2
    if pairs > MOST_PAIRS:
        require_room(pairs, what, "pairs of values")


def require_room(count: int, what: str, things: str, most: int = MOST_PAIRS) -> None:
    """Raise `TooLarge` if the count is above the limit."""
    if count > most:
        raise TooLarge(f"{what} has {count} {things}. The limit is {most}")
