"""Patterns of values, like regular expressions, and their automata.

A digit stands for its value. Capital letters stand for values from 10 on: ``A`` is 10. All other
signs have the same meaning as in Python: sets (``[135]``, ``[2-4]``, ``[^9]``), ``.`` for any
value, groups, ``|``, and repeats (``*``, ``+``, ``?``, ``{2}``, ``{2,}``, ``{2,4}``).

Each state of the automaton is a pattern that the remaining values must match (Brzozowski 1964).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_uppercase, digits
from typing import NoReturn, TypeAlias

from nonet.model.automata import Automaton
from nonet.system.errors import PuzzleError, TooLarge

#: The signs of the values 0, 1, 2 …: digits, then capital letters.
SYMBOLS = digits + ascii_uppercase

#: The limits of a pattern: its characters, the depth of its groups, the states of its automaton.
MOST_SIGNS, MOST_DEPTH, MOST_STATES = 200, 20, 2_000

#: The maximum number of visits to parts of a pattern while its automaton is built, which take about
#: a second. With nested repeats, building could take minutes.
MOST_VISITS = 200_000

_REPEAT = re.compile(r"(?P<sign>[*+?])|\{(?P<least>\d{1,3})(?P<comma>,(?P<most>\d{1,3})?)?\}")
_SIGNS = {"*": (0, None), "+": (1, None), "?": (0, 1)}


@dataclass(frozen=True)
class OneOf:
    """One value of a set."""

    values: frozenset[int]


@dataclass(frozen=True)
class Chain:
    """A sequence of parts. An empty sequence matches the empty word."""

    parts: tuple[Pattern, ...]


@dataclass(frozen=True)
class Alternatives:
    """One of several options. Without options, nothing matches."""

    options: frozenset[Pattern]


@dataclass(frozen=True)
class Repeat:
    """A part that repeats."""

    part: Pattern
    least: int
    most: int | None


Pattern: TypeAlias = OneOf | Chain | Alternatives | Repeat

_EMPTY, _NEVER = Chain(()), Alternatives(frozenset())


@lru_cache(maxsize=256)
def automaton_of(text: str, values: range, longest: int) -> Automaton:
    """Return the automaton of a pattern, for words up to a length.

    >>> automaton = automaton_of("1(23)*", range(1, 4), longest=5)
    >>> automaton.accepts([1, 2, 3, 2, 3]), automaton.accepts([1, 2, 3, 2])
    (True, False)
    """
    return Automaton.exploring(
        parsed(text, values), _Follower().after, _may_end, values, most=MOST_STATES, longest=longest
    )


class _Follower:
    """Computes what may follow a value in a pattern."""

    def __init__(self) -> None:
        self._visits = 0

    def after(self, pattern: Pattern, value: int) -> Pattern | None:
        after = self._after(pattern, value)
        return None if after == _NEVER else after

    def _after(self, pattern: Pattern, value: int) -> Pattern:
        self._visits += 1
        if self._visits > MOST_VISITS:
            raise TooLarge("the pattern can be read in too many ways: nest fewer repeats")
        match pattern:
            case OneOf(values):
                return _EMPTY if value in values else _NEVER
            case Alternatives(options):
                return _alternatives(self._after(option, value) for option in options)
            case Repeat(part, least, most):
                fewer = None if most is None else most - 1
                rest = _repeat(part, max(0, least - 1), fewer)
                return _chain([self._after(part, value), rest])
            case Chain(parts):
                begun = []
                for number, part in enumerate(parts):
                    begun.append(_chain([self._after(part, value), *parts[number + 1 :]]))
                    if not _may_end(part):
                        break
                return _alternatives(begun)


def _may_end(pattern: Pattern) -> bool:
    match pattern:
        case OneOf():
            return False
        case Alternatives(options):
            return any(map(_may_end, options))
        case Repeat(part, least, _):
            return least == 0 or _may_end(part)
        case Chain(parts):
            return all(map(_may_end, parts))


# The functions below simplify patterns, so that the automaton has few states.


def _alternatives(options: Iterable[Pattern]) -> Pattern:
    flat: set[Pattern] = set()
    for option in options:
        flat |= option.options if isinstance(option, Alternatives) else {option}
    return flat.pop() if len(flat) == 1 else Alternatives(frozenset(flat))


def _chain(parts: Iterable[Pattern]) -> Pattern:
    flat: list[Pattern] = []
    for part in parts:
        if part == _NEVER:
            return _NEVER
        flat += part.parts if isinstance(part, Chain) else [part]
    return flat[0] if len(flat) == 1 else Chain(tuple(flat))


def _repeat(part: Pattern, least: int, most: int | None) -> Pattern:
    return _EMPTY if most == 0 else Repeat(part, least, most)


def parsed(text: str, values: range) -> Pattern:
    """Parse a pattern. A `PuzzleError` gives the position of a mistake.

    >>> parsed("1*", range(1, 5))
    Repeat(part=OneOf(values=frozenset({1})), least=0, most=None)
    >>> parsed("12)", range(1, 5))
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: character 3 of '12)': ')' without '('
    """
    if values[-1] >= len(SYMBOLS):
        raise TooLarge(f"patterns can only express values up to {len(SYMBOLS) - 1}")
    if len(text) > MOST_SIGNS:
        raise TooLarge(f"the pattern has {len(text)} characters. The limit is {MOST_SIGNS}")
    return _Reader(text, values).pattern()


class _Reader:
    def __init__(self, text: str, values: range) -> None:
        self._text = text
        self._values = values
        self._at = 0
        self._depth = 0

    def pattern(self) -> Pattern:
        found = self._options()
        if self._sees(")"):
            self._fail("')' without '('")
        return found

    def _options(self) -> Pattern:
        options = [self._parts()]
        while self._takes("|"):
            options.append(self._parts())
        return _alternatives(options)

    def _parts(self) -> Pattern:
        parts = []
        while self._at < len(self._text) and not self._sees("|)"):
            parts.append(self._repeated(self._one()))
        return _chain(parts)

    def _repeated(self, part: Pattern) -> Pattern:
        found = _REPEAT.match(self._text, self._at)
        if found is None:
            return part
        self._at = found.end()
        if self._sees("*+?{"):
            self._fail("a repeat follows a repeat: put the first one in a group")
        if found["sign"]:
            return _repeat(part, *_SIGNS[found["sign"]])
        least = int(found["least"])
        most = int(found["most"]) if found["most"] else None if found["comma"] else least
        if most is not None and most < least:
            problem = f"the repeat {{{least},{most}}} must begin with the smaller number"
            self._fail(problem, found.start())
        return _repeat(part, least, most)

    def _one(self) -> Pattern:
        if self._takes("("):
            return self._group()
        if self._takes("["):
            return self._set()
        if self._takes("."):
            return OneOf(frozenset(self._values))
        return OneOf(frozenset({self._value()}))

    def _group(self) -> Pattern:
        start = self._at - 1
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise TooLarge(f"groups are nested more than {MOST_DEPTH} deep")
        found = self._options()
        self._depth -= 1
        if not self._takes(")"):
            self._fail("'(' without ')'", start)
        return found

    def _set(self) -> Pattern:
        start, is_without = self._at - 1, self._takes("^")
        found: set[int] = set()
        while not self._takes("]"):
            if self._at == len(self._text):
                self._fail("'[' without ']'", start)
            low = high = self._value()
            if self._takes("-"):
                high = self._value()
            if high < low:
                self._fail("a range must begin with the smaller value", self._at - 3)
            found.update(range(low, high + 1))
        if not found:
            self._fail("a set without values", start)
        return OneOf(frozenset(self._values) - found if is_without else frozenset(found))

    def _value(self) -> int:
        sign = self._text[self._at : self._at + 1]
        if not sign or sign not in SYMBOLS:
            self._fail(f"{sign!r} is not a value" if sign else "a value is missing")
        value = SYMBOLS.index(sign)
        if value not in self._values:
            self._fail(f"{value} is not a value from {self._values[0]} to {self._values[-1]}")
        self._at += 1
        return value

    def _sees(self, signs: str) -> bool:
        return self._text[self._at : self._at + 1] in [*signs]

    def _takes(self, sign: str) -> bool:
        is_there = self._sees(sign)
        self._at += is_there
        return is_there

    def _fail(self, message: str, at: int | None = None) -> NoReturn:
        place = (self._at if at is None else at) + 1
        raise PuzzleError(f"character {place} of {self._text!r}: {message}")
