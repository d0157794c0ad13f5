"""Auxiliary layers are not part of the answer: fillings that differ only there are one solution."""

from dataclasses import replace

import pytest
from oracle import brute_force

import nonet
from nonet.encodings import cnf, dimacs
from nonet.formats import write_values
from nonet.model.grid import Grid, Layer
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind, Verdict
from nonet.rules import Columns, ConnectedValues, ExtraRegion, Rows, Sum
from nonet.solvers import find_backend
from nonet.system.errors import PuzzleError

#: Two layers. The answer is the board and the single cell `mark.1`.
HELPED = (
    Puzzle(Grid(2, 2, range(1, 4)), rules=(Rows(), Columns()))
    .with_layer("shade", [1, 2], auxiliary=True)
    .with_layer("mark", size=1)
    .with_rules(
        ConnectedValues([2], layer="shade"),
        Sum("r1c1 shade.r1c1 mark.1", 5),
        ExtraRegion("r2c2 shade.r2c2"),
    )
    .with_givens({"r1c1": 2})
)
ANSWERS = set(map(HELPED.grid.answer, brute_force(HELPED)))
GOAL = min(ANSWERS)
#: The same with one answer, but several fillings.
UNIQUE = HELPED.with_givens(dict(zip(HELPED.grid.answers, GOAL, strict=True)))


def answers_of(puzzle, **how):
    return [puzzle.grid.answer(solution) for solution in nonet.solutions(puzzle, **how)]


def test_the_answer_leaves_out_auxiliary_cells():
    assert HELPED.grid.names(HELPED.grid.answers) == "r1c1 r1c2 r2c1 r2c2 mark.1"
    assert Grid(2, 2, layers=(Layer("x"),)).answers == range(8)
    assert 1 < len(ANSWERS) < len(brute_force(HELPED))
    assert len(brute_force(UNIQUE)) > 1


@pytest.mark.parametrize(
    "spec", ["native", "norvig", "dlx", "backtracking", "pysat", "cpsat", "clingo", "auto"]
)
def test_every_kind_of_backend_finds_each_answer_once(spec):
    assert sorted(answers_of(HELPED, backend=spec)) == sorted(ANSWERS)
    assert nonet.check(UNIQUE, spec).kind == "unique"


def test_counts_are_about_answers():
    assert nonet.count(HELPED) == len(ANSWERS)
    assert sorted(answers_of(HELPED, threads=2)) == sorted(ANSWERS)
    assert list(nonet.count_many([UNIQUE, HELPED], limit=3)) == [1, 3]
    assert nonet.estimate(HELPED).interval == (len(ANSWERS),) * 2
    for mode in ("check", "count"):
        raced = nonet.race([UNIQUE, HELPED], ["native", "norvig", "pysat"], mode=mode)
        assert raced.disagreements() == []


def test_a_second_filling_of_the_same_answer_is_a_wrong_answer():
    first, second = sorted(brute_force(UNIQUE))[:2]
    with find_backend("native").open(UNIQUE) as session:
        session.block(first)
        assert session.solve().solution is None
    with pytest.raises(nonet.WrongAnswer, match="twice"):
        nonet.certify(UNIQUE, verdict=Verdict(Kind.MULTIPLE, (first, second)))


def test_candidates_and_differences_are_those_of_answers():
    columns = list(zip(*ANSWERS, strict=True))
    found = nonet.true_candidates(HELPED, cap=99)
    assert [set(found.values(cell)) for cell in HELPED.grid.answers] == list(map(set, columns))
    assert found.kind == "multiple"
    varying = {c for c, held in zip(HELPED.grid.answers, columns, strict=True) if len({*held}) > 1}
    assert set(nonet.find_differences(HELPED).cells) == varying
    assert set(nonet.check(HELPED).differences) <= varying


def test_givens_are_added_and_removed_in_answers_only():
    completed = nonet.fewest_givens(HELPED).completed
    assert nonet.check(completed).kind == "unique"
    fillings = [each for each in brute_force(HELPED) if HELPED.grid.answer(each) == GOAL]
    assert len({len(nonet.fewest_givens(HELPED, filling).givens) for filling in fillings}) == 1
    assert nonet.check(nonet.minimise(UNIQUE).reduced).kind == "unique"
    [made] = nonet.generate(HELPED, seed=1)
    for puzzle in (completed, made.puzzle):
        assert puzzle.grid.answer(puzzle.givens) != (None,) * 5
        assert set(puzzle.givens[4:8]) == {None}


def test_one_answer_is_proved_and_explained(tmp_path):
    nonet.certify(UNIQUE).write(tmp_path / "proof")
    assert nonet.verify(tmp_path / "proof").claim == "unique"
    assert len(nonet.certify(HELPED, every=True).solutions) == len(ANSWERS)
    [made] = nonet.generate(HELPED, seed=1)
    path = nonet.explain(made.puzzle)
    assert HELPED.grid.answer(path.steps[-1].after.values) == HELPED.grid.answer(made.solution)
    assert nonet.hint(made.puzzle).step == path.steps[0]
    assert nonet.explain(UNIQUE).steps == ()


def test_hints_accept_each_filling_of_the_answer():
    given = nonet.fewest_givens(HELPED).completed
    fillings = brute_force(given)
    for cell in sorted({*HELPED.grid.cells} - {*HELPED.grid.answers}):
        for value in (1, 2):
            found = nonet.hint(given, given.with_givens({cell: value}))
            assert found.wrong == (() if value in {f[cell] for f in fillings} else ((cell, value),))
            others = tuple(
                m & ~HELPED.grid.bit(value) if c == cell else m for c, m in enumerate(given.marks)
            )
            is_possible = any(filling[cell] != value for filling in fillings)
            assert (nonet.hint(given, replace(given, marks=others)).missing == ()) == is_possible


def test_json_and_dimacs_tell_which_layers_are_auxiliary():
    assert nonet.parse(nonet.write(HELPED, "json"), format="json") == HELPED
    lines = list(dimacs.write(cnf.encode(HELPED)))
    assert lines[1:3] == ["c nonet auxiliary shade board 1 2", "c nonet layer mark 1"]
    with pytest.raises(PuzzleError, match="iss cannot express auxiliary layers; json can"):
        nonet.write(HELPED, "iss")


def test_an_expected_solution_may_have_other_auxiliary_values():
    fillings = [write_values(UNIQUE.grid, each) for each in brute_force(UNIQUE)]
    wrong = "3" + fillings[0][1:]
    table = {"puzzle": [nonet.write(UNIQUE, "json")] * 5, "solution": [*fillings, wrong][-5:]}
    assert nonet.read_table(table).answers().compared == ["same"] * 4 + ["differs"]
