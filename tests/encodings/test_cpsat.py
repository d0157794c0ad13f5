"""Every CP-SAT model has the solutions of its puzzle, for each primitive and each rule."""

from itertools import chain, product

import pytest
from breadth import tried
from examples import EASY, case, classic, says, share_or_whole
from extremes import SELVES, extremes
from hypothesis import given
from oracle import brute_force
from ortools.sat import cp_model_pb2
from ortools.sat.python.cp_model import CpModel, CpSolver
from strategies import puzzles as random_puzzles
from strategies import raw_puzzles, static

from nonet.encodings.cpsat import (
    MOST_PLACES,
    MOST_SUM,
    encode_boolean,
    encode_integer,
    serialize,
)
from nonet.encodings.cpsat.template import MOST_EMPTIED, Template
from nonet.model.constraints import Linear
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Cage, Columns, NonConsecutive, Rows
from nonet.system.errors import TooLarge

FORMS = {"integer": encode_integer, "boolean": encode_boolean}
every_form = pytest.mark.parametrize("encode", FORMS.values(), ids=[*FORMS])


def saying(*constraints, grid=Grid(1, 3), marks=()):  # noqa: B008 - immutable
    puzzle = says(grid, *constraints)
    return Puzzle(grid, marks=marks, rules=puzzle.rules)


def solutions(encoded):
    """Return all grids of a model. Each is blocked as it is found."""
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


BIG = 10**30


@every_form
@share_or_whole("step", 3, 1)
def test_a_primitive_means_the_same_as_by_brute_force(encode, step):
    huge = [Linear(((1, 0),), op, total) for op, total in product(("<=", "=="), (-BIG, BIG))]
    unusual = [says(Grid(1, 3), part) for part in (*SELVES, *huge)]
    for puzzle in [*extremes(), *unusual][::step]:
        with case(puzzle.rules):
            assert solutions(encode(puzzle)) == brute_force(puzzle)


@every_form
def test_a_rule_means_the_same_as_by_brute_force(encode, puzzles_of_each_kind):
    for name, puzzle in chain(*puzzles_of_each_kind):
        with case(name):
            assert solutions(encode(puzzle)) == brute_force(puzzle)


@every_form
@given(puzzle=static(random_puzzles() | raw_puzzles()))
@tried(15)
def test_rules_together_mean_the_same_as_by_brute_force(encode, puzzle):
    expected = brute_force(puzzle)
    if len(expected) <= 60:
        assert solutions(encode(puzzle)) == expected


def test_more_cells_than_values_need_no_search():
    # Clause learning would take longer than a lifetime for 40 pigeons.
    puzzle = Puzzle(Grid(1, 40, range(39)), rules=(Rows(),))
    assert solutions(encode_boolean(puzzle)) == set()


@every_form
def test_a_blocked_grid_that_is_impossible_anyway_needs_no_constraint(encode):
    encoded = encode(Puzzle(Grid(2, 2), rules=(Rows(), Columns())).with_givens({0: 1}))
    before = len(encoded.model.proto.constraints)
    for impossible in [(2, 1, 1, 2), (0, 1, 1, 2), (1, 1, 1, 3)]:
        encoded.block(impossible)
    assert len(encoded.model.proto.constraints) == before
    encoded.block((1, 2, 2, 1))
    assert len(encoded.model.proto.constraints) == before + 1


@pytest.mark.parametrize(
    ("encode", "names"),
    [
        (encode_integer, ["r1c1", "r1c2"]),
        (encode_boolean, ["r1c1=4", "r1c2=4", "r1c2=5"]),
    ],
)
def test_variables_are_the_cells_and_the_marks_alive(encode, names):
    variables = encode(Puzzle(Grid(1, 2, range(4, 6)), marks=(0b01, 0b11))).model.proto.variables
    assert [variable.name for variable in variables] == names


@every_form
def test_a_board_of_36_by_36_is_accepted(encode):
    houses = Rows(), Columns(), Boxes(6, 6)
    assert encode(Puzzle(Grid(36, 36), rules=houses)).model.validate() == ""


@every_form
def test_a_board_of_100_by_100_and_many_tables_are_refused_with_the_limit(encode):
    houses = Rows(), Columns(), Boxes(10, 10)
    with pytest.raises(TooLarge, match=f"4000000 literals. The limit is {MOST_PLACES}"):
        encode(Puzzle(Grid(100, 100), rules=houses))
    with pytest.raises(TooLarge, match=str(MOST_PLACES)):
        encode(Puzzle(Grid(1, 3000, range(100)), rules=(NonConsecutive(),)))


def test_values_beyond_the_solvers_integers_are_refused():
    with pytest.raises(TooLarge, match=str(MOST_SUM)):
        encode_integer(Puzzle(Grid(1, 1, range(MOST_SUM, MOST_SUM + 2))))


