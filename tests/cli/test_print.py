"""``nonet print``: puzzles on paper, with their solutions on the last sheets."""

import re
import sys
from pathlib import Path

from requirements import require_cairo

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL, CLASH = "12..............", "11.............."


def test_sheets_end_with_the_solutions(nonet, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = nonet("print", "-o", "sheets.html", UNIQUE, CLASH, SEVERAL)
    assert (done.code, done.out) == (1, "sheets.html\n")
    none, several = done.err.splitlines()
    assert none == "nonet: <argument 2>:1: none: r1c1 and r1c2 are both 1"
    assert several == "nonet: <argument 3>:1: multiple: only one solution is printed"
    captions = re.findall(r">((?:Solution )?\d)</text>\n<svg", Path("sheets.html").read_text())
    assert captions == ["1", "2", "3", "Solution 1", "Solution 3"]


def test_without_cairosvg_nonet_says_what_to_install(nonet, monkeypatch):
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    done = nonet("print", "-o", "sheets.pdf", UNIQUE)
    assert (done.code, done.out) == (4, "")
    assert "pip install 'nonet[print]'" in done.err


def test_no_sheet_overwrites_a_source(nonet, write):
    require_cairo()
    write("sheet-2.png", f"{UNIQUE}\n")
    done = nonet("print", "-o", "sheet.png", "--format", "line", "sheet-2.png")
    assert (done.code, done.out) == (2, "")
    assert "sheet-2.png: this is the same file" in done.err
    assert Path("sheet-2.png").read_text() == f"{UNIQUE}\n"
