"""A tiny evaluator reads the pseudo-Boolean constraints, and finds the right solutions."""

import operator
import re
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, product

import pytest
from breadth import tried
from examples import case, classic, says, share_or_whole
from extremes import extremes
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force
from ortools.sat.python.cp_model import OPTIMAL, CpModel, CpSolver
from strategies import puzzles, raw_puzzles, static

from nonet.encodings.opb import write
from nonet.model.constraints import AllDifferent, Linear, Relation
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Cage

HEADER = re.compile(r"\* #variable= (\d+) #constraint= (\d+)")
CONSTRAINT = re.compile(r"((?:[+-]\d+ x\d+ )+)(=|>=) (-?\d+) ;")
HOLDS = {"=": operator.eq, ">=": operator.ge}


@dataclass
class Opb:
    """A file, read by the definition of the format."""

    variables: int
    constraints: list

    def allows(self, true, marks):
        """Tell whether marks are allowed for some values of the auxiliary variables."""
        if self.variables == marks:
            return all(
                HOLDS[op](sum(factor for factor, variable in terms if variable in true), bound)
                for terms, op, bound in self.constraints
            )
        model, variables = self._model
        model.clear_assumptions()
        model.add_assumptions(
            variables[mark] if mark in true else ~variables[mark] for mark in range(1, marks + 1)
        )
        solver = CpSolver()
        solver.parameters.num_workers = 1
        return solver.solve(model) == OPTIMAL

    @cached_property
    def _model(self):
        model = CpModel()
        variables = [model.new_bool_var("") for _ in range(self.variables + 1)]
        for terms, op, bound in self.constraints:
            model.add(HOLDS[op](sum(factor * variables[of] for factor, of in terms), bound))
        return model, variables


def read(lines):
    header, *rest = lines
    variables, count = map(int, HEADER.fullmatch(header).groups())
    constraints = []
    for line in rest:
        if not line.startswith("*"):
            left, op, bound = CONSTRAINT.fullmatch(line).groups()
            words = left.split()
            factors, names = map(int, words[::2]), [int(word[1:]) for word in words[1::2]]
            assert all(1 <= name <= variables for name in names)
            assert len(set(names)) == len(names), f"{line}: a variable twice"
            constraints.append((list(zip(factors, names, strict=True)), op, int(bound)))
    assert len(constraints) == count
    return Opb(variables, constraints)


def marks(grid, values):
    return {grid.mark(cell, value) for cell, value in enumerate(values)}


def fillings(puzzle):
    choices = [puzzle.grid.values if given is None else (given,) for given in puzzle.givens]
    return product(*choices)


def assert_means(puzzle):
    """Assert that exactly the solutions are allowed among all fillings with the givens."""
    opb, solutions = read(write(puzzle)), brute_force(puzzle)
    for values in fillings(puzzle):
        allowed = opb.allows(marks(puzzle.grid, values), puzzle.grid.marks)
        assert allowed == (values in solutions), values


def test_each_kind_of_rule_has_its_solutions(puzzles_of_each_kind):
    for name, puzzle in chain(*puzzles_of_each_kind):
        with case(name):
            assert_means(puzzle)


@share_or_whole("step", 3, 1)
def test_primitives_at_their_extremes(step):
    for puzzle in [*extremes()][::step]:
        with case(puzzle.rules):
            assert_means(puzzle)


@given(puzzle=static(raw_puzzles()))
@tried(40)
def test_any_primitives(puzzle):
    assert_means(puzzle)


@given(puzzle=static(puzzles()), data=st.data())
def test_random_puzzles(puzzle, data):
    opb, solutions = read(write(puzzle)), brute_force(puzzle)
    for solution in solutions:
        assert opb.allows(marks(puzzle.grid, solution), puzzle.grid.marks)
    values = st.sampled_from(puzzle.grid.values)
    for _ in range(5):
        near = list(data.draw(st.sampled_from(sorted(solutions)))) if solutions else []
        near = near or [data.draw(values) for _ in puzzle.grid.cells]
        near[data.draw(st.sampled_from(puzzle.grid.cells))] = data.draw(values)
        assert opb.allows(marks(puzzle.grid, near), puzzle.grid.marks) == (tuple(near) in solutions)


@pytest.mark.parametrize(
    "puzzle",
    [
        says(Grid(1, 3), AllDifferent((0, 1, 2)), Linear(((1, 0), (1, 1)), ">=", 4)),
        says(Grid(1, 3), Relation(0, 2, frozenset({(1, 2), (3, 3)}))),
        says(Grid(1, 3), Linear(((2, 0), (-1, 1), (1, 0)), "==", 1)),
        says(Grid(1, 3, range(3)), Linear(((1, 0), (-1, 0)), "==", 0)),
        says(Grid(1, 3), Linear((), "<=", -1)),
        Puzzle(Grid(2, 2), marks=(3, 0, 3, 3)),
    ],
    ids=["sum", "pairs", "repeated", "cancelled", "nothing", "no mark"],
)
def test_no_other_assignment_of_the_variables_is_allowed(puzzle):
    """The constraints also refuse marks that give a cell no value or two values."""
    opb, grid = read(write(puzzle)), puzzle.grid
    alive = [mark for mark in range(1, grid.marks + 1) if puzzle.domains[grid.unmark(mark)[0]]]
    allowed = []
    for signs in product((False, True), repeat=len(alive)):
        true = {mark for mark, sign in zip(alive, signs, strict=True) if sign}
        if opb.allows(true, grid.marks):
            allowed.append(true)
    expected = [marks(grid, solution) for solution in brute_force(puzzle)]
    assert sorted(map(sorted, allowed)) == sorted(map(sorted, expected))


def test_a_small_file_word_for_word():
    puzzle = Puzzle(Grid(1, 2, range(4, 6)), rules=(Cage((0, 1), 9),))
    assert list(write(puzzle)) == [
        "* #variable= 4 #constraint= 5",
        "* nonet grid 1 2 4 5",
        "* nonet mark 1 r1c1=4",
        "* nonet mark 2 r1c1=5",
        "* nonet mark 3 r1c2=4",
        "* nonet mark 4 r1c2=5",
        "+1 x1 +1 x2 = 1 ;",
        "+1 x3 +1 x4 = 1 ;",
        "+1 x1 +1 x3 = 1 ;",
        "+1 x2 +1 x4 = 1 ;",
        "+4 x1 +5 x2 +4 x3 +5 x4 = 9 ;",
    ]


def test_the_size_of_an_empty_board():
    opb = read(write(classic("." * 81)))
    assert (opb.variables, len(opb.constraints)) == (729, 81 + 27 * 9)


def test_a_sum_is_one_constraint_however_large_its_numbers():
    linear = Linear(((10**30, 0), (-(10**30), 1)), "<=", 0)
    assert_means(says(Grid(1, 2), linear))
    assert len(read(write(says(Grid(1, 2), linear))).constraints) == 2 + 1
