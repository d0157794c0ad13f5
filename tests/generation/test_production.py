"""Generated puzzles are unique for two backends, fit the request, and depend only on the seed."""

from itertools import islice
from threading import Event, Timer

import numpy as np
import pytest
from clocks import processor_seconds

from nonet import rules
from nonet.formats import classic
from nonet.generation import (
    Made,
    Request,
    Symmetry,
    Unmet,
    attempts,
    empty_board,
    generate,
    production,
    second_opinion,
)
from nonet.generation.request import orbits
from nonet.model.grid import Grid
from nonet.questions.uniqueness import Kind, check
from nonet.solvers import SolverCrashed, WrongAnswer, native
from nonet.system.errors import PuzzleError
from nonet.validity import violations

EMPTY = classic(order=3)
SMALL = classic(order=2)
needs_native = pytest.mark.skipif(native.missing() is not None, reason="needs the native engine")


def assert_symmetric(made, symmetry):
    for one in made:
        for orbit in orbits(one.puzzle.grid, Symmetry(symmetry)):
            assert len({one.puzzle.givens[cell] is None for cell in orbit}) == 1


@pytest.mark.parametrize("symmetry", Symmetry)
def test_symmetries_of_small_boards(symmetry):
    for model in (SMALL, SMALL.with_rules(rules.Diagonals())):
        made = list(generate(model, 5, seed=3, symmetry=symmetry))
        assert_symmetric(made, symmetry)
        assert {check(one.puzzle, "norvig").kind for one in made} == {Kind.UNIQUE}


@pytest.mark.parametrize(
    ("symmetry", "sizes"),
    [
        *(("none", {1: 81}), ("rotational", {1: 1, 2: 40}), ("rotational90", {1: 1, 4: 20})),
        *(("horizontal", {1: 9, 2: 36}), ("vertical", {1: 9, 2: 36}), ("diagonal", {1: 9, 2: 36})),
        ("dihedral", {1: 1, 4: 8, 8: 6}),
    ],
)
def test_orbits_of_a_9x9_board(symmetry, sizes):
    found = orbits(Grid(9, 9), Symmetry(symmetry))
    assert sorted(cell for orbit in found for cell in orbit) == list(range(81))
    lengths = list(map(len, found))
    assert {size: lengths.count(size) for size in lengths} == sizes


@pytest.mark.parametrize(
    "asked",
    [{}, {"symmetry": "rotational", "minimal": True}, {"clues": 26}, {"difficulty": "singles"}],
    ids=str,
)
@needs_native
def test_puzzles_are_the_same_in_a_batch_and_one_by_one(asked, monkeypatch):
    together = list(generate(EMPTY, 3, seed=5, **asked))
    monkeypatch.setattr(attempts, "is_batched", lambda request: False)
    monkeypatch.setattr(production, "is_batched", lambda request: False)
    assert list(generate(EMPTY, 3, seed=5, **asked)) == together
    assert list(generate(EMPTY, 1, seed=5, backend="norvig", **asked)) == together[:1]


@needs_native
def test_a_larger_count_begins_with_the_same_puzzles():
    assert list(generate(EMPTY, 2, seed=5)) == list(islice(generate(EMPTY, 300, seed=5), 2))
    assert list(generate(EMPTY, 2, seed=5)) != list(generate(EMPTY, 2, seed=6))


@pytest.mark.slow
@pytest.mark.parametrize("model", [EMPTY, SMALL.with_rules(rules.Diagonals())], ids=["9×9", "4×4"])
def test_two_jobs_make_the_same_puzzles_in_the_same_order(model):
    assert list(generate(model, 100, seed=5, jobs=2)) == list(generate(model, 100, seed=5))


def test_a_number_of_clues():
    assert {one.clues for one in generate(EMPTY, 5, seed=1, clues=30)} == {30}
    assert {one.clues for one in generate(EMPTY, 5, seed=1, clues=(22, 23))} <= {22, 23}
    rotational = list(generate(EMPTY, 5, seed=1, clues=31, symmetry="rotational"))
    assert {one.clues for one in rotational} == {31}
    assert_symmetric(rotational, "rotational")
    assert [one.clues for one in generate(EMPTY, 1, seed=1, clues=81)] == [81]


