"""Remove what people paste around the cells of a grid.

The module removes the signs of emails, Markdown, LaTeX and programming languages. It also removes
the signs between cells. Squares, bullets, ``#`` and ``+`` become empty cells. A line of words above
the rows is a heading.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby
from math import isqrt

from nonet.formats.alphabets import PLAIN
from nonet.formats.text import Block, Line, Source

#: Replaces drawn lines by ``|``, ``-`` and ``+``. Removes the frames of emoji digits.
_SIGNS = PLAIN | str.maketrans(
    dict.fromkeys("\u20e3\ufe0f\u200b", "")
    | dict.fromkeys("│║", "|")
    | dict.fromkeys("─═\u2014\u2013\u2212", "-")
    | dict.fromkeys("┼╬├┤┬┴┌┐└┘╠╣╦╩╔╗╚╝╟╢╤╧╪╫", "+")
    | {"\u00a0": " "}
)
#: Matches signs that may need a change. Hashes and pluses are left to `_with_dots`.
_DECORATION = re.compile(r"[^\w.*?·\- |+=#┏┓┗┛┣┫┳┻╋╸╹╺╻┃━]")
_QUOTED_LINE = re.compile(r"\A\s*(?:>\s?)+")
_NAMED = re.compile(r"\A\s*[A-Za-z_][^=|]*=\s*(?=[\[{(\"'`]|$)")
_BRACKETS = re.compile(r"[\[\]{}()]")
#: Matches the brackets between the last row of a grid and the next grid.
_BETWEEN = re.compile(r"(?<=[\]})])\s*[\]})][\s,;]*")
_QUOTES = "\"'`\u201c\u201d\u2018\u2019«»"
_STRING = re.compile(f"[{_QUOTES}]([^{_QUOTES}]*)[{_QUOTES}]")
_SEPARATORS = "\t;,&"
_NOTHING = {"", "none", "null", "nan", "na", "0.0"}
_NAMES_OF_NOTHING = re.compile(r"\b(?:none|null|nan)\b", re.IGNORECASE)
#: Matches a word of three letters or more. A word of only ``x`` is a row of empty cells.
_WORD = re.compile(r"(?<![^\s(\"'])(?!x+\b)[^\W\d_]{3,}(?![^\s:,;.!?)\"'])", re.IGNORECASE)
_NUMBERED = re.compile(
    r"(grid|puzzle|sudoku|board|game|no\.?|nr\.?)(\s*#)?\s*\d+\s*:?", re.IGNORECASE
)


@dataclass
class Section:
    """A heading, if there is one, and the rows below it. The rows may contain several grids."""

    heading: Line | None
    #: The rows, with their leading space, and whether they were changed. An empty text is a blank
    #: line, or a removed line.
    rows: list[tuple[Line, bool]]

    @cached_property
    def blocks(self) -> list[Block]:
        """The groups of rows between blank lines."""
        groups = groupby(self.rows, key=lambda row: row[0].text != "")
        return [
            [Line(number, text.strip()) for (number, text), _ in rows]
            for has_text, rows in groups
            if has_text
        ]

    @property
    def block(self) -> Block:
        return list(chain.from_iterable(self.blocks))

    @property
    def is_decorated(self) -> bool:
        """Whether every row lost signs, such as quotes, or only lines between the rows did."""
        changes = [is_changed for line, is_changed in self.rows if line.text]
        return all(changes) or (not any(changes) and any(changed for _, changed in self.rows))


def sections(source: Source) -> Iterator[Section]:
    """Yield each heading of a text with the rows below the heading."""
    section, has_rows = Section(None, []), False
    for line, is_changed in _tidied(source):
        text, heading = line.text.strip(), section.heading
        is_above = not section.rows or not section.rows[-1][0].text
        is_first = len(text.split()) > 1 if has_rows else heading is None
        if is_numbered(text) or (is_above and is_first and is_words(text)):
            if has_rows:
                yield section
            section, has_rows = Section(Line(line.number, text), []), False
            continue
        if heading and not has_rows and _is_row(heading.text, text):
            section = Section(None, [(heading, False)])
        section.rows.append((line, is_changed))
        has_rows = has_rows or text != ""
    if section.heading and not has_rows and not is_numbered(section.heading.text):
        section, has_rows = Section(None, [(section.heading, False)]), True
    if has_rows:
        yield section


def is_numbered(text: str) -> bool:
    """Tell whether a line is a numbered heading of a grid."""
    return _NUMBERED.fullmatch(text) is not None


def is_words(text: str) -> bool:
    """Tell whether a line has a word, as headings do and rows do not."""
    return "|" not in text and _WORD.search(text) is not None


def _is_row(label: str, row: str) -> bool:
    """Tell whether a heading is as wide as the row below it, so that it is a row, too."""
    if is_numbered(label):
        return False
    (first, *_), (below, *_) = label.split(), row.split() or [""]
    return len(first) == len(below) or len("".join(label.split())) == len("".join(row.split()))


def _tidied(source: Source) -> Iterator[tuple[Line, bool]]:
    """Yield each row, and whether it was changed. A removed line becomes an empty text."""
    lines = list(_with_dots(source.lines))
    tabs = next((text.count("\t") for text in lines if "\t" in text.strip()), 0)
    end = _separator_at_ends(lines)
    is_latex = False
    for number, text in enumerate(lines, start=1):
        bare = text.rstrip()
        if not bare and not (tabs and text.count("\t") == tabs):
            yield Line(number, ""), False
        elif bare.lstrip().startswith("#"):
            continue
        elif not is_latex and not _DECORATION.search(text):
            yield Line(number, bare), False
        else:
            is_latex |= "\\begin{sudoku}" in text
            rows = list(_rows(bare.removesuffix(".") if is_latex else text.removesuffix(end)))
            plain = bare.translate(PLAIN)
            for row in rows or [""]:
                yield Line(number, row), row != plain


def _with_dots(lines: Iterable[str]) -> Iterable[str]:
    """Replace hashes and pluses by dots in lines that otherwise have only digits."""
    for sign in "#+":
        row = re.compile(rf"[1-9{sign}\s|]+")
        if any(
            sign in text.strip()[1:] and row.fullmatch(text) and text.lstrip()[0] != sign
            for text in lines
        ):
            lines = [text.replace(sign, ".") if row.fullmatch(text) else text for text in lines]
    return lines


def _separator_at_ends(lines: list[str]) -> str:
    rows = [text for text in lines if text.strip()]
    for sign in ",;":
        if rows and all(text.endswith(sign) and text.count(sign) == len(rows) for text in rows):
            return sign
    return ""


def _rows(text: str) -> Iterator[str]:
    """Yield the rows on a line. A line of words is one row."""
    if "&nbsp;" in text and all(len(word) < 3 for word in text.replace("&nbsp;", ".").split()):
        text = text.replace("&nbsp;", ".")
    if "&" in text:
        from html import unescape

        text = unescape(text)
    text = text.translate(_SIGNS)
    text = _QUOTED_LINE.sub("", text)
    if text.lstrip().startswith(("```", "~~~", "\\")):
        return
    text = text.partition("\\\\")[0]  # two backslashes end a row in LaTeX
    if "|" in text or "┃" in text:
        yield text.rstrip()
        return
    text = _NAMED.sub("", text)
    if is_words(_NAMES_OF_NOTHING.sub("", text)):
        yield text.rstrip()
        return
    is_list = _BRACKETS.search(text) is not None
    for number, grid in enumerate(_BETWEEN.split(text)):
        yield from [""] * bool(number)
        for part in _BRACKETS.split(grid):
            if part.strip(" ,;") or (part.strip(" ") and not is_list):
                yield from _strings(part, is_list)


def _strings(text: str, is_list: bool) -> Iterator[str]:
    strings = list(map(str.strip, _STRING.findall(text)))
    if len(strings) > 1 and max(map(len, strings)) > 2:
        yield from strings if is_list else [text.rstrip()]
        return
    bare = re.sub(f"[{_QUOTES}]", "", text)
    yield _row(bare.strip(" ") if is_list else bare, is_list)


def _row(text: str, is_list: bool) -> str:
    sign = next((sign for sign in _SEPARATORS if sign in text), None)
    if sign is None:
        return " ".join(map(_cell, text.split())) if is_list else text.rstrip()
    fields = text.split(sign)
    if (is_list or len(fields) == 2) and not fields[-1].strip():
        fields.pop()
    cells = list(map(_cell, fields))
    count = len("".join(cells))
    are_cells = all(len(cell) == 1 or (len(cell) <= 3 and cell.isdecimal()) for cell in cells)
    are_groups = len(set(map(len, cells))) == 1 and isqrt(count) ** 2 == count
    return " ".join(cells) if are_cells or are_groups or len(cells) == 1 else text.rstrip()


def _cell(field: str) -> str:
    """Return the sign of a cell. NumPy prints a point after numbers, as in ``5.``."""
    word = field.strip()
    return "." if word.lower() in _NOTHING else re.sub(r"(?<=\d)\.0?$", "", word)
