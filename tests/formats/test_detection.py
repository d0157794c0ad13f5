"""The symbols of a text decide its format and its alphabet."""

import pytest
from refusals import refused

from nonet.formats import parse
from nonet.formats.alphabets import character_alphabets, decimal_alphabets, interpret
from nonet.formats.reader import detect
from nonet.formats.text import Source
from nonet.system.errors import PuzzleError


def rows(*texts):
    return "\n".join(texts)


LINE = "." * 80 + "9"
NINE = rows(*["........9"] * 9)
CASES = {
    "nothing": ("", "line"),
    "only comments": ("# one\n\n# two", "line"),
    "one cell": ("1", "line"),
    "a line": (LINE, "line"),
    "a short line": ("12..", "line"),
    "a short line and its label": ("12.. easy", "line"),
    "a line and a label of numbers": (LINE + " 1 2 3", "line"),
    "a line and a label with a bar": (LINE + " | one", "line"),
    "lines": (rows(LINE, LINE), "line"),
    "lines, the first one bad": (rows(LINE[1:], LINE, LINE), "line"),
    "lines, the first one a title": (rows("quizzes", LINE, LINE), "line"),
    "lines with dashes between": (rows(LINE, "-----", LINE), "line"),
    "81 lines of 81, too many for a grid": (rows(*[LINE] * 81), "line"),
    "16 lines of 16 and a label": (rows("1" * 16 + " label", *["1" * 16] * 15), "line"),
    "15 lines of 16": (rows(*["1" * 16] * 15), "line"),
    "16 rows with a value beyond 4": (rows("5" + "1" * 15, *["1" * 16] * 15), "grid"),
    "16 rows with a letter": (rows(*["." * 15 + "g"] * 16), "grid"),
    "16 rows and a rule": (rows(*["1" * 16] * 4, "-" * 16, *["1" * 16] * 12), "grid"),
    "20 rows of 20": (rows(*["." * 20] * 20), "grid"),
    "25 rows with a value beyond 5": (rows(*["6" + "." * 24] * 25), "grid"),
    "rows": (NINE, "grid"),
    "rows, one too short": (NINE[1:], "grid"),
    "spaced rows": (rows(*[". . . 4"] * 4), "grid"),
    "rows in groups": (rows(*["12 .."] * 4), "grid"),
    "bars": (rows(*["..|.."] * 4), "grid"),
    "rules": (rows("....", "....", "----", "....", "...."), "grid"),
    "a frame": (rows("*-----*", *["|..|..|"] * 4, "*-----*"), "grid"),
    "tokens": ("1 2 . .", "tokens"),
    "tokens with a bad one": ("1 2 . y", "tokens"),
    "tokens of two digits": (" ".join(["10"] * 256), "tokens"),
    "lines of tokens": (rows(*[". " * 81] * 3), "tokens"),
    "81 lines of 81 tokens beyond 9": (rows(*["10 " + ". " * 80] * 81), "grid"),
    "17 rows of 17 tokens": (rows(*[". " * 17] * 17), "grid"),
    "a model": ('{"format": "nonet"}', "json"),
    "a list of models": ("[{}]", "json"),
    "sections": ("#A Ruud\n[Puzzle]\n" + NINE, "sdk"),
    "tags": ("#ARuud\n" + NINE, "sdk"),
    "tags and comments": ("#ARuud\n# comment\n" + NINE, "grid"),
    "a comment like a tag": ("#Another comment\n" + NINE, "grid"),
    "tags above something else": ("#ARuud\n" + LINE, "line"),
    "a layout in letters": (rows("." * 16, "AABBAABBCCDDCCDD"), "jigsaw"),
    "a layout as a grid": (rows(*["...."] * 4, "", "AABB", "AABB", "CCDD", "CCDD"), "jigsaw"),
    "letters, but not a layout": (rows("." * 16, "AABBAABBCCDDCCDE"), "line"),
    "a layout in digits": (rows("." * 16, "1122112233443344"), "line"),
}


@pytest.mark.parametrize(("text", "format"), CASES.values(), ids=CASES)
def test_detected(text, format):
    assert detect(Source.of(text)) == format


UNDECIDED = {
    "16 lines of 16 characters up to 4": (rows(*["4" + "." * 15] * 16), 16, "line"),
    "25 lines of 25 characters up to 5": (rows(*["5" + "." * 24] * 25), 25, "line"),
    "36 empty lines of 36 characters": (rows(*["." * 36] * 36), 36, "line"),
    "16 lines of 16 tokens up to 4": (rows(*["4 " + ". " * 15] * 16), 16, "tokens"),
    "81 lines of 81 tokens up to 9": (rows(*["9 " + "0 " * 80] * 81), 81, "tokens"),
    "rows with blank lines between": ("1..2\n\n....\n\n....\n\n2..1", 4, "line"),
    "groups on a line": ("1..2 .... .... 2..1", 4, "line"),
    "nine groups of few values": (" ".join(["1.......3"] * 9), 9, "line"),
    "sixteen rows in quotes": (rows(*['"1..............4",'] * 16), 16, "line"),
}


@pytest.mark.parametrize(("text", "count", "lines"), UNDECIDED.values(), ids=UNDECIDED)
def test_a_grid_that_could_be_as_many_puzzles_is_refused(text, count, lines):
    with pytest.raises(PuzzleError) as refused:
        detect(Source.of(text))
    root = int(count**0.5)
    assert str(refused.value) == (
        f"the {count} lines could be one {count}×{count} grid or {count} puzzles of "
        f"{root}×{root}. Choose format='grid' or format='{lines}' (--format)"
    )
    assert detect(Source.of(text, side=count)) == "grid"
    assert detect(Source.of(text, side=root)) == lines


def test_a_label_may_be_a_link():
    puzzle = parse("12..341.....4... from https://example.org/?load=1")
    assert puzzle.label == "from https://example.org/?load=1"


@pytest.mark.parametrize("link", ["https://example.org/puzzles/12", "https://f-puzzles.com/"])
def test_a_link_without_a_puzzle_that_nonet_can_read_is_refused(link):
    with pytest.raises(PuzzleError, match=r"'https://.*' is not a link to a puzzle that nonet can"):
        parse(link)


# --- alphabets -----------------------------------------------------------------------------------

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
    (37, "", None, "a 37×37 puzzle has too many values for single characters. Write it as tokens"),
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
