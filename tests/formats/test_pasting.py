"""All ways in which people paste a grid give the same puzzle."""

import contextlib
import re
from time import process_time

import pytest
from examples import case

from nonet.formats import classic, parse, read, read_source
from nonet.system.errors import PuzzleError

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [EASY[start : start + 9] for start in range(0, 81, 9)]
CELLS = [list(row) for row in ROWS]
NUMBERS = [[0 if cell == "." else int(cell) for cell in row] for row in ROWS]
BLANKS = [row.replace(".", " ") for row in ROWS]
BANDS = [ROWS[:3], ROWS[3:6], ROWS[6:]]


def joined(sign, empty="", end="\n"):
    """Join the cells of each row by a sign."""
    return end.join(sign.join(cell.replace(".", empty) for cell in row) for row in ROWS)


def boxed(rows, edge):
    """Draw rows with bars between boxes, and an edge below every third row."""
    drawn = [f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in rows]
    return "\n".join([edge, *drawn[:3], edge, *drawn[3:6], edge, *drawn[6:], edge])


PRINTED = "]\n [".join(" ".join(f"{number}." for number in row) for row in NUMBERS)

WAYS = {
    **{f"a line with {empty}": EASY.replace(".", empty) for empty in ".0*_-xX?·"},
    **{f"rows with {empty}": "\n".join(ROWS).replace(".", empty) for empty in ".·?-"},
    "rows with space between": joined(" ", "."),
    "rows with dashes and space": joined(" ", "-"),
    "rows with bars": "\n".join(f"{row[:3]}|{row[3:6]}|{row[6:]}" for row in ROWS),
    "boxes": boxed(ROWS, "+---+---+---+"),
    "boxes with blanks": boxed(BLANKS, "+---+---+---+"),
    "bars around every cell": "\n".join("| " + " | ".join(row) + " |" for row in BLANKS),
    "bars around boxes": "\n".join(
        "| " + " | ".join(" ".join(row[i : i + 3]) for i in (0, 3, 6)) + " |" for row in BLANKS
    ),
    "an array of NumPy": f"[[{PRINTED}]]",
    "an array of integers": f"[[{PRINTED}]]".replace(".", ""),
    "lists of Python": str(NUMBERS),
    "lists with None": str(NUMBERS).replace("0", "None"),
    "lists of JSON, on lines": str(NUMBERS).replace("], ", "],\n "),
    "lists of LeetCode": str(CELLS).replace("'", '"').replace(" ", ""),
    "full-width digits": "\n".join(ROWS).translate({n: n + 0xFEE0 for n in range(46, 58)}),
    "a byte order mark": "\ufeff" + EASY,
    "line ends of Windows": "\r\n".join(ROWS),
    "spaces that do not break": joined("\u00a0", "."),
    "a heading with a number": "Grid 01\n" + "\n".join(ROWS).replace(".", "0"),
    # Only the module `pasting` can read these texts.
    "commas": joined(",", "0"),
    "commas and spaces": joined(", ", "0"),
    "a spreadsheet, by tabs": joined("\t"),
    "a spreadsheet, by commas": joined(","),
    "a spreadsheet, by semicolons": joined(";"),
    "a blank line between bands": "\n\n".join("\n".join(band) for band in BANDS),
    "a blank line between rows": "\n\n".join(ROWS),
    "three lines of 27": "\n".join("".join(band) for band in BANDS),
    "nine groups on a line": " ".join(ROWS),
    "a heading in words": "Sudoku #1 easy\n" + "\n".join(ROWS),
    "quotes": f'"{EASY}"',
    "a list of texts": str(ROWS),
    "braces of C": str(NUMBERS).replace("[", "{").replace("]", "}") + ";",
    "a quoted mail": "\n".join(f"> {row}" for row in ROWS),
    "a fence": "```text\n" + "\n".join(ROWS) + "\n```",
    "white squares": "\n".join(ROWS).replace(".", "⬜"),
    "keycaps": re.sub(r"(\d)", "\\1\ufe0f\u20e3", "\n".join(ROWS).replace(".", "⬜")),
    "bullets": "\n".join(ROWS).replace(".", "•"),
    "pluses": "\n".join(ROWS).replace(".", "+"),
    "hashes": "\n".join(ROWS).replace(".", "#"),
    "spaces of HTML": joined("&nbsp;", "."),
    "spaces alone": "\n".join(BLANKS),
    "LaTeX": "\\begin{sudoku}\n"
    + "\n".join("|" + "|".join(row) + "|." for row in BLANKS)
    + "\n\\end{sudoku}",
    "a table of Markdown": "\n".join(
        "| " + " | ".join(row) + " |" + ("" if number else "\n|" + "---|" * 9)
        for number, row in enumerate(ROWS)
    ),
    "a spreadsheet, with spaces": joined(" , ", " "),
}


#: A text of several puzzles is read as several puzzles, with any decoration around them.
SEVERAL = {
    "lists of lists": f"{NUMBERS}\n{NUMBERS}",
    "lists in a list": f"[{NUMBERS}, {NUMBERS}]",
    "a list of lines": f'["{EASY}", "{EASY}"]',
    "quoted lines": f'"{EASY}",\n"{EASY}",',
    "a fence around lines": f"```\n{EASY}\n{EASY}\n```",
    "spreadsheets": f"{joined(',')}\n\n{joined(',')}",
    "bands": "\n\n".join("\n".join(band) for band in BANDS * 2),
    "rows with blank lines between": "\n\n".join(ROWS * 2),
    "headings in numbers": f"Sudoku 1\n{joined(', ', '0')}\nSudoku 2\n{joined(', ', '0')}",
    "headings in words": "Number one, easy:\n{0}\n\nNumber two (hard)\n{0}".format("\n".join(ROWS)),
    "quoted mail": "\n".join(f"> {row}" for row in [*ROWS, "", *ROWS]),
    "tables of Markdown": f"{WAYS['a table of Markdown']}\n\n{WAYS['a table of Markdown']}",
}


