"""What CP-SAT promises, asked puzzle by puzzle or in a stream: verdicts, limits, seeds, Ctrl-C."""

import random
import subprocess
import sys
from contextlib import closing
from unittest import mock

import pytest
from breadth import tried
from clocks import processor_seconds
from examples import pattern, rule_puzzles, some_or_all
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force
from ortools.sat.python.cp_model import Domain
from strategies import puzzles as random_puzzles

from nonet.encodings.cpsat import encode_integer, template
from nonet.errors import TooLarge
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import (
    AntiKing,
    AntiKnight,
    Boxes,
    Cage,
    Columns,
    Diagonals,
    Even,
    ExtraRegion,
    NonConsecutive,
    Rows,
    Thermo,
)
from nonet.solvers import (
    BackendError,
    BackendUnavailable,
    Limits,
    LimitUnsupported,
    PhaseClock,
    Status,
    find_backend,
    norvig,
)
from nonet.solvers.cpsat import PROVIDER, runner
from nonet.solvers.cpsat.runner import Parameters, Runner

VARIANTS = ["integer", "integer/table", "boolean", "linked"]
every_variant = pytest.mark.parametrize("variant", VARIANTS)

SUDOKU = Puzzle(Grid(9, 9), rules=(Rows(), Columns(), Boxes(3, 3)))
#: Twelve cells that differ two by two, eleven values: to refute it, clauses must count pigeons.
PIGEONS = Puzzle(
    Grid(1, 12, range(11)),
    rules=tuple(ExtraRegion((a, b)) for b in range(12) for a in range(b)),
)


def printed(line):
    return SUDOKU.with_givens({cell: int(v) for cell, v in enumerate(line) if v != "."})


#: Arto Inkala's of 2010, and AI Escargot: hard, and each has one solution.
HARD = [
    printed("..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.."),
    printed("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."),
]


def contestant(variant):
    return find_backend(f"cpsat:{variant}")


def session(variant, puzzle, seed=0):
    return contestant(variant).open(puzzle, seed=seed)


def solutions(asked):
    found = set()
    while (answer := asked.solve()).status is Status.SATISFIED:
        assert answer.solution not in found
        found.add(answer.solution)
        asked.block(answer.solution)
    assert answer.status is Status.UNSATISFIABLE
    assert answer.solution is None
    return found


def by_norvig(puzzle):
    return {solution for solution in norvig.search(puzzle, 0) if solution}


@every_variant
@pytest.mark.parametrize("puzzle", HARD, ids=["Inkala", "Escargot"])
def test_a_hard_sudoku_has_the_one_solution_that_norvig_finds(variant, puzzle):
    assert solutions(session(variant, puzzle)) == by_norvig(puzzle)


@every_variant
@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "clues"),
    [
        (Diagonals(), {}),
        (AntiKing(), {35: 4}),
        (NonConsecutive(), None),
        (Thermo((0, 7, 14)), {28: 6, 30: 2, 35: 4}),
        (Cage((0, 1, 6, 7), 13), {13: 4, 28: 6, 30: 2, 35: 4}),
        (ExtraRegion((0, 7, 14, 21, 28)), {28: 6, 30: 2, 35: 4}),
    ],
    ids=str,
)
def test_on_a_6_by_6_board_every_variant_finds_what_norvig_finds(variant, rule, clues):
    givens = {} if clues is None else {cell: cell + 1 for cell in range(6)} | clues
    puzzle = Puzzle(Grid(6, 6), rules=(Rows(), Columns(), Boxes(2, 3), rule)).with_givens(givens)
    expected = by_norvig(puzzle)
    assert len(expected) > 1
    assert solutions(session(variant, puzzle)) == expected


@every_variant
@pytest.mark.slow
def test_a_board_with_more_than_16_values_is_solved(variant):
    puzzle = Puzzle(Grid(25, 25), rules=(Rows(), Columns(), Boxes(5, 5), AntiKnight()))
    assert session(variant, puzzle).solve().status is Status.SATISFIED


