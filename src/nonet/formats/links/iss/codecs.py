"""Codecs: how the arguments of a class become rules, and how rules become arguments.

ISS packs automata, patterns and tables of pairs into letters. A codec may write arguments that
express only a part of a rule. The writer reads all arguments again, and does not use them if the
rules differ.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, count
from typing import Any
from urllib.parse import quote, unquote

from nonet.formats.links.contract import Codec, Part, cells_part
from nonet.formats.links.iss.board import Args, Board, integer
from nonet.formats.text import counted, quoted
from nonet.model.automata import Automaton
from nonet.model.grid import Cells
from nonet.rules import Pairs, Regex, Rule, Walk
from nonet.rules.value_sets import Table
from nonet.system.errors import PuzzleError, TooLarge

#: The cells of a rule, as the last arguments of an item.
_CELLS = cells_part()


def form(
    make: Callable[..., Rule], *parts: Part, rest: Part = _CELLS, usual: str | None = None
) -> Codec:
    """Return the codec of ``Class~part~…~rest``. A missing first number is `usual`."""

    heads = len(parts)

    def read(args: Args, board: Board) -> list[Rule]:
        if usual is not None and args and not args[0].lstrip("-").isdecimal():
            args = (usual, *args)
        if len(args) <= heads:
            raise too_few(args, heads + 1)
        fields = {}
        for part, arg in zip(parts, args, strict=False):
            fields[part.key] = part.read(arg, board)
        fields[rest.key] = rest.read(args[heads:], board)
        return [make(**fields)]

    def write(rule: Any, board: Board) -> Iterator[Args]:
        head, tail = [part.write(rule, board) for part in parts], rest.write(rule, board)
        if None not in (*head, tail):
            yield (*head, *tail)

    return read, write


def number(field: str) -> Part:
    """Return how to read and write a field that is a number."""

    def write(rule: Any, board: Board) -> str | None:
        value = getattr(rule, field)
        return None if value is None else str(value)

    return Part(field, lambda arg, board: integer(arg), write)


def cell(field: str) -> Part:
    """Return how to read and write a field that is a cell."""
    return Part(
        field,
        lambda arg, board: board.cell(arg),
        lambda rule, board: board.name(getattr(rule, field)),
    )


#: The gap of a line. On a board of one value, the usual gap is 0, but rules do not allow 0.
GAP = number("gap")._replace(write=lambda rule, board: str(rule.gap_on(board.grid) or "") or None)
#: The sum of a cage. If the cage has no sum, the argument is 0 or blank.
TOTAL = Part(
    "total",
    lambda arg, board: (integer(arg) if arg else 0) or None,
    lambda rule, board: str(rule.total or 0),
)
#: Values, written as ``1_2``.
VALUES = Part(
    "values",
    lambda arg, board: tuple(map(integer, arg.split("_"))),
    lambda rule, board: "_".join(map(str, rule.values)),
)
#: The bulb of an arrow. The bulb must be a single cell.
BULB = Part(
    "bulb",
    lambda arg, board: (board.cell(arg),),
    lambda rule, board: board.name(rule.bulb[0]) if len(rule.bulb) == 1 else None,
)


def pairs(make: Callable[..., Rule]) -> Codec:
    """Return the codec of ``Class~cells``. Each pair of cells that share an edge gets a rule."""

    def read(args: Args, board: Board) -> list[Rule]:
        touching = list(_touching(board, board.cells(args)))
        if not touching:
            raise PuzzleError("no two of the cells share an edge")
        return [make(*pair) for pair in touching]

    def write(rule: Any, board: Board) -> Iterator[Args]:
        yield board.names((rule.a, rule.b))

    return read, write


def _touching(board: Board, found: Sequence[int]) -> Iterator[tuple[int, int]]:
    if len(set(found)) < len(found):
        raise PuzzleError("a cell is named twice")
    numbers = {cell: number for number, cell in enumerate(found)}
    for number, cell in enumerate(found):
        for other in board.neighbours[cell]:
            if numbers.get(other, -1) > number:
                yield cell, other


def whole_line(make: Callable[..., Rule], field: str) -> Codec:
    """Return the codec of ``Class~R1~forward~backward``, with clues for one or both directions."""

    def read(args: Args, board: Board) -> Iterator[Rule]:
        if not 1 < len(args) <= 3:
            raise PuzzleError("write a row or column and one or two clues, like R1~15~")
        line = _line(args[0], board)
        for clue, found in zip(args[1:], (line, line[::-1]), strict=False):
            if clue:
                yield make(found, integer(clue))

    def write(rule: Any, board: Board) -> Iterator[Args]:
        for name, line in board.lines.items():
            if rule.cells == line:
                yield (name, str(getattr(rule, field)), "")
            elif rule.cells == line[::-1]:
                yield (name, "", str(getattr(rule, field)))

    return read, write


def _read_line(args: Args, board: Board) -> Cells:
    if len(args) != 1:
        raise PuzzleError("write a clue and a row or column, like 15~R1")
    return _line(args[0], board)


#: The name of a row or column.
LINE = Part(
    "cells",
    _read_line,
    lambda rule, board: [name for name, line in board.lines.items() if rule.cells == line][:1],
)


def _line(name: str, board: Board) -> Cells:
    line = board.lines.get(name)
    if line is None:
        raise PuzzleError(f"{quoted(name)} is not a row or column of the board, like R1")
    return line


def named_groups(args: Args) -> Iterator[tuple[str | None, Args]]:
    """Yield the name and the cells of each group in ``_name~cells~~cells``."""
    name, group = None, list[str]()
    for arg in (*args, ""):
        if arg and not arg.startswith("_"):
            group.append(arg)
            continue
        if group:
            yield name, tuple(group)
            group = []
        if arg:
            name = unquote(arg[1:]) or None


def named(rule_name: str | None) -> str:
    """Return the argument for the name of a rule."""
    return "_" + quote(rule_name or "", safe="").replace(".", "%2E").replace("~", "%7E")


def split_at_dashes(args: Args) -> list[Args]:
    """Split a list of arguments at its dashes, and return the parts."""
    parts: list[list[str]] = [[]]
    for arg in args:
        if arg == "-":
            parts.append([])
        else:
            parts[-1].append(arg)
    return list(map(tuple, parts))


def too_few(args: Args, least: int) -> PuzzleError:
    """Return the error for an item with fewer than the least number of arguments."""
    return PuzzleError(f"the item has {counted(len(args), 'argument')}, but needs at least {least}")


_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_PLAIN, _PACKED = 0, 1

#: The maximum number of states of an automaton.
MOST_STATES = 1 << 12

#: The maximum number of steps to make an automaton deterministic. They take about one second.
MOST_LOOKS = 1 << 21


def bits_of(key: str) -> Iterator[int]:
    """Yield the positions of 1 bits in a text. Each letter has six bits, lowest bit first."""
    for at, sign in enumerate(key):
        bits = _SIGNS.find(sign)
        if bits < 0:
            raise PuzzleError(f"{quoted(key)}: {quoted(sign)} is not a letter of base64")
        yield from (6 * at + bit for bit in range(6) if bits >> bit & 1)


@lru_cache(maxsize=64)  # many rules of a puzzle have the same table
def table_of(key: str, values: range) -> Table:
    """Return the pairs of values that a table allows. Each possible pair is one bit."""
    found = set()
    for place in bits_of(key):
        first, second = divmod(place, len(values))
        if first >= len(values):
            raise PuzzleError(f"the table {quoted(key)} has more than {len(values)} values")
        found.add((values[first], values[second]))
    return frozenset(found)


def key_of(table: Table, values: range) -> str:
    """Return the text of a table that allows these pairs of values."""
    first = values.start
    bits = sum(1 << (a - first) * len(values) + b - first for a, b in table)
    return "".join(_SIGNS[bits >> at & 63] for at in range(0, bits.bit_length(), 6))


def unpacked(text: str) -> bytes:
    """Return the bytes that a text in URL-safe base64 encodes. The padding may be missing."""
    plain = text.rstrip("=")
    if not set(plain) <= set(_SIGNS) or len(plain) % 4 == 1:
        raise PuzzleError(f"{quoted(text)} is not base64")
    return urlsafe_b64decode(plain + "=" * (-len(plain) % 4))


def packed(data: bytes) -> str:
    """Return bytes as a text in URL-safe base64."""
    return urlsafe_b64encode(data).decode().rstrip("=")


class _Bits:
    """Reads the bits of bytes. The highest bit of each byte comes first."""

    def __init__(self, data: bytes) -> None:
        self._number = int.from_bytes(data)
        self.left = 8 * len(data)

    def take(self, count: int) -> int:
        if count > self.left:
            raise PuzzleError("the automaton is cut off")
        self.left -= count
        return self._number >> self.left & (1 << count) - 1


def automaton_of(payload: str, values: range, lengths: Sequence[int] = ()) -> Automaton:
    """Return the automaton in a payload, made deterministic.

    The payload may be for several segments of cells, with a separator between two segments. Then
    `lengths` are the lengths of the segments, of which some may be empty. The result reads all
    cells without separators.
    """
    starts, accepting, moves = _machine(payload, symbols=len(values) + (len(lengths) > 1))
    separators = Counter(accumulate(lengths[:-1]))  # by the number of cells before them
    looks = 0

    def follow(states: frozenset[int], symbol: int) -> frozenset[int]:
        nonlocal looks
        looks += len(states)
        if looks > MOST_LOOKS:
            raise TooLarge(f"making the automaton deterministic takes over {MOST_LOOKS} steps")
        return frozenset().union(*(moves.get((state, symbol), ()) for state in states))

    def separated(cells: int, states: frozenset[int]) -> tuple[int, frozenset[int]]:
        for _ in range(separators[cells]):
            states = follow(states, len(values))
        return cells, states

    def step(place: tuple[int, frozenset[int]], value: int) -> tuple[int, frozenset[int]] | None:
        cells, states = place
        states = follow(states, value - values.start)
        if separators:
            cells, states = separated(cells + 1, states)
        return (cells, states) if states else None

    return Automaton.exploring(
        separated(0, starts),
        step,
        lambda place: not accepting.isdisjoint(place[1]),
        values,
        most=MOST_STATES,
        longest=sum(lengths) or None,
    )


def _machine(
    payload: str, symbols: int
) -> tuple[frozenset[int], frozenset[int], dict[tuple[int, int], set[int]]]:
    bits = _Bits(unpacked(payload))
    layout = bits.take(2)
    if layout not in (_PLAIN, _PACKED):
        raise PuzzleError(f"the automaton has the unknown layout {layout}")
    width, used = bits.take(4) + 1, bits.take(4) + 1
    if used > symbols:
        raise PuzzleError(f"the automaton has {used} values, but the board has {symbols}")
    starts, accepts = bits.take(width), bits.take(width)
    if starts + accepts > MOST_STATES:
        raise TooLarge(f"the automaton has more than {MOST_STATES} states")
    accepting = {at for at in range(starts) if bits.take(1)} | {*range(starts, starts + accepts)}
    moves: dict[tuple[int, int], set[int]] = {}
    for state, symbol, target in _moves(bits, layout == _PLAIN, width, used):
        moves.setdefault((state, symbol), set()).add(target)
    return frozenset(range(starts)), frozenset(accepting), moves


def _moves(bits: _Bits, is_plain: bool, width: int, symbols: int) -> Iterator[tuple[int, int, int]]:
    """Yield the transitions of each state: after their count, or after a mask of their symbols."""
    size, wide = bits.take(4) if is_plain else symbols, (symbols - 1).bit_length()
    for state in count():
        if not size or bits.left < size:
            return
        if state > MOST_STATES:
            raise TooLarge(f"the automaton has more than {MOST_STATES} states")
        head = bits.take(size)
        if is_plain:
            for _ in range(head):
                yield state, bits.take(wide), bits.take(width)
        else:
            for symbol in range(symbols):
                if head >> symbol & 1:
                    yield state, symbol, bits.take(width)


def payload_of(automaton: Automaton, values: range) -> str:
    """Return the payload of an automaton. The start comes first, then the accepting states."""
    order = {0: 0}
    for state in (*sorted(automaton.accepting), *automaton.states):
        order.setdefault(state, len(order))
    if len(order) > MOST_STATES:
        raise TooLarge(f"an automaton of {len(order)} states (the limit is {MOST_STATES})")
    accepts = len(automaton.accepting - {0})
    width = max(1, (len(order) - 1).bit_length())
    # A field is a number, and how many bits the number takes.
    fields = [(_PACKED, 2), (width - 1, 4), (len(values) - 1, 4), (1, width), (accepts, width)]
    fields.append((int(0 in automaton.accepting), 1))
    for state in order:
        moves = automaton.moves[state]
        fields.append((sum(1 << value - values.start for value in moves), len(values)))
        fields += [(order[target], width) for _, target in sorted(moves.items())]
    bits = "".join(f"{number:0{size}b}" for number, size in fields)
    bits += "0" * (-len(bits) % 8)
    return packed(int(bits, 2).to_bytes(len(bits) // 8))


#: The old classes ``Binary`` and ``BinaryX`` write ``-`` for ``_``, and ``_`` for ``-``.
_EXCHANGED = str.maketrans("-_", "_-")


def pairs_of(every: bool, is_old: bool = False) -> Codec:
    """Return the codec of ``Pair`` or ``PairX``. The arguments are ``key~_name~cells``."""

    def read(args: Args, board: Board) -> Iterator[Rule]:
        key = args[0].translate(_EXCHANGED) if is_old else args[0]
        table = table_of(key, board.grid.values)
        if every and any((w, v) not in table for v, w in table):
            raise PuzzleError("the table must allow (b, a) for each pair (a, b)")
        for name, cells in named_groups(args[1:]):
            yield Pairs(board.cells(cells), table, every, called=name)

    def write(rule: Pairs, board: Board) -> Iterator[Args]:
        allowed = rule.allowed
        if rule.every == every and isinstance(allowed, frozenset) and not is_old:
            key = key_of(allowed, board.grid.values)
            yield (key, named(rule.called), *board.names(rule.cells))

    return read, write


def read_regex(args: Args, board: Board) -> Iterator[Rule]:
    """Read a pattern and its cells."""
    try:
        pattern = unpacked(args[0]).decode()
    except UnicodeDecodeError:
        raise PuzzleError("the pattern is not UTF-8") from None
    for _, cells in named_groups(args[1:]):
        yield Regex(board.cells(cells), "".join(pattern.split()).upper())


def write_regex(rule: Regex, board: Board) -> Iterator[Args]:
    """Write a pattern and its cells."""
    yield (packed(rule.pattern.encode()), *board.names(rule.cells))


def read_walk(args: Args, board: Board) -> Iterator[Rule]:
    """Read an automaton and its cells. The cells may be divided into segments."""
    for name, names in named_groups(args[1:]):
        segments = list(map(board.cells, split_at_dashes(names)))
        lengths = tuple(map(len, segments)) if len(segments) > 1 else ()
        automaton = automaton_of(args[0], board.grid.values, lengths)
        steps = (
            (state, value, after)
            for state, moves in enumerate(automaton.transitions)
            for value, after in moves
        )
        cells = tuple(chain.from_iterable(segments))
        yield Walk(cells, 0, steps, automaton.accepting, called=name)


def write_walk(rule: Walk, board: Board) -> Iterator[Args]:
    """Write an automaton and its cells."""
    assert not callable(rule.step)
    assert not callable(rule.accept)
    automaton = Automaton(sorted(rule.step), rule.start, rule.accept)
    payload = payload_of(automaton, board.grid.values)
    yield (payload, named(rule.called), *board.names(rule.cells))
