"""Layers add cells beside the board. Every solver and every format treats them as cells."""

import json
import pickle
from dataclasses import replace

import pytest
from oracle import brute_force, found_by_all

import nonet
from nonet.encodings import cnf, dimacs, minizinc
from nonet.formats import WRITTEN
from nonet.formats.model import puzzle_to_json
from nonet.model.grid import Grid, Layer
from nonet.puzzle import Puzzle
from nonet.rules import (
    Cage,
    ChaosConstruction,
    ConnectedValues,
    Either,
    RowIndexer,
    Rows,
    Skyscraper,
    Sum,
    Whisper,
    YinYang,
)
from nonet.system.errors import PuzzleError

#: A 2×2 board with a shading and an extra cell. The sum ties all three together.
SMALL = (
    Puzzle(Grid(2, 2, range(1, 4)), rules=(Rows(),))
    .with_layer("shade", [1, 2])
    .with_layer("extra", size=1)
    .with_rules(YinYang([2], layer="shade"), Sum("r1c1 shade.r1c1 extra.1", 5))
)
SHADED = nonet.classic("." * 16).with_layer("shade", [1, 2]).yinyang([2], layer="shade")


def test_cells_of_layers_have_names():
    grid = Grid(2, 3, layers=(Layer("shade"), Layer("extra", size=2)))
    assert grid.board == range(6)
    assert grid.cells == range(14)
    assert grid.layer("shade") == range(6, 12)
    assert grid.names([6, 11, 12]) == "shade.r1c1 shade.r2c3 extra.1"
    assert [grid.cell(name) for name in ("shade.B3", "extra.2", "r1c1")] == [11, 13, 0]
    assert grid.named("shade.r2 shade.c1") == (9, 10, 11, 6, 9)
    assert grid.named("shade.r1c2-r2c3, extra.1-2") == (7, 8, 10, 11, 12, 13)
    assert all(grid.cell(grid.name(cell)) == cell for cell in grid.cells)
    assert pickle.loads(pickle.dumps(grid)) == grid != Grid(2, 3)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda: Layer("Shade"), "cannot name a layer"),
        (lambda: Layer("x", size=0), "the layer x has no cells"),
        (lambda: Grid(2, 2, layers=(Layer("x"), Layer("x"))), "there are two layers 'x'"),
        (lambda: Grid(2, 2, layers=(Layer("x", (3,)),)), "3 is not a value from 1 to 2"),
        (lambda: SMALL.grid.cell("light.r1c1"), "no layer 'light'; there are shade, extra"),
        (lambda: SMALL.grid.cell("extra.2"), r"extra\.2 is not a cell from extra\.1 to extra\.1"),
        (lambda: SMALL.grid.cell("shade.r3c1"), "is outside the 2×2 grid"),
        (lambda: SMALL.grid.place(5), r"shade\.r1c2 has no place on the board"),
        (lambda: SMALL.with_rules(YinYang([2], layer="shad")), "yinyang: the grid has no layer"),
        (lambda: SMALL.with_rules(YinYang([2], layer="extra")), "single cells"),
        (lambda: SHADED.yinyang([3], layer="shade"), "no cell in the layer shade may hold 3"),
        (lambda: SHADED.chaosconstruction("shade"), "2 regions without repeats cannot hold 16"),
        (lambda: Puzzle(Grid(4, 4)).doubler(boxes=(0, 2)), "boxes of 0×2 do not tile a 4×4 grid"),
        (lambda: SMALL.with_rules(RowIndexer("shade.r1c1")).constraints, "no place on the board"),
    ],
)
def test_wrong_layers_and_names_are_refused(make, why):
    with pytest.raises(PuzzleError, match=why):
        make()


def test_every_kind_of_backend_finds_the_solutions_of_brute_force():
    assert found_by_all(SMALL.with_givens({"r1c1": 1}))


def test_yin_yang_counts_shadings():
    grid = Grid(3, 3, range(1, 3))
    on_board = Puzzle(grid, rules=(YinYang([2]),))
    shadings = brute_force(on_board)
    assert set(nonet.solutions(on_board)) == shadings
    solved = (
        nonet.classic("1234341221434321").with_layer("shade", [1, 2]).yinyang([2], layer="shade")
    )
    assert nonet.count(solved, backend="norvig") == nonet.count(solved, backend="pysat") == 96
    assert nonet.count(solved.with_givens({"shade.r1c1": 2})) == 48  # the two sides are alike


def test_a_rule_adds_the_layers_that_it_needs():
    assert nonet.classic("." * 16).yinyang([2], layer="shade") == SHADED
    names = [
        (nonet.classic("." * 16).doubler(), "mark.r1c1 marked.1", 36),
        (Puzzle(Grid(2, 4)).doubler(), "mark.r1c1 marked.1", 18),  # a box is a row
        (nonet.classic("." * 16).hotcold(), "mark.r1c1 marked.8", 40),
        (
            nonet.classic("." * 16).chaosconstruction().regioncount("r1c1", "r1c2"),
            "region.r1c1",
            32,
        ),
        (nonet.classic("." * 16).galaxies(["r1c1"], "star"), "star.r1c1", 32),
    ]
    for puzzle, cells, total in names:
        assert puzzle.grid.named(cells)
        assert len(puzzle.grid.cells) == total
        assert nonet.parse(json.dumps(without_layers(puzzle))) == puzzle
    named = nonet.classic("." * 16).with_rules(Cage("shade.r1c1", 2), YinYang([2], layer="shade"))
    assert nonet.parse(json.dumps(without_layers(named))) == named


