"""Written documents express the whole puzzle, in fields that SudokuPad has."""

import json
from dataclasses import replace
from itertools import chain, product
from typing import get_args

import pytest
from examples import RULES, case
from hypothesis import given
from strategies import puzzles
from traced_memory import no_more_memory_than

from nonet import rules as r
from nonet.formats import classic, parse, write
from nonet.formats.contract import Inexpressible
from nonet.formats.links import lz
from nonet.formats.links.sudokupad import SUDOKUPAD
from nonet.formats.links.sudokupad import drawings as pictures
from nonet.formats.links.sudokupad.conversion import document_of
from nonet.formats.links.sudokupad.signs import SIGNS, Page, drawn, parts_of, seen
from nonet.model.figures import Badge, BadgeLook, Line, LineLook, OutlineLook, Shade, ShadeLook
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

NINE = Grid(9, 9)
EMPTY = classic("." * 81)


def says_the_same(again, puzzle):
    parts = {part for rule in puzzle.rules for part in parts_of(puzzle.grid, rule)}
    is_same = (again.grid, again.givens, again.marks) == (puzzle.grid, puzzle.givens, puzzle.marks)
    return again == puzzle or (is_same and set(again.rules) == parts)


ON_BOARDS = {rule.name: (grid, rule) for grid, rule in RULES if not grid.layers}


@pytest.mark.parametrize("rule", ON_BOARDS.values())
def test_every_rule_is_written_and_read(rule):
    grid, rule = rule
    lines = () if isinstance(rule, r.Samurai) else (r.Rows(), r.Columns())
    puzzle = Puzzle(grid, rules=(*lines, rule))
    assert says_the_same(parse(write(puzzle, "sudokupad")), puzzle)


@given(puzzles())
def test_any_puzzle_is_written_and_read(puzzle):
    text = write(puzzle, "sudokupad")
    assert text.startswith("https://sudokupad.app/scl")
    assert text[25:].replace("%", "").isalnum()
    assert says_the_same(parse(text), puzzle)


@given(puzzles())
def test_documents_have_only_known_fields(puzzle):
    document = document_of(puzzle)
    rows, columns = puzzle.grid.rows, puzzle.grid.columns
    assert document.keys() <= {
        *("cells", "cellSize", "regions", "cages", "global", "metadata"),
        *("lines", "arrows", "underlays", "overlays"),
    }
    assert [len(row) for row in document["cells"]] == [columns] * rows
    cages = document.get("cages", [])
    groups = [*document.get("regions", []), *(cage["cells"] for cage in cages)]
    for row, column in chain.from_iterable(groups):
        assert row in range(rows)
        assert column in range(columns)
    for cage in cages:
        assert isinstance(cage["unique"], bool)
        assert isinstance(cage.get("value", ""), str)
    lines = [*document.get("lines", []), *document.get("arrows", [])]
    shapes = [*document.get("underlays", []), *document.get("overlays", [])]
    assert all(line["color"].startswith("#") and line["wayPoints"] for line in lines)
    lengths = [shape[key] for shape in shapes for key in ("width", "height")]
    assert min([*lengths, *(line["thickness"] for line in lines)], default=1) > 0
    points = [shape["center"] for shape in shapes]
    points += chain.from_iterable(line["wayPoints"] for line in lines)
    assert all(-1 <= y <= rows + 1 and -1 <= x <= columns + 1 for y, x in points)
    values = document["metadata"].values()
    assert all(value is True or isinstance(value, str | dict) for value in values)


def test_complete_documents_need_no_model():
    for puzzle in (
        classic("1..............."),
        EMPTY.with_rules(r.AntiKnight(), r.Cage("r1c1-r1c3", 15), r.Cage("r2c1 r2c2")),
        EMPTY.thermo("r1c1-r1c3").odd("r2c2").even("r2c3").whitedot("r1c1 r1c2", difference=3),
        EMPTY.with_rules(r.Arrow("r1c1 r1c2", "r2c2 r3c2"), r.Windoku(), r.Renban("r5c5 r6c6")),
        replace(EMPTY, meta=(("title", "é 😀"), ("author", "Me"), ("rules", "One.\nTwo."))),
    ):
        with case(puzzle):
            assert "nonet" not in document_of(puzzle)["metadata"]
            assert says_the_same(parse(write(puzzle, "sudokupad")), puzzle)


NORMAL = "Normal sudoku rules apply."


