"""Both CP-SAT models say what the puzzle says, primitive by primitive and rule by rule."""

from dataclasses import dataclass
from itertools import permutations, product

import pytest
from ortools.sat.python.cp_model import CpSolver

from nonet import rules
from nonet.constraints import AllDifferent, Constraint, Linear, Relation
from nonet.encodings.cpsat import MOST_PLACES, MOST_SUM, encode_boolean, encode_integer
from nonet.errors import TooLarge
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Rows, Rule

both_models = pytest.mark.parametrize("encode", [encode_integer, encode_boolean])


@dataclass(frozen=True)
class _Says(Rule):
    """A rule that is one primitive."""

    constraint: Constraint

    def holds(self, grid, values):
        return self.constraint.holds(values)

    def lower(self, grid):
        yield self.constraint


def saying(*constraints, grid=Grid(1, 3), marks=()):  # noqa: B008 - immutable
    return Puzzle(grid, marks=marks, rules=tuple(map(_Says, constraints)))


def solutions(encoded):
    """Return all grids of a model; each is blocked as it is found."""
    found = set()
    solver = CpSolver()
    solver.parameters.num_workers = 1
    while (status := solver.solve(encoded.model).name) == "OPTIMAL":
        solution = encoded.decode(solver)
        assert solution not in found
        found.add(solution)
        encoded.block(solution)
    assert status == "INFEASIBLE"
    return found


def brute_force(puzzle):
    """Return all grids that the domains and the rules' meaning leave."""
    grid = puzzle.grid
    choices = [tuple(grid.values_of(mask)) for mask in puzzle.domains]
    return {
        values
        for values in product(*choices)
        if all(rule.holds(grid, values) for rule in puzzle.rules)
    }


def latin_squares(first_row):
    """Return the 4×4 Latin squares below a first row, by brute force over the others."""
    squares = (sum(rows, first_row) for rows in product(permutations(first_row), repeat=3))
    return [square for square in squares if all(len(set(square[i::4])) == 4 for i in range(4))]


RISING = frozenset((v, w) for v, w in product(range(1, 4), repeat=2) if v < w)


@both_models
@pytest.mark.parametrize(
    "constraint",
    [
        AllDifferent((0,)),
        AllDifferent((0, 2)),
        AllDifferent((0, 1, 2)),
        Relation(0, 1, RISING),
        Relation(2, 0, RISING),
        Relation(0, 1, frozenset({(1, 1), (3, 2), (7, 1)})),
        Relation(1, 1, RISING | {(2, 2)}),
        Relation(0, 1, frozenset()),
        Linear(((1, 0), (1, 1), (1, 2)), "==", 6),
        Linear(((1, 0), (1, 1), (1, 2)), "<=", 4),
        Linear(((1, 0), (1, 1), (1, 2)), ">=", 8),
        Linear(((2, 0), (-1, 1)), "==", 1),
        Linear(((-1, 0), (-1, 2)), ">=", -3),
        Linear(((1, 0), (2, 0), (1, 1)), "==", 8),
        Linear(((1, 0), (-1, 0)), "==", 0),
        Linear(((1, 0), (-1, 0)), "==", 1),
        Linear((), "==", 0),
        Linear((), ">=", 1),
        Linear(((1, 0),), "<=", -(10**30)),
        Linear(((1, 0),), "<=", 10**30),
        Linear(((1, 0),), "==", 10**30),
        Linear(((1, 0),), ">=", -(10**30)),
    ],
    ids=str,
)
@pytest.mark.parametrize("marks", [(), (0b111, 0b101, 0b010)], ids=["all marks", "some marks"])
def test_a_primitive_means_the_same_as_by_brute_force(encode, constraint, marks):
    puzzle = saying(constraint, marks=marks)
    assert solutions(encode(puzzle)) == brute_force(puzzle)


@both_models
@pytest.mark.parametrize(
    "grid", [Grid(1, 3, range(5)), Grid(3, 1, range(7, 10)), Grid(1, 3, range(2))], ids=str
)
def test_values_may_be_any_range(encode, grid):
    # More values than cells, as many, and fewer.
    first, second = grid.values[:2]
    puzzle = saying(
        AllDifferent((0, 1, 2)), Relation(0, 2, frozenset({(first, second)})), grid=grid
    )
    assert solutions(encode(puzzle)) == brute_force(puzzle)


LATIN = latin_squares((1, 2, 3, 4))
EXAMPLES = [
    rules.Among((5, 6), (1, 4)),
    rules.AntiKing(),
    rules.AntiKnight(),
    rules.BlackDot(5, 6),
    rules.Boxes(2, 2),
    rules.Cage((4, 5, 8), 9),
    rules.Columns(),
    rules.Diagonals(),
    rules.DisjointGroups(2, 2),
    rules.Even((4, 9)),
    rules.ExtraRegion((4, 9, 14)),
    rules.NonConsecutive(),
    rules.Odd((4, 9)),
    rules.Regions(((0, 1, 2, 4), (3, 6, 7, 11), (5, 8, 9, 12), (10, 13, 14, 15))),
    rules.Rows(),
    rules.Thermo((4, 9, 14)),
    rules.WhiteDot(5, 6),
    rules.Windoku(),
]


