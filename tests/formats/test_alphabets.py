"""The symbols of a text decide its alphabet. nonet never guesses an alphabet."""

import pytest
from refusals import refused

from nonet.formats.alphabets import character_alphabets, decimal_alphabets, interpret

#: Sides, symbols, alphabets (None means: detect it), values and first givens.
DECIDED = [
    # 16 values may be 1-9A-G or 0-9A-F.
    (16, "G" + "." * 255, None, range(1, 17), (16,)),  # only 1-9A-G has a G
    (16, "0" + "." * 255, None, range(16), (0,)),  # 0 next to another empty character is a value
    (16, "0F" + "_" * 254, None, range(16), (0, 15)),
    (16, "0f" + "x" * 254, None, range(16), (0, 15, None)),  # X is an empty cell here
    (16, "F" + "0" * 255, None, range(1, 17), (15, None)),  # 0 alone is an empty cell
    (16, "123456789ABCDEFG" * 16, None, range(1, 17), (1,)),
    (16, "." * 256, None, range(1, 17), (None,)),  # no value at all
    (16, "0" * 256, None, range(1, 17), (None,)),
    (16, "G" + "0" * 16 + "1" * 239, None, range(1, 17), (16, None)),  # n zeros, but a G
    (16, "F" + "0" * 15 + "1" * 240, None, range(1, 17), (15, None)),  # 15 zeros: no full grid
    (16, "AG" + "." * 254, None, range(1, 17), (10, 16)),
    # Letters that no usual alphabet has count from A.
    (16, "AP" + "." * 254, None, range(1, 17), (1, 16)),
    # 25 values may be 1-9A-P, 0-9A-O or A-Y.
    (25, "Y" + "." * 624, None, range(1, 26), (25,)),
    (25, "X" + "Y" + "." * 623, None, range(1, 26), (24, 25)),  # X is a value of A-Y
    (25, "A1P" + "." * 622, None, range(1, 26), (10, 1, 25)),  # a digit excludes A-Y
    (25, "ab0." + "." * 621, None, range(25), (10, 11, 0)),
    (25, "X1P" + "X" * 622, None, range(1, 26), (None, 1, 25)),  # X is empty in 1-9A-P
    # The user may name the alphabet.
    (16, "F...", "1-9A-G", range(1, 17), (15,)),
    (16, "F...", "0-9A-F", range(16), (15,)),
    (16, "F...", "0123456789abcdef", range(16), (15,)),  # either case
    (16, "P...", "A-P", range(1, 17), (16,)),
    (16, "1...", "0-15", range(16), (1,)),  # decimals
    (16, "X...", "1-9T-Z", range(1, 17), (14,)),  # X is a value if it is named
    (4, "aA.b", "aAbB", range(1, 5), (1, 2, None, 3)),  # both cases may be two values
    # Decimals count from 1 unless a 0 is next to empty cells.
    (16, ["1", "."], None, range(1, 17), (1, None)),
    (16, ["1", "0"], None, range(1, 17), (1, None)),
    (16, ["1", "0", "."], None, range(16), (1, 0, None)),
    (16, ["16", "0"], None, range(1, 17), (16, None)),
]

NEITHER = "neither a value (1-9A-G or 0-9A-F) nor empty"
MISFIT = (
    "the symbols fit no single alphabet (1-9A-G or 0-9A-F); "
    "0 or X means empty only if no other symbol does"
)

#: Sides, symbols, alphabets and errors.
REFUSED = [
    *(
        (side, symbols, None, f"the alphabets {names} fit. Choose one with alphabet= (--alphabet)")
        for side, symbols, names in [
            (16, "123456789ABCDEF" + "." * 241, "1-9A-G and 0-9A-F"),
            (16, "F" + "*" * 255, "1-9A-G and 0-9A-F"),
            # With n zeros, it may be a full grid with values from 0, or a grid with n empty cells.
            (16, "0123456789ABCDEF" * 16, "1-9A-G and 0-9A-F"),
            (16, "F" + "0" * 16 + "1" * 239, "1-9A-G and 0-9A-F"),
            (16, [str(value) for value in range(16)] * 16, "1-16 and 0-15"),
            (25, "P" + "." * 624, "1-9A-P and A-Y"),
            (25, "O" + "." * 624, "1-9A-P, 0-9A-O and A-Y"),
            (25, "1O" + "." * 623, "1-9A-P and 0-9A-O"),
            (25, "P" + "0" * 624, "1-9A-P and A-Y"),
        ]
    ),
    (4, "12..9" + "." * 11, None, "r2c1: '9' is neither a value (1-4) nor empty"),
    (9, "A" + "." * 80, None, "r1c1: 'A' is neither a value (1-9) nor empty"),
    (9, "²" + "." * 80, None, "r1c1: '²' is neither a value (1-9) nor empty"),
    (9, "٣" + "." * 80, None, "r1c1: '٣' is neither a value (1-9) nor empty"),
    (16, "1" + "." * 253 + "H.", None, f"r16c15: 'H' is {NEITHER}"),
    (16, "\u017fG" + "." * 254, None, f"r1c1: '\u017f' is {NEITHER}"),
    (16, "0G" + "." * 254, None, MISFIT),
    (
        37,
        "",
        None,
        "a 37×37 puzzle has too many values for single characters. Write it as tokens",
    ),
    *(
        (4, "", spec, f"the alphabet '{spec[:20]}{'…' * (len(spec) > 20)}' has {problem}")
        for spec, problem in [
            ("1-9", "9 symbols, but a 4×4 puzzle needs 4"),
            ("1-9" * 20, "180 symbols, but a 4×4 puzzle needs 4"),
            ("", "0 symbols, but a 4×4 puzzle needs 4"),
            ("4-1", "0 symbols, but a 4×4 puzzle needs 4"),
            ("ABCA", "'A' twice"),
        ]
    ),
    (4, "", "ABC.", "'.' cannot be a value of the alphabet 'ABC.'"),
    (4, "", "AB C", "' ' cannot be a value of the alphabet 'AB C'"),
]


def interpreted(side, symbols, spec):
    """Interpret symbols as characters, or a list of symbols as decimals."""
    if isinstance(symbols, str):
        return interpret(symbols, character_alphabets(side, spec))
    return interpret(symbols, decimal_alphabets(side, spec, symbols))


@pytest.mark.parametrize(("side", "symbols", "spec", "values", "givens"), DECIDED)
def test_the_symbols_decide(side, symbols, spec, values, givens):
    found, cells = interpreted(side, symbols, spec)
    assert (found, cells[: len(givens)]) == (values, givens)


@pytest.mark.parametrize(("side", "symbols", "spec", "message"), REFUSED)
def test_ambiguous_and_unknown_symbols_are_refused(side, symbols, spec, message):
    with refused(message):
        interpreted(side, symbols, spec)


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
