"""Tests of solvers of other packages, and of MiniZinc: answers, counters, limits and failures."""

import subprocess
import sys
import tempfile

import pytest
from clocks import processor_seconds
from examples import EASY, EMPTY, HARD, HOPELESS, case, classic, rule_puzzles
from oracle import brute_force, enumerate_solutions
from requirements import require_package, require_program

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind, check
from nonet.rules import Cage, ExtraRegion, Rows, SumLine
from nonet.solvers import (
    BackendError,
    BackendUnavailable,
    Limits,
    LimitUnsupported,
    SolverCrashed,
    Status,
    Unable,
    backends,
    exact_cover,
    find_backend,
)
from nonet.system.errors import TooLarge

#: Each solver with its package, and a function that raises an error in a test.
SOLVERS = {
    "clingo": ("clingo", "nonet.solvers.clingo.Program.solve"),
    "z3": ("z3-solver", "nonet.system.worker.Worker.ask"),
    "exact": ("exact", "nonet.system.worker.Worker.ask"),
    "choco": ("pychoco", "nonet.system.worker.Worker.ask"),
}
PACKAGES = {"exact-cover": "exact-cover"} | {spec: of[0] for spec, of in SOLVERS.items()}


#: Solvers that are too slow for all questions of test_contract.py. They cannot limit nodes.
SLOW = {
    "exact-cover": [],
    "minizinc:gecode": ["minizinc", "fzn-gecode"],
    "dimacs:cadical": ["cadical"],
    "dimacs:minisat": ["minisat"],
}


@pytest.fixture(params=SOLVERS)
def solver(request):
    """Each solver in turn."""
    require_package(SOLVERS[request.param][0])
    return find_backend(request.param)


@pytest.fixture(scope="module", params=SLOW)
def slow(request):
    """Each slow solver in turn."""
    for program in SLOW[request.param]:
        require_program(program)
    if request.param in PACKAGES:
        require_package(request.param)
    return find_backend(request.param)


@pytest.mark.parametrize("text", [EASY, HARD])
def test_published_puzzles_are_unique(slow, text):
    assert check(classic(text), slow.spec).kind is Kind.UNIQUE


def test_some_rules_alone_have_the_solutions_that_they_mean(slow):
    alone = rule_puzzles(12)[:: 19 if slow.spec == "exact-cover" else 240]
    for name, puzzle in [*alone, ("a contradiction", classic("11" + "." * 14))]:
        with case(name), slow.open(puzzle) as session:
            assert sorted(enumerate_solutions(session)) == sorted(brute_force(puzzle))


def test_seconds_are_a_limit_and_nodes_are_not(slow):
    with slow.open(HOPELESS) as session:
        for seconds in (0.1, 0):
            with processor_seconds(5):
                assert session.solve(Limits(seconds=seconds)).status is Status.UNKNOWN
        with pytest.raises(LimitUnsupported, match=": limit seconds instead"):
            session.solve(Limits(nodes=5))
    with slow.open(EMPTY) as session:
        assert session.solve(Limits(seconds=60)).status is Status.SATISFIED


def test_clingo_that_was_interrupted_and_cannot_go_on_asks_for_a_new_session(monkeypatch):
    require_package("clingo")
    errors = iter((RuntimeError("a bug"), KeyboardInterrupt(), RuntimeError("no updates")))

    def fails(self, limits):
        raise next(errors)

    monkeypatch.setattr("nonet.solvers.clingo.Program._solved", fails)
    with find_backend("clingo").open(EMPTY) as session:
        with pytest.raises(SolverCrashed, match="a bug"):
            session.solve()
        with pytest.raises(KeyboardInterrupt):
            session.solve()
        with pytest.raises(Unable, match="clingo was interrupted: open a new session"):
            session.solve()


def test_memory_is_a_limit(solver):
    with solver.open(HOPELESS) as session, pytest.raises(TooLarge, match="MB of memory"):
        session.solve(Limits(memory=1 << 20))


@pytest.mark.parametrize("spec", [*PACKAGES, "pysat:minisat22", "cpsat:integer", "cpsat:boolean"])
def test_boards_too_large_are_refused(spec):
    require_package(PACKAGES.get(spec, "pytest"))
    side = 49 if spec in ("exact-cover", "pysat:minisat22") else 100
    board = classic("." * side**2)
    with find_backend(spec).open(board) as session, pytest.raises(TooLarge, match=r"[Ll]imit"):
        session.solve()


