"""Tests of puzzles, and of the words of their builders."""

import pickle
import re
import runpy
from collections.abc import Iterable
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import numpy as np
import pytest
from examples import EASY, RULES, case, classic, rule_id
from hypothesis import given
from refusals import refused
from strategies import puzzles

import nonet
from nonet import formats, rules
from nonet.drawing.svg import draw_svg
from nonet.formats import parse
from nonet.model.constraints import AllDifferent, Candidates, Linear, Relation
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Cage, Rule
from nonet.rules.lookup import did_you_mean
from nonet.system.errors import PuzzleError
from nonet.validity import violations

FOUR = Grid(4, 4)


def test_nothing_said_is_nothing_given_and_everything_allowed():
    puzzle = Puzzle(FOUR)
    assert puzzle.givens == (None,) * 16
    assert puzzle.marks == (0b1111,) * 16
    assert puzzle.constraints == ()
    assert puzzle.domains == (0b1111,) * 16
    assert puzzle == Puzzle(FOUR, (None,) * 16, (0b1111,) * 16)


def test_a_puzzle_is_compared_by_value_and_hashed():
    used, fresh = classic(EASY), classic(EASY)
    assert used.domains
    assert used.geometry.houses
    assert used == fresh
    assert len({used, fresh, classic("." * 81)}) == 2
    assert classic(EASY) != classic(EASY, rules.Odd((0,)))
    assert Puzzle(FOUR, meta=(("label", "a"),)) != Puzzle(FOUR)


@pytest.mark.parametrize("grid", [9, EASY])
def test_a_puzzle_begins_with_its_grid(grid):
    with pytest.raises(TypeError, match=r"is not a Grid\. Use nonet\.as_puzzle"):
        Puzzle(grid)


def test_a_puzzle_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Puzzle(FOUR).rules = (rules.Rows(),)


@given(puzzles())
def test_a_puzzle_survives_pickling(puzzle):
    pickled = pickle.dumps(puzzle)
    assert puzzle.domains
    assert puzzle.geometry.exclusions
    assert len(pickle.dumps(puzzle)) == len(pickled), "nothing derived is pickled"
    again = pickle.loads(pickled)
    assert again == puzzle
    assert again.domains == puzzle.domains
    assert again.geometry is puzzle.geometry


def test_givens_are_added_and_emptied_in_a_copy():
    puzzle = Puzzle(FOUR)
    given = puzzle.with_givens({"r1c2": 3, "B1": np.int64(2), 15: 4})
    assert given.givens == (None, 3, None, None, 2, *(None,) * 10, 4)
    assert given.with_givens({1: None, 4: None}).givens == (*(None,) * 15, 4)
    assert puzzle.givens == (None,) * 16
    assert {type(value) for value in given.givens} == {int, type(None)}
    assert [given[cell] for cell in ("A2", "r2c1", 15, 0)] == [3, 2, 4, None]
    for outside in (16, -1, "r5c1", "E1"):
        with pytest.raises(PuzzleError, match="is outside the 4×4 grid"):
            given[outside]


def test_a_puzzle_is_no_list():
    assert not isinstance(Puzzle(FOUR), Iterable)
    with pytest.raises(TypeError, match="not iterable"):
        list(Puzzle(FOUR))


@pytest.mark.parametrize("givens", ["1234", [1, 2, 3, 4]])
def test_givens_are_a_dictionary(givens):
    with pytest.raises(TypeError, match="are no givens: use a dictionary"):
        Puzzle(FOUR).with_givens(givens)


@pytest.mark.parametrize("value", [True, 1.0, "1", [1]])
def test_givens_must_be_values(value):
    with pytest.raises(TypeError, match="is not a value: use an integer, or None for an empty"):
        Puzzle(FOUR).with_givens({0: value})


