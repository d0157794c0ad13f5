"""Alphabets: the symbols of values, and the choice of an alphabet for a text.

If a puzzle has more than 9 values, it uses one of several alphabets. For example, 16 values may be
``1-9A-G`` or ``0-9A-F``. If several alphabets fit, the user must choose one. If no usual alphabet
fits, nonet tries letters from A.

``0`` and ``X`` may be values or empty cells. They are values if the puzzle has another sign for
empty cells, such as ``.``. In a full grid, they are values if they occur as often as other values.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from numbers import Real
from string import ascii_uppercase, digits
from typing import Any, TypeAlias

from nonet.formats.text import counted, quoted
from nonet.model.constraints import Values
from nonet.model.grid import Grid
from nonet.model.names import name_of
from nonet.system.errors import PuzzleError

Givens: TypeAlias = tuple[int | None, ...]

#: Symbols of empty cells, unless the alphabet has them as values.
EMPTIES = ("0", ".", "*", "_", "X", "x", "·", "?", "-")
#: Replaces full-width characters of East Asian keyboards by plain characters. Squares and bullets
#: become dots, because they are empty cells.
PLAIN = {
    **{sign: chr(sign - 0xFEE0) for sign in range(0xFF01, 0xFF5F)},
    **dict.fromkeys(map(ord, "⬜⬛◻◼◽◾□▢☐🔲🔳•∙●○◦"), "."),
}
#: Symbols that are values in some alphabets and empty cells in others.
_DOUBTFUL = frozenset("0X")
_CHARACTERS = digits + ascii_uppercase
#: The largest number of values for which single characters are enough.
MOST_CHARACTERS = len(_CHARACTERS)
#: Characters that cannot be symbols of an alphabet, because they have another meaning in a format.
_RESERVED = frozenset(".*_#|+-=[{")


@dataclass(frozen=True)
class Alphabet:
    """Symbols for consecutive values, lowest first."""

    name: str
    symbols: tuple[str, ...]
    first: int = 1

    @cached_property
    def values(self) -> range:
        return range(self.first, self.first + len(self.symbols))

    @cached_property
    def table(self) -> dict[str, int | None]:
        exact = dict(zip(self.symbols, self.values, strict=True))
        either_case = {symbol.swapcase(): value for symbol, value in exact.items()}
        return {**dict.fromkeys(EMPTIES), **either_case, **exact}

    def write(self, givens: Givens, empty: str) -> list[str]:
        return [empty if given is None else self.symbols[given - self.first] for given in givens]


def character_alphabets(side: int, spec: str | None = None) -> tuple[Alphabet, ...]:
    """Return the alphabet that `spec` names, or all usual alphabets of single characters."""
    if spec is not None:
        return (_explicit(spec, side),)
    if side > MOST_CHARACTERS:
        raise PuzzleError(
            f"a {side}×{side} puzzle has too many values for single characters. Write it as tokens"
        )
    return _usual(side)


def decimal_alphabets(side: int, spec: str | None, cells: Sequence[str]) -> tuple[Alphabet, ...]:
    """Return the possible alphabets of decimal numbers. If a cell is 0, values may begin at 0."""
    if spec is not None:
        return (_explicit(spec, side),)
    return _decimals(side) if "0" in cells else _decimals(side)[:1]


def interpret(cells: Sequence[str], alphabets: Sequence[Alphabet]) -> tuple[range, Givens]:
    """Find the only alphabet that fits. Return the grid's values and the givens."""
    text = cells if isinstance(cells, str) else "".join(cells)
    if not text.isascii():
        cells = [cell.translate(PLAIN) for cell in cells]
    alphabet = alphabets[0] if len(alphabets) == 1 else _chosen(cells, alphabets)
    try:
        return alphabet.values, tuple(map(alphabet.table.__getitem__, cells))
    except KeyError:
        raise _unknown(cells, [alphabet]) from None


def is_of_side(symbols: Iterable[str], side: int, cells: int) -> bool:
    """Tell whether the cells fill a square of this side, with no number above the side."""
    table = _decimals(side)[0].table
    return side**2 == cells and all(symbol in table for symbol in symbols)


def _chosen(cells: Sequence[str], alphabets: Sequence[Alphabet]) -> Alphabet:
    times = Counter(map(str.upper, cells))
    fitting = [alphabet for alphabet in alphabets if _fits(alphabet, times)]
    likely = [alphabet for alphabet in fitting if _is_likely(alphabet, times)] or fitting
    if not likely:
        symbols = "".join(alphabets[0].symbols)
        letters = _letters(len(alphabets[0].symbols))
        if len(letters.symbols) == len(symbols) and _fits(letters, times):
            return letters
        raise _unknown(cells, alphabets)
    if len(likely) > 1 and any(times.keys() & set(alphabet.symbols) for alphabet in likely):
        names = _listed(likely, "and")
        raise PuzzleError(f"the alphabets {names} fit. Choose one with alphabet= (--alphabet)")
    return likely[0]


def _letters(side: int) -> Alphabet:
    letters = ascii_uppercase[:side]
    return Alphabet(_span(letters), tuple(letters))


def _fits(alphabet: Alphabet, times: Counter[str]) -> bool:
    empty = times.keys() - set(alphabet.symbols)
    return empty <= set(EMPTIES) and (len(empty) == 1 or not empty & _DOUBTFUL)