def test_rules_without_a_sign_are_drawn_and_differ_in_words():
    puzzle = EMPTY.with_rules(r.Whisper("r1c1 r1c2"), r.Whisper("r2c1 r2c2", gap=3)).taxicab(2)
    document = document_of(puzzle)
    assert [line["color"] for line in document["lines"]] == ["#67f067", "#ff9a00"]
    assert document["metadata"]["rules"].splitlines() == [
        "Normal sudoku rules apply.",
        "Neighbouring digits on a green line differ by at least 5.",
        "Neighbouring digits on an orange line differ by at least 3.",
        "Cells at taxicab distance 2 cannot contain the same digit.",
    ]
    assert parse(write(puzzle, "sudokupad")) == puzzle
    puzzle = EMPTY.with_rules(r.Whisper("r1c1 r1c2", gap=4), r.Whisper("r2c1 r2c2", gap=3))
    assert document_of(puzzle)["metadata"]["rules"].splitlines() == [
        "Normal sudoku rules apply.",
        "Neighbouring digits on an orange line differ by at least 4.",
        "Whisper r2c1 r2c2, gap 3.",
    ]


def test_every_rule_has_its_sentence():
    puzzle = EMPTY.thermo("r1c1-r1c4").arrow("r2c1", "r2c2 r2c3").cage("r3c1 r3c2", 7)
    puzzle = puzzle.whitedot("r4c1 r4c2").blackdot("r5c1 r5c2").x("r6c1 r6c2").v("r7c1 r7c2")
    puzzle = puzzle.littlekiller("r1c2", "down-right", 30).antiknight()
    assert document_of(puzzle)["metadata"]["rules"].splitlines() == [
        "Normal sudoku rules apply.",
        "Digits along a thermometer increase from the bulb.",
        "Digits along an arrow sum to the digit in its circle.",
        "Digits in a cage do not repeat and sum to the total in its corner.",
        "Cells separated by a white dot contain consecutive digits.",
        "One of two digits separated by a black dot is double the other.",
        "Digits separated by an X sum to 10.",
        "Digits separated by a V sum to 5.",
        "Digits along an indicated diagonal sum to the total outside the grid and may repeat.",
        "Cells a knight's move apart cannot contain the same digit.",
    ]
    assert {*parse(write(puzzle, "sudokupad")).rules} == {*puzzle.rules}
    own = replace(puzzle, meta=(("rules", "As usual."),))
    assert document_of(own)["metadata"]["rules"] == "As usual."


def test_rules_that_do_not_fit_their_sign_are_read_again():
    for rule in (r.Modular([0, 1], modulus=2), r.Palindrome([0, 40]), r.Arrow([1, 0], [9, 18])):
        with case(rule):
            assert drawn(NINE, rule) == ()
            puzzle = EMPTY.with_rules(rule)
            assert parse(write(puzzle, "sudokupad")) == puzzle
    puzzle = Puzzle(Grid(4, 4), rules=(r.Rows(), r.Columns(), r.Boxes(2, 2), r.Boxes(1, 4)))
    assert parse(write(puzzle, "sudokupad")) == puzzle


def changed(puzzle, change):
    document = json.loads(json.dumps(document_of(puzzle)))
    change(document)
    return "scl" + lz.compress(json.dumps(document))


def test_edited_documents_are_not_read_from_their_old_model():
    puzzle = EMPTY.cage("r1c1 r1c2", 5).whisper("r2c1 r2c2").with_givens({"r9c9": 1})
    assert parse(changed(puzzle, lambda document: None)) == puzzle
    for change in (
        lambda document: document["cages"][0].update(sum=6, value="6"),
        lambda document: document["cells"][0].__setitem__(0, {"value": 2}),
        lambda document: document["lines"][0]["wayPoints"].append([2.5, 2.5]),
        lambda document: document["metadata"].update(rules="none"),
        lambda document: document["metadata"]["nonet"]["rules"].pop(),
        lambda document: document["metadata"].update(nonet="?"),
    ):
        text = changed(puzzle, change)
        with case(change), pytest.raises(PuzzleError, match=r"6 wide \(perhaps a whisper"):
            parse(text)
        again = parse(text, ignore_drawings=True)
        assert again.rules[:3] == EMPTY.rules
        assert not any(isinstance(rule, r.Whisper) for rule in again.rules)


def test_a_void_model_is_an_error():
    text = changed(EMPTY.taxicab(2), lambda document: document["metadata"].update(title="New"))
    said = "sudokupad: the drawings in the link differ from its model. Someone edited"
    with pytest.raises(PuzzleError, match=said):
        parse(text)
    assert parse(text, ignore_drawings=True).rules == EMPTY.rules


def test_a_model_of_another_size_is_not_built():
    big = {"rows": 256, "columns": 256, "values": [1, 256]}
    whole = {"rule": "extraregion", "cells": "r1c1-r256c256"}
    text = changed(
        EMPTY.taxicab(2),
        lambda document: document["metadata"]["nonet"].update(grid=big, rules=[whole] * 40),
    )
    with no_more_memory_than(30 << 20), pytest.raises(PuzzleError, match="differ from its model"):
        parse(text)