def test_a_puzzle_shows_itself_in_one_line_and_prints_itself_as_a_grid():
    puzzle = classic("12" + "." * 14, rules.Cage((0, 1)), rules.Cage((2, 3)), rules.AntiKnight())
    assert repr(puzzle) == "<Puzzle 4×4, 2 givens, rows, columns, boxes, 2 cage, antiknight>"
    assert str(puzzle) == "1 2 | . .\n. . | . .\n----+----\n. . | . .\n. . | . ."
    assert parse(str(classic(EASY))) == classic(EASY)
    assert repr(Puzzle(FOUR).with_givens({0: 1})) == "<Puzzle 4×4, 1 given>"
    assert puzzle._repr_svg_() == draw_svg(puzzle)


def test_rules_that_name_their_cells_have_their_numbers_in_a_puzzle():
    named, numbered = rules.Cage("A1-A3", 6), rules.Cage((0, 1, 2), 6)
    assert named == rules.Cage("r1c1 r1c2 r1c3", 6) != numbered
    puzzle = Puzzle(FOUR, rules=(rules.Rows(), named))
    assert puzzle.rules == (rules.Rows(), numbered)
    assert puzzle == Puzzle(FOUR, rules=(rules.Rows(), numbered))
    assert puzzle.with_rules(named).rules == (rules.Rows(), numbered, numbered)
    assert Puzzle(Grid(5, 5), rules=(rules.Cage("r2c1", 3),)).rules == (rules.Cage((5,), 3),)


def test_each_puzzle_calls_the_function_of_its_rule_again():
    target = 3

    def adds_up(a, b):
        return a + b == target

    def accepts(total):
        return total == target

    line = ("r1c1", "r1c2")
    for rule in (
        rules.Pairs(line, adds_up),
        rules.Where(line, adds_up),
        rules.Walk(line, 0, int.__add__, accepts),
        rules.Either(rules.Cage(line, 9), rules.All(rules.Pairs(line, adds_up))),
    ):
        for target in (3, 6, 3):
            puzzle = Puzzle(FOUR, rules=(rule,)).with_givens({0: 2})
            meant = [value for value in FOUR.values if not violations(puzzle, filled(2, value))]
            assert meant == [target - 2], rule


def filled(*values):
    return [*values, *[None] * (16 - len(values))]


@pytest.mark.parametrize(
    ("rule", "complaint"),
    [
        (rules.AntiKnight, "is not a rule; write AntiKnight()"),
        ("antiknight", "'antiknight' is not a rule"),
        ([rules.AntiKnight()], "[AntiKnight()] is not a rule; pass its rules one by one"),
    ],
    ids=str,
)
def test_objects_that_are_not_rules_are_refused(rule, complaint):
    with pytest.raises(TypeError, match=re.escape(complaint)):
        Puzzle(FOUR).with_rules(rule)


def test_a_class_names_no_rule_to_remove():
    with pytest.raises(TypeError, match=re.escape("is not a rule; write AntiKnight()")):
        Puzzle(FOUR, rules=(rules.AntiKnight(),)).without(rules.AntiKnight)


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"givens": (None,) * 15}, "15 givens for 16 cells"),
        ({"givens": (1,)}, "1 given for 16 cells"),
        ({"marks": (15,) * 17}, "17 marks for 16 cells"),
        ({"givens": (*(None,) * 5, 5, *(None,) * 10)}, "r2c2: 5 is not a value from 1 to 4"),
        ({"givens": (0, *(None,) * 15)}, "r1c1: 0 is not a value from 1 to 4"),
        ({"marks": (*(15,) * 15, 16)}, "r4c4: the marks have values outside 1 to 4"),
        ({"marks": (-1, *(15,) * 15)}, "r1c1: the marks have values outside 1 to 4"),
    ],
)
def test_invalid_puzzles_are_refused_with_the_place(fields, complaint):
    with refused(complaint):
        Puzzle(FOUR, **fields)


