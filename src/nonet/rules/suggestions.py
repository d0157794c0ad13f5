"""Which rule is meant by a name that is none: a slip of the pen, or a word of its meaning."""

from __future__ import annotations

import re
from difflib import get_close_matches

from nonet.rules.rule import Rule

#: A longer name is no slip: to compare it would take time.
_LONGEST_NAME = 40

#: The similarity of a slip, and that of a name which only may be one.
_SLIP, _LIKENESS = 0.8, 0.62


def did_you_mean(name: str) -> str:
    """Return the end of a sentence on an unknown rule: the one that is meant, if that can be told.

    >>> did_you_mean("thremo"), did_you_mean("killer"), did_you_mean("no such rule")
    ("; did you mean 'thermo'?", "; did you mean 'cage'?", '')
    """
    near = _nearest(_joined(name)) if len(name) <= _LONGEST_NAME else None
    return f"; did you mean {near!r}?" if near else ""


def _nearest(name: str) -> str | None:
    slips = get_close_matches(name, Rule.named, 1, _SLIP)
    found = slips or _described(name) or get_close_matches(name, Rule.named, 1, _LIKENESS)
    return found[0] if found else None


def _described(name: str) -> list[str]:
    """Return the rule that the word introduces, or the only one in whose summary it stands."""
    docs = {known: rule.__doc__ or "" for known, rule in Rule.named.items()}
    summaries = {known: doc.partition("\n")[0].lower() for known, doc in docs.items()}
    titles = {known: re.match(r"an? ([\w ]+):", text) for known, text in summaries.items()}
    titled = [known for known, title in titles.items() if title and _joined(title[1]) == name]
    having = [known for known, text in summaries.items() if name in re.findall(r"\w+", text)]
    return titled or (having if len(having) == 1 else [])


def _joined(words: str) -> str:
    return re.sub(r"[-_\s]", "", words.lower())
