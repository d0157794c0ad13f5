"""Hand-made positions of the techniques that players know, with their costs and names."""

from contextlib import closing
from dataclasses import replace
from random import Random

import pytest
from examples import case, full_board, share_or_whole
from requirements import require_native
from technique_oracle import is_named_rightly

import nonet
from nonet.explanations.reasons import Reason
from nonet.explanations.search import TreeSearch
from nonet.explanations.steps import Board, step_by
from nonet.explanations.techniques import Digit, Shape, technique_of
from nonet.explanations.uses import Unit, task_of, uses_of
from nonet.model.grid import Grid
from nonet.questions.analysis.clues import House
from nonet.questions.uniqueness import Kind
from nonet.solvers import Limits
from nonet.system.limits import TimeUp, limited_to

EMPTY = nonet.classic(order=3)
GRID = EMPTY.grid


def position(cells=(), places=()):
    """Return all marks, restricted by the values of cells and by the places of values in houses.

    A place such as "4: r1 in r1c2 r1c7" means that only these cells of row 1 may hold 4.
    """
    marks = [GRID.full] * 81
    for text in cells:
        name, values = text.split(": ")
        marks[GRID.cell(name)] = GRID.mask(map(int, values))
    for text in places:
        value, rest = text.split(": ")
        house, kept = rest.split(" in ")
        for cell in set(GRID.named(house)) - set(GRID.named(kept)):
            marks[cell] &= ~GRID.bit(int(value))
    return tuple(marks)


def first_step(marks, unit, digits=GRID.values):
    """Return the step that the search finds, guided by some grid that fits the marks.

    In the unit digit, it may cite only these digits.
    """
    uses = tuple(use for use in uses_of(EMPTY, Unit(unit)) if use.value in (None, *digits))
    solution = nonet.solve(replace(EMPTY, marks=marks), "norvig").solution
    with closing(TreeSearch(task_of(EMPTY, uses, solution))) as search:
        found = search.next(
            {GRID.mark(cell, v) for cell in GRID.cells for v in GRID.values_of(marks[cell])}
        )
    removed = tuple(map(GRID.unmark, found.removed))
    return step_by(
        EMPTY, Board(EMPTY.givens, marks), tuple(uses[u] for u in found.uses), removed, found.least
    )


BOX = "r1c1-r3c3"
#: The name of each technique, the cells and places of a position, and the cost in the units rule
#: and digit.
POSITIONS = [
    ("hidden single", (), ["4: r1 in r1c5"], 1, 1),
    ("pointing", (), [f"4: {BOX} in r1c1 r1c2"], 2, 2),
    ("claiming", (), ["4: r1 in r1c1-r1c3"], 2, 2),
    ("naked pair", ["r1c1: 12", "r1c5: 12"], (), 1, 2),
    ("hidden pair", (), ["1: r1 in r1c1 r1c5", "2: r1 in r1c1 r1c5"], 1, 2),
    ("naked triple", ["r1c1: 12", "r1c5: 23", "r1c8: 13"], (), 1, 3),
    ("hidden triple", (), [f"{v}: r1 in r1c1 r1c5 r1c8" for v in (1, 2, 3)], 1, 3),
    ("X-wing", (), ["4: r1 in r1c2 r1c7", "4: r5 in r5c2 r5c7"], 4, 4),
    ("XY-wing", ["r1c1: 12", "r1c5: 13", "r5c1: 23"], (), 4, 4),
    ("XY-wing", ["r1c1: 12", "r2c2: 13", "r1c5: 23"], (), 2, 4),
    ("XYZ-wing", ["r1c1: 123", "r2c2: 13", "r1c5: 23"], (), 2, 4),
    ("XY-loop of 4 cells", ["r1c1: 12", "r1c5: 23", "r5c5: 34", "r5c1: 14"], (), 4, 4),
    ("Sue de Coq", ["r1c1: 1234", "r1c2: 1234", "r1c5: 12", "r2c3: 34"], (), 2, 4),
    ("naked quad", ["r1c1: 12", "r1c4: 23", "r1c7: 34", "r1c5: 14"], (), 1, 4),
    ("hidden quad", (), [f"{v}: r1 in r1c1 r1c5 r1c8 r1c9" for v in (1, 2, 3, 4)], 1, 4),
    ("skyscraper", (), ["4: r1 in r1c2 r1c7", "4: r5 in r5c2 r5c8"], 5, 5),
    ("two-string kite", (), ["4: r1 in r1c1 r1c8", "4: c2 in r2c2 r7c2"], 5, 5),
    ("empty rectangle", (), [f"4: {BOX} in r2c1 r2c3 r1c2", "4: c8 in r2c8 r7c8"], 5, 5),
    ("W-wing", ["r1c1: 12", "r5c5: 12"], ["1: r9 in r9c1 r9c5"], 4, 5),
    ("XY-chain of 4 cells", ["r1c1: 12", "r1c5: 23", "r5c5: 34", "r5c9: 14"], (), 4, 5),
    ("swordfish", (), [f"4: r{r} in r{r}c2 r{r}c5 r{r}c8" for r in (1, 4, 7)], 6, 6),
]


