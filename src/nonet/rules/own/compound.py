"""Rules made of other rules: at least one of them holds, or all of them hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from nonet.model.constraints import AnyOf, Values
from nonet.model.figures import Figure
from nonet.model.grid import Grid, Layer
from nonet.rules.fields import complaints_of
from nonet.rules.rule import Lowered, Rule
from nonet.system.errors import TooLarge

#: The largest depth of rules within rules. Each level needs some of Python's stack.
MOST_NESTED = 16


@dataclass(frozen=True, init=False)
class Compound(Rule, family=True):
    """Base of rules made of other rules, such as ``Either(rule, rule)``."""

    rules: tuple[Rule, ...]
    #: The word between two rules in a label.
    joint: ClassVar[str]
    #: The first words of the sentence for players, such as "One or more".
    quantity: ClassVar[str]

    def __init__(self, *each: Rule, rules: Iterable[Rule] = ()) -> None:
        object.__setattr__(self, "rules", (*each, *rules))
        self.__post_init__()

    def __post_init__(self) -> None:
        super().__post_init__()
        if depth_of(self) > MOST_NESTED:
            raise TooLarge(f"{self.name}: rules are nested more than {MOST_NESTED} deep")

    def fit(self, grid: Grid) -> None:
        if not self.rules:
            raise self.refusal("the list of rules is empty")
        with complaints_of(self.name):
            for rule in self.rules:
                rule.fit(grid)

    def layers(self, grid: Grid, rules: Sequence[Rule]) -> Iterable[Layer]:
        return (layer for rule in self.rules for layer in rule.layers(grid, rules))

    def beside(self, rules: Sequence[Rule]) -> Self:
        return type(self)(*(rule.beside(rules) for rule in self.rules))

    def describe(self, grid: Grid) -> str:
        return f" {self.joint} ".join(_as_part(rule, grid) for rule in self.rules)

    def figures(self, grid: Grid) -> Iterator[Figure]:
        return (figure for rule in self.rules for figure in rule.figures(grid))

    def wording(self, grid: Grid) -> str:
        parts = "; ".join(_as_part(rule, grid) for rule in self.rules)
        return f"{self.quantity} of these conditions hold: {parts}"

    def notes(self, grid: Grid) -> Iterator[str]:
        return (note for rule in self.rules for note in rule.notes(grid))


class Either(Compound):
    """At least one of the rules holds.

    >>> from nonet.rules import Cage
    >>> either = Either(Cage("r1c1 r1c2", 3), Cage("r1c2 r1c3", 7)).on(Grid(1, 4))
    >>> either.holds(Grid(1, 4), [4, 3, 4, None]), either.holds(Grid(1, 4), [4, 3, 2, None])
    (True, False)
    """

    joint, quantity = "or", "One or more"

    def holds(self, grid: Grid, values: Values) -> bool:
        return any(rule.holds(grid, values) for rule in self.rules)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        """Lower each rule to an alternative. An alternative without constraints always holds."""
        alternatives = tuple(tuple(rule.lower(grid)) for rule in self.rules)
        if all(alternatives):
            yield AnyOf(alternatives)


class All(Compound):
    """All of the rules hold. Use `All` to combine several rules into one part of an `Either`.

    >>> from nonet.rules import Even, Odd
    >>> mixed = Either(All(Odd([0]), Even([1])), All(Even([0]), Odd([1])))
    >>> mixed.holds(Grid(1, 4), [1, 2, None, None]), mixed.holds(Grid(1, 4), [2, 2, None, None])
    (True, False)
    """

    joint, quantity = "and", "All"

    def beside(self, rules: Sequence[Rule]) -> Self:
        return super().beside([*rules, *self.rules])

    def holds(self, grid: Grid, values: Values) -> bool:
        return all(rule.holds(grid, values) for rule in self.rules)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        return (part for rule in self.rules for part in rule.lower(grid))


def _as_part(rule: Rule, grid: Grid) -> str:
    label = rule.describe(grid)
    return f"({label})" if isinstance(rule, Compound) and len(rule.rules) > 1 else label


def depth_of(rule: Rule) -> int:
    """Return how many levels of rules a rule contains: 0 for a rule without parts."""
    inner = rule.rules if isinstance(rule, Compound) else ()
    return max((1 + depth_of(each) for each in inner), default=0)
