"""The words of the palette: labels of rules and of their keys, and other names for the search."""

from __future__ import annotations

import re

from nonet.drawing.catalogue import Entry
from nonet.rules import Rule

#: The heading of the rules that most setters use, and these rules in the order of the palette.
COMMON = "Common rules"
COMMON_RULES = (
    *("cage", "thermo", "arrow", "whisper", "renban", "regionsum", "palindrome"),
    *("whitedot", "blackdot", "x", "v", "quadruple", "littlekiller", "diagonals", "antiknight"),
)

#: The label of a rule whose class name is not the word of setters, and other words that find the
#: rule in the search.
_WORDS = {
    "all": ("all of several rules", "and combine"),
    "among": ("printed digits", "candidates restricted small"),
    "antiking": ("anti-king", "chess touch"),
    "antiknight": ("anti-knight", "chess horse"),
    "antileaper": ("anti-leaper", "chess camel zebra giraffe anti-queen"),
    "arithmetic": ("arithmetic line", "sequence"),
    "arrow": ("", "pill bulb"),
    "between": ("between line", ""),
    "blackdot": ("", "kropki ratio double"),
    "boxes": ("", "blocks"),
    "cage": ("killer cage", "sum"),
    "clone": ("", "copy same"),
    "columnindexer": ("", "159 index"),
    "contains": ("cage with digits", "quadruple"),
    "countdistinct": ("count of different digits", "unique"),
    "diagonalnonconsecutive": ("diagonally non-consecutive", "anti-consecutive"),
    "diagonals": ("", "sudoku x x-sudoku"),
    "disjointgroups": ("", "disjoint positions"),
    "either": ("either of several rules", "or combine"),
    "entropic": ("entropic line", "entropy"),
    "equalitycage": ("", "parity"),
    "equalsums": ("", "same sum"),
    "even": ("", "parity"),
    "extraregion": ("", "group house"),
    "globalentropy": ("", "entropic"),
    "greater": ("greater than", "inequality < > less than"),
    "littlekiller": ("", "diagonal sum"),
    "lockout": ("lockout line", "diamond"),
    "lookandsay": ("look-and-say cage", ""),
    "loop": ("", "path cell centres shading"),
    "maximum": ("", "fortress peak"),
    "minimum": ("", "fortress valley"),
    "modular": ("modular line", ""),
    "nabner": ("nabner line", ""),
    "negativeblackdots": ("", "kropki anti-kropki"),
    "negativewhitedots": ("", "kropki anti-kropki"),
    "negativexv": ("negative XV", "anti-xv"),
    "nonconsecutive": ("non-consecutive", "anti-consecutive"),
    "norinori": ("", "domino shading"),
    "nurimisaki": ("", "cape shading"),
    "odd": ("", "parity"),
    "pairs": ("own pairs", "custom parity binary difference ratio"),
    "pairsum": ("sum of two cells", "xv"),
    "palindrome": ("palindrome line", "mirror"),
    "regex": ("own pattern", "custom"),
    "regions": ("regions of a jigsaw", "irregular chaos shapes"),
    "regionsum": ("region sum line", "box equal sum"),
    "rellik": ("rellik cage", "anti-killer"),
    "renban": ("renban line", "set"),
    "rowindexer": ("", "159 index"),
    "samevalues": ("", "same digits set"),
    "samurai": ("", "gattai windmill butterfly"),
    "skyscraper": ("", "towers buildings"),
    "slowthermo": ("slow thermometer", ""),
    "snake": ("", "path cell centres shading"),
    "starbattle": ("", "two not touch shading"),
    "sum": ("sum with repeats", "killer"),
    "sumline": ("", "ten line 10"),
    "taxicab": ("", "manhattan"),
    "thermo": ("thermometer", ""),
    "v": ("V", "xv five"),
    "walk": ("own automaton", "custom state machine"),
    "where": ("own table", "custom formula"),
    "whisper": ("whisper line", "german dutch difference"),
    "whitedot": ("", "kropki consecutive difference"),
    "windoku": ("", "hyper hypersudoku windows"),
    "x": ("X", "xv ten"),
    "xsum": ("x-sum", ""),
    "zipper": ("zipper line", "fold"),
}

#: The usual summaries of these rules name the numbers of an example.
_NUMBERED = {"antileaper", "connectedvalues", "knightmare", "negativexv", "sumline", "taxicab"}

#: The labels of keys. A name of the form ``rule.key`` is the key of one rule.
_KEYS = {
    "a": "First cell",
    "accept": "Accepted states",
    "allowed": "Allowed pairs",
    "b": "Second cell",
    "black_exempts": "Black dots allow consecutive digits",
    "boxes": "Rows and columns of a box",
    "bulb": "Circle",
    "called": "Name",
    "capes": "Circles",
    "coefficients": "A factor for each cell",
    "control": "Control cell",
    "corners": "May touch itself at corners",
    "counted": "Digits in circles count cells",
    "counts": "How often, and which digit",
    "crusts": "Digits at the ends",
    "dots_exempt": "Dots allow consecutive digits",
    "down": "Rows apart",
    "every": "Any two cells, not only neighbours",
    "exactly": "Exactly as often as written",
    "exempt": "Except these cells",
    "falling": "From the upper left",
    "gap": "Smallest difference",
    "look": "Drawn as",
    "loop": "The line is closed",
    "modulus": "Remainders modulo",
    "others_exempt": "Cells of other such rules are exempt",
    "repeats": "Digits may repeat",
    "right": "Columns apart",
    "rising": "From the lower left",
    "root": "Digital root",
    "rules": "Numbers of the rules in the list",
    "shaft": "Arrow",
    "single_totals": "One sum for all visits to a region",
    "start": "First state",
    "step": "State, digit, next state",
    "stone": "White circle",
    "totals": "Any of these totals",
    "value": "Clue",
    "values": "Digits",
    "where.allowed": "Allowed rows of digits",
    "white_exempts": "White dots allow the ratio",
}

#: The keys that few setters need. The form folds them away if the rule does not require them.
RARE = {
    *("black_exempts", "boxes", "cells", "coefficients", "crusts", "differences", "dots_exempt"),
    *("exempt", "height", "loop", "others_exempt", "ratios", "regions", "repeats", "root"),
    *("single_totals", "totals", "values", "white_exempts", "width"),
}


def label_of(kind: type[Rule]) -> str:
    """Return the label of a rule. By default it is the class name, in separate words.

    >>> from nonet.rules import LittleKiller, XSum
    >>> label_of(LittleKiller), label_of(XSum)
    ('little killer', 'x-sum')
    """
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind.__name__).lower()
    return _WORDS.get(kind.name, ("", ""))[0] or words


def other_words(rule: str) -> str:
    """Return other names of a rule, for the search."""
    return _WORDS.get(rule, ("", ""))[1]


def summary_of(entry: Entry) -> str:
    """Return the summary of a rule, without the markup of docstrings."""
    said = entry.meaning.partition("\n")[0] if entry.name in _NUMBERED else entry.summary
    return said.replace("`", "")


def key_label(rule: str, key: str) -> str:
    """Return the label of a key."""
    return _KEYS.get(f"{rule}.{key}") or _KEYS.get(key) or key.replace("_", " ").capitalize()
