"""What every rule offers: a meaning in plain Python, a lowering to primitives, and a picture."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from functools import cached_property
from typing import ClassVar, Self, TypeAlias

from nonet.model.constraints import Candidates, Constraint, Values
from nonet.model.figures import Figure
from nonet.model.grid import MOST_PAIRS, Grid
from nonet.rules.fields import accepted, complaints_of, hints, is_open, placed, plain
from nonet.system.errors import PuzzleError, TooLarge

Lowered: TypeAlias = Constraint | Candidates


class Rule(ABC):
    """What a setter says of a puzzle; subclasses are frozen dataclasses.

    `holds` and `lower` must agree, and the tests compare them by brute force: they are the only
    two places that know the rule. A subclass is known to the JSON format by its `name`, unless it
    is a `family`: what several rules share.

    Fields are checked by their type hints. Where those are `Cell` or `Cells`, names of cells may
    be passed; the puzzle that takes the rule puts their numbers in their place, or `on` a grid
    does. Type checkers are told so by an ``__init__`` of their own.

    >>> from nonet.rules import Cage
    >>> Cage("r1c1-r1c3", 15)
    Cage(cells=('r1c1', 'r1c2', 'r1c3'), total=15)
    >>> Cage("r1c1-r1c3", 15).on(Grid(9, 9))
    Cage(cells=(0, 1, 2), total=15)
    """

    #: The rule's name in files and on the command line: its class name in small letters.
    name: ClassVar[str]
    #: Whether it speaks of the whole board: many puzzles have the very same rule.
    of_board: ClassVar[bool] = False
    #: What players are told, where neither the caption nor the docstring is a sentence for them. In
    #: braces stand fields of the rule.
    told: ClassVar[str] = ""
    #: All rules by name.
    named: ClassVar[dict[str, type[Rule]]] = {}

    def __init_subclass__(cls, family: bool = False) -> None:
        super().__init_subclass__()
        cls.name = cls.__name__.lower()
        if "__repr__" not in vars(cls):
            cls.__repr__ = Rule.__repr__  # type: ignore[method-assign]  # else dataclass makes one
        if family:
            return
        known = Rule.named.get(cls.name, cls)
        # One that is defined again, as in a notebook, takes the place of the first.
        if (known.__module__, known.__qualname__) != (cls.__module__, cls.__qualname__):
            where = f"{known.__module__}.{known.__qualname__}"
            raise TypeError(f"there is a rule {cls.name!r} already: {where}")
        Rule.named[cls.name] = cls

    def __post_init__(self) -> None:
        others = []
        for each in plain(type(self)):
            value = getattr(self, each.field)
            if type(value) not in each.kinds and not each.takes(value):
                others.append(each.field)
        if not others:
            self.__dict__["is_open"] = False  # as it would turn out
            return
        with complaints_of(self.name):
            for field in others:
                value = accepted(getattr(self, field), hints(type(self))[field], field)
                object.__setattr__(self, field, value)

    def __repr__(self) -> str:
        """Return the fields that have not their default value, as they are passed."""
        shown = (
            f"{field.name}={getattr(self, field.name)!r}"
            for field in fields(self)  # type: ignore[arg-type]  # all rules are dataclasses
            if getattr(self, field.name) != field.default
        )
        return f"{type(self).__qualname__}({', '.join(shown)})"

    @abstractmethod
    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether the filled cells agree with the rule (None is an empty cell).

        On a full grid this is what the rule means. On a partial one it may be False only if no
        filling of the empty cells satisfies the rule.
        """

    @abstractmethod
    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Rewrite the rule into primitives."""

    def on(self, grid: Grid) -> Self:
        """Return the same rule with the numbers of the cells that it names."""
        if not self.is_open:
            return self
        with complaints_of(self.name):
            found = {
                field: placed(getattr(self, field), hint, grid)
                for field, hint in hints(type(self)).items()
            }
        return replace(self, **found)  # type: ignore[type-var]  # all rules are dataclasses

    @cached_property
    def is_open(self) -> bool:
        """Whether a grid has to say what some of its fields mean, such as names of cells."""
        return any(is_open(getattr(self, field), hint) for field, hint in hints(type(self)).items())

    def fit(self, grid: Grid) -> None:  # noqa: B027 - most rules fit every grid
        """Raise `PuzzleError` if the rule makes no sense on this grid."""

    def beside(self, rules: Sequence[Rule]) -> Self:
        """Return the rule as it is meant among the rules of its puzzle.

        One such as `NonConsecutive` exempts what others mark, and has a field for what it exempts.
        That is only ever added to, so a rule that is asked again, or beside fewer rules, stays as
        it is.
        """
        return self

    def describe(self, grid: Grid) -> str:
        """Say the rule in the setter's words."""
        return self.name

    def details(self, grid: Grid) -> Iterator[str]:
        """Yield what the description leaves out and a picture does not show: what is exempt."""
        return iter(())

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Yield what the rule puts on the paper; nothing if only words can say it."""
        return iter(())

    def caption(self, grid: Grid) -> str:
        """Say what readers of the figures must be told; nothing if they know the sign.

        Rules with the same caption share it, so it names no cells: ``green line: neighbours differ
        by 5 or more``.
        """
        return ""

    def sentence(self, grid: Grid) -> str:
        """Tell players the rule; several of one kind share the sentence, so it names no cells.

        >>> from nonet.rules import AntiKnight, PairSum, Renban
        >>> PairSum("r1c1 r1c2", total=7).sentence(Grid(9, 9))
        '7 between two cells: their values add up to it.'
        >>> Renban("r1c1-r1c3").sentence(Grid(9, 9))
        'Purple line: consecutive values, none twice, in any order.'
        >>> AntiKnight().sentence(Grid(9, 9))
        "Cells a knight's move apart differ."
        """
        documented = (type(self).__doc__ or "").partition("\n")[0]
        # A dataclass without a docstring gets its signature for one.
        is_own = documented and not documented.startswith(f"{type(self).__name__}(")
        words = (
            self.told.format_map(vars(self))
            or self.caption(grid)
            or (is_own and not fields(self) and documented)  # type: ignore[arg-type]
            or self.describe(grid)
        )
        return as_sentence(", ".join([words.rstrip("."), *self.details(grid)]))

    def notes(self, grid: Grid) -> Iterator[str]:
        """Yield what is legal but looks like a typo, such as a line in two pieces."""
        return iter(())


def as_sentence(words: str) -> str:
    """Return words with a full stop at the end, and a capital unless a cell is named first.

    >>> as_sentence("green line: neighbours differ by 5 or more")
    'Green line: neighbours differ by 5 or more.'
    """
    first = words[:1].upper() if words[1:2].isalpha() else words[:1]
    return f"{first}{words[1:].rstrip('.')}."


def require_cells(grid: Grid, cells: Iterable[int], what: str, at_least: int = 1) -> None:
    """Raise `PuzzleError` unless the cells are on the board, different, and enough."""
    cells = tuple(cells)
    are_enough = len(set(cells)) == len(cells) >= max(at_least, 1)
    if are_enough and min(cells) >= 0 and max(cells) < len(grid.cells):
        return
    seen = set()
    for cell in cells:
        if cell not in grid.cells:
            raise PuzzleError(f"{what}: cell {cell} is outside the {grid.rows}×{grid.columns} grid")
        if cell in seen:
            raise PuzzleError(f"{what}: {grid.name(cell)} is named twice")
        seen.add(cell)
    _require_enough(len(seen), what, at_least)


def require_line(grid: Grid, cells: Collection[int], what: str, at_least: int = 1) -> None:
    """Raise `PuzzleError` unless the cells are on the board and enough; a cell may repeat."""
    require_cells(grid, dict.fromkeys(cells), what, at_least=0)
    _require_enough(len(cells), what, at_least)


def _require_enough(count: int, what: str, at_least: int) -> None:
    if count < at_least:
        found = "1 cell" if count == 1 else f"{count} cells"
        raise PuzzleError(f"{what}: {found}, at least {at_least} needed")


def require_pairs(grid: Grid, what: str) -> None:
    """Raise `TooLarge` unless there is room for a table of all pairs of values."""
    require_room(len(grid.values) ** 2, what, "pairs of values")


def require_room(count: int, what: str, things: str, most: int = MOST_PAIRS) -> None:
    """Raise `TooLarge` for more things than there is room for."""
    if count > most:
        raise TooLarge(f"{what}: {count} {things}, the limit is {most}")