@pytest.mark.parametrize("kind", [list, np.array])
def test_lists_and_arrays_are_as_good_as_tuples(kind):
    tuples = Puzzle(FOUR, (1,) * 16, (3,) * 16, (rules.Rows(), rules.Columns()), (("label", "a"),))
    found = Puzzle(
        FOUR, kind([1] * 16), kind([3] * 16), [rules.Rows(), rules.Columns()], [["label", "a"]]
    )
    assert found == tuples
    assert hash(found) == hash(tuples)
    assert {*map(type, found.givens + found.marks)} == {int}


@given(puzzles())
def test_domains_and_constraints_are_those_of_the_lowered_rules(puzzle):
    lowered = [part for rule in puzzle.meant for part in rule.lower(puzzle.grid)]
    for cell, domain in enumerate(puzzle.domains):
        allowed = {
            value
            for value in puzzle.grid.values
            if puzzle.givens[cell] in (None, value)
            and puzzle.marks[cell] & puzzle.grid.bit(value)
            and all(
                value in part.values
                for part in lowered
                if isinstance(part, Candidates) and part.cell == cell
            )
        }
        assert set(puzzle.grid.values_of(domain)) == allowed
    others = [part for part in lowered if not isinstance(part, Candidates)]
    assert puzzle.constraints == tuple(dict.fromkeys(others))


def test_an_unshared_puzzle_is_lowered_again():
    once = Puzzle(FOUR, rules=(rules.Cage((0, 1), 5),))
    shared, anew = Puzzle(FOUR, rules=(rules.Cage((0, 1), 5), rules.Columns())), once.unshared()
    assert shared.constraints[0] is once.constraints[0]
    assert anew.constraints == once.constraints
    assert anew.constraints[0] is not once.constraints[0]


def test_a_rule_of_the_whole_board_is_lowered_once_for_all():
    for rule in (rules.Rows(), rules.Boxes(2, 2), rules.AntiKnight(), rules.NonConsecutive()):
        first, second = (Puzzle(FOUR, rules=(rule,)).unshared() for _ in range(2))
        assert rule.of_board
        assert first.constraints[0] is second.constraints[0], rule


def test_rules_that_say_the_same_lower_once():
    twice = Puzzle(
        FOUR, rules=(rules.Boxes(2, 2), rules.Regions(tuple(rules.Boxes(2, 2).groups(FOUR))))
    )
    assert len(twice.constraints) == 4
    assert (
        twice.with_rules(rules.Rows(), rules.Rows()).constraints[4:]
        == Puzzle(FOUR, rules=(rules.Rows(),)).constraints
    )


def test_puzzles_of_the_same_rules_share_their_geometry():
    assert classic(EASY).geometry is classic("." * 81).geometry
    assert classic(EASY).geometry is not classic(EASY, rules.AntiKnight()).geometry


@given(puzzles())
def test_geometry_knows_which_constraints_touch_a_cell(puzzle):
    for cell in puzzle.grid.cells:
        touching = [part for part in puzzle.constraints if cell in part.cells]
        assert list(puzzle.geometry.touching[cell]) == touching


@given(puzzles())
def test_exclusions_are_true(puzzle):
    """If two cells exclude each other, some constraint refuses equal values."""
    for cell, others in enumerate(puzzle.geometry.exclusions):
        for other in others:
            assert cell in puzzle.geometry.exclusions[other]
            for value in puzzle.grid.values:
                values = [None] * len(puzzle.grid.cells)
                values[cell] = values[other] = value
                assert not all(part.holds(values) for part in puzzle.constraints)


def test_exclusions_know_everyone_who_sees_a_cell():
    exclusions = classic("." * 81).geometry.exclusions
    assert all(len(others) == 20 for others in exclusions)
    thermo = Puzzle(FOUR, rules=(rules.Thermo((0, 5, 10)), rules.NonConsecutive()))
    assert thermo.geometry.exclusions[5] == {0, 10}