def test_sums_beyond_the_solvers_integers_are_refused(solver):
    huge = Puzzle(Grid(1, 2, range(1 << 33, (1 << 33) + 2)), rules=(Cage((0, 1), 1 << 34),))
    with solver.open(huge) as session, pytest.raises(TooLarge, match="The limit"):
        session.solve()


def test_whatever_it_raises_is_a_crash_with_its_name(solver, monkeypatch):
    def fail(*_):
        raise SolverCrashed("oops")

    monkeypatch.setattr(SOLVERS[solver.spec][1], fail)
    with solver.open(EMPTY) as session, pytest.raises(SolverCrashed, match="oops"):
        session.solve()


def test_the_counters_are_the_solvers_own(solver):
    with solver.open(classic(HARD)) as session:
        assert session.solve().counters.keys() >= {"restarts"}


@pytest.mark.parametrize("spec", PACKAGES)
def test_they_are_listed_with_their_version_or_the_package_that_they_need(spec, monkeypatch):
    package = PACKAGES[spec]
    require_package(package)
    [line] = [line for line in backends() if line.spec == spec]
    assert line.version
    assert not line.missing
    with pytest.raises(BackendError, match="takes no variant or option"):
        find_backend(f"{spec}:fast")
    monkeypatch.setattr("nonet.solvers.contract.find_spec", lambda _: None)
    with pytest.raises(BackendUnavailable, match=f"pip install {package}$"):
        find_backend(spec)
    [line] = [line for line in backends() if line.spec == spec]
    assert line.missing == f"{package} is not installed: pip install {package}"


WITHOUT_PACKAGES = """
import sys
sys.modules.update(dict.fromkeys(["z3", "exact", "pychoco", "clingo", "exact_cover"]))
from nonet.solvers import backends
print(*sorted(line.spec for line in backends() if line.missing and ":" not in line.spec))
"""


def test_all_backends_are_listed_where_no_optional_package_is_installed():
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_PACKAGES], capture_output=True, text=True, check=False
    )
    assert (run.stdout, run.stderr) == ("choco clingo exact exact-cover z3\n", "")


# --- exact-cover ---------------------------------------------------------------------------------


@pytest.fixture
def cover():
    require_package("exact-cover")
    return find_backend("exact-cover")


def test_all_solutions_are_listed_a_few_times_and_not_once_for_each(cover, monkeypatch):
    """The package starts each list from the beginning, so listing one by one would be slow."""
    import exact_cover as package

    lists, listed = [], package.get_all_solutions

    def get_all_solutions(matrix, *, max_count):
        lists.append(max_count)
        return listed(matrix, max_count=max_count)

    monkeypatch.setattr(package, "get_all_solutions", get_all_solutions)
    found = enumerate_solutions(exact_cover.Covers(EMPTY, 0))
    assert len(set(found)) == len(found) == 288
    assert lists == [1, 4, 16, 64, 256, 1024]


def test_a_full_board_is_right_or_unsatisfiable(cover):
    boards = {"right": ("1234341221434321", Kind.UNIQUE), "wrong": ("1234341221433421", Kind.NONE)}
    for name, (text, kind) in boards.items():
        for puzzle in (classic(text), classic(text, ExtraRegion((0, 5)))):
            with case(f"{name}, {puzzle.rules}"):
                assert check(puzzle, cover.spec).kind is kind


def test_too_many_covers_are_refused(cover, monkeypatch):
    monkeypatch.setattr(exact_cover, "MOST_NUMBERS", 10_000)
    caged = classic("." * 16, Cage((0, 1), 99))  # every cover breaks the rule
    with pytest.raises(TooLarge, match=r"items\. The limit is 10000"):
        exact_cover.Covers(caged, 0).solve(Limits())


# --- choco: models avoid its internal errors, which would end its process -------------------------


@pytest.fixture
def choco():
    require_package("pychoco")
    return find_backend("choco")


def test_an_activated_automaton_respects_removed_values(choco):
    marks = (5, 9, *[15] * 14)
    loop = SumLine((0, 2), total=5, loop=True)
    puzzle = Puzzle(Grid(4, 4), marks=marks, rules=(loop, *EMPTY.rules))
    with choco.open(puzzle) as session:
        assert set(enumerate_solutions(session)) == brute_force(puzzle)


