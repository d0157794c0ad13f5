"""A rule that a setter defines by a function stores a table, so no reader runs foreign code."""

import json
import pickle
from functools import reduce
from itertools import combinations, product

import pytest
from breadth import tried
from examples import case
from hypothesis import given
from hypothesis import strategies as st

import nonet
from nonet import rules as r
from nonet.formats import parse, write
from nonet.model.automata import MOST_STATES
from nonet.model.figures import Badge, Line, Outline, Shade
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules.own.compound import MOST_NESTED
from nonet.rules.own.function import MOST_FILLINGS
from nonet.rules.rule import as_sentence
from nonet.system.errors import PuzzleError, TooLarge

LINE = Grid(1, 4)
NINE = Grid(9, 9)


# --- they agree with their function ------------------------------------------------------------


def predicate(bits, values):
    """Return a function of several values that looks its answers up in bits."""
    return lambda *given: bool(bits >> reduce(lambda n, v: n * 3 + v - values[0], given, 0) & 1)


@tried(24)
@given(
    bits=st.integers(0, 2**81 - 1),
    first=st.sampled_from([0, 1]),
    kind=st.sampled_from(["pairs", "every", "where", "walk"]),
)
def test_a_rule_agrees_with_its_function(bits, first, kind):
    grid = Grid(2, 2, range(first, first + 3))
    answer = predicate(bits, grid.values)
    rule, wanted = {
        "pairs": (r.Pairs([0, 1, 3], answer), lambda v: answer(v[0], v[1]) and answer(v[1], v[3])),
        "every": (
            r.Pairs([0, 1, 3], answer, every=True),
            lambda v: all(answer(a, b) for a, b in combinations([v[0], v[1], v[3]], 2)),
        ),
        "where": (r.Where([0, 3, 1, 2], answer), lambda v: answer(v[0], v[3], v[1], v[2])),
        "walk": (
            r.Walk([0, 1, 3], (), lambda seen, v: (*seen, v)[-2:], lambda seen: answer(*seen)),
            lambda v: answer(v[1], v[3]),
        ),
    }[kind]
    meant = rule.on(grid)
    for board in product(grid.values, repeat=4):
        assert meant.holds(grid, board) is bool(wanted(board)), board


def test_the_arguments_have_the_order_of_the_cells():
    less = r.Pairs("r1c4 r1c1", lambda a, b: a < b).on(LINE)
    assert less.holds(LINE, [2, None, None, 1])
    assert not less.holds(LINE, [1, None, None, 2])


def test_a_walk_through_ever_new_states_ends_with_its_line():
    walk = r.Walk(
        "r1c1-r1c4", (), lambda seen, value: (*seen, value), lambda seen: len(set(seen)) == 2
    )
    rule = walk.on(LINE)
    assert rule.holds(LINE, [1, 2, 2, 1])
    assert not rule.holds(LINE, [1, 2, 3, None])


# --- they are values -----------------------------------------------------------------------------


def test_functions_with_the_same_answers_make_equal_rules():
    for one, other in (
        (r.Pairs("r1c1 r1c2", lambda a, b: a < b), r.Pairs([0, 1], lambda x, y: y - x > 0)),
        (
            r.Where("r1c1 r1c2", lambda a, b: a != b),
            r.Where([0, 1], [(v, w) for v in range(1, 5) for w in range(1, 5) if v != w]),
        ),
    ):
        assert one != other
        assert one.on(LINE) == other.on(LINE)
        assert hash(one.on(LINE)) == hash(other.on(LINE))
        assert Puzzle(LINE, rules=(one,)) == Puzzle(LINE, rules=(other,))


def test_a_walk_in_another_numbering_is_the_same_walk():
    steps = [(7, 1, 7), (7, 2, 9), (9, 1, 9), (9, 2, 7), (9, 4, 3)]  # 3 leads nowhere
    written = r.Walk([0, 1], 7, steps, [7]).on(LINE)
    computed = r.Walk([0, 1], 0, lambda s, v: (s + v - 1) % 2 if v < 3 else None, lambda s: s == 0)
    assert written == computed.on(LINE)
    assert written.on(LINE) is written


def everything():
    """Return a puzzle with own rules of every kind, each defined by a lambda."""
    return nonet.classic(order=2).with_rules(
        r.Pairs("r1c1-r1c4", lambda a, b: abs(a - b) >= 2, called="far apart"),
        r.Where("r2c1 r2c2 r3c3", lambda a, b, c: a * b == c),
        r.Walk("r1c1-r4c1", 0, lambda total, value: total + value, lambda total: total == 10),
        r.Either(
            r.Odd("r4c4"),
            r.All(r.Even("r4c3"), r.Pairs("r4c1 r4c2", lambda a, b: a < b)),
            r.Cage("A1 A2", 4),
        ),
    )


