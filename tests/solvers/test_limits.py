"""A limit covers all work for an answer, for every puzzle and backend."""

import asyncio
from threading import Event, Timer
from types import SimpleNamespace

import pytest
from clocks import processor_seconds, ticking
from examples import DOZEN, HOPELESS, rule_puzzles
from oracle import brute_force, enumerate_solutions

import nonet
from nonet.encodings import cpsat, opb
from nonet.encodings.cnf import encode
from nonet.model.grid import Grid
from nonet.propagation import propagator
from nonet.puzzle import Puzzle
from nonet.puzzle.geometry import _lower_once
from nonet.questions.uniqueness import check_many
from nonet.rules import Boxes, Cage, Columns, ExtraRegion, Rows, Thermo
from nonet.solvers import Answer, Limits, Status, find_backend
from nonet.solvers.engines import Comparing
from nonet.solvers.sat.loaded import LoadedSolver
from nonet.system.limits import TimeUp, limited_to, most_memory


def killer(side):
    """Return a board of this side whose rows are cut into cages of three."""
    rows = [range(start, start + side) for start in range(0, side * side, side)]
    cells = [tuple(row[at : at + 3]) for row in rows for at in range(0, side, 3)]
    cages = [Cage(each, len(each) * (side + 1) // 2) for each in cells]
    return Puzzle(Grid(side, side), rules=(Rows(), Columns(), *cages))


LARGE = {
    "killer": killer(9),
    "thermometers": Puzzle(Grid(1, 24), rules=(Thermo(tuple(range(24))),)),
    "board": Puzzle(Grid(16, 16), rules=(Rows(), Columns(), Boxes(4, 4))),
    "regions": Puzzle(
        Grid(4, 4), rules=tuple(ExtraRegion((a, b)) for a in range(16) for b in range(a))
    ),
}


#: The kinds of work before the search that take long for large puzzles.
STAGES = {
    "lowering": lambda puzzle: puzzle.constraints,
    "groups": lambda puzzle: puzzle.geometry.groups,
    "exclusions": lambda puzzle: puzzle.geometry.exclusions,
    "touching": lambda puzzle: puzzle.geometry.touching,
    "clauses": lambda puzzle: encode(puzzle, "givens"),
    "ladders": lambda puzzle: encode(puzzle, "ladder,givens"),
    "integers": cpsat.encode_integer,
    "Booleans": cpsat.encode_boolean,
    "OPB": lambda puzzle: list(opb.write(puzzle)),
}


def unknown(puzzle):
    """Return a puzzle for which nothing is cached, not even the lowered rows."""
    _lower_once.cache_clear()
    return puzzle.unshared()


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("name", LARGE)
def test_each_stage_checks_limits_for_each_constraint(stage, name):
    puzzle = LARGE[name]
    with ticking() as ticks, limited_to(10**9):
        STAGES[stage](unknown(puzzle))
        assert next(ticks) >= len(puzzle.constraints)
    with ticking(), pytest.raises(TimeUp), limited_to(len(puzzle.constraints) // 2):
        STAGES[stage](unknown(puzzle))


def test_propagation_checks_limits_for_each_filter():
    puzzle = killer(9)
    tables = propagator(puzzle.geometry)
    with pytest.raises(TimeUp), limited_to(0):
        tables.start(puzzle.domains)


def test_many_clauses_are_loaded_in_parts(monkeypatch):
    monkeypatch.setattr("nonet.solvers.sat.loaded._STEP", 10)
    clauses = [[-first, -second] for first in range(1, 30) for second in range(1, first)]
    with pytest.raises(TimeUp), limited_to(0):
        LoadedSolver("minisat22", clauses)
    solver = LoadedSolver("minisat22", clauses)
    assert solver.solve(assumptions=[3]) is True
    assert solver.solve(assumptions=[28, 29]) is False
    solver.close()


@pytest.mark.parametrize("spec", ["auto", "norvig", "pysat", "pysat:cadical195/ladder", "cpsat"])
@pytest.mark.parametrize("name", LARGE)
def test_an_engine_not_built_in_time_is_unknown(spec, name):
    with ticking(), find_backend(spec).open(LARGE[name].unshared()) as session:
        assert session.solve(Limits(seconds=2)).status is Status.UNKNOWN


def test_many_puzzles_are_limited_likewise(contestant):
    puzzles = [LARGE["killer"].unshared(), LARGE["killer"].unshared(), DOZEN]
    with ticking():
        verdicts = list(check_many(puzzles, contestant.spec, Limits(seconds=3)))
    assert [verdict.kind for verdict in verdicts[:2]] == ["unknown"] * 2


def test_a_question_has_no_more_time_than_the_one_that_it_is_part_of(contestant):
    with contestant.open(DOZEN) as session:
        with pytest.raises(TimeUp), limited_to(0):
            session.solve()
        with limited_to(100):
            assert session.solve(Limits(seconds=0)).status is Status.UNKNOWN
            assert session.solve().status is Status.SATISFIED
    with pytest.raises(TimeUp), limited_to(0):
        list(check_many([DOZEN], contestant.spec))


@pytest.mark.parametrize(
    ("spec", "asked"),
    [
        ("pysat", "nonet.solvers.sat.loaded.Board.solve"),
        ("cpsat", "nonet.solvers.cpsat.CpSat.solve"),
    ],
)
def test_the_search_of_a_stream_has_the_memory_limit(spec, asked, monkeypatch):
    seen = []

    def solve(*_):
        seen.append(most_memory())
        return Answer(Status.UNKNOWN)

    monkeypatch.setattr(asked, solve)
    list(check_many([DOZEN], spec, Limits(memory=1 << 40)))
    assert seen == [1 << 40]


def test_comparisons_are_handed_over_one_by_one():
    held = []
    with ticking(), pytest.raises(TimeUp), limited_to(50):
        Comparing("idle", lambda _: SimpleNamespace(add=held.append), LARGE["board"], 0)
    assert len(held) < 50


def test_a_session_continues_after_a_limit_at_any_point(contestant):
    for name, puzzle in rule_puzzles(30)[::97]:
        solutions = brute_force(puzzle)
        with contestant.open(puzzle.unshared()) as session:
            for ticks in (1, 2, 3, 5, 9, 17, 40, 100):
                with ticking():
                    answer = session.solve(Limits(seconds=ticks))
                assert answer.solution is None or answer.solution in solutions, name
                assert answer.status is not Status.UNSATISFIABLE or not solutions, name
            assert set(enumerate_solutions(session)) == solutions, name


ENDLESS = "def solve(puzzle):\n    while True: pass\n"


@pytest.mark.parametrize(
    "spec",
    [
        *(
            "native",
            "norvig",
            "dlx",
            "backtracking",
            "pysat:cadical195",
            "pysat:minisat22",
            "pysat:kissat404",
        ),
        *("cpsat", "clingo", "exact", "first:norvig,heuristic", "endless.py:solve", "dimacs:sh"),
    ],
)
def test_a_question_is_cancelled_from_another_thread(spec, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "endless.py").write_text(ENDLESS)
    if spec == "dimacs:sh":
        spec = "dimacs:sh -c 'sleep 600' {cnf}"
    cancel = Event()
    Timer(0.05, cancel.set).start()
    with processor_seconds(10), find_backend(spec).open(HOPELESS) as session:
        assert session.solve(Limits(cancel=cancel)).status is Status.UNKNOWN


@pytest.mark.parametrize("spec", ["pysat:cadical195", "pysat:minisat22", "cpsat"])
def test_a_stream_is_cancelled_from_another_thread(spec):
    cancel = Event()
    Timer(0.05, cancel.set).start()
    with processor_seconds(10):
        [[answer]] = find_backend(spec).answer_many([HOPELESS], Limits(cancel=cancel))
    assert answer.status is Status.UNKNOWN


@pytest.mark.parametrize("spec", ["norvig", "clingo", "pysat:minisat22"])
def test_a_question_that_is_cancelled_already_is_not_answered(spec):
    cancel = Event()
    cancel.set()
    with find_backend(spec).open("1...") as session:
        assert session.solve(Limits(cancel=cancel)).status is Status.UNKNOWN


def test_a_thread_that_is_cancelled_ends():
    async def ask():
        cancel = Event()
        limits = Limits(cancel=cancel)
        asked = asyncio.to_thread(nonet.count, nonet.classic(), limits=limits)
        try:
            await asyncio.wait_for(asked, 0.05)
        except TimeoutError:
            cancel.set()

    asyncio.run(ask())  # leaving the block waits for the thread


def test_a_race_that_is_cancelled_has_the_runs_before():
    cancel = Event()
    result = nonet.race(
        ["1234............"] * 50,
        ["norvig", "heuristic"],
        Limits(60, cancel=cancel),
        progress=lambda row: cancel.set(),
    )
    assert len(result.rows) == 1