@every_form
@pytest.mark.parametrize("coefficient", [MOST_SUM, -MOST_SUM, 10**30])
def test_sums_beyond_the_solvers_integers_are_refused(encode, coefficient):
    with pytest.raises(TooLarge, match=str(MOST_SUM)):
        encode(saying(Linear(((coefficient, 0),), "<=", 3)))


@every_form
def test_sums_up_to_the_limit_are_exact(encode):
    third = (MOST_SUM - 1) // 3
    puzzle = saying(Linear(((third, 0),), ">=", 2 * third), grid=Grid(1, 1, range(1, 4)))
    assert solutions(encode(puzzle)) == {(2,), (3,)}


# --- sums as combinations ------------------------------------------------------------------------


def caged(cells, total, side=9):
    return Puzzle(Grid(side, side), rules=(Rows(), Columns(), Cage(cells, total)))


def kinds(encoded):
    """Return which kinds of constraints a model has."""
    every = "linear", "table", "exactly_one", "at_most_one", "all_diff"
    constraints = list(encoded.model.proto.constraints)
    return {kind for kind in every if any(getattr(c, f"has_{kind}")() for c in constraints)}


def test_digit_sets_are_literals_with_names():
    encoded = encode_boolean(caged((0, 1, 2), 8))
    names = [variable.name for variable in encoded.model.proto.variables][len(encoded.literals) :]
    assert names == ["r1c1+r1c2+r1c3={1,2,5}", "r1c1+r1c2+r1c3={1,3,4}"]
    assert "linear" not in kinds(encoded)


def test_digit_sets_that_the_candidates_rule_out_have_no_literal():
    marks = tuple(0b111111111 if cell > 2 else 0b000010011 for cell in range(81))
    puzzle = caged((0, 1, 2), 8)
    encoded = encode_boolean(Puzzle(puzzle.grid, marks=marks, rules=puzzle.rules))
    assert len(encoded.model.proto.variables) == len(encoded.literals) + 1


def test_sums_whose_cells_may_repeat_stay_sums():
    encoded = encode_boolean(saying(Linear(((1, 0), (1, 1)), "==", 4)))
    assert "linear" in kinds(encoded)


# --- templates -----------------------------------------------------------------------------------


def domains(template):
    return [list(variable.domain) for variable in template.encoded.model.proto.variables]


def speaking(template):
    """Return the constraints that are not empty."""
    constraints = map(str, template.encoded.model.proto.constraints)
    return [constraint for constraint in constraints if constraint.strip()]


CAGED = Puzzle(Grid(4, 4), rules=(Rows(), Columns(), Boxes(2, 2), Cage((4, 8, 9), 7)))
SOLUTION = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)


@every_form
def test_a_template_has_the_solutions_of_its_current_puzzle(encode):
    template = Template(encode, CAGED.geometry)
    every = CAGED.grid.full
    for some in ((0b0110, 0b1000), (0b0001, 0b0001), (every, every), (0b1011, every)):
        puzzle = Puzzle(CAGED.grid, marks=(*some, *[every] * 14), rules=CAGED.rules)
        puzzle = puzzle.with_givens({15: 1, 14: 2, 5: 4})
        template.lend(puzzle)
        assert solutions(template.encoded) == brute_force(puzzle)


@every_form
def test_a_template_is_as_new_for_the_next_puzzle(encode):
    template = Template(encode, CAGED.geometry)
    new = domains(template), speaking(template)
    template.lend(CAGED.with_givens({0: 1, 5: 4}))
    template.encoded.block(SOLUTION)
    assert domains(template) != new[0]
    assert speaking(template) != new[1]
    template.lend(CAGED)
    assert (domains(template), speaking(template)) == new


@every_form
def test_blocked_solutions_wear_a_template(encode):
    template = Template(encode, CAGED.geometry)
    for _ in range(MOST_EMPTIED):
        template.encoded.block(SOLUTION)
    template.lend(CAGED)
    assert not template.is_worn
    template.encoded.block(SOLUTION)
    assert template.is_worn


# --- files ---------------------------------------------------------------------------------------

PUZZLE = classic(EASY)


@pytest.mark.parametrize("encode", [encode_integer, encode_boolean])
def test_the_text_is_read_back(encode):
    encoded, again = encode(PUZZLE), CpModel()
    assert again.proto.parse_text_format(serialize(encoded).decode())
    assert str(again.proto) == str(encoded.model.proto)


def test_the_binary_form_is_the_same_model():
    encoded = encode_integer(PUZZLE)
    read = cp_model_pb2.CpModelProto.FromString(serialize(encoded, binary=True))
    assert [variable.name for variable in read.variables][:2] == ["r1c1", "r1c2"]
    assert len(read.constraints) == len(encoded.model.proto.constraints)