def test_exclusions_are_mutual_and_never_of_a_cell_itself():
    parts = [
        AllDifferent((0, 1, 2)),
        AllDifferent((3,)),
        Relation(2, 3, frozenset({(1, 2), (2, 1)})),
        Relation(3, 4, frozenset({(1, 1), (1, 2)})),  # allows equality
        Linear(((1, 4), (1, 5)), "==", 3),
    ]
    found = Puzzle(Grid(1, 6)).relaxed(parts).geometry.exclusions
    assert found == ({1, 2}, {0, 2}, {0, 1, 3}, {2}, set(), set())


def test_houses_have_as_many_cells_as_there_are_values():
    assert len(classic("." * 81).geometry.houses) == 27
    assert len(classic("." * 81, rules.Cage((0, 1), 3)).geometry.houses) == 27
    assert Puzzle(Grid(2, 3), rules=(rules.Rows(), rules.Columns())).geometry.houses == (
        (0, 1, 2),
        (3, 4, 5),
    )
    assert Puzzle(Grid(2, 2, range(3)), rules=(rules.Rows(),)).geometry.houses == ()


def test_a_label_comes_from_the_source():
    assert Puzzle(FOUR).label is None
    assert Puzzle(FOUR, meta=(("author", "b"), ("label", "a"))).label == "a"


def test_a_big_board_is_a_puzzle_like_any_other():
    order, puzzle = 6, formats.classic(order=6)
    geometry, side = puzzle.geometry, order**2
    assert len(geometry.constraints) == len(geometry.houses) == 3 * side
    assert {len(others) for others in geometry.exclusions} == {3 * side - 2 * order - 1}
    assert {len(touching) for touching in geometry.touching} == {3}
    assert set(puzzle.domains) == {puzzle.grid.full}


# --- builders ------------------------------------------------------------------------------------

ROOT = Path(__file__).resolve().parents[2]


def test_each_rule_is_added_by_the_method_of_its_name():
    for grid, rule in RULES:
        with case(rule_id(grid, rule)):
            keys = {field.name: getattr(rule, field.name) for field in fields(rule)}
            assert getattr(Puzzle(grid), rule.name)(**keys) == Puzzle(grid, rules=(rule,))


def test_no_rule_has_the_name_of_something_else_that_a_puzzle_has():
    assert not {*Rule.named} & {*vars(Puzzle), *Puzzle.__dataclass_fields__}


def test_a_name_that_is_no_rule_is_no_method():
    endings = {
        "cages": "; did you mean 'cage'?",
        "killer": "; did you mean 'cage'?",
        "with_rule": "; did you mean 'with_rules'?",
        "remove": "",
    }
    for name, ending in endings.items():
        words = f"'{name}' is neither a rule nor a method of puzzles{ending}"
        with pytest.raises(AttributeError, match=f"^{re.escape(words)}$"):
            getattr(nonet.classic(), name)
    assert not hasattr(nonet.classic(), "_repr_html_")


def test_a_word_of_its_meaning_leads_to_a_rule():
    meant = {
        **{"killer": "cage", "killercage": "cage", "Killer-Cage": "cage", "thermometer": "thermo"},
        **{"jigsaw": "regions", "sums": "sum", "diagonal": "diagonals", "regin": "regions"},
    }
    for word, rule in meant.items():
        assert did_you_mean(word) == f"; did you mean {rule!r}?", word
    assert did_you_mean("qqq") == did_you_mean("k" * 100_000) == ""


def test_a_puzzle_is_copied_and_pickled_as_before():
    puzzle = nonet.classic(order=2).diagonals()
    assert copy(puzzle) == deepcopy(puzzle) == pickle.loads(pickle.dumps(puzzle)) == puzzle


def test_methods_are_found_and_explained():
    assert {*Rule.named} < {*dir(nonet.classic())}
    assert nonet.classic().cage.__doc__ == Cage.__doc__


def test_the_stub_is_what_its_script_writes():
    stub = runpy.run_path(str(ROOT / "docs" / "stub.py"))["stub"]
    assert stub() == (ROOT / "src" / "nonet" / "puzzle" / "builders.pyi").read_text(), (
        "run docs/stub.py"
    )
