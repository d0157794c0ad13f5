"""Tests of ``nonet show`` and ``nonet print``: drawings, conversions, and sheets of paper."""

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from requirements import require_cairo

from nonet.drawing.svg import draw_svg
from nonet.formats import parse, write
from nonet.puzzle.sentences import sentences

PUZZLE = "12..34..2......3"
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL, CLASH = "12..............", "11.............."
DRAWING = """\
┏━━━━━┳━━━━━┓
┃ 1 2 ┃ · · ┃
┃ 3 4 ┃ · · ┃
┣━━━━━╋━━━━━┫
┃ 2 · ┃ · · ┃
┃ · · ┃ · 3 ┃
┗━━━━━┻━━━━━┛
"""


def test_a_spreadsheet_of_one_grid_is_no_table(nonet, write):
    for name, sign in (("grid.csv", ","), ("grid.tsv", "\t"), ("grid.csv", ";")):
        write(name, "\n".join(sign.join(row) for row in ("12  ", "34  ", "2   ", "   3")))
        assert nonet("show", name).out == DRAWING


def test_drawings_are_told_apart_by_a_blank_line(nonet):
    assert nonet("show", PUZZLE, PUZZLE).out == f"{DRAWING}\n{DRAWING}"


@pytest.mark.parametrize("format", ["line", "tokens", "grid", "json"])
def test_converted_puzzles_can_be_read_again(nonet, format):
    once = nonet("show", "--to", format, stdin=f"{PUZZLE}\n{PUZZLE[::-1]}\n")
    assert once.code == 0
    back = nonet("show", "--to", "line", "--format", format, stdin=once.out)
    assert back.lines == [PUZZLE, PUZZLE[::-1]]
    assert nonet("show", "--to", "sdk", "." * 81).code == 0


def test_models_keep_their_rules(nonet, write):
    nonet_model = json.loads(nonet("show", "--to", "json", PUZZLE).out)
    nonet_model["rules"].append({"rule": "cage", "cells": ["r1c3", "r1c4"], "total": 7})
    write("killer.json", json.dumps(nonet_model))
    assert nonet("show", "killer.json").out.endswith("\ncage r1c3 r1c4 = 7\n")
    assert json.loads(nonet("show", "killer.json", "--to", "json").out) == nonet_model


def test_an_inexpressible_puzzle_is_refused_and_the_others_are_shown(nonet):
    done = nonet("show", "--to", "sdm", stdin=f"{PUZZLE}\n{'.' * 81}\nnonsense\n")
    assert done.code == 2
    assert done.lines == ["0" * 81]
    assert done.err.splitlines() == [
        "nonet: <stdin>:1: sdm cannot express a 4×4 puzzle; line can",
        "nonet: <stdin>:3: 8 characters: a 3×3 puzzle has 9",
    ]


def test_lossy_leaves_only_the_sentence_of_an_inexpressible_rule(nonet):
    puzzle = parse(PUZZLE).thermo("r1c1-r1c3").yinyang([1, 2])
    asked = ("show", "--to", "fpuzzles", write(puzzle, "json"))
    assert nonet(*asked).err.startswith(
        "nonet: <argument 1>:1: fpuzzles cannot express the rule yin"
    )
    done = nonet(*asked, "--lossy")
    assert done.err == "nonet: note: <argument 1>:1: fpuzzles cannot express the rule yinyang\n"
    read = parse(done.out)
    assert replace(read, meta=()) == parse(PUZZLE).thermo("r1c1-r1c3")
    assert dict(read.meta)["rules"].splitlines() == sentences(puzzle)
    lossy = "show", "--to", "line", "--lossy"
    assert "line cannot store the rules" in nonet(*lossy, write(puzzle, "json")).err
    refused = nonet(*lossy, write(puzzle.with_layer("shade"), "json"))
    assert refused.err == "nonet: <argument 1>:1: line cannot express layers; iss and json can\n"


def test_a_picture(nonet):
    done = nonet("show", "--to", "svg", PUZZLE)
    assert (done.code, done.out, done.err) == (0, draw_svg(parse(PUZZLE)) + "\n", "")
    variant = write(parse(PUZZLE).thermo("r1c1-r1c3").renban("r3c1-r3c3"), "json")
    drawn = nonet("show", "--to", "svg", variant).out
    for said in (
        "Normal sudoku rules apply.",
        "Digits along a thermometer",
        "A purple line contains",
    ):
        assert said in drawn
    own = replace(parse(variant), meta=(("rules", "Think <twice>."),))
    drawn = nonet("show", "--to", "svg", write(own, "json")).out
    assert "Think &lt;twice&gt;." in drawn
    assert "Digits along a thermometer" not in drawn


def test_several_puzzles_are_drawn_on_one_sheet(nonet):
    done = nonet("show", "--to", "svg", PUZZLE, "." * 81)
    assert (done.code, done.err, done.out.count("<svg")) == (0, "", 3)


# --- print ---------------------------------------------------------------------------------------


def test_sheets_end_with_the_solutions(nonet, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = nonet("print", "-o", "sheets.html", CLASSIC, CLASH, SEVERAL)
    assert (done.code, done.out) == (1, "sheets.html\n")
    none, several = done.err.splitlines()
    assert none == "nonet: <argument 2>:1: none: r1c1 and r1c2 are both 1"
    assert several == "nonet: <argument 3>:1: multiple: only one solution is printed"
    captions = re.findall(r">((?:Solution )?\d)</text>\n<svg", Path("sheets.html").read_text())
    assert captions == ["1", "2", "3", "Solution 1", "Solution 3"]


def test_without_cairosvg_nonet_says_what_to_install(nonet, monkeypatch):
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    done = nonet("print", "-o", "sheets.pdf", CLASSIC)
    assert (done.code, done.out) == (4, "")
    assert "pip install 'nonet[print]'" in done.err


def test_no_sheet_overwrites_a_source(nonet, write):
    require_cairo()
    write("sheet-2.png", f"{CLASSIC}\n")
    done = nonet("print", "-o", "sheet.png", "--format", "line", "sheet-2.png")
    assert (done.code, done.out) == (2, "")
    assert "sheet-2.png: this is the same file" in done.err
    assert Path("sheet-2.png").read_text() == f"{CLASSIC}\n"
