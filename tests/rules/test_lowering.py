"""The primitives of a rule hold exactly when the rule holds, for all fillings of small boards."""

import ast
import pkgutil
from functools import cache, partial
from importlib import import_module
from itertools import chain, product
from pathlib import Path
from random import Random

import pytest
from examples import (
    MOST_FILLINGS,
    RULES,
    case,
    fillings,
    pattern,
    rule_id,
    share_or_whole,
    some_fillings,
    touched,
)
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force
from strategies import MAKERS, puzzles, rules_on

import nonet.rules
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Connected,
    Count,
    Linear,
    Partition,
    Regular,
    Relation,
    Runs,
)
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.counting import count
from nonet.rules import Arrow, Cage, Rule, SelfTaxicab
from nonet.rules.registry import HOMES
from nonet.system.errors import TooLarge

#: The largest number of partial fillings of a board for which all of them are tried.
all_up_to = share_or_whole("most", 100, 3_000)


def ours():
    """Return the names of the project's rules. A test may have defined others."""
    return {name for name, rule in Rule.named.items() if rule.__module__.startswith("nonet.")}


def test_no_rule_is_forgotten():
    assert {rule.name for _, rule in RULES} == ours(), "examples.RULES needs instances of each rule"
    assert set(MAKERS) == ours(), "rule_makers needs a way to draw each rule"


def test_every_rule_is_exported():
    """Also a rule that is missing from the registry, which Python knows only after its import."""
    for module in pkgutil.walk_packages(nonet.rules.__path__, "nonet.rules."):
        import_module(module.name)
    assert ours() == {
        name.lower() for name in nonet.rules.__all__ if name not in ("Rule", "Lowered")
    }


def test_type_checkers_see_the_names_of_the_registry():
    stub = ast.parse(Path(nonet.rules.__file__).with_suffix(".pyi").read_text())
    imports = [each for each in stub.body if isinstance(each, ast.ImportFrom)]
    found = {name.asname: each.module for each in imports for name in each.names}
    assert found == HOMES


@share_or_whole("most", 200, MOST_FILLINGS)
def test_lowering_keeps_the_meaning(most):
    for grid, rule in RULES:
        parts = list(rule.lower(grid))
        with case(rule_id(grid, rule)):
            for filling in some_fillings(grid, rule, most):
                holds = rule.holds(grid, filling)
                assert holds == all(part.holds(filling) for part in parts), filling


def test_cells_that_a_rule_does_not_look_at_do_not_matter():
    for grid, rule in RULES:
        elsewhere = sorted(set(grid.cells) - set(touched(grid, rule)))
        mentioned = {cell for part in rule.lower(grid) for cell in part.cells}
        with case(rule_id(grid, rule)):
            assert mentioned.isdisjoint(elsewhere)


def test_lowering_gives_well_formed_parts():
    for grid, rule in RULES:
        for part in rule.lower(grid):
            with case(f"{rule_id(grid, rule)}: {part}"):
                assert hash(part) == hash(part)
                assert_well_formed(part, grid)


def assert_well_formed(part, grid):
    assert set(part.cells) <= set(grid.cells)
    match part:
        case Candidates():
            assert part.values <= set(grid.values)
        case AllDifferent():
            assert len(set(part.cells)) == len(part.cells)
        case Relation():
            assert part.a != part.b
            assert part.allowed <= set(product(grid.values, repeat=2))
        case Linear():
            assert all(type(coefficient) is int for coefficient, _ in part.terms)
            assert part.terms
        case Count():
            assert part.cells
            assert part.values <= set(grid.values)
        case Regular():
            letters = {value for moves in part.automaton.moves for value in moves}
            assert letters <= set(grid.values)
        case Connected():
            assert part.values <= set(grid.values)
            assert set(part.cells) >= set(chain.from_iterable(part.edges))
        case Partition():
            assert set(part.labels) <= set(grid.values)
            assert len(part.marked) == len(part.filled)
        case Runs():
            assert all(part.arms)
        case AnyOf():
            for inner in chain.from_iterable(part.alternatives):
                assert_well_formed(inner, grid)
        case _:
            raise AssertionError(f"{part} is not a primitive")


def partly_filled(grid, rule, most):
    """Yield all partial fillings, or some of them on large boards."""
    cells = touched(grid, rule)
    symbols = (*grid.values, None)
    if len(symbols) ** len(cells) <= most:
        yield from fillings(grid, rule, None)
        return
    random = Random(0)
    some = [grid.values[0]] * len(grid.cells)
    for _ in range(min(200, most // 4)):
        filling = some.copy()
        for cell in cells:
            filling[cell] = random.choice(grid.values)
        for cell in random.sample(cells, random.randint(1, min(4, len(cells)))):
            filling[cell] = None
        yield filling


@all_up_to
def test_a_partial_filling_is_refused_only_if_it_cannot_be_completed(most):
    for grid, rule in RULES:
        filled = [*partly_filled(grid, rule, most)]
        with case(rule_id(grid, rule)):
            for check in (partial(rule.holds, grid), *(part.holds for part in rule.lower(grid))):
                assert_patient(check, grid, filled)


def assert_patient(check, grid, filled):
    """Assert that `holds` refuses a partial filling only if it cannot be completed."""

    @cache
    def possible(filling):
        if None not in filling:
            return check(filling)
        cell = filling.index(None)
        return any(
            possible((*filling[:cell], value, *filling[cell + 1 :])) for value in grid.values
        )

    for filling in filled:
        if not check(filling):
            assert not possible(tuple(filling)), filling


@pytest.mark.parametrize("is_classic", [False, True])
@given(st.data())
def test_lowering_keeps_the_meaning_on_larger_boards(is_classic, data):
    """Change a few values of a filling for which the rule was made."""
    grid = Grid(9, 9) if is_classic else data.draw(puzzles(solvable=True)).grid
    values = st.sampled_from(grid.values)
    if is_classic:
        hint = [value + 1 for value in pattern(3, 3)]
    else:
        hint = [data.draw(values) for _ in grid.cells]
    rule = data.draw(rules_on(grid, tuple(hint)))
    for cell in data.draw(st.lists(st.sampled_from(grid.cells), max_size=3)):
        hint[cell] = data.draw(values)
    assert rule.holds(grid, hint) == all(part.holds(hint) for part in rule.lower(grid))


def test_a_digital_root_has_the_totals_in_reach_and_no_others():
    far = Puzzle(Grid(1, 2, range(10**9, 10**9 + 3)), rules=(Cage((0, 1), root=5),))
    [roots] = [part.totals for part in far.constraints if isinstance(part, Linear)]
    assert all(2 * 10**9 <= total <= 2 * 10**9 + 4 for total in roots)
    for first in (0, 1, 5):
        grid = Grid(1, 2, range(first, first + 9))
        for root in range(10):
            puzzle = Puzzle(grid, rules=(Cage((0, 1), root=root),))
            assert count(puzzle) == len(brute_force(puzzle)), (first, root)


def test_the_distances_of_many_values_take_no_tables():
    parts = Puzzle(Grid(2, 2, range(1, 1025)), rules=(SelfTaxicab(),)).constraints
    assert {type(part) for part in parts} == {Count}


def test_a_bulb_has_no_more_digits_than_python_reads():
    with pytest.raises(TooLarge, match=r"1001 digits in the bulb\. The limit is 1000"):
        Puzzle(Grid(1, 1100, range(2)), rules=(Arrow(range(1001), range(1001, 1100)),))
