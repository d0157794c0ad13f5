"""Finds rules by name, also in installed packages, and suggests names for typos."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache

from nonet.rules.rule import Rule
from nonet.system.errors import PuzzleError

#: Installed packages offer rules as entry points in this group. An entry point names a rule, or a
#: module with rules.
GROUP = "nonet.rules"

#: Longer names get no suggestion, because comparing them takes too long.
_LONGEST_NAME = 40

#: Limits on the similarity of two names, from 0 to 1. From `_TYPO` on, a name is certainly a typo
#: of the other name. From `_POSSIBLE_TYPO` on, the name may be a typo.
_TYPO, _POSSIBLE_TYPO = 0.8, 0.62


def rule_named(name: str) -> type[Rule] | None:
    """Return the rule with this name, also from an installed package, or None.

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


def did_you_mean(name: str) -> str:
    """Return a suggestion to append to the error about an unknown name, or an empty text.

    >>> did_you_mean("thremo"), did_you_mean("killer"), did_you_mean("no such rule")
    ("; did you mean 'thermo'?", "; did you mean 'cage'?", '')
    """
    if len(name) > _LONGEST_NAME:
        return ""
    name = _joined(name)
    typos = get_close_matches(name, Rule.named, 1, _TYPO)
    found = typos or _described(name) or get_close_matches(name, Rule.named, 1, _POSSIBLE_TYPO)
    return f"; did you mean {found[0]!r}?" if found else ""


def _described(name: str) -> list[str]:
    """Return the rule with this title, or the only rule whose summary contains the name."""
    docs = {known: rule.__doc__ or "" for known, rule in Rule.named.items()}
    summaries = {known: doc.partition("\n")[0].lower() for known, doc in docs.items()}
    titles = {known: re.match(r"an? ([\w ]+):", text) for known, text in summaries.items()}
    titled = [known for known, title in titles.items() if title and _joined(title[1]) == name]
    having = [known for known, text in summaries.items() if name in re.findall(r"\w+", text)]
    return titled or (having if len(having) == 1 else [])


def _joined(words: str) -> str:
    return re.sub(r"[-_\s]", "", words.lower())