def test_they_are_written_to_json_and_read_back():
    puzzle = everything()
    assert parse(write(puzzle, "json")) == puzzle
    assert parse(json.dumps(json.loads(write(puzzle, "json")), indent=2)) == puzzle
    rules = json.loads(write(puzzle, "json"))["rules"][3:]
    assert rules[0] == {
        "rule": "pairs",
        "called": "far apart",
        "cells": ["r1c1", "r1c2", "r1c3", "r1c4"],
        "allowed": [[1, 3], [1, 4], [2, 4], [3, 1], [4, 1], [4, 2]],
    }
    assert rules[3]["rules"][1]["rules"][1]["allowed"] == [
        [a, b] for a in range(1, 5) for b in range(a + 1, 5)
    ]


def test_rules_from_lambdas_work_in_other_processes():
    puzzle = everything()
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    alone, together = (list(nonet.generate(puzzle, 2, seed=1, jobs=jobs)) for jobs in (1, 2))
    assert [made.puzzle for made in alone] == [made.puzzle for made in together]
    assert nonet.solve(puzzle, backend="first:norvig,pysat").status == "satisfied"


# --- refusals -----------------------------------------------------------------------------


def refusal(make, kind=PuzzleError):
    with pytest.raises(kind) as refused:
        make()
    return str(refused.value)


def on(grid, rule):
    return lambda: Puzzle(grid, rules=(rule,))


def never(*_):
    raise AssertionError("the function should not be called")


def test_a_rule_that_is_too_large_is_refused_before_its_function_is_called():
    vast = Grid(1, 2, range(2000))
    assert refusal(on(vast, r.Pairs([0, 1], never)), TooLarge) == (
        "pairs has 4000000 pairs of values. The limit is 1048576"
    )
    long = Grid(1, 2000, range(2))
    assert refusal(on(long, r.Pairs(long.cells, [(0, 1)], every=True)), TooLarge) == (
        "pairs has 2000000 pairs of cells. The limit is 1048576"
    )
    assert refusal(on(NINE, r.Where("r1c1-r1c6", never)), TooLarge) == (
        f"where: 6 cells of 9 values have 9^6 fillings. The limit is {MOST_FILLINGS}. "
        "Use a Walk, which reads the cells one by one"
    )
    assert "9^81 fillings" in refusal(on(NINE, r.Where("r1c1-r9c9", never)), TooLarge)
    growing = r.Walk("r1c1-r9c9", (), lambda seen, value: (*seen, value), lambda _: True)
    assert refusal(on(NINE, growing), TooLarge) == (
        f"walk: the automaton has more than {MOST_STATES} states"
    )
    bits = Grid(1, 17, range(2))
    digits = r.Where("r1c1-r1c17", lambda *v: hash(v) % 2 == 0)
    assert refusal(on(bits, digits), TooLarge) == (
        f"where: the automaton of the fillings has more than {MOST_STATES} states"
    )


def test_the_error_of_a_function_names_the_arguments():
    for message, rule in {
        "pairs: the function fails for (0, 0): ZeroDivisionError: ": r.Pairs([0, 1], divmod),
        "pairs: the function fails for (0, 0): TypeError: None is neither True nor False": r.Pairs(
            [0, 1], lambda a, b: None
        ),
        "where: the function fails for (0, 0, 0): KeyError: 0": r.Where(
            [0, 1, 2], lambda *values: {}[values[0]]
        ),
        "walk: the function fails for ('a', 0): TypeError: can only concatenate": r.Walk(
            [0, 1], "a", lambda s, v: s + v, lambda s: True
        ),
        "walk: the function fails for (0, 0): TypeError: unhashable type: 'list'": r.Walk(
            [0, 1], 0, lambda s, v: [s, v], lambda s: True
        ),
        "walk: the function fails for (0): TypeError: 'x' is neither True nor False": r.Walk(
            [0, 1], 0, lambda s, v: s, lambda s: "x"
        ),
    }.items():
        with case(message):
            assert refusal(on(Grid(1, 3, range(3)), rule)).startswith(message)


def test_tables_of_another_grid_are_refused():
    for message, rule in {
        "pairs: 5 is not a value from 1 to 4": r.Pairs([0, 1], [(1, 5)]),
        "where: 0 is not a value from 1 to 4": r.Where([0], [(0,)]),
        "where: (1, 2) has 2 values, not 3": r.Where([0, 1, 2], [(1, 2)]),
        "walk: 9 is not a value from 1 to 4": r.Walk([0], 0, [(0, 9, 0)], [0]),
        "walk: 1 leads from 0 to two states": r.Walk([0], 0, [(0, 1, 0), (0, 1, 1)], [0, 1]),
        "pairs has 1 cell. It needs at least 2": r.Pairs([0], [(1, 2)]),
        "where: r1c1 is named twice": r.Where([0, 0], [(1, 1)]),
        "walk: unknown look 'geen line'. Did you mean 'green line'?": r.Walk(
            [0], 0, [(0, 1, 0)], [0], look="geen line"
        ),
        "pairs: the name 'a\\x1b[2J' has characters that cannot be printed": r.Pairs(
            [0, 1], [(1, 2)], called="a\x1b[2J"
        ),
        "either: the list of rules is empty": r.Either(),
        "either: cage: r1c5 is outside the 1×4 grid": r.Either(r.Cage("r1c5")),
        "all: thermo has 1 cell. It needs at least 2": r.All(r.Thermo([0])),
    }.items():
        with case(message):
            assert refusal(on(LINE, rule)) == message