@pytest.mark.parametrize("name", SEVERAL)
def test_several_puzzles_stay_several(name):
    found = [record.puzzle for record in read(SEVERAL[name])]
    assert [puzzle.givens for puzzle in found] == [classic(EASY).givens] * 2


def test_a_heading_is_the_label():
    assert parse(WAYS["a heading in words"]).label == "Sudoku #1 easy"
    [record] = read("Puzzle 7:\n" + "\n".join(ROWS))
    assert (record.line, record.puzzle.label) == (1, "Puzzle 7:")
    for name, labels in {
        "headings in numbers": ["Sudoku 1", "Sudoku 2"],
        "headings in words": ["Number one, easy:", "Number two (hard)"],
    }.items():
        assert [record.puzzle.label for record in read(SEVERAL[name])] == labels


def test_rows_with_letters_are_not_headings():
    sixteen = [("ABCDEFGHIJKLMNOP" * 2)[start : start + 16] for start in range(16)]
    bands = "\n\n".join("\n".join(sixteen[start : start + 4]) for start in (0, 4, 8, 12))
    assert parse(bands).givens == parse("\n".join(sixteen)).givens
    spaced = "\n".join(" ".join((row[:3], row[3:6], row[6:])) for row in ROWS).replace(".", "x")
    banded = "\n\n".join("\n".join(spaced.splitlines()[start : start + 3]) for start in (0, 3, 6))
    assert parse(spaced) == parse(banded) == classic(EASY)


@pytest.mark.parametrize(
    "text",
    [
        '12..341.....4... it\'s (good), "really"',
        "12..341.....4... 1, 2",
        "12..341.....4... [a] | b\n12..341.....4... > c",
    ],
)
def test_labels_of_lines_are_unchanged(text):
    labels = [line.split(None, 1)[1] for line in text.splitlines()]
    assert [record.puzzle.label for record in read(text)] == labels


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (joined(",", "0").replace("9,8", "9"), "line 3: the row has 8 cells, but other rows have"),
        (joined(", ").replace(", 9, 8", ", 9"), "line 3: the row has 8 cells, but other"),
        (joined(";").replace("5;3", "5;A"), "line 1: r1c2: 'A' is neither a value (1-9) nor"),
        ("\n".join(f"> {row}" for row in ROWS[1:]), "line 1: 8 rows of 9 cells: a 9×9 puzzle has"),
        (f'"{EASY[1:]}"', "line 1: 80 cells: a 9×9 puzzle has 81"),
        ("\n\n".join(map("\n".join, BANDS[:2])), "line 1: 3 rows of 9 cells: a 9×9"),
        (f"{EASY},{EASY}", "line 1: 163 characters"),
        (f'"{EASY}","{EASY}"', "line 1: 167 characters"),
        ("5346789\n" * 9, "line 1: 9 rows of 7 cells: a 7×7 puzzle has 7 rows of 7"),
        ("\n".join([*BLANKS[:8], "12345678"]).replace("5", "."), "line 2: "),
        ("[[1, 2], [2]]", "line 1: the row has 1 cell, but other rows have 2"),
        ("[[1, 2],", "line 1: 1 row of 2 cells: a 2×2 puzzle has 2 rows of 2"),
        ("[[1, 2],\n [3, 9]]", "line 2: r2c1: '3' is neither a value (1-2) nor empty"),
        ("[[]]", "line 1: [0]: must be an object, not a list"),
        ("[[1,2,0,0],[3,4,1,0],[0,0,0,0],9,9,9,9,[4,0,0,0]]", "line 1: the row has 5 cells, but"),
        ("[[1, 2], [2, 0]] with cages", "line 1: '[[1, 2], [2, 0]] wit…' is not a row of cells"),
        ("[[1, ['', '3']]\n 4]]", "line 1: the row has 2 cells, but other rows have 1"),
        ("┏━━━┓\n┗━━━┛", "line 1: the board has 0 rows, but must have 1 to 256"),
    ],
)
def test_errors_name_their_place(text, message):
    with pytest.raises(PuzzleError, match=f"^{re.escape(message)}"):
        parse(text)


def test_blanks_are_not_cells_if_few_are_missing():
    solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    rows = [solved[start : start + 9] for start in range(0, 81, 9)]
    with pytest.raises(PuzzleError, match="line 4: the row has 8 cells, but other rows have 9"):
        parse("\n".join([*rows[:3], rows[3][1:], *rows[4:]]))


@pytest.mark.parametrize(
    "piece", ["[", "]", "{1,", "'a", "a=", "&nbsp;", ">", "1 \n\n", "\\", "1#", "[[1,2],[2,1]],"]
)
def test_long_texts_are_read_once(piece):
    """If each sign started another pass over the text, this would take minutes."""
    text = piece * (40_000 // len(piece))
    start = process_time()
    with contextlib.suppress(PuzzleError):
        list(read(text))
    assert process_time() - start < 5


def test_all_ways_are_the_same_puzzle():
    for name, text in WAYS.items():
        with case(name):
            assert parse(text).givens == classic(EASY).givens
            [record] = read_source(f"\ufeff{text}".encode("utf-16-be"))
            assert record.puzzle == parse(text)