@every_variant
def test_a_session_goes_on_answering_after_everything_is_blocked(variant):
    with session(variant, Puzzle(Grid(2, 2), rules=(Rows(), Columns()))) as asked:
        assert len(solutions(asked)) == 2
        assert asked.solve().status is Status.UNSATISFIABLE


@every_variant
@pytest.mark.parametrize("cell", [0, 3])
def test_a_cell_without_candidates_is_unsatisfiable(variant, cell):
    marks = tuple(0 if other == cell else 0b11 for other in range(4))
    puzzle = Puzzle(Grid(2, 2), marks=marks, rules=(Rows(), Columns()))
    assert session(variant, puzzle).solve().status is Status.UNSATISFIABLE


@every_variant
def test_one_cell_is_a_puzzle(variant):
    assert solutions(session(variant, Puzzle(Grid(1, 1)))) == {(1,)}


@every_variant
@pytest.mark.parametrize(
    "limits", [Limits(nodes=0), Limits(nodes=100), Limits(seconds=0), Limits(seconds=0.05)], ids=str
)
def test_a_limit_that_is_hit_is_no_verdict(variant, limits):
    answer = session(variant, PIGEONS).solve(limits)
    assert answer.status is Status.UNKNOWN
    assert answer.solution is None


@every_variant
@pytest.mark.parametrize(
    ("puzzle", "truth"),
    [
        (HARD[0], Status.SATISFIED),
        (HARD[0].with_givens({0: 9}), Status.UNSATISFIABLE),
    ],
    ids=["satisfiable", "contradictory"],
)
def test_whatever_the_limit_the_verdict_is_right_or_missing(variant, puzzle, truth):
    asked = session(variant, puzzle)
    statuses = [asked.solve(Limits(nodes=nodes)).status for nodes in range(0, 300, 10)]
    assert statuses[0] is Status.UNKNOWN
    assert set(statuses) <= {truth, Status.UNKNOWN}
    assert asked.solve().status is truth


@every_variant
def test_a_limit_of_conflicts_stops_at_the_same_one_every_time(variant):
    runs = [session(variant, PIGEONS).solve(Limits(nodes=500)) for _ in range(2)]
    assert runs[0].counters == runs[1].counters
    assert 500 <= runs[0].counters["num_conflicts"] < 600


@every_variant
def test_a_limit_counts_for_one_solve_only(variant):
    asked = session(variant, HARD[0])
    assert asked.solve(Limits(nodes=0)).status is Status.UNKNOWN
    assert asked.solve().status is Status.SATISFIED


@every_variant
def test_limits_beyond_the_solvers_integers_are_as_good_as_none(variant):
    assert session(variant, HARD[0]).solve(Limits(1e300, 10**30)).status is Status.SATISFIED


@every_variant
def test_the_same_seed_gives_the_same_search(variant):
    for seed in (0, 7, -1, 10**30):
        first, second = (session(variant, SUDOKU, seed).solve() for _ in range(2))
        assert first.solution == second.solution
        assert first.counters == second.counters


@every_variant
def test_each_seed_gives_a_search_of_its_own(variant):
    assert len({session(variant, SUDOKU, seed).solve().solution for seed in range(5)}) == 5


@every_variant
def test_the_seed_does_not_change_the_verdict(variant):
    for seed in range(1, 4):
        assert solutions(session(variant, HARD[0], seed)) == by_norvig(HARD[0])


@every_variant
def test_counters_have_the_names_of_the_solver(variant):
    counters = session(variant, HARD[0]).solve().counters
    assert {"num_conflicts", "num_branches", "num_booleans", "deterministic_time"} <= set(counters)
    assert counters["num_conflicts"] > 0
    assert counters["deterministic_time"] > 0