def test_the_label_is_the_title_and_the_solution_is_written():
    puzzle = replace(EMPTY, meta=(("label", "Tiny"),))
    assert document_of(puzzle)["metadata"] == {"title": "Tiny", "rules": NORMAL}
    assert parse(write(puzzle, "sudokupad")).label == "Tiny"
    four = replace(classic("1..............."), meta=(("solution", "1234341221434321"),))
    assert document_of(four)["metadata"] == {"solution": "1234341221434321", "rules": NORMAL}
    values = " ".join(map(str, range(1, 13)))
    large = Puzzle(Grid(1, 12), rules=(r.Rows(),), meta=(("solution", values),))
    assert document_of(large)["metadata"]["solution"] == "123456789???"
    assert parse(write(large, "sudokupad")) == large
    wrong = replace(four, meta=(("solution", "12"),))
    assert "solution" not in document_of(wrong)["metadata"]


def test_decoration_is_written_again():
    kept = {
        **{"id": "x", "foglight": [[0, 0]], "cells": {"r1c1": {"pencilMarks": [1]}}},
        "metadata": {"msgcorrect": "Yes!"},
    }
    puzzle = decorated(kept)
    document = document_of(puzzle)
    assert document["id"] == "x"
    assert document["foglight"] == [[0, 0]]
    assert document["cells"][0][0] == {"pencilMarks": [1]}
    assert document["metadata"] == {"msgcorrect": "Yes!", "rules": NORMAL}
    assert parse(write(puzzle, "sudokupad")) == puzzle


def decorated(kept):
    return replace(EMPTY, meta=(("sudokupad", json.dumps(kept, separators=(",", ":"))),))


def test_bad_decoration_is_not_written():
    for kept in (
        {"cages": [{"cells": [[0, 0]], "unique": True, "sum": 9}]},
        {"global": ["antiking"]},
        {"metadata": {"antiking": True}},
        {"nonsense": 1},
        {"cells": [[{}] * 9]},
        {"cells": {"r1c1": {"value": 1}}},
    ):
        with case(kept):
            puzzle = decorated(kept)
            document = document_of(puzzle)
            assert document.keys() == {"cellSize", "cells", "regions", "metadata"}
            assert document["metadata"].keys() == {"nonet", "rules"}
            assert parse(write(puzzle, "sudokupad")) == puzzle
    for text in ("?", "[]", "[" * 9999):
        puzzle = replace(EMPTY, meta=(("sudokupad", text),))
        assert parse(write(puzzle, "sudokupad")).rules == EMPTY.rules


def test_drawn_signs_are_seen_again():
    kinds = set()
    for grid, rule in RULES:
        drawings = drawn(grid, rule)
        page = Page(drawings)
        found = {each.rule for drawing in drawings for each in seen(grid, drawing, page)}
        if drawings:
            kinds.add(type(rule))
            assert found == set(parts_of(grid, rule)), rule
    # The region sums of the examples name their regions.
    assert {sign.kind for sign in SIGNS} == kinds | {r.RegionSum}
    assert drawn(NINE, r.RegionSum([0, 1]))


def test_no_picture_looks_like_a_sign():
    line, places = ((0.5, 0.5), (1.5, 0.5)), ((0.5, 0.5), (1, 0.5), (1, 1))
    figures = [Line(line, look, head=head) for look, head in product(pictures.LINES, (False, True))]
    figures += [Shade((0,), look) for look in pictures.SHADES]
    figures += [
        Badge(at, look, text) for at, look, text in product(places, pictures.BADGES, ("", "1"))
    ]
    drawings = [drawing for figure in figures for drawing in pictures.drawings_of(NINE, figure)]
    page = Page(drawings)
    for drawing in drawings:
        with case(drawing):
            assert list(seen(NINE, drawing, page)) == []


def test_every_look_has_its_colours():
    tables = {
        LineLook: pictures.LINES,
        OutlineLook: pictures.OUTLINES,
        ShadeLook: pictures.SHADES,
        BadgeLook: pictures.BADGES,
    }
    for looks, table in tables.items():
        assert set(get_args(looks)) == set(table)
    assert all(isinstance(badge, pictures.Patch) for badge in pictures.BADGES.values())


def test_puzzles_too_large_for_a_link_are_refused():
    deep = r.Renban([0, 1])
    for _ in range(15):
        deep = r.All(deep)
    with pytest.raises(Inexpressible, match="deeply nested rules"):
        SUDOKUPAD.format.write(Puzzle(NINE, rules=(deep,)))
    long = replace(EMPTY, meta=(("rules", "x" * lz.MOST_TEXT),))
    with pytest.raises(Inexpressible, match=r"a document of 10\d+ characters"):
        SUDOKUPAD.format.write(long)
