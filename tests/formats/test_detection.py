"""nonet detects the format of a text. For an ambiguous text, the error asks for the format."""

import pytest

from nonet.formats import parse
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


def test_a_link_of_an_unknown_format_is_refused():
    with pytest.raises(
        PuzzleError, match=r"^line 1: 'https://example\.org/…': nonet cannot read links"
    ):
        parse("https://example.org/puzzles/12")