@every_variant
def test_times_are_split_by_phase(variant):
    asked = session(variant, HARD[0])
    first, again = asked.solve().times, asked.solve().times
    assert min(first.encode, first.solve, first.decode) > 0
    assert again.encode == 0
    assert again.solve > 0


@every_variant
def test_a_board_too_large_is_refused(variant):
    with pytest.raises(TooLarge):
        session(variant, Puzzle(Grid(100, 100), rules=(Rows(), Columns(), Boxes(10, 10)))).solve()


def test_an_invalid_model_is_a_bug_and_no_verdict():
    encoded = encode_integer(SUDOKU)
    encoded.model.new_int_var_from_domain(Domain.from_values([]), "nothing")
    cpsat = Runner(PhaseClock(), Parameters(), quick=True)
    with pytest.raises(RuntimeError, match="no answer but MODEL_INVALID"):
        cpsat.run(encoded, Limits())


# --- limits of time -----------------------------------------------------------------------------

#: A search that nobody waits for, on a board whose full grid was shuffled.
HOLES = Grid(36, 36)


def with_holes(share, seed):
    """Return a 36×36 puzzle with a share of the cells empty."""
    chance = random.Random(seed)
    bands = [chance.sample(range(6 * band, 6 * band + 6), 6) for band in range(6)]
    rows = [row for band in chance.sample(bands, 6) for row in band]
    values = chance.sample(range(1, 37), 36)
    solved = pattern(6, 6)
    cells = [values[solved[HOLES.at(row, column)]] for row in rows for column in range(36)]
    kept = chance.sample(HOLES.cells, round(len(cells) * (1 - share)))
    rules = Rows(), Columns(), Boxes(6, 6)
    return Puzzle(HOLES, rules=rules).with_givens({cell: cells[cell] for cell in kept})


@every_variant
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_a_second_is_a_second_on_a_hard_board_of_36_by_36(variant, seed):
    with session(variant, with_holes(0.5, seed)) as asked, processor_seconds(1.3):
        asked.solve(Limits(seconds=1))


@every_variant
def test_what_the_first_try_does_not_find_is_searched_to_the_end(variant, monkeypatch):
    # CP-SAT stops a moment before its time, so no clock tells why it stopped.
    monkeypatch.setattr(runner, "FIRST_TRY", 0.0)
    with session(variant, HARD[0]) as asked:
        assert solutions(asked) == by_norvig(HARD[0])
        assert asked.solve(Limits(nodes=0)).status is Status.UNKNOWN


# --- streams ------------------------------------------------------------------------------------


def statuses(variant, puzzles, limits=Limits(), most=2):
    answers = contestant(variant).answer_many(puzzles, limits, most)
    return [[answer.status for answer in of_puzzle] for of_puzzle in answers]


def fresh_statuses(variant, puzzle, most=2):
    found = []
    with session(variant, puzzle) as asked:
        while len(found) < most:
            answer = asked.solve()
            found.append(answer.status)
            if answer.solution is None:
                break
            asked.block(answer.solution)
    return found


SMALL = Puzzle(Grid(4, 4), rules=(Rows(), Columns(), Boxes(2, 2)))
MIXED = [
    SMALL,
    SMALL.with_givens({0: 1, 1: 1}),  # clashing givens
    SMALL.with_givens({0: 1, 5: 1}),
    Puzzle(SMALL.grid, marks=(0b0110,) * 3 + (0b1111,) * 13, rules=SMALL.rules),  # three of two
    Puzzle(SMALL.grid, marks=(0b0110, 0b1000) + (0b1111,) * 14, rules=SMALL.rules),
    Puzzle(SMALL.grid, marks=(0,) + (0b1111,) * 15, rules=SMALL.rules),
    SMALL.with_rules(Even((0,))).with_givens({0: 1}),  # a given that a rule about its cell forbids
    SMALL.with_rules(Even((0,))).with_givens({0: 2}),
    SMALL,
    HARD[1],
    HARD[1].with_givens({1: 2}),
    HARD[0],
]


