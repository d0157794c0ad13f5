"""Each step has a claim without a solution, a certificate and a picture, also under other rules."""

from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from examples import CHAINS, case
from requirements import require_native

import nonet
from nonet.certificates import CertificateError, verify
from nonet.drawing import looks
from nonet.formats import classic, parse, read_file, write
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind
from nonet.rules import ExtraRegion

#: Puzzles with the unit in which their steps are counted.
PUZZLES = {
    "classic, by digits": (CHAINS, "digit"),
    "classic, by houses": (CHAINS, "rule"),
    "cages and a thermometer": (
        classic("." * 16)
        .cage("r3c1 r4c1", 6)
        .cage("r2c1 r2c2", 7)
        .thermo("r1c1-r1c4")
        .thermo("r4c4 r4c3 r4c2 r4c1"),
        "rule",
    ),
    "a short house": (classic("12..34..2......3").with_rules(ExtraRegion((1, 4, 11))), "digit"),
}


@pytest.mark.parametrize("name", PUZZLES)
def test_each_claim_has_no_solution(name):
    puzzle, unit = PUZZLES[name]
    steps = nonet.explain(puzzle, unit=unit)
    kinds = {}
    for step in steps:
        kinds.setdefault((step.cost, len(step.cells), step.technique), step)
    for step in islice(kinds.values(), 8):
        with case(str(step)):
            assert nonet.check(step.claim).kind is Kind.NONE
            assert parse(write(step.claim, "json")) == step.claim


@pytest.mark.parametrize("grid", [Grid(1, 1), Grid(1, 3, range(7, 8))], ids=["1×1", "1×3"])
def test_a_cell_with_a_single_value_from_the_start_has_a_claim_and_a_certificate(grid):
    for step in nonet.explain(Puzzle(grid)):
        assert step.placed == (step.cells[0], grid.values[0])
        assert nonet.check(step.claim).kind is Kind.NONE
        assert nonet.certify(step.claim).claim is Kind.NONE


def test_without_a_use_the_claim_has_solutions():
    step = next(step for step in nonet.explain(CHAINS) if step.cost == 2)
    for number in range(len(step.uses)):
        weaker = replace(step, uses=step.uses[:number] + step.uses[number + 1 :])
        assert nonet.check(weaker.claim).kind is Kind.MULTIPLE


def test_the_certificate_of_a_step_is_verified_like_any_other(tmp_path):
    step = max(nonet.explain(CHAINS), key=lambda step: step.cost)
    nonet.certify(step.claim).write(tmp_path / "step")
    proved = verify(tmp_path / "step")
    assert (proved.claim, proved.puzzle) == (Kind.NONE, step.claim)
    assert proved.puzzle.label == str(step)
    weaker = replace(step, uses=step.uses[1:]).claim
    (tmp_path / "step" / "puzzle.json").write_text(write(weaker, "json") + "\n")
    with pytest.raises(CertificateError):
        verify(tmp_path / "step")


def tinted(picture):
    """Return the number of cells of each tint."""
    layers = ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}g")
    return {layer.get("fill"): len(layer) for layer in layers}


def test_cells_of_uses_are_shaded_and_changed_cells_are_framed():
    step = next(step for step in nonet.explain(CHAINS, unit="rule") if len(step.uses) == 4)
    counts = tinted(step._repr_svg_())
    cited = {cell for use in step.uses for cell in use.cells}
    assert counts[looks.MARKED] == len(step.cells)
    assert counts[looks.SHADED] == len(cited - set(step.cells))


def test_the_evidence_of_a_hidden_single_is_its_place():
    step = next(step for step in nonet.explain(CHAINS) if step.technique == "hidden single")
    assert step.evidence == {step.placed[0]}


def test_a_caption_is_not_broken_before_a_number_or_a_sign():
    picture = nonet.explain("12..34..2......3")[0].draw()
    assert "r1c4\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}4, the only" in picture


FOLDER = Path(__file__).parents[1] / "puzzles"

#: The number of extra givens for each puzzle, and a word that some step must contain.
VARIANTS = {
    "killer": (8, "cage"),
    "arrow": (8, "arrow"),
    "thermo": (0, "thermo"),
    "renban": (8, "renban"),
    "kropki": (8, "dot"),
    "xv": (8, "sums of 5 or 10"),
    "whisper": (8, "whisper"),
    "sandwiches": (8, "sandwich"),
    "little-killers": (10, "little killer"),
    "regionsum": (8, "region sum"),
    "miracle": (10, "nonconsecutive"),
}


def given_more(name, count):
    """Return a puzzle with more givens, which shorten its path."""
    [record] = read_file(FOLDER / f"{name}.json")
    solution = nonet.solve(record.puzzle).solution
    cells = Random(1).sample(record.puzzle.grid.cells, count)
    return record.puzzle.with_givens({cell: solution[cell] for cell in cells})


def follow(puzzle):
    """Check the path of a puzzle, and return it."""
    grid, path = puzzle.grid, nonet.explain(puzzle)
    assert path.complete
    last = path[-1].after
    assert last.values == nonet.solve(puzzle).solution
    for number, step in enumerate(path, start=1):
        with case(f"{number}: {step}"):
            assert nonet.check(step.claim, "pysat:glucose4").kind is Kind.NONE
            assert all(use.part.describe(grid) in str(step) for use in step.uses)
            if any(use.house is None for use in step.uses):
                picture = step.draw()
                assert picture.startswith("<svg")
                assert "\\" not in picture
    return path


@pytest.mark.slow
def test_paths_name_the_rules_of_ten_variants_and_of_the_miracle_sudoku():
    require_native()
    for name, (count, word) in VARIANTS.items():
        with case(name):
            path = follow(given_more(name, count))
            assert any(word in str(step) for step in path)
