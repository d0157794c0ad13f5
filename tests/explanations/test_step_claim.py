"""The claim of a step is unsolvable. The step alone proves it, and a certificate shows it."""

from dataclasses import replace
from itertools import islice

import pytest
from examples import CHAINS, case

import nonet
from nonet.certificates import CertificateError, verify
from nonet.formats import classic, parse, write
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
    "a short house": (
        classic("12..34..2......3").with_rules(ExtraRegion((1, 4, 11))),
        "digit",
    ),
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
        assert step.certify().claim is Kind.NONE


def test_without_a_use_the_claim_has_solutions():
    step = next(step for step in nonet.explain(CHAINS) if step.cost == 2)
    for number in range(len(step.uses)):
        weaker = replace(step, uses=step.uses[:number] + step.uses[number + 1 :])
        assert nonet.check(weaker.claim).kind is Kind.MULTIPLE


def test_the_certificate_of_a_step_is_verified_like_any_other(tmp_path):
    step = max(nonet.explain(CHAINS), key=lambda step: step.cost)
    step.certify().write(tmp_path / "step")
    proved = verify(tmp_path / "step")
    assert (proved.claim, proved.puzzle) == (Kind.NONE, step.claim)
    assert proved.puzzle.label == str(step)
    weaker = replace(step, uses=step.uses[1:]).claim
    (tmp_path / "step" / "puzzle.json").write_text(write(weaker, "json") + "\n")
    with pytest.raises(CertificateError):
        verify(tmp_path / "step")
