"""The automata, patterns and tables of pairs that ISS packs into letters, and their codecs."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, count

from nonet.formats.links.contract import Codec
from nonet.formats.links.iss.board import Args, Board
from nonet.formats.links.iss.codecs import named, named_groups, split_at_dashes
from nonet.formats.text import quoted
from nonet.model.automata import Automaton
from nonet.rules import Pairs, Regex, Rule, Walk
from nonet.rules.value_sets import Table
from nonet.system.errors import PuzzleError, TooLarge

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
    """Yield the transitions of each state.

    In a plain payload, each state begins with the number of its transitions. In a packed payload,
    each state begins with a mask of its symbols.
    """
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