#: The positions that quick tests try in the unit rule.
BY_RULES = {"hidden single", "naked triple", "XYZ-wing", "hidden quad", "X-wing", "empty rectangle"}
#: The positions in which a step may cite all digits.
BY_ALL_DIGITS = {"pointing", "XY-wing", "two-string kite", "XY-chain of 4 cells"}

#: The uses of a naked pair that removes one value from a box and the other from a row.
TWO_HOUSES = {"1 in row 1", "2 in box 1"}


def has_its_name_and_cost(name, cost, step):
    assert (step.technique, step.cost, step.exact) == (name, cost, True)
    assert is_named_rightly(step)


@share_or_whole("step", 3, 1)
def test_techniques_have_their_cost_and_name_by_their_digits(step):
    for name, cells, places, _, cost in POSITIONS[::step]:
        values = [text.split(": ")[1] for text in cells] + [text[0] for text in places]
        with case(name):
            step = first_step(position(cells, places), "digit", set(map(int, "".join(values))))
            has_its_name_and_cost(name, cost, step)


@share_or_whole("names", BY_RULES, {name for name, *_ in POSITIONS})
def test_techniques_have_their_cost_and_name_by_rules(names):
    for name, cells, places, cost, _ in POSITIONS:
        if name in names:
            with case(name):
                has_its_name_and_cost(name, cost, first_step(position(cells, places), "rule"))


@pytest.mark.slow
def test_no_other_digit_makes_a_technique_cheaper():
    for name, cells, places, _, cost in POSITIONS:
        if name in BY_ALL_DIGITS:
            with case(name):
                has_its_name_and_cost(name, cost, first_step(position(cells, places), "digit"))


def test_a_subset_names_its_cells_and_values():
    texts = {
        ("naked pair", "rule"): "1 2 in r1c1 r1c5 of row 1",
        ("naked pair", "digit"): "1 2 in r1c1 r1c5 of row 1",
        ("hidden pair", "rule"): "1 2 in r1c1 r1c5 of row 1",
        ("naked triple", "rule"): "1 2 3 in r1c1 r1c5 r1c8 of row 1",
        ("hidden triple", "digit"): "1 2 3 in r1c1 r1c5 r1c8 of row 1",
    }
    for name, cells, places, *_ in POSITIONS:
        for unit in ("rule", "digit"):
            if (name, unit) in texts:
                with case(f"{name}, {unit}"):
                    step = first_step(position(cells, places), unit, {1, 2, 3})
                    assert str(step).startswith(f"{name}: {texts[name, unit]} → ")
                    assert {GRID.cell("r1c1"), GRID.cell("r1c5")} <= step.evidence
    in_box_and_row = position(["r1c1: 12", "r1c2: 12"])
    removed = [(GRID.cell("r1c5"), 1), (GRID.cell("r2c3"), 2)]
    cited = [use for use in uses_of(EMPTY, Unit("digit")) if use.describe(GRID) in TWO_HOUSES]
    found = technique_of(
        GRID,
        cited,
        Reason(ones=frozenset({0, 1}), cells=frozenset({0, 1})),
        in_box_and_row,
        removed,
    )
    assert found == ("naked pair", (0, 1), (1, 2))


def test_cage_combinations_name_their_cage():
    cages = {"r1c1 r2c1": 4, "r3c4 r4c4": 4, "r4c1 r4c2": 7, "r1c3 r1c4": 7}
    puzzle = nonet.classic("." * 16)
    for cells, total in cages.items():
        puzzle = puzzle.cage(cells, total)
    step = nonet.explain(puzzle, unit="rule").steps[0]
    assert str(step) == "cage combinations: cage r1c1 r2c1 = 4 → r1c1 r2c1 ≠ 2 4"


def test_a_step_that_only_resembles_a_technique_has_no_name():
    two_singles = ["4: r1 in r1c2", "7: r1 in r1c5"]
    step = first_step(position(places=two_singles), "rule")
    assert (step.technique, step.cost, step.placed) == ("", 1, None), "no hidden pair"
    grouped = ["4: r1 in r1c2 r1c7", "4: r5 in r5c2 r5c8 r5c9"]
    step = first_step(position(places=grouped), "digit", {4})
    assert (step.technique, step.cost) == ("", 5), "no skyscraper: its end is two cells"


