"""The race: everyone on the same puzzles, and whoever contradicts another is named."""

from dataclasses import replace

import pytest
from examples import EASY, brute_force, classic, pattern

from nonet.errors import TooLarge
from nonet.racing import line_up, race
from nonet.solvers import (
    Answer,
    Backend,
    BackendError,
    Family,
    Limits,
    SolverCrashed,
    Status,
    register,
)
from nonet.solvers.registry import _registered
from nonet.solvers.satsolvers import missing

UNIQUE, OPEN = classic("1234341221434..."), classic("1234............")
TWO = ["norvig", "pysat"]


class Says:
    """An engine that always says the same."""

    def __init__(self, answer):
        self.answer = answer

    def solve(self, limits):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def block(self, solution):
        pass

    def close(self):
        pass


@pytest.fixture
def plant():
    """Plants contestants, and takes them away again."""
    planted = []

    def add(name, answer):
        build = lambda variant, options: Backend(name, lambda puzzle, seed: Says(answer))  # noqa: E731
        register(Family(name, list, build))
        planted.append(name)
        return name

    yield add
    for name in planted:
        del _registered[name]


def test_all_run_on_each_puzzle_in_turn():
    seen = []
    result = race([UNIQUE, OPEN], TWO, progress=seen.append)
    assert [(run.puzzle, run.contestant) for run in seen] == [
        (puzzle, contestant) for puzzle in (0, 1) for contestant in result.contestants
    ]
    assert list(result.runs) == seen
    assert [run.kind for run in seen] == ["unique", "unique", "multiple", "multiple"]
    assert result.disagreements() == []


def test_two_names_of_one_contestant_are_one():
    assert race([UNIQUE], ["cpsat", "cpsat:integer"]).contestants == ("cpsat:integer",)


def test_a_liar_is_named_with_those_that_it_contradicts(plant):
    plant("liar", Answer(Status.UNSATISFIABLE))
    result = race([UNIQUE], ["norvig", "liar"])
    [dispute] = result.disagreements()
    assert dispute.startswith("puzzle 1: norvig: unique 1 2 3 4")
    assert dispute.endswith("; liar: none")
    assert {score.disputed for score in result.scores()} == {("puzzle 1",)}


def test_a_wrong_grid_is_no_answer(plant):
    plant("wrong", Answer(Status.SATISFIED, (1,) * 16))
    result = race([UNIQUE], ["norvig", "wrong"])
    run = result.runs[1]
    assert (run.wrong, run.verdict, run.kind) == (True, None, "unknown")
    assert run.error.startswith("wrong gave a wrong grid: ")
    assert result.scores()[-1].wrong == ("puzzle 1",)


@pytest.mark.parametrize("error", [SolverCrashed("it died"), TooLarge("too large")])
def test_who_fails_does_not_end_the_race(plant, error):
    plant("failing", error)
    result = race([UNIQUE, OPEN], ["failing", "norvig"])
    assert [run.error for run in result.runs] == [str(error), None, str(error), None]
    assert result.scores()[-1].failed == ("puzzle 1", "puzzle 2")
    assert result.disagreements() == []


def test_unknown_contradicts_nobody():
    result = race([classic(EASY)], ["norvig", "backtracking"], Limits(nodes=5))
    assert [run.kind for run in result.runs] == ["unique", "unknown"]
    assert result.disagreements() == []


def test_most_solved_comes_first_then_the_quickest(plant):
    plant("clueless", Answer(Status.UNKNOWN))
    first, *_, last = race([UNIQUE, OPEN], ["clueless", "norvig", "pysat"]).scores()
    assert (first.solved, last.contestant, last.solved, last.median) == (2, "clueless", 0, None)


def test_a_puzzle_is_named_by_its_label():
    board = tuple(value + 1 for value in pattern(2, 2))
    labelled = classic("".join(map(str, board)))
    assert race([labelled], ["norvig"]).name(0) == "puzzle 1"


def test_where_nobody_is_named_one_of_each_kind_races():
    families = {spec.partition(":")[0] for spec in line_up()}
    assert families >= {"norvig", "heuristic", "backtracking", "pysat", "cpsat"}


def test_an_unknown_contestant_is_an_error_before_anyone_starts():
    with pytest.raises(BackendError, match="no backend 'norwig'; did you mean norvig"):
        race([UNIQUE], ["norvig", "norwig"])


class Recites(Says):
    """An engine that gives one answer after the other."""

    def __init__(self, answers):
        self.answers = list(answers)

    def solve(self, limits):
        return self.answers.pop(0)


@pytest.fixture
def recite(plant):
    """Plants contestants that find these grids of every puzzle, and say that there is no other."""

    def add(name, *grids):
        plant(name, None)
        found = [Answer(Status.SATISFIED, grid) for grid in grids]
        answers = [*found, Answer(Status.UNSATISFIABLE)]
        family = Family(name, list, lambda *_: Backend(name, lambda *_: Recites(answers)))
        _registered[name] = family
        return name

    return add


def test_a_grid_said_to_be_the_only_one_contradicts_several_and_other_grids(recite):
    first, second, *_ = sorted(brute_force(OPEN))
    recite("one", first)
    recite("other", second)
    result = race([OPEN], ["one", "norvig", "other"])
    assert [run.kind for run in result.runs] == ["unique", "multiple", "unique"]
    [dispute] = result.disagreements()
    for name, claim in (("one", "unique 1 2 3 4 3"), ("norvig", "multiple"), ("other", "unique")):
        assert f"{name}: {claim}" in dispute
    assert {score.disputed for score in result.scores()} == {("puzzle 1",)}


def test_other_witnesses_of_several_solutions_contradict_nobody(recite):
    first, second, third, fourth, *_ = sorted(brute_force(OPEN))
    recite("low", first, second)
    recite("high", fourth, third)
    assert race([OPEN], ["low", "high", "norvig"]).disagreements() == []


def test_a_label_names_the_puzzle_in_what_is_said_of_it(plant):
    plant("liar", Answer(Status.UNSATISFIABLE))
    labelled = replace(UNIQUE, meta=(("label", "Escargot"),))
    result = race([OPEN, labelled], ["norvig", "liar"])
    assert [result.name(number) for number in (0, 1)] == ["puzzle 1", "Escargot"]
    assert [dispute.split(":")[0] for dispute in result.disagreements()] == ["puzzle 1", "Escargot"]
    assert {score.disputed for score in result.scores()} == {("puzzle 1", "Escargot")}


def test_a_limit_that_a_contestant_cannot_keep_is_its_failure():
    if reason := missing("lingeling"):
        pytest.skip(reason)
    result = race([UNIQUE], ["pysat:lingeling", "norvig"], Limits(nodes=10**6))
    failed, answered = result.runs
    assert failed.error == "pysat:lingeling cannot limit its conflicts, only seconds"
    assert (failed.wrong, failed.kind, answered.kind) == (False, "unknown", "unique")
