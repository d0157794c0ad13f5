"""Sheets with pictures of several puzzles, to look at and to print."""

import re
import struct
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from requirements import require_cairo

from nonet import classic, draw_svg
from nonet.drawing.sheets import on_one_sheet, sheets_in

PUZZLE = classic("12..34..2......3").renban("r1c3 r1c4")
TALL = draw_svg(replace(PUZZLE, meta=(("rules", "Think twice. " * 100),)), rules=True)

#: How many pictures are on each sheet, for some numbers of puzzles with their solutions.
SHEETS = {2: [2, 2], 7: [6, 1, 7], 13: [6, 6, 1, 12, 1]}

#: Count the pictures of each sheet that lie inside the sheet.
INSIDE = """[...document.querySelectorAll("body > svg")].map(sheet => {
    const {right, bottom} = sheet.getBoundingClientRect();
    return [...sheet.querySelectorAll(":scope > svg")].filter(picture => {
        const box = picture.getBoundingClientRect();
        return box.height > 100 && box.right <= right + 1 && box.bottom <= bottom + 1;
    }).length;
})"""


def written(file, count):
    solutions = {number: draw_svg(PUZZLE) for number in range(1, count + 1)}
    files = sheets_in(str(file), [TALL] * count, solutions)
    for name, data in files.items():
        Path(name).write_bytes(data)
    return list(files)


@pytest.mark.parametrize("count", SHEETS)
def test_a_sheet_is_a_page_of_paper_that_cuts_no_puzzle(browser, tmp_path, count):
    file = tmp_path / "sheets.html"
    assert written(file, count) == [str(file)]
    page = browser.new_page()
    page.goto(file.as_uri())
    held = page.evaluate(INSIDE)
    pages = [re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper)) for paper in ("A4", "Letter")]
    page.close()
    assert held == SHEETS[count]
    assert list(map(len, pages)) == [len(held), len(held)]


def test_a_pdf_has_a_page_of_a4_for_each_sheet(tmp_path):
    require_cairo()
    from pypdf import PdfReader

    [file] = written(tmp_path / "sheets.pdf", 7)
    pages = PdfReader(file).pages
    words = [page.extract_text().split("\n") for page in pages]
    assert [sum(word.isdigit() for word in page) > 0 for page in words] == [True] * 3
    assert {(round(page.mediabox.width), round(page.mediabox.height)) for page in pages} == {
        (595, 842)
    }


def test_a_png_is_one_sheet_and_several_get_numbers(tmp_path):
    require_cairo()
    files = written(tmp_path / "sheets.PNG", 7)
    assert files == [str(tmp_path / f"sheets-{number}.PNG") for number in (1, 2, 3)]
    [(name, data)] = sheets_in("one.png", [TALL]).items()
    assert (name, struct.unpack(">II", data[16:24])) == ("one.png", (1680, 2376))


def test_a_picture_is_not_blank_outside_browsers():
    require_cairo()
    from cairosvg import svg2png
    from PIL import Image

    drawn = Image.open(BytesIO(svg2png(bytestring=draw_svg(PUZZLE).encode())))
    assert len(drawn.convert("RGB").getcolors(1 << 16)) > 20


def test_the_edge_of_a_sign_does_not_hide_it_outside_browsers():
    """CairoSVG ignores `paint-order`, and draws the edge of a text over the text."""
    require_cairo()
    from cairosvg import svg2png
    from PIL import Image

    def dark(puzzle):
        drawn = Image.open(BytesIO(svg2png(bytestring=draw_svg(puzzle).encode())))
        return sum(drawn.convert("L").histogram()[:64])

    empty = classic(order=2)
    assert dark(empty.v("r1c1 r1c2")) > dark(empty)


def test_several_pictures_become_one_in_rows_and_columns():
    small = draw_svg(classic(order=2))
    root = ElementTree.fromstring(on_one_sheet([TALL, small, small, TALL]))
    boards = root.findall("{http://www.w3.org/2000/svg}svg")
    places = [(int(board.get("x")), int(board.get("y"))) for board in boards]
    (left, top), (right, bottom) = places[0], places[3]
    assert places == [(left, top), (right, top), (left, bottom), (right, bottom)]
    for board, (x, y) in zip(boards, places, strict=True):
        assert x + int(board.get("width")) <= int(root.get("width"))
        assert y + int(board.get("height")) <= int(root.get("height"))