def without_layers(puzzle):
    model = puzzle_to_json(puzzle)
    del model["grid"]["layers"]
    return model


def test_rules_share_the_layers_that_they_need():
    board, rules = (
        nonet.classic("." * 16),
        [ConnectedValues([2], layer="region"), ChaosConstruction()],
    )
    for added in (rules, rules[::-1], [Either(*rules)]):
        assert board.with_rules(*added).grid.layers == (Layer("region"),)
    assert board.with_layer("mark", [1, 2]).doubler() == board.doubler()
    either = Either(YinYang([2], layer="shade"), YinYang([3], layer="shade"))
    assert board.with_rules(either).grid.layers == (Layer("shade", (1, 2, 3)),)


def test_pictures_and_clues_and_forms_allow_for_layers():
    assert nonet.draw_svg(SMALL, highlight="r1c1 extra.1") == nonet.draw_svg(
        SMALL, highlight="r1c1"
    )
    unique = SMALL.with_givens(dict(enumerate(sorted(brute_force(SMALL))[0])))
    assert (
        len(nonet.find_redundant(unique).redundant) + len(nonet.find_redundant(unique).needed) == 11
    )
    with pytest.raises(PuzzleError, match="no canonical form: the puzzle has layers"):
        nonet.canonical(nonet.classic("." * 16).with_layer("extra", size=1))


def test_the_values_of_a_layer_are_checked():
    first = next(iter(nonet.solutions(SHADED)))
    assert not nonet.violations(SHADED, first)
    assert nonet.violations(SHADED, (*first[:31], 3))
    assert nonet.violations(SHADED, (*first[:16], *[1] * 16))


def test_json_and_iss_express_layers():
    puzzle = SMALL.with_givens({"shade.r1c1": 1, "extra.1": 2})
    assert nonet.parse(nonet.write(puzzle, "json")) == puzzle
    assert puzzle["extra.1"] == 2
    read = nonet.parse(nonet.write(puzzle, "iss"))
    assert brute_force(read) == brute_force(puzzle)
    assert read.grid.names(read.grid.cells) == puzzle.grid.names(puzzle.grid.cells)
    for name in set(WRITTEN) - {"json", "iss"}:
        with pytest.raises(PuzzleError, match="cannot express layers; iss and json can"):
            nonet.write(puzzle, name)


def test_encodings_name_the_cells_of_layers():
    lines = list(dimacs.write(cnf.encode(SMALL)))
    assert lines[1:3] == ["c nonet layer shade board 1 2", "c nonet layer extra 1"]
    assert "c nonet mark 13 shade.r1c1=1" in lines
    model = "\n".join(minizinc.write(SMALL.without("yinyang")))
    assert "constraint cell[1,1] + beside[1] + beside[5] = 5;" in model


def test_verdicts_speak_of_layers(tmp_path):
    verdict = nonet.check(SHADED.with_givens(dict.fromkeys(range(16), None)), "pysat:cadical153")
    assert verdict.kind == "multiple"
    first = next(iter(nonet.solutions(SHADED)))
    unique = SHADED.with_givens(dict(enumerate(first[:31])))
    nonet.certify(unique).write(tmp_path / "proof")
    assert nonet.verify(tmp_path / "proof").claim == nonet.check(unique).kind
    assert nonet.race([unique], ["norvig", "pysat"]).disagreements() == []


def test_steps_and_hints_name_cells_of_layers():
    first = next(iter(nonet.solutions(SHADED)))
    puzzle = SHADED.with_givens(dict(enumerate(first[:31])))
    removal, single = nonet.explain(puzzle).steps
    assert str(single) == f"naked single: shade.r4c4 = {first[31]}, the only value left"
    marked = replace(puzzle, marks=removal.after.marks)
    assert nonet.hint(puzzle, marked).say(1) == "look at the layer shade"


def test_notes_are_about_cells_of_the_board():
    puzzle = SMALL.with_rules(Cage("r1c1 extra.1", 3), Whisper("r1c1 extra.1 r2c1"))
    assert [note for rule in puzzle.rules for note in rule.notes(puzzle.grid)] == []


def test_rules_about_cells_of_layers_have_words():
    added = Sum("r1c1 shade.r1c1", 3), Skyscraper("shade.r1c1-r1c2", 1), Sum("extra.1 r1c1", 4)
    puzzle = SMALL.with_rules(*added)
    assert [rule.sentence(puzzle.grid) for rule in puzzle.rules if rule.name == "sum"][1:] == [
        "Sum r1c1 + shade.r1c1 = 3.",
        "Sum extra.1 + r1c1 = 4.",
    ]
    assert "skyscraper 1: shade.r1c1 shade.r1c2" in nonet.draw(puzzle)


def test_layers_are_drawn():
    puzzle = SMALL.with_rules(Cage("shade.r1c1 shade.r1c2", 3))
    filled = sorted(brute_force(puzzle))[0]
    assert str(puzzle).splitlines()[2:] == ["shade:", ". .", ". .", "extra:", "."]
    text = nonet.draw(puzzle, filled)
    assert f"extra: {filled[-1]}" in text
    assert "cage shade.r1c1 shade.r1c2 = 3" in text
    assert text.count("┏") == 2
    picture = nonet.draw_svg(puzzle, filled)
    assert "A grey cell has the value 2 in the layer" in picture
    assert f"extra: {filled[-1]}" in picture