def _is_likely(alphabet: Alphabet, times: Counter[str]) -> bool:
    symbols = set(alphabet.symbols)
    is_full = times.keys() <= symbols
    return not is_full or all(times[symbol] in (0, len(symbols)) for symbol in _DOUBTFUL & symbols)


def _unknown(cells: Sequence[str], alphabets: Sequence[Alphabet]) -> PuzzleError:
    names = _listed(alphabets, "or")
    known = set().union(*(alphabet.table for alphabet in alphabets))
    for cell, symbol in enumerate(cells):
        if symbol not in known:
            name = name_of(*divmod(cell, len(alphabets[0].symbols)))
            problem = f"{quoted(symbol)} is neither a value ({names}) nor empty"
            return PuzzleError(problem, cell=name)
    return PuzzleError(
        f"the symbols fit no single alphabet ({names}); "
        "0 or X means empty only if no other symbol does"
    )


def _listed(alphabets: Iterable[Alphabet], word: str) -> str:
    *most, last = (alphabet.name for alphabet in alphabets)
    return f"{', '.join(most)} {word} {last}" if most else last


@lru_cache(maxsize=64)
def _usual(side: int) -> tuple[Alphabet, ...]:
    if side < len(digits):
        return (_of_characters(1, side),)
    firsts = (1, 0) if side < MOST_CHARACTERS else (0,)
    letters = [_letters(side)] if side == 25 else []
    return (*(_of_characters(first, side) for first in firsts), *letters)


def _of_characters(first: int, side: int) -> Alphabet:
    symbols = _CHARACTERS[first : first + side]
    numerals, letters = symbols[: 10 - first], symbols[10 - first :]
    return Alphabet(_span(numerals) + _span(letters), tuple(symbols), first)


def _span(symbols: str) -> str:
    return f"{symbols[0]}-{symbols[-1]}" if len(symbols) > 1 else symbols


@lru_cache(maxsize=64)
def _decimals(side: int) -> tuple[Alphabet, ...]:
    from_one = Alphabet(f"1-{side}", tuple(map(str, range(1, side + 1))))
    from_zero = Alphabet(f"0-{side - 1}", tuple(map(str, range(side))), first=0)
    return (from_one,) if side < len(digits) else (from_one, from_zero)


@lru_cache(maxsize=64)
def _explicit(spec: str, side: int) -> Alphabet:
    """Return the alphabet of a spec such as ``1-9A-G``, ``0-15`` (decimals) or ``ABCD``."""
    for decimals in _decimals(side):
        if spec == decimals.name:
            return decimals
    symbols = re.sub("(.)-(.)", _all_between, spec)
    if len(symbols) != side:
        raise PuzzleError(
            f"the alphabet {quoted(spec)} has {counted(len(symbols), 'symbol')}, "
            f"but a {side}×{side} puzzle needs {side}"
        )
    for index, symbol in enumerate(symbols):
        if symbol in _RESERVED or symbol.isspace():
            raise PuzzleError(f"{quoted(symbol)} cannot be a value of the alphabet {quoted(spec)}")
        if symbol in symbols[:index]:
            raise PuzzleError(f"the alphabet {quoted(spec)} has {quoted(symbol)} twice")
    return Alphabet(spec, tuple(symbols), first=0 if symbols[0] == "0" else 1)


def _all_between(ends: re.Match[str]) -> str:
    return "".join(map(chr, range(ord(ends[1]), ord(ends[2]) + 1)))


def write_values(grid: Grid, values: Values) -> str:
    """Write values, such as a solution, on one line. A dot is an empty cell.

    Spaces separate the values in grids of more than 9 rows.

    >>> write_values(Grid(2, 2), [1, 2, 2, None])
    '122.'
    """
    symbols = ("." if value is None else str(value) for value in values_of(grid, values))
    return ("" if _is_short(grid) else " ").join(symbols)


def read_values(grid: Grid, text: str) -> tuple[int | None, ...]:
    """Return the values that `write_values` wrote. Extra space is ignored.

    >>> read_values(Grid(2, 2), "12\\n2.")
    (1, 2, 2, None)
    """
    symbols = list("".join(text.split())) if _is_short(grid) else text.split()
    grid.require_each(symbols, "value")
    known = {str(value): value for value in grid.values} | {".": None}
    for cell, symbol in enumerate(symbols):
        if symbol not in known:
            problem = f"{quoted(symbol)} is not a value from {grid.span}"
            raise PuzzleError(problem, cell=grid.name(cell))
    return tuple(known[symbol] for symbol in symbols)


def values_of(grid: Grid, values: str | Iterable[Any]) -> tuple[int | None, ...]:
    """Return the values of a filled grid, which is a list, an array or a text.

    >>> values_of(Grid(1, 2), [2.0, None]), values_of(Grid(1, 2), "2.")
    ((2, None), (2, None))
    """
    if isinstance(values, str):
        return read_values(grid, values)
    is_list = isinstance(values, Iterable) and not isinstance(values, Mapping | Set | bytes)
    if is_list and getattr(values, "ndim", 1) == 1:
        found = tuple(values)
        if {*map(type, found)} <= {int, type(None)}:
            return found
        if all(value is None or (isinstance(value, Real) and value % 1 == 0) for value in found):
            return tuple([None if value is None else int(value) for value in found])
    raise TypeError(f"{values!r:.40} is not a filled grid: use a list of integers or a text")


def _is_short(grid: Grid) -> bool:
    return max(grid.rows, grid.columns, grid.values[-1]) <= 9
