"""If a user's function is a solver, nonet checks its answers, limits it, and reports its errors."""

import os

import pytest
from examples import case

import nonet
from nonet.solvers import (
    BackendError,
    LimitUnsupported,
    SolverCrashed,
    Unable,
    WrongAnswer,
    backends,
    find_backend,
    is_registered,
)
from nonet.system import memory
from nonet.system.errors import TooLarge

PUZZLE = "12..34..2......3"
SOLUTION = (1, 2, 3, 4, 3, 4, 1, 2, 2, 3, 4, 1, 4, 1, 2, 3)

FILE = '''
import sys
import time
import nonet

print("run")

def solve(puzzle):
    """Find a solution as norvig does."""
    return nonet.solve(puzzle, backend="norvig").solution

def every(puzzle, blocked):
    return next((s for s in nonet.solutions(puzzle, "norvig") if s not in blocked), None)

def none(puzzle): return None
def wrong(puzzle): return [1] * 16
def short(puzzle): return [1]
def word(puzzle): return "1234"
def truth(puzzle): return True
def yields(puzzle): yield from solve(puzzle)
def lingers(puzzle): yield time.sleep(60)
def fails(puzzle): return 1 / 0
def leaves(puzzle): sys.exit(0)
def sleeps(puzzle): time.sleep(60)
def deaf(puzzle):
    while puzzle.givens.count(None) > 4:  # the puzzle with which a race warms up has fewer
        try:
            time.sleep(60)
        except Exception:
            pass
def swallows(puzzle):
    try:
        time.sleep(60)
    except:
        time.sleep(60)

def prints(puzzle):
    print("called")
    return solve(puzzle)
def asks_sleeper(puzzle):
    answer = nonet.solve(puzzle, backend=__file__ + ":sleeps", limits=0.01)
    return solve(puzzle) if answer.status == "unknown" else None
def asks_sleeper_for_long(puzzle):
    nonet.solve(puzzle, backend=__file__ + ":sleeps", limits=60)
    return solve(puzzle)
def grows(puzzle):
    held = []
    while True:
        held.append(bytes(10_000_000))

constant = 5
'''


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Write the functions into a file of the current folder."""
    (tmp_path / "solver.py").write_text(FILE)
    monkeypatch.chdir(tmp_path)
    return "solver.py"


def test_a_function_solves_and_is_checked(file):
    answer = nonet.solve(PUZZLE, backend=f"{file}:solve")
    assert answer.solution == SOLUTION
    assert find_backend(f"{file}:solve").spec == f"{file}:solve"
    assert is_registered(f"{file}:solve")
    assert nonet.solve(PUZZLE, backend=os.path.abspath(f"{file}:solve")).solution == SOLUTION
    assert nonet.solve(PUZZLE, backend=f"{file}:yields").solution == SOLUTION
    assert nonet.solve(PUZZLE, backend=f"{file}:none").status == "unsatisfiable"


def test_invalid_grids_are_wrong_answers(file):
    for name, message in {
        "wrong": "gave a wrong grid: r1c2 is 1, but 2 is given",
        "short": "gave a wrong grid: 1 value for 16 cells",
        "word": "returned '1234': return a list of values, or None",
        "truth": "returned True: return a list of values, or None",
    }.items():
        with case(name), pytest.raises(WrongAnswer, match=message):
            nonet.solve(PUZZLE, backend=f"{file}:{name}")


def test_a_plain_function_cannot_tell_uniqueness(file):
    for ask in (nonet.check, nonet.count):
        with pytest.raises(Unable, match="give the function a parameter `blocked`"):
            ask(PUZZLE, backend=f"{file}:solve")
    assert nonet.check(PUZZLE, backend=f"{file}:none").kind == "none"


def test_one_that_takes_blocked_solutions_can(file):
    assert nonet.check(PUZZLE, backend=f"{file}:every").kind == "unique"
    assert nonet.count("12..34..........", backend=f"{file}:every") == 12


def test_its_failure_is_a_crash_with_its_line(file):
    line = FILE.split("\n").index("def fails(puzzle): return 1 / 0") + 1
    with pytest.raises(SolverCrashed, match=rf"ZeroDivisionError: .* \(.*{file}:{line}\)"):
        nonet.solve(PUZZLE, backend=f"{file}:fails")
    with pytest.raises(SolverCrashed, match="SystemExit"):
        nonet.solve(PUZZLE, backend=f"{file}:leaves")


def test_its_time_is_limited(file):
    for name in ("sleeps", "lingers", "deaf", "swallows"):
        with case(name):
            assert nonet.solve(PUZZLE, backend=f"{file}:{name}", limits=0.05).status == "unknown"
    assert nonet.solve(PUZZLE, backend=f"{file}:sleeps", limits=0).status == "unknown"
    assert nonet.solve(PUZZLE, backend=f"{file}:solve", limits=60).solution == SOLUTION
    with pytest.raises(LimitUnsupported, match="cannot limit nodes: limit seconds"):
        nonet.solve(PUZZLE, backend=f"{file}:solve", limits=nonet.Limits(nodes=5))


def test_calls_of_other_backends_have_separate_limits(file):
    answer = nonet.solve(PUZZLE, backend=f"{file}:asks_sleeper", limits=60)
    assert answer.solution == SOLUTION
    answer = nonet.solve(PUZZLE, backend=f"{file}:asks_sleeper_for_long", limits=0.05)
    assert answer.status == "unknown"


def test_its_memory_is_limited(file):
    most = memory.resident(os.getpid()) + 100_000_000
    with pytest.raises(TooLarge, match="MB of memory, more than the limit"):
        nonet.solve(PUZZLE, backend=f"{file}:grows", limits=nonet.Limits(memory=most))


def test_output_of_the_function_goes_to_stderr(file, capsys):
    assert nonet.solve(PUZZLE, backend=f"{file}:prints").solution == SOLUTION
    assert capsys.readouterr() == ("", "run\ncalled\n")


def test_it_takes_part_in_a_portfolio(file):
    assert nonet.check(PUZZLE, backend=f"first:{file}:deaf,{file}:every").kind == "unique"
    assert find_backend(f"first:norvig+{file}:solve").spec == f"first:norvig+{file}:solve"


def test_errors_in_the_spec_are_named(file, tmp_path):
    (tmp_path / "broken_solver.py").write_text("\n\nx = = 1\n")
    (tmp_path / "random.py").write_text("def solve(puzzle): return None\n")
    for spec, message in {
        f"{file}:slove": f"{file} has no function 'slove'; did you mean 'solve'?",
        f"{file}:constant": f"{file} has no function 'constant'",
        f"{file}:solve/fast": f"add the name of a function and no options, as in {file}:solve",
        f"{file}": f"{file}: add the name of a function",
        "no_such_file.py:solve": "no_such_file.py: no such file",
        "broken_solver.py:solve": "broken_solver.py:3: invalid syntax",
        "random.py:solve": "another module is called 'random'. Rename the file.",
        "my-solver.py:solve": "the file needs a plain name",
    }.items():
        with case(spec), pytest.raises(BackendError) as refused:
            find_backend(spec)
        assert message in str(refused.value)


def test_a_file_is_run_once_and_only_if_it_is_named(file, capsys):
    backends()
    assert capsys.readouterr().err == ""
    for _ in range(2):
        find_backend(f"{file}:solve")
    assert capsys.readouterr().err == "run\n"


def test_a_file_that_was_changed_is_run_again(file, tmp_path):
    path = tmp_path / file
    find_backend(f"{file}:every")
    for time, solution in enumerate((SOLUTION, None)):  # as long, and of the same second
        path.write_text(f"def solve(puzzle): return {solution}".ljust(100))
        os.utime(path, ns=(time, time))
        assert nonet.solve(PUZZLE, backend=f"{file}:solve").solution == solution
    with pytest.raises(BackendError, match="has no function 'every'"):
        find_backend(f"{file}:every")