@every_variant
def test_a_stream_says_what_fresh_sessions_say(variant):
    expected = [fresh_statuses(variant, puzzle) for puzzle in MIXED]
    assert statuses(variant, MIXED) == expected
    assert statuses(variant, MIXED[::-1]) == expected[::-1]


@every_variant
@given(puzzles=st.lists(random_puzzles(), min_size=1, max_size=4))
@tried(10)
def test_a_stream_finds_every_solution_of_any_puzzles(variant, puzzles):
    puzzles = [puzzle for puzzle in puzzles if len(brute_force(puzzle)) < 40]
    asked = [*puzzles, *puzzles[::-1]]
    found = list(contestant(variant).answer_many(asked, most=50))
    for puzzle, answers in zip(asked, found, strict=True):
        assert {a.solution for a in answers if a.solution} == brute_force(puzzle)
        assert answers[-1].status is Status.UNSATISFIABLE


@some_or_all()
@every_variant
def test_a_stream_knows_every_rule(variant, step):
    puzzles = [puzzle for _, puzzle in rule_puzzles()][:: 5 * step]
    found = contestant(variant).answer_many(puzzles, most=2)
    for puzzle, answers in zip(puzzles, found, strict=True):
        solved = [answer for answer in answers if answer.solution is not None]
        assert len(solved) == min(2, len(brute_force(puzzle)))


@every_variant
@pytest.mark.parametrize("limits", [Limits(nodes=0), Limits(seconds=0)], ids=str)
def test_limits_in_a_stream_are_no_verdicts_and_leave_no_trace(variant, limits):
    with closing(contestant(variant).stream(None)) as stream:
        for _ in range(2):
            [[answer]] = stream.ask([HARD[0]], limits, 2)
            assert answer.status is Status.UNKNOWN
            [answers] = stream.ask([HARD[1]], Limits(), 2)
            found = [answer.status for answer in answers]
            assert found == [Status.SATISFIED, Status.UNSATISFIABLE]


@every_variant
def test_a_stream_that_failed_in_the_middle_goes_on(variant, monkeypatch):
    with closing(contestant(variant).stream(None)) as stream:
        with monkeypatch.context() as patched:
            patched.setattr(Runner, "run", _interrupted)
            with pytest.raises(KeyboardInterrupt):
                stream.ask([HARD[0]], Limits(), 2)
        [answers] = stream.ask([HARD[1]], Limits(), 2)
        found = [answer.status for answer in answers]
        assert found == [Status.SATISFIED, Status.UNSATISFIABLE]


def _interrupted(*_):
    raise KeyboardInterrupt


@every_variant
def test_a_stream_builds_its_model_once(variant):
    puzzles = [SMALL.with_givens({0: value}) for value in (1, 2, 3)]
    with mock.patch.object(template, "Template", wraps=template.Template) as built:
        assert len(list(contestant(variant).answer_many(puzzles))) == 3
    assert built.call_count == 1


@pytest.mark.slow
def test_a_stream_can_go_on_for_longer_than_a_template():
    puzzles = [SMALL.with_givens({0: 1 + number % 4}) for number in range(1200)]
    expected = [Status.SATISFIED, Status.SATISFIED]
    assert all(found == expected for found in statuses("boolean", puzzles))


# --- Ctrl-C -------------------------------------------------------------------------------------

INTERRUPTED = """
import os, signal, threading, time
from nonet.solvers import Limits, find_backend
from nonet.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import ExtraRegion

puzzle = Puzzle(
    Grid(1, 12, range(11)),
    rules=tuple(ExtraRegion((a, b)) for b in range(12) for a in range(b)),
)
{asked}
for _ in range(2):
    interrupt = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    interrupt.start()
    begun = time.process_time()
    try:
        print("answered", ask())
    except KeyboardInterrupt:
        print("prompt" if time.process_time() - begun < 2 else "late")
"""


