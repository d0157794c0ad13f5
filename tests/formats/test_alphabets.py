"""The symbols of a text decide its alphabet. nonet never guesses an alphabet."""

import pytest
from refusals import refused

from nonet.formats.alphabets import character_alphabets, decimal_alphabets, interpret

MISFIT = (
    "the symbols fit no single alphabet (1-9A-G or 0-9A-F); "
    "0 or X means empty only if no other symbol does"
)


def values(side, symbols, spec=None):
    return interpret(symbols, character_alphabets(side, spec))[0]


def ambiguity(names):
    return f"the alphabets {names} fit. Choose one with alphabet= (--alphabet)"


@pytest.mark.parametrize(
    ("symbols", "expected"),
    [
        ("G" + "." * 255, range(1, 17)),  # only 1-9A-G has a G
        ("0" + "." * 255, range(16)),  # 0 next to another empty character is a value
        ("0F" + "_" * 254, range(16)),
        ("0f" + "x" * 254, range(16)),  # X is an empty cell here
        ("F" + "0" * 255, range(1, 17)),  # 0 alone is an empty cell
        ("123456789ABCDEFG" * 16, range(1, 17)),
        ("." * 256, range(1, 17)),  # no value at all
        ("0" * 256, range(1, 17)),
        ("G" + "0" * 16 + "1" * 239, range(1, 17)),  # n zeros, but a G
        ("F" + "0" * 15 + "1" * 240, range(1, 17)),  # 15 zeros: no full grid
    ],
)
def test_the_symbols_of_a_16x16_decide(symbols, expected):
    assert values(16, symbols) == expected


@pytest.mark.parametrize(
    ("side", "symbols", "names"),
    [
        (16, "123456789ABCDEF" + "." * 241, "1-9A-G and 0-9A-F"),
        (16, "F" + "*" * 255, "1-9A-G and 0-9A-F"),
        # With n zeros, it may be a full grid with values from 0, or a grid with n empty cells.
        (16, "0123456789ABCDEF" * 16, "1-9A-G and 0-9A-F"),
        (16, "F" + "0" * 16 + "1" * 239, "1-9A-G and 0-9A-F"),
        (25, "P" + "." * 624, "1-9A-P and A-Y"),
        (25, "O" + "." * 624, "1-9A-P, 0-9A-O and A-Y"),
        (25, "1O" + "." * 623, "1-9A-P and 0-9A-O"),
        (25, "P" + "0" * 624, "1-9A-P and A-Y"),
    ],
)
def test_symbols_of_several_alphabets_are_refused(side, symbols, names):
    with refused(ambiguity(names)):
        values(side, symbols)


@pytest.mark.parametrize(
    ("symbols", "expected", "givens"),
    [
        ("Y" + "." * 624, range(1, 26), (25,)),  # A-Y
        ("X" + "Y" + "." * 623, range(1, 26), (24, 25)),  # X is a value of A-Y
        ("A1P" + "." * 622, range(1, 26), (10, 1, 25)),  # a digit excludes A-Y
        ("ab0." + "." * 621, range(25), (10, 11, 0)),
        ("X1P" + "X" * 622, range(1, 26), (None, 1, 25)),  # X is empty in 1-9A-P
    ],
)
def test_the_symbols_of_a_25x25_decide(symbols, expected, givens):
    found, cells = interpret(symbols, character_alphabets(25))
    assert found == expected
    assert cells[: len(givens)] == givens


@pytest.mark.parametrize(
    ("side", "names"),
    [
        (9, ["1-9"]),
        (10, ["1-9A", "0-9"]),
        (25, ["1-9A-P", "0-9A-O", "A-Y"]),
        (35, ["1-9A-Z", "0-9A-Y"]),
        (36, ["0-9A-Z"]),
    ],
)
def test_the_usual_alphabets_of_a_side(side, names):
    assert [alphabet.name for alphabet in character_alphabets(side)] == names


@pytest.mark.parametrize(
    ("spec", "symbols", "expected"),
    [
        ("1-9A-G", "F...", range(1, 17)),
        ("0-9A-F", "F...", range(16)),
        ("0123456789abcdef", "F...", range(16)),  # either case
        ("A-P", "P...", range(1, 17)),
        ("0-15", "1...", range(16)),  # decimals
        ("1-9T-Z", "X...", range(1, 17)),  # X is a value if it is named
    ],
)
def test_an_explicit_alphabet_decides(spec, symbols, expected):
    assert values(16, symbols, spec) == expected


def test_both_cases_of_a_letter_may_be_two_values():
    _, givens = interpret("aA.b", character_alphabets(4, "aAbB"))
    assert givens == (1, 2, None, 3)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("1-9", "the alphabet '1-9' has 9 symbols, but a 4×4 puzzle needs 4"),
        (
            "1-9" * 20,
            "the alphabet '1-91-91-91-91-91-91-…' has 180 symbols, but a 4×4 puzzle needs 4",
        ),
        ("", "the alphabet '' has 0 symbols, but a 4×4 puzzle needs 4"),
        ("4-1", "the alphabet '4-1' has 0 symbols, but a 4×4 puzzle needs 4"),
        ("ABCA", "the alphabet 'ABCA' has 'A' twice"),
        ("ABC.", "'.' cannot be a value of the alphabet 'ABC.'"),
        ("AB C", "' ' cannot be a value of the alphabet 'AB C'"),
    ],
)
def test_a_bad_alphabet_is_refused(spec, message):
    with refused(message):
        character_alphabets(4, spec)


@pytest.mark.parametrize(
    ("side", "symbols", "message"),
    [
        (4, "12..9" + "." * 11, "r2c1: '9' is neither a value (1-4) nor empty"),
        (9, "A" + "." * 80, "r1c1: 'A' is neither a value (1-9) nor empty"),
        (16, "1" + "." * 253 + "H.", "r16c15: 'H' is neither a value (1-9A-G or 0-9A-F) nor empty"),
        (16, "0G" + "." * 254, MISFIT),
        (9, "²" + "." * 80, "r1c1: '²' is neither a value (1-9) nor empty"),
        (9, "٣" + "." * 80, "r1c1: '٣' is neither a value (1-9) nor empty"),
        (
            16,
            "\u017fG" + "." * 254,
            "r1c1: '\u017f' is neither a value (1-9A-G or 0-9A-F) nor empty",
        ),
    ],
)
def test_an_unknown_symbol_is_named_with_its_cell(side, symbols, message):
    with refused(message):
        values(side, symbols)


def test_letters_that_no_usual_alphabet_has_count_from_a():
    found = interpret("AP" + "." * 254, character_alphabets(16))
    assert found == (range(1, 17), (1, 16, *[None] * 254))
    assert values(16, "AG" + "." * 254) == range(1, 17)  # as 1-9A-G: a 10 and a 16


def test_more_values_than_characters_ask_for_tokens():
    with refused("a 37×37 puzzle has too many values for single characters. Write it as tokens"):
        character_alphabets(37)


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["1", "."], range(1, 17)),
        (["1", "0"], range(1, 17)),
        (["1", "0", "."], range(16)),
        (["16", "0"], range(1, 17)),
    ],
)
def test_decimals_count_from_1_unless_a_0_is_next_to_empty_cells(cells, expected):
    assert interpret(cells, decimal_alphabets(16, None, cells))[0] == expected


def test_decimals_with_n_zeros_are_refused():
    cells = [str(value) for value in range(16)] * 16
    with refused(ambiguity("1-16 and 0-15")):
        interpret(cells, decimal_alphabets(16, None, cells))
