"""Doublers and other cells that count for more or less than their digit."""

import pytest
from oracle import brute_force, found_by_all

from nonet import (
    Limits,
    check,
    classic,
    count,
    draw_svg,
    explain,
    parse,
    solutions,
    violations,
    write,
)
from nonet import rules as r
from nonet.model.constraints import Relation
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules.modifiers import Modified
from nonet.system.errors import PuzzleError


def latin(kind: str, *rules: r.Rule) -> Puzzle:
    """Return a 3×3 Latin square beside a rule that marks cells."""
    marks = 2 if kind in ("hotcold", "vampire") else 1
    puzzle = Puzzle(Grid(3, 3), rules=(r.Rows(), r.Columns()))
    puzzle = puzzle.with_layer("mark", range(1, marks + 2)).with_layer("marked", size=3 * marks)
    return getattr(puzzle, kind)().with_rules(*rules)


def test_each_row_column_box_and_digit_is_doubled_once():
    # A Latin square of order 3 has three sets of cells with all rows, columns and digits.
    assert count(latin("doubler")) == 12 * 3
    found = next(iter(solutions(latin("doubler"))))
    board, marks, listed = found[:9], found[9:18], found[18:]
    doubled = [digit for digit, mark in zip(board, marks, strict=True) if mark == 2]
    assert sorted(doubled) == [1, 2, 3]
    assert list(listed) == doubled


def test_doublers_lie_in_the_boxes_of_the_puzzle():
    puzzle = classic("." * 16).with_layer("mark", [1, 2]).with_layer("marked", size=4).doubler()
    assert puzzle.meant[-1].boxes == (2, 2)
    assert count(puzzle.with_givens({"mark.r1c1": 2, "mark.r2c2": 2})) == 0
    found = next(iter(solutions(puzzle)))
    assert not violations(puzzle, found)
    assert violations(puzzle, (*found[:-1], found[-2]))


@pytest.mark.parametrize(
    "puzzle",
    [
        latin("doubler", r.Cage("r1c1 r1c2 r2c1", 8)),
        latin("doubler", r.Thermo("r1c1 r1c2 r2c2"), r.BlackDot("r3c1 r3c2")),
        latin("negator", r.LittleKiller("r1c1", "down-right", 2)),
        latin("negator", r.Either(r.Sum("r1c1 r1c2", 1), r.X("r1c1 r1c2"))),
        latin("multiplier", r.Sum("r1c1 marked.1", 5)),
        latin("hotcold", r.Whisper("r1c1 r1c2", 3)),
        latin("vampire", r.Cage("r1c1 r1c2", 5), r.SumLine("r2c1-r2c3", 6)),
    ],
)
def test_every_kind_of_backend_finds_the_solutions_of_brute_force(puzzle):
    assert found_by_all(puzzle)
    assert parse(write(puzzle, "json")) == puzzle


def test_large_boards_have_doublers():
    puzzle = classic(order=5).with_layer("mark", [1, 2]).with_layer("marked", size=25)
    assert next(solutions(puzzle.doubler()))


def test_a_cage_adds_up_doubled_digits_but_repeats_none():
    puzzle = latin("doubler").with_givens({"r1c1": 1, "r1c2": 2, "mark.r1c1": 2})
    assert count(puzzle.with_rules(r.Cage("r1c1 r1c2", 4))) > 0  # both count 2
    assert count(puzzle.with_rules(r.Cage("r1c1 r2c2", 4))) == 0  # r2c2 is 3 or 1
    assert count(puzzle.with_rules(r.Cage("r1c1 r1c2", 3))) == 0


def test_cages_that_need_nearly_all_digits_doubled_leave_few_to_other_cells():
    puzzle = latin("doubler", r.Cage("r1", 9), r.Cage("r2", 8))  # doubled digits add up to 3 and 2
    one_is_doubled = Relation(15, 6, frozenset({(1, 1), (1, 2), (1, 3), (2, 1)}))
    assert one_is_doubled in puzzle.constraints  # mark.r3c1 and r3c1
    assert set(solutions(puzzle)) == brute_force(puzzle)


def test_a_published_killer_with_doublers_is_quickly_proved_unique():
    cages = {  # Overkill, by Jay Dyer
        "r1c2 r1c3 r2c1 r2c2 r3c1": 30,
        "r1c7 r1c8 r2c8 r2c9 r3c9": 34,
        "r7c9 r8c8 r8c9 r9c7 r9c8": 33,
        "r7c1 r8c1 r8c2 r9c2 r9c3": 16,
        "r2c3 r3c3 r3c4 r4c1-r4c3 r5c3 r5c4": 53,
        "r1c6 r2c6 r3c5-r3c8 r4c5 r4c7": 60,
        "r5c6 r5c7 r6c7-r6c9 r7c6 r7c7 r8c7": 55,
        "r6c3 r6c5 r7c2-r7c5 r8c4 r9c4": 52,
    }
    puzzle = classic(order=3).with_layer("mark", [1, 2]).with_layer("marked", size=9).doubler()
    puzzle = puzzle.with_rules(*(r.Cage(cells, total) for cells, total in cages.items()))
    assert check(puzzle, "native", Limits(nodes=20_000)).kind == "unique"


def test_the_usual_gap_of_a_whisper_does_not_grow():
    [whisper] = latin("doubler", r.Whisper("r1c1 r1c2")).meant[-1].rules[0].split(Grid(3, 3))[1]
    assert whisper.gap == 2


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (
            lambda: latin("doubler", r.NonConsecutive()),
            "nonconsecutive: nonet cannot apply the rule",
        ),
        (lambda: latin("doubler", r.Cage("r1c1 r1c2", root=3)).constraints, "digital root"),
        (lambda: latin("negator", r.SumLine("r1", 3)), "count less than 0"),
        (lambda: latin("negator", r.Arrow("r1c1 r1c2", "r1c3")), "count less than 0"),
        (lambda: latin("doubler", r.Negator()), "changes what cells count, too"),
        (lambda: latin("hotcold").with_rules(r.Doubler()), "the layer mark must have 2 values"),
        (
            lambda: (
                classic("." * 16).with_layer("mark", [1, 2]).with_layer("marked", size=3).doubler()
            ),
            "the layer marked must have 4 cells, not 3",
        ),
    ],
)
def test_what_doublers_cannot_do_is_refused_by_name(make, why):
    with pytest.raises(PuzzleError, match=why):
        make()


def test_a_rule_applies_once_whatever_the_number_of_calls():
    puzzle = latin("doubler", r.Sum("r1c1 r1c2", 5))
    again = Puzzle(puzzle.grid, rules=puzzle.meant)
    assert again.meant == puzzle.meant
    assert isinstance(again.meant[-1], Modified)


def test_steps_and_pictures_name_the_marks():
    puzzle = latin("doubler", r.Cage("r1c1 r1c2 r2c1", 8))
    found = sorted(brute_force(puzzle))[0]
    solved = puzzle.with_givens({cell: found[cell] for cell in range(len(found)) if cell != 9})
    assert check(solved).kind == "unique"
    assert str(explain(solved).steps[-1]).startswith(f"naked single: mark.r1c1 = {found[9]}")
    picture = draw_svg(puzzle, found)
    assert "A grey cell has the value 2" in picture
    assert f"marked: {' '.join(map(str, found[18:]))}" in picture
