"""The verdict NONE names an impossible rule, for every kind of rule."""

import pytest

from nonet.formats import classic
from nonet.questions.uniqueness import check
from nonet.questions.uniqueness.verdict import reason_for_none
from nonet.rules import (
    AntiKing,
    Arrow,
    Cage,
    EqualityCage,
    ExtraRegion,
    Odd,
    RegionSum,
    Renban,
    SumLine,
    Thermo,
    Whisper,
)

EMPTY = classic(order=3)


@pytest.mark.parametrize(
    "rule",
    [
        Cage("r1c1 r1c2", 20),
        Cage("r1c1-r1c3", 5),
        Cage("r1c1-r1c9", 44),  # nine different digits add up to 45
        Arrow("r1c1", "r1c2-r1c5"),  # four cells of a row add up to at least 10
        Arrow("r1c1", "r2c2-r3c6"),
        Thermo("r1c1-r1c9 r2c9"),
        Whisper("r1c1-r1c3", gap=9),
        Renban("r1c1-r3c4"),
        SumLine("r1c1-r1c4", 1),
        EqualityCage("r1c1-r1c3"),
        ExtraRegion("r1c1-r2c5"),
    ],
    ids=lambda rule: rule.name,
)
def test_an_impossible_rule_is_the_reason(rule):
    puzzle = EMPTY.with_rules(Cage("r9c1-r9c2", 10), rule)
    verdict = check(puzzle)
    assert verdict.kind == "none"
    assert verdict.reason == f"{puzzle.rules[-1].describe(puzzle.grid)}: no digits fill it"


def test_the_candidates_of_its_cells_count():
    puzzle = EMPTY.with_rules(Odd("r1c1-r1c2"), Cage("r1c1 r1c2", 5)).with_givens({"r9c9": 1})
    assert check(puzzle).reason == "cage r1c1 r1c2 = 5: no digits fill it"


def test_clashing_givens_come_first():
    puzzle = EMPTY.with_rules(Cage("r1c1 r1c2", 20)).with_givens({"r2c5": 7, "r2c8": 7})
    assert check(puzzle).reason == "r2c5 and r2c8 are both 7"


def test_rules_that_are_impossible_only_together_give_no_reason():
    together = EMPTY.with_rules(Cage("r1c1-r1c3", 6), Cage("r1c4-r1c6", 7))
    assert (check(together).kind, check(together).reason) == ("none", None)
    kings = classic(order=2).with_rules(AntiKing())
    assert (check(kings).kind, check(kings).reason) == ("none", None)


def test_a_rule_keeps_its_meaning_among_the_others():
    puzzle = EMPTY.with_rules(RegionSum("r1c1-r1c9 r2c9-r2c8"))
    assert check(puzzle).reason is None


def test_without_time_the_reason_is_empty():
    puzzle = EMPTY.with_rules(Thermo("r1c1-r1c9 r2c9"))
    assert reason_for_none(puzzle, seconds=0) is None
    assert "no digits fill it" in reason_for_none(puzzle)
    clash = puzzle.with_givens({"r2c5": 7, "r2c8": 7})
    assert reason_for_none(clash, seconds=0) == "r2c5 and r2c8 are both 7"