def test_each_answer_has_separate_counters(choco):
    with choco.open(classic(HARD)) as session:
        answers = list(session.answers())
        again = session.solve()
    assert [answer.status for answer in answers] == ["satisfied", "unsatisfiable"]
    assert again.counters == {"backtracks": 0, "fails": 0, "restarts": 0}


def test_values_too_large_for_its_automata_are_refused(choco):
    large = Puzzle(Grid(1, 2, range(99_990, 99_999)), rules=(Rows(),))
    with choco.open(large) as session, pytest.raises(TooLarge, match="The limit is 60000"):
        session.solve()


# --- MiniZinc ------------------------------------------------------------------------------------

SOLVED = "1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1"


@pytest.fixture
def gecode():
    for program in ("minizinc", "fzn-gecode"):
        require_program(program)
    return find_backend("minizinc:gecode")


@pytest.fixture
def driver(install, tmp_path, monkeypatch):
    """Write a driver as a shell script that knows one solver and gets the puzzle."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")

    def make(script):
        known = '[{"id": "org.one.solver", "name": "One", "version": "1", "executable": "/one"}]'
        listing = f"if [ $1 = --solvers-json ]; then echo '{known}'; exit; fi"
        install("minizinc", f"{listing}\ncat > /dev/null\n{script}")
        return find_backend("minizinc")

    return make


# --- a real solver -------------------------------------------------------------------------------


def test_the_counters_of_minizinc_are_the_solvers_own(gecode):
    with gecode.open(EMPTY) as session:
        counters = session.solve().counters
    assert set(counters) == {"nodes", "failures", "propagations", "restarts"}


def test_it_is_listed_with_its_version(gecode):
    [line] = [line for line in backends() if line.spec == gecode.spec]
    assert line.version
    assert not line.missing


def test_a_missing_solver_is_refused_with_the_installed_ones(gecode):
    with pytest.raises(BackendUnavailable, match=r"no solver 'nosuch'; there is only .*gecode"):
        find_backend("minizinc:nosuch")
    with pytest.raises(BackendError, match="minizinc takes no options"):
        find_backend("minizinc:gecode/fast")


# --- drivers that fail ---------------------------------------------------------------------------


def test_the_first_solver_is_the_default(driver):
    backend = driver(f"echo {SOLVED}; echo ----------")
    assert backend.spec == "minizinc:solver"
    with backend.open(EMPTY) as session:
        assert session.solve().solution == tuple(map(int, SOLVED.split()))


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo oh no >&2; exit 1", "ended with code 1: oh no"),
        ("exit 0", "ended with code 0"),
        (f"echo {SOLVED}", "ended with code 0"),
        (f"echo {SOLVED}; echo ----------; exit 3", "ended with code 3"),
        ("echo one two; echo ----------", "printed no grid: 'one two'"),
    ],
)
def test_malformed_output_is_a_crash(driver, script, message):
    with driver(script).open(EMPTY) as session, pytest.raises(SolverCrashed, match=message):
        session.solve()


def test_a_solver_that_gives_up_is_unknown(driver):
    with driver("echo =====UNKNOWN=====").open(EMPTY) as session:
        assert session.solve().status is Status.UNKNOWN


def test_without_minizinc_the_message_names_it(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BackendUnavailable, match="apt-get install minizinc"):
        find_backend("minizinc:gecode")
    assert any("apt-get install minizinc" in (line.missing or "") for line in backends())


def test_an_empty_list_of_solvers_is_not_cached(driver, install):
    install("minizinc", "exit 1")
    with pytest.raises(BackendUnavailable, match="--solvers-json lists no solvers"):
        find_backend("minizinc")
    assert any("lists no solvers" in (line.missing or "") for line in backends())
    assert driver("exit 0").spec == "minizinc:solver"


def test_files_that_a_driver_leaves_are_removed(driver, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    backend = driver('echo left > "$TMPDIR/left"; exec sleep 600')
    with backend.open(EMPTY) as session:
        assert session.solve(Limits(seconds=0.1)).status is Status.UNKNOWN
    assert [path.name for path in tmp_path.iterdir()] == ["minizinc"]
