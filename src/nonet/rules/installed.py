"""Rules that other packages bring, found by their entry points."""

from __future__ import annotations

from functools import cache

from nonet.rules.rule import Rule
from nonet.system.errors import PuzzleError

#: The group of entry points; each names a module with rules, or a rule.
GROUP = "nonet.rules"


def rule_named(name: str) -> type[Rule] | None:
    """Return the rule of that name; installed packages are asked if it is not known.

    >>> rule_named("cage"), rule_named("no such rule")
    (<class 'nonet.rules.cages.cage.Cage'>, None)
    """
    if name not in Rule.named:
        load_installed()
    return Rule.named.get(name)


@cache
def load_installed() -> None:
    """Import the rules of installed packages, so that `Rule.named` has them."""
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        try:
            point.load()
        except Exception as error:
            where = f"{point.value} of the package {point.dist.name if point.dist else '?'}"
            message = f"rules from {where}: {type(error).__name__}: {error}"
            raise PuzzleError(message) from error
