"""Rules made of rules: one of several holds, or all of them do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from nonet.model.constraints import AnyOf, Values
from nonet.model.figures import Figure
from nonet.model.grid import Grid
from nonet.rules.fields import complaints_of
from nonet.rules.rule import Lowered, Rule
from nonet.system.errors import PuzzleError, TooLarge

#: Rules in rules in rules: no deeper than this. Each level costs Python some of its stack.
MOST_NESTED = 16


@dataclass(frozen=True, init=False)
class Compound(Rule, family=True):
    """The family: rules that stand together, passed one by one."""

    rules: tuple[Rule, ...]
    #: What stands between them in words.
    joint: ClassVar[str]

    def __init__(self, *each: Rule, rules: Iterable[Rule] = ()) -> None:
        object.__setattr__(self, "rules", (*each, *rules))
        self.__post_init__()

    def __post_init__(self) -> None:
        super().__post_init__()
        if depth_of(self) > MOST_NESTED:
            raise TooLarge(f"{self.name}: rules in rules, more than {MOST_NESTED} deep")

    def fit(self, grid: Grid) -> None:
        """Refuse to stand alone, and a rule that makes no sense on the grid."""
        if not self.rules:
            raise PuzzleError(f"{self.name}: no rules")
        with complaints_of(self.name):
            for rule in self.rules:
                rule.fit(grid)

    def beside(self, rules: Sequence[Rule]) -> Self:
        """Return the rule with each of its own as it is meant among those of the puzzle."""
        return type(self)(*(rule.beside(rules) for rule in self.rules))

    def describe(self, grid: Grid) -> str:
        """Say each of the rules."""
        return f" {self.joint} ".join(_as_part(rule, grid) for rule in self.rules)

    def figures(self, grid: Grid) -> Iterator[Figure]:
        """Draw each of the rules."""
        return (figure for rule in self.rules for figure in rule.figures(grid))

    def caption(self, grid: Grid) -> str:
        """Say each of the rules: no picture shows how they stand together."""
        return self.describe(grid)

    def notes(self, grid: Grid) -> Iterator[str]:
        """Yield what is noted of any of the rules."""
        return (note for rule in self.rules for note in rule.notes(grid))


class Either(Compound):
    """At least one of the rules holds.

    >>> from nonet.rules import Cage
    >>> either = Either(Cage("r1c1 r1c2", 3), Cage("r1c2 r1c3", 7)).on(Grid(1, 4))
    >>> either.holds(Grid(1, 4), [4, 3, 4, None]), either.holds(Grid(1, 4), [4, 3, 2, None])
    (True, False)
    >>> print(either.describe(Grid(1, 4)))
    cage r1c1 r1c2 = 3 or cage r1c2 r1c3 = 7
    """

    joint = "or"

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether one of the rules holds."""
        return any(rule.holds(grid, values) for rule in self.rules)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Lower each rule to an alternative; where one says nothing, so do all."""
        alternatives = tuple(tuple(rule.lower(grid)) for rule in self.rules)
        if all(alternatives):
            yield AnyOf(alternatives)


class All(Compound):
    """All of the rules hold, as one rule: a part of another one.

    >>> from nonet.rules import Even, Odd
    >>> mixed = Either(All(Odd([0]), Even([1])), All(Even([0]), Odd([1])))
    >>> mixed.holds(Grid(1, 4), [1, 2, None, None]), mixed.holds(Grid(1, 4), [2, 2, None, None])
    (True, False)
    """

    joint = "and"

    def beside(self, rules: Sequence[Rule]) -> Self:
        """Return the rule with each of its own as it is meant among the others, and these."""
        return super().beside([*rules, *self.rules])

    def holds(self, grid: Grid, values: Values) -> bool:
        """Tell whether all of the rules hold."""
        return all(rule.holds(grid, values) for rule in self.rules)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Lower one rule after the other."""
        return (part for rule in self.rules for part in rule.lower(grid))


def _as_part(rule: Rule, grid: Grid) -> str:
    said = rule.describe(grid)
    return f"({said})" if isinstance(rule, Compound) and len(rule.rules) > 1 else said


def depth_of(rule: Rule) -> int:
    """Return how deep rules stand in a rule; in most, there are none.

    >>> from nonet.rules import Rows
    >>> depth_of(Rows()), depth_of(Either(Rows(), All(Rows())))
    (0, 2)
    """
    inner = rule.rules if isinstance(rule, Compound) else ()
    return max((1 + depth_of(each) for each in inner), default=0)