def test_fewest_clues_of_all_attempts():
    [few] = generate(SMALL, 1, seed=1, fewest=True, attempts=60)
    assert few.clues == 4  # no 4×4 puzzle has fewer clues


def test_difficulty_as_measured():
    easy = list(generate(EMPTY, 5, seed=1, difficulty="singles, depth=-15"))
    hard = list(generate(EMPTY, 5, seed=1, difficulty="nodes=10-"))
    assert all(one.difficulty.singles and one.difficulty.depth <= 15 for one in easy)
    assert all(one.difficulty.nodes >= 10 for one in hard)


def test_a_pattern_of_clues():
    pattern = [cell for cell in range(81) if cell % 3 != cell // 9 % 4]
    for one in generate(EMPTY, 3, seed=1, pattern=pattern):
        assert [c for c, value in enumerate(one.puzzle.givens) if value is not None] == pattern
        assert check(one.puzzle, "norvig").kind is Kind.UNIQUE


@pytest.mark.parametrize(
    "model",
    [
        EMPTY.with_rules(rules.AntiKnight()),
        EMPTY.with_rules(
            rules.Cage((0, 1, 9), 6), rules.Cage((40, 41), 17), rules.Thermo((72, 73, 74, 75))
        ),
        classic(boxes=(2, 3)),
        classic(order=4),
        classic("123456789" + "." * 72),
        SMALL.with_rules(
            rules.Skyscraper("r1c1-r1c4", 3), rules.Quadruple("r2c2 r2c3 r3c2 r3c3", [1, 1])
        ),
        SMALL.with_rules(
            rules.Either(
                rules.Walk("r4c1-r4c4", 0, lambda s, v: s * 2 + v, lambda s: s % 3 == 0),
                rules.Pairs("r1c1 r2c1 r3c1", lambda a, b: a < b),
            )
        ),
    ],
    ids=["antiknight", "cages", "6×6", "16×16", "first row given", "4×4", "own rules"],
)
def test_every_model(model):
    for one in generate(model, 2, seed=1):
        assert one.puzzle.rules == model.rules
        assert violations(one.puzzle, one.solution) == []
        given = zip(model.givens, one.puzzle.givens, strict=True)
        assert all(first is None or first == second for first, second in given)
        verdict = check(one.puzzle, "pysat")
        assert (verdict.kind, verdict.solution) == (Kind.UNIQUE, one.solution)
    if len(model.grid.values) == 9:
        [one] = generate(model, 1, seed=1, minimal=True)
        for cell, value in enumerate(one.puzzle.givens):
            if value is not None and model.givens[cell] is None:
                assert check(one.puzzle.with_givens({cell: None})).kind is Kind.MULTIPLE


@pytest.mark.slow
def test_25x25():
    [one] = generate(classic(order=5), 1, seed=1, clues=450)
    assert one.clues == 450


def test_unmet_requests_report_what_the_attempts_had():
    with pytest.raises(Unmet, match=r"puzzle 1 .*in 40 attempts, 40 had another number of clues"):
        list(generate(EMPTY, 2, seed=1, clues=17, attempts=40))
    with pytest.raises(Unmet, match=r"in 3 attempts, 3 had another difficulty: nodes \d"):
        list(generate(EMPTY, 1, seed=1, difficulty="nodes=1000000-", attempts=3))
    with pytest.raises(Unmet, match=r"in 2 attempts, 2 had several solutions"):
        list(generate(EMPTY, 1, seed=1, pattern=range(9), attempts=2))


@pytest.mark.parametrize(
    ("asked", "change", "more"),
    [
        ({"clues": 17}, ("clues",), "attempts"),
        ({"clues": 17, "minimal": True}, ("clues", "minimal"), "attempts"),
        ({"minimal": True, "symmetry": "rotational"}, ("minimal", "symmetry"), "attempts"),
        ({"pattern": range(9)}, ("pattern",), "attempts"),
        ({"difficulty": "nodes=1000000-"}, ("difficulty",), "attempts"),
        ({"hardest_step": 99}, ("hardest_step",), "attempts"),
        ({"clues": 17, "seconds": 0}, (), "seconds"),
    ],
)
def test_unmet_requests_name_the_arguments_to_change(asked, change, more):
    with pytest.raises(Unmet) as found:
        list(generate(EMPTY, seed=1, attempts=1, **asked))
    assert (found.value.change, found.value.more) == (change, (more,))
    changes = f"change {' or '.join(change)}, or " if change else ""
    assert str(found.value).endswith(f"; {changes}allow more {more}")


@pytest.mark.parametrize("backend", ["auto", "norvig", "heuristic"])
def test_seconds_limit_every_part_of_an_attempt(backend):
    board = classic(order=5).with_givens({0: 1})
    with pytest.raises(Unmet, match="then the time was up"), processor_seconds(10):
        list(generate(board, seed=1, seconds=0.2, backend=backend))


def test_the_puzzles_before_an_unmet_one_are_made():
    made = generate(SMALL, 99, seed=1, clues=4, attempts=2)
    alone = [attempt_of(index) for index in range(20)]
    first = alone.index(None)
    assert first > 0
    assert [next(made) for _ in range(first)] == alone[:first]
    with pytest.raises(Unmet, match=f"puzzle {first + 1} ") as unmet:
        next(made)
    assert unmet.value.index == first


def attempt_of(index):
    """Return the outcome for one puzzle alone, or None if the request is not met."""
    request = Request(SMALL, clues=(4, 4), attempts=2)
    [outcome] = production.Work(request, 1)(range(index, index + 1))
    return outcome if isinstance(outcome, Made) else None


#: The error of each kind of wrong request, and requests with its words.
REFUSED = {
    PuzzleError: [
        ({"clues": 82}, "82 clues do not fit on a board of 81 cells"),
        ({"clues": 30, "fewest": True}, "exclude each other"),
        ({"attempts": 0}, "attempts is 0, but must be at least 1"),
        ({"pattern": [0], "clues": 1}, "already decides the number of clues"),
        ({"pattern": [81]}, "cell 81 is outside the 9×9 grid"),
        ({"hardest_step": 0}, "no hardest step costs 0, because every step costs at least 1"),
        ({"hardest_step": (0, 0)}, "no hardest step costs 0, because every step costs at least 1"),
        ({"clues": -1}, "clues from -1: the range must start at 0"),
        ({"clues": (30, 20)}, "clues from 30 to 20: the range is empty"),
        ({"hardest_step": (-1, 5)}, "a hardest step from -1: the range must start at 0"),
        ({"hardest_step": (5, 1)}, "a hardest step from 5 to 1: the range is empty"),
        ({"difficulty": (5.0, 3.0)}, "an ER from 5.0 to 3.0: the range is empty"),
        ({"symmetry": "mirror"}, "the symmetry must be one of none, rotational, .*, not 'mirror'"),
        ({"difficulty": "fiendish"}, "an ER .* singles, search, nodes=A-B, depth=A-B"),
    ],
    TypeError: [
        ({"clues": "25-30"}, "clues: '25-30' is not a range. Pass two"),
        ({"clues": (25, 30, 35)}, r"clues: \(25, 30, 35\) is not a range"),
        ({"clues": ()}, r"clues: \(\) is not a range"),
        ({"hardest_step": "x"}, "a hardest step: 'x' is not a range"),
        ({"difficulty": 3.0}, "an ER: 3.0 is not a range"),
        ({"clues": 5.0}, r"the number of clues is a whole number, not 5\.0"),
        ({"clues": True}, "the number of clues is a whole number, not True"),
        ({"hardest_step": True}, "the cost of the hardest step is a whole number, not True"),
        ({"count": 2.5}, r"the count is a whole number, not 2\.5"),
        ({"jobs": 1.5}, r"the number of jobs is a whole number, not 1\.5"),
        ({"attempts": 2.5}, r"the number of attempts is a whole number, not 2\.5"),
        ({"seed": "x"}, "the seed is a whole number, not 'x'"),
        ({"seconds": "x"}, "seconds"),
    ],
    ValueError: [({"count": -1}, "count"), ({"jobs": 0}, "jobs"), ({"seconds": -1}, "seconds")],
}


@pytest.mark.parametrize(
    ("error", "asked", "said"), [(error, *each) for error in REFUSED for each in REFUSED[error]]
)
def test_wrong_requests_are_refused(error, asked, said):
    with pytest.raises(error, match=said):
        generate(EMPTY, **asked)  # refuse at once, not at the first puzzle


def test_no_puzzles_may_be_asked_for():
    assert list(generate(EMPTY, count=0)) == []


def test_fewer_clues_than_the_model_gives_are_refused():
    model = classic("12..34..........")
    with pytest.raises(
        PuzzleError, match="at most 3 clues are wanted, but every puzzle has the 4 givens"
    ):
        generate(model, clues=3)
    [made] = generate(model, clues=(3, 6), seed=1)
    assert 4 <= made.clues <= 6


def test_numbers_may_be_of_numpy():
    for clues in (np.int64(6), (np.int64(6), np.int64(6))):
        made = list(generate(SMALL, 3, seed=np.int64(7), clues=clues))
        assert made == list(generate(SMALL, 3, seed=7, clues=6))


def test_an_impossible_symmetry_is_refused():
    model = classic(boxes=(2, 3))
    tall = Grid(4, 6)
    assert len(orbits(model.grid, Symmetry.DIHEDRAL)) > 1
    with pytest.raises(PuzzleError, match="needs a square board, not 4×6"):
        orbits(tall, Symmetry.ROTATIONAL90)


def test_a_puzzle_that_fails_the_second_check_is_an_error(monkeypatch):
    other = second_opinion(Request(SMALL))
    verdict = check(SMALL)
    monkeypatch.setattr(production, "check_many", lambda puzzles, _: [verdict for _ in puzzles])
    with pytest.raises(WrongAnswer, match=f"{other} is multiple"):
        list(generate(SMALL))


@pytest.mark.parametrize("spec", [None, "norvig", "pysat", "pysat:glucose4", "cpsat"])
def test_the_second_opinion_is_of_another_kind(spec):
    request = Request(SMALL, backend=spec)
    digs, checks = attempts.digger(request).spec, second_opinion(request)
    assert digs.split(":")[0] != checks.split(":")[0]


def test_outcomes_are_in_order(monkeypatch):
    first, second, third = (Made(index, SMALL, (1,) * 16, 1) for index in range(3))
    found = iter([[third], [first], [], [second]])
    monkeypatch.setattr(production.Work, "_round", lambda *_: next(found))
    assert list(production.Work(Request(SMALL), 0)(range(3))) == [first, second, third]


@pytest.mark.parametrize("jobs", [1, 2])
def test_cancelled_work_ends(jobs):
    """The work would take hours, because no puzzle has so few clues."""
    cancel = Event()
    Timer(0.3, cancel.set).start()
    made = generate(EMPTY, 257, clues=17, attempts=10**6, jobs=jobs, cancel=cancel)
    assert list(made) == []


def test_rules_that_other_processes_cannot_import_are_an_error():
    class Local(rules.Rows):
        pass

    puzzle = SMALL.with_rules(Local())
    with pytest.raises(SolverCrashed, match=r"cannot make these puzzles: .*Local.*your own rules"):
        list(generate(puzzle, 257, jobs=2))


def test_rules_by_name():
    assert empty_board("Diagonal, anti-knight") == empty_board("antiknight,diagonals")
    assert empty_board("windoku", order=2).rules[-1].name == "windoku"
    # Parameters with a default value are optional.
    assert empty_board("non-consecutive, knightmare").rules[3:] == (
        rules.Knightmare(),
        rules.NonConsecutive(),
    )
    assert empty_board("disjointgroups", boxes=(2, 3)).rules[-1] == rules.DisjointGroups(2, 3)
    with pytest.raises(PuzzleError, match="no rule 'antinight'; did you mean 'antiknight'"):
        empty_board("antinight")
    with pytest.raises(PuzzleError, match="thermo needs its cells"):
        empty_board("thermo")


def test_cells_of_layers_are_clues():
    model = classic(order=2).with_layer("shade", [1, 2]).yinyang([2], layer="shade")
    model = model.with_layer("extra", size=1).sum("extra.1 r1c1", 5)
    [made] = generate(model, seed=1, symmetry="rotational")
    clues = {cell for cell, value in enumerate(made.puzzle.givens) if value is not None}
    assert check(made.puzzle).kind == "unique"
    assert clues & set(model.grid.layer("shade"))
    for first in (0, 16):  # the board and the shading
        assert {first + 15 - (cell - first) for cell in clues if cell - first in range(16)} <= clues