SESSION = """session = find_backend("cpsat:{variant}").open(puzzle)
session.solve(Limits(nodes=0))  # so that no import is interrupted
ask = session.solve
"""
STREAM = """stream = find_backend("cpsat:{variant}").stream(None)
stream.ask([puzzle], Limits(nodes=0), 1)  # likewise
def ask():
    return stream.ask([puzzle], Limits(), 1)
"""


@every_variant
@pytest.mark.slow
@pytest.mark.parametrize("asked", [SESSION, STREAM], ids=["session", "stream"])
def test_ctrl_c_interrupts_each_solve_promptly(variant, asked):
    script = INTERRUPTED.replace("{asked}", asked).replace("{variant}", variant)
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=180
    )
    assert (run.stdout, run.stderr) == ("prompt\nprompt\n", "")


def test_importing_the_solver_does_not_import_ortools():
    script = "import sys, nonet.solvers.cpsat as it; it.PROVIDER.describe(); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "ortools" not in run.stdout.split()


def test_every_form_is_described():
    described = PROVIDER.describe()
    assert [description.spec for description in described] == [
        *("cpsat:integer", "cpsat:boolean", "cpsat:linked")
    ]
    for description in described:
        assert description.version
        assert "every rule" in description.capabilities
        assert description.missing is None


def test_the_integer_model_is_the_default():
    assert PROVIDER.build("", ()).spec == "cpsat:integer"


def test_an_unknown_variant_is_refused_with_those_there_are():
    with pytest.raises(BackendError, match="no variant 'real', only integer, boolean, linked"):
        PROVIDER.build("real", ())


@pytest.mark.parametrize(
    ("variant", "known"),
    [("integer", "table, default, workers=N"), ("boolean", "default, workers=N")],
)
def test_an_unknown_option_is_refused_with_those_there_are(variant, known):
    with pytest.raises(BackendError, match=rf"cpsat:{variant} has no option 'fast', only {known}"):
        PROVIDER.build(variant, ("fast",))


def test_a_spec_names_its_options_once():
    assert PROVIDER.build("", ("table", "table")).spec == "cpsat:integer/table"


@pytest.mark.parametrize("option", ["workers=0", "workers=257", "workers=9999"])
def test_a_number_of_workers_that_makes_no_sense_is_refused(option):
    with pytest.raises(BackendError, match="workers: there can be 1 to 256"):
        PROVIDER.build("integer", (option,))


def test_several_workers_have_no_limit_of_conflicts():
    with session("boolean/workers=2", HARD[0]) as asked:
        with pytest.raises(LimitUnsupported, match="no common limit of conflicts"):
            asked.solve(Limits(nodes=5))
        assert asked.solve(Limits(seconds=60)).solution == asked.solve().solution


@pytest.mark.parametrize("variant", ["integer/default", "boolean/default,workers=2"])
def test_its_own_parameters_find_the_same(variant):
    with session(variant, HARD[0]) as asked:
        assert solutions(asked) == by_norvig(HARD[0])
    assert statuses(variant, MIXED) == statuses("integer", MIXED)


def test_options_are_parameters_of_the_search(monkeypatch):
    found = []
    monkeypatch.setattr("nonet.solvers.cpsat.Runner", lambda _, given, **more: found.append(given))
    for spec in ("integer", "boolean", "integer/default,workers=8"):
        contestant(spec).make(SUDOKU, 0)
    assert found == [
        Parameters(),
        Parameters(presolve=False),
        Parameters(is_tuned=False, workers=8),
    ]


def test_without_ortools_the_reason_and_the_remedy_are_given(monkeypatch):
    monkeypatch.setitem(sys.modules, "ortools", None)
    reasons = {description.missing for description in PROVIDER.describe()}
    with pytest.raises(BackendUnavailable) as refused:
        PROVIDER.build("boolean", ())
    assert reasons == {str(refused.value)}
    assert "pip install ortools" in str(refused.value)