def test_the_choice_among_equally_cheap_steps():
    few_first = [f"4: {BOX} in r1c1 r1c2", "4: r1 in r1c1 r1c2 r1c5", "7: r8 in r8c1-r8c3"]
    step = first_step(position(places=few_first), "rule")
    assert (step.cost, step.all_compared) == (2, True)
    assert len(step.removed) == 6, "of 7 in the box: one more 4 in row 1 comes first, but is alone"
    wings = ["4: r1 in r1c2 r1c7", "4: r5 in r5c2 r5c7", "5: r3 in r3c1 r3c6", "5: r7 in r7c1 r7c6"]
    step = first_step(position(places=[*wings, "5: c6 in r3c6 r7c6"]), "rule")
    assert (step.cost, step.all_compared) == (4, False)
    assert step.removed[0] == (0, 5), "the first mark that can go, though the other wing has more"
    assert len(step.removed) == 7


def test_cages_that_nearly_fill_a_house_are_about_its_sum():
    def name(removed, *cages):
        puzzle = EMPTY
        for cells, total in cages:
            puzzle = puzzle.cage(cells, total)
        row, *_ = (use for use in uses_of(puzzle, Unit.RULE) if use.describe(GRID) == "row 1")
        cited = [row, *(use for use in uses_of(puzzle, Unit.RULE) if use.house is None)]
        return technique_of(GRID, cited, Reason(), [GRID.full] * 81, removed).name

    two_cages = ("r1c1-r1c4", 20), ("r1c5-r1c8", 20)
    last = GRID.cell("r1c9")
    assert name([(last, value) for value in GRID.values if value != 5], *two_cages) == (
        "innies and outies"
    )
    assert name([(last, 5)], *two_cages) == "cages in houses", "45 - 20 - 20 is 5"
    assert name([(0, 4)], *two_cages) == "cages in houses", "cells without the left-over one"
    assert name([(2, 1)], ("r1c1-r1c2", 3)) == "cages in houses"
    assert name([(last, 4)], ("r1c1-r1c8", None)) == "", "a cage without a sum"


ROW = House("row", 1, tuple(range(9)))


def row_of_pairs(pairs):
    """Return a row of cells with the marks 1 and 2, and a next cell that can lose its 1."""
    marks = [0b11] * pairs + [0b111] * (81 - pairs)
    ones = tuple(Digit(ROW, value) for value in (1, 2))
    return Shape(Grid(9, 9), marks, ((pairs, 1),), (), ones, tuple(range(pairs)))


def test_two_cells_with_the_same_two_marks_lead_back_to_the_removed_mark():
    shape = row_of_pairs(2)
    chains = list(shape.chains(shape.links(), (2, 1)))
    assert [[link[:2] for link in chain] for chain in chains] == [
        [((0, 1), (0, 2)), ((1, 2), (1, 1))],
        [((1, 1), (1, 2)), ((0, 2), (0, 1))],
    ]


def test_the_orders_of_many_similar_links_respect_the_time_limit():
    shape = row_of_pairs(8)
    with limited_to(0), pytest.raises(TimeUp):
        list(shape.chains(shape.links(), (8, 1)))


def puzzles():
    """Yield puzzles, alternately with givens and with marks. Marks lead to rarer steps."""
    random = Random(0)
    made = nonet.generate(nonet.classic(order=3), count=10**9, seed=5)
    while True:
        yield next(made).puzzle
        marks = [{value, *random.sample(range(1, 10), 3)} for value in full_board(3, random)]
        puzzle = nonet.classic(order=3)
        puzzle = replace(puzzle, marks=tuple(puzzle.grid.mask(values) for values in marks))
        if nonet.check(puzzle).kind is Kind.UNIQUE:
            yield puzzle


@share_or_whole("count", 3, 12)
def test_each_name_fits_its_definition(count):
    require_native()
    found = set()
    for number, puzzle in zip(range(count), puzzles(), strict=False):
        grid = puzzle.grid
        for unit in ("rule", "digit"):
            for step in nonet.explain(puzzle, unit=unit, limits=Limits(nodes=3000)):
                found.add(step.technique)
                if step.technique == "naked single":
                    assert step.board.marks[step.placed[0]] == grid.bit(step.placed[1])
                elif step.technique:
                    with case(f"{number}, {unit}: {step}"):
                        assert is_named_rightly(step)
    assert {"hidden single", "naked pair", "pointing"} <= found
