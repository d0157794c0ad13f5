"""Automata in strings of Interactive Sudoku Solver."""

from nonet.formats import classic
from nonet.formats.links.iss.payloads import automaton_of, packed, payload_of
from nonet.formats.links.iss.reader import puzzle_of
from nonet.formats.links.iss.writer import string_of
from nonet.model.automata import Automaton
from nonet.rules import Walk


def test_automata_in_both_layouts():
    values = range(1, 4)
    automaton = Automaton([(0, 1, 1), (1, 2, 0), (1, 3, 2), (2, 1, 2)], 0, [0, 2])
    assert automaton_of(payload_of(automaton, values), values) == automaton
    walk = Walk((0, 1, 2), 0, lambda total, value: (total + value) % 3, lambda total: total == 0)
    puzzle = classic(order=2).with_rules(walk)
    assert puzzle_of(string_of(puzzle)) == puzzle
    # 0 plain, 2 bits a state, 3 values, 1 start, 1 accepting, start accepts not, 2 bits a count;
    # the start goes by 1 to both others, and by 2 to the accepting one.
    bits = "0000010010010100010110001001001010000"
    number = int(bits.ljust(48, "0"), 2).to_bytes(6)
    found = automaton_of(packed(number), values)
    assert [word for word in values if found.accepts([word])] == [1, 2]


def test_segments_of_an_automaton_have_a_sign_between():
    # Of the values 1 and 2, and of the sign 3: a 1, the sign, and a 2.
    payload = payload_of(Automaton([(0, 1, 1), (1, 3, 2), (2, 2, 3)], 0, [3]), range(1, 4))
    puzzle = puzzle_of(f".Shape~2x2.NFA~{payload}~_a~R1C1~-~R1C2")
    assert puzzle.rules[-1].holds(puzzle.grid, (1, 2, 2, 1))
    assert not puzzle.rules[-1].holds(puzzle.grid, (2, 1, 1, 2))