def test_a_wrong_type_is_a_type_error():
    for message, make in {
        "pairs: allowed must be a list, not 3": lambda: r.Pairs([0, 1], 3),
        "walk: step and accept must both be functions, or both lists": lambda: r.Walk(
            [0], 0, never, [0]
        ),
        "walk: start must be an integer, not 'a'": lambda: r.Walk([0], "a", [(0, 1, 0)], [0]),
        "either: rules[1] must be a rule, not 'cage'": lambda: r.Either(r.Rows(), "cage"),
        "cage: total must be an integer, not <function never": lambda: r.Cage([0], never),
        "place the rule on a grid first: rule.on(grid)": lambda: r.Pairs([0, 1], never).holds(
            LINE, [1, 2, 3, 4]
        ),
    }.items():
        with case(message):
            assert refusal(make, TypeError).startswith(message)


def nested(depth):
    return r.Rows() if depth == 0 else r.Either(nested(depth - 1))


def test_the_depth_of_nested_rules_is_limited():
    assert nonet.check(Puzzle(LINE, rules=(nested(MOST_NESTED),))).kind == "multiple"
    message = f"either: rules are nested more than {MOST_NESTED} deep"
    assert refusal(lambda: nested(MOST_NESTED + 1), TooLarge) == message
    deep = '{"rule": "either", "rules": [' * 300 + '{"rule": "rows"}' + "]}" * 300
    model = write(Puzzle(LINE), "json").replace('"rules": []', f'"rules": [{deep}]')
    message = refusal(lambda: parse(model), TooLarge)
    assert message.endswith(f": rules are nested more than {MOST_NESTED} deep")


def test_errors_in_nested_rules_have_their_path():
    model = write(everything(), "json").replace('"total": 4', '"total": "4"')
    assert refusal(lambda: parse(model)).endswith(
        "rules[6].rules[2].total: must be an integer, not text"
    )


# --- they are described --------------------------------------------------------------------------


def test_a_clash_names_the_rule_as_the_setter_does():
    puzzle = everything().with_givens({"r1c1": 2, "r1c2": 3})
    assert nonet.check(puzzle).reason == (
        "r1c1 is 2, r1c2 is 3, which breaks far apart r1c1 r1c2 r1c3 r1c4"
    )


def test_nested_rules_have_brackets():
    rule = r.Either(r.Odd([0]), r.All(r.Even([0]), r.Either(r.Odd([1]), r.Odd([2]))))
    assert rule.describe(LINE) == "odd r1c1 or (even r1c1 and (odd r1c2 or odd r1c3))"


@pytest.mark.parametrize(
    ("look", "kind"),
    [("green line", Line), ("solid cage", Outline), ("yellow shade", Shade), (None, None)],
)
def test_a_look_gives_a_picture(look, kind):
    rule = r.Pairs("r1c1-r1c3", lambda a, b: a < b, called="rising", look=look).on(LINE)
    assert [type(figure) for figure in rule.figures(LINE)] == ([kind] if kind else [])
    assert all(figure.look == look for figure in rule.figures(LINE))
    assert rule.caption(LINE) == as_sentence(f"{look or 'r1c1 r1c2 r1c3'}: rising")


def test_nested_rules_are_drawn():
    rule = r.Either(r.Cage([0, 1], 3), r.All(r.Odd([3]), r.Thermo([0, 1])))
    kinds = [type(figure) for figure in rule.figures(LINE)]
    assert kinds == [Outline, Badge, Line, Badge]


def test_a_broken_line_is_noted():
    far = {"called": "far", "look": "red line"}
    rule = r.Either(r.Pairs("r1c1 r1c3", lambda a, b: a < b, **far)).on(LINE)
    assert list(rule.figures(LINE)) == []
    assert list(rule.notes(LINE)) == ["far r1c1 r1c3: r1c1 and r1c3 do not touch"]


def test_nested_rules_know_the_rules_beside_them():
    dotted = r.All(r.NonConsecutive(), r.WhiteDot("r1c1 r1c2"))
    apart = Puzzle(LINE, rules=dotted.rules)
    assert sorted(nonet.solutions(Puzzle(LINE, rules=(dotted,)))) == sorted(nonet.solutions(apart))
    # A dot inside `Either` may not hold, so it exempts nothing. A dot of the puzzle exempts its
    # pair.
    either = r.Either(r.NonConsecutive(), r.Cage([0, 1], 3))
    assert Puzzle(LINE, rules=(either, r.WhiteDot(0, 1))).meant[0].rules[0].exempt == ((0, 1),)
