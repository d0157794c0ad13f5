"""Codecs of tables of pairs, of patterns and of automata."""

from __future__ import annotations

from collections.abc import Iterator

from nonet.formats.links.iss.board import Board
from nonet.formats.links.iss.codecs import Codec, named, named_groups, need, split_at_dashes
from nonet.formats.links.iss.items import Args
from nonet.formats.links.iss.payloads import (
    automaton_of,
    key_of,
    packed,
    payload_of,
    table_of,
    unpacked,
)
from nonet.model.automata import Automaton
from nonet.model.grid import Cells
from nonet.rules import Pairs, Regex, Rule, Walk
from nonet.system.errors import PuzzleError


def pairs_of(every: bool) -> Codec:
    """Return the codec of ``Pair`` or ``PairX``: ``key~_name~cells``."""

    def read(args: Args, board: Board) -> Iterator[Rule]:
        need(args, 2, "a table and cells are")
        table = table_of(args[0], board.grid.values)
        if every and any((w, v) not in table for v, w in table):
            raise PuzzleError("the table of every two cells depends on their order")
        for group in named_groups(args[1:]):
            yield Pairs(board.cells(group.cells), table, every, called=group.name)

    def write(rule: Pairs, board: Board) -> Iterator[Args]:
        allowed = rule.allowed
        if rule.every == every and isinstance(allowed, frozenset):
            key = key_of(allowed, board.grid.values)
            yield (key, named(rule.called), *board.names(rule.cells))

    return Codec(read, write)


def old(codec: Codec) -> Codec:
    """Return the codec of an older class, which had two letters of base64 exchanged."""
    exchanged = str.maketrans("-_", "_-")

    def read(args: Args, board: Board) -> Iterator[Rule]:
        need(args, 2, "a table and cells are")
        yield from codec.read((args[0].translate(exchanged), *args[1:]), board)

    return Codec(read, lambda rule, board: [])


def _read_regex(args: Args, board: Board) -> Iterator[Rule]:
    need(args, 2, "a pattern and cells are")
    try:
        pattern = unpacked(args[0]).decode()
    except UnicodeDecodeError:
        raise PuzzleError("the pattern is no text") from None
    for group in named_groups(args[1:]):
        yield Regex(board.cells(group.cells), "".join(pattern.split()).upper())


REGEX = Codec(
    _read_regex,
    lambda rule, board: [(packed(rule.pattern.encode()), *board.names(rule.cells))],
)


def _read_walk(args: Args, board: Board) -> Iterator[Rule]:
    """Read an automaton; segments of its cells become one line."""
    need(args, 2, "an automaton and cells are")
    for group in named_groups(args[1:]):
        segments = list(map(board.cells, split_at_dashes(group.cells)))
        lengths = tuple(map(len, segments)) if len(segments) > 1 else ()
        automaton = automaton_of(args[0], board.grid.values, lengths)
        cells = tuple(cell for segment in segments for cell in segment)
        yield walk(cells, automaton, group.name)


def walk(cells: Cells, automaton: Automaton, called: str | None = None) -> Walk:
    """Return the rule of an automaton."""
    steps = (
        (state, value, after)
        for state, moves in enumerate(automaton.transitions)
        for value, after in moves
    )
    return Walk(cells, 0, steps, automaton.accepting, called=called)


def _write_walk(rule: Walk, board: Board) -> Iterator[Args]:
    assert not callable(rule.step)
    assert not callable(rule.accept)
    automaton = Automaton(sorted(rule.step), rule.start, rule.accept)
    payload = payload_of(automaton, board.grid.values)
    yield (payload, named(rule.called), *board.names(rule.cells))


WALK = Codec(_read_walk, _write_walk)