@both_models
@pytest.mark.parametrize("rule", EXAMPLES, ids=lambda rule: rule.name)
def test_a_rule_means_the_same_as_by_brute_force(encode, rule):
    grid = Grid(4, 4)
    puzzle = Puzzle(grid, rules=(Rows(), Columns(), rule)).with_givens({0: 1, 1: 2, 2: 3, 3: 4})
    assert solutions(encode(puzzle)) == {square for square in LATIN if rule.holds(grid, square)}


@both_models
def test_there_are_288_grids_of_4_by_4(encode):
    puzzle = Puzzle(Grid(4, 4), rules=(Rows(), Columns(), Boxes(2, 2)))
    assert len(solutions(encode(puzzle))) == 288


@both_models
def test_a_primitive_without_a_form_fails_by_name(encode):
    class Parity:
        cells = (0,)

    with pytest.raises(NotImplementedError, match="Parity"):
        encode(saying(Parity()))


@both_models
def test_one_cell_is_a_puzzle(encode):
    assert solutions(encode(Puzzle(Grid(1, 1), rules=(Rows(), Columns())))) == {(1,)}


@both_models
@pytest.mark.parametrize("marks", [(0b11, 0, 0b11, 0b11), (0, 0, 0, 0)])
def test_a_cell_without_candidates_is_a_contradiction(encode, marks):
    encoded = encode(Puzzle(Grid(2, 2), marks=marks, rules=(Rows(), Columns())))
    assert encoded.model.validate() == ""
    assert solutions(encoded) == set()


def test_more_cells_than_values_need_no_search():
    # Nobody would live to see a clause learner count 40 pigeons.
    puzzle = Puzzle(Grid(1, 40, range(39)), rules=(Rows(),))
    assert solutions(encode_boolean(puzzle)) == set()


@both_models
def test_a_blocked_grid_that_is_impossible_anyway_needs_no_constraint(encode):
    encoded = encode(Puzzle(Grid(2, 2), rules=(Rows(), Columns())).with_givens({0: 1}))
    before = len(encoded.model.proto.constraints)
    for impossible in [(2, 1, 1, 2), (0, 1, 1, 2), (1, 1, 1, 3)]:
        encoded.block(impossible)
    assert len(encoded.model.proto.constraints) == before
    encoded.block((1, 2, 2, 1))
    assert len(encoded.model.proto.constraints) == before + 1


def test_variables_of_the_integer_model_are_the_cells():
    encoded = encode_integer(Puzzle(Grid(2, 3)))
    names = [variable.name for variable in encoded.model.proto.variables]
    assert names == ["r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"]
    assert [cell.index for cell in encoded.cells] == list(range(6))


def test_literals_of_the_boolean_model_are_the_marks_alive():
    grid = Grid(1, 2, range(4, 7))
    encoded = encode_boolean(Puzzle(grid, marks=(0b101, 0b110)))
    names = {mark: literal.name for mark, literal in encoded.literals.items()}
    assert names == {1: "r1c1=4", 3: "r1c1=6", 5: "r1c2=5", 6: "r1c2=6"}
    for mark, name in names.items():
        cell, value = grid.unmark(mark)
        assert name == f"{grid.name(cell)}={value}"


@both_models
def test_a_board_of_36_by_36_is_accepted(encode):
    houses = Rows(), Columns(), Boxes(6, 6)
    assert encode(Puzzle(Grid(36, 36), rules=houses)).model.validate() == ""


@both_models
def test_a_board_of_100_by_100_is_refused_with_the_limit(encode):
    houses = Rows(), Columns(), Boxes(10, 10)
    with pytest.raises(TooLarge, match=f"4000000 places .* the limit is {MOST_PLACES}"):
        encode(Puzzle(Grid(100, 100), rules=houses))


@both_models
def test_tables_count_towards_the_limit(encode):
    with pytest.raises(TooLarge, match=str(MOST_PLACES)):
        encode(Puzzle(Grid(1, 3000, range(100)), rules=(rules.NonConsecutive(),)))


def test_values_beyond_the_solvers_integers_are_refused():
    with pytest.raises(TooLarge, match=str(MOST_SUM)):
        encode_integer(Puzzle(Grid(1, 1, range(MOST_SUM, MOST_SUM + 2))))


@both_models
@pytest.mark.parametrize("coefficient", [MOST_SUM, -MOST_SUM])
def test_sums_beyond_the_solvers_integers_are_refused(encode, coefficient):
    with pytest.raises(TooLarge, match=str(MOST_SUM)):
        encode(saying(Linear(((coefficient, 0),), "==", 3)))


@both_models
def test_sums_up_to_the_limit_are_exact(encode):
    third = (MOST_SUM - 1) // 3
    puzzle = saying(Linear(((third, 0),), ">=", 2 * third), grid=Grid(1, 1, range(1, 4)))
    assert solutions(encode(puzzle)) == {(2,), (3,)}


def test_every_rule_has_an_example():
    named = {getattr(rules, name) for name in rules.__all__} - {Rule, rules.Lowered}
    assert set(map(type, EXAMPLES)) == named
