"""A solve in a process of its own: it may crash, hang or be slow, and nothing here does."""

import json
import os
import subprocess
import sys

import pytest

from nonet.solvers import Limits, sat
from nonet.solvers.sat import child


@pytest.fixture
def imposter(monkeypatch, tmp_path):
    """Put another program in the place of the child."""

    def put(program):
        script = tmp_path / "imposter.py"
        script.write_text(program)
        monkeypatch.setattr(child, "_WORKER", script)

    return put


def test_satisfiable():
    reply = child.solve("minisat22", [[1, 2], [-1], [3, -2]], Limits(60))
    assert reply["status"] == "satisfied"
    assert reply["model"] == [-1, 2, 3]
    assert set(reply["times"]) == {"load", "solve"}
    assert all(seconds >= 0 for seconds in reply["times"].values())


def test_unsatisfiable():
    reply = child.solve("minisat22", [[1], [-1]])
    assert (reply["status"], reply["model"]) == ("unsatisfiable", [])


def test_no_clauses_at_all():
    reply = child.solve("minisat22", [], Limits(60))
    assert (reply["status"], reply["model"]) == ("satisfied", [])


def test_any_iterable_of_clauses_and_large_variables():
    reply = child.solve("minisat22", iter([[-100_000], [99_999, 100_000]]), Limits(60))
    assert reply["model"][-2:] == [99_999, -100_000]


def pigeons(count):
    at = [[i * (count - 1) + j + 1 for j in range(count - 1)] for i in range(count)]
    every = [(i, k, j) for i in range(count) for k in range(i) for j in range(count - 1)]
    return at + [[-at[i][j], -at[k][j]] for i, k, j in every]


def test_a_limit_of_conflicts_is_unknown():
    reply = child.solve("minisat22", pigeons(12), Limits(60, 100))
    assert (reply["status"], reply["model"]) == ("unknown", [])


@pytest.mark.parametrize(
    ("seconds", "nodes"), [(60, 2**31 - 1), (1e300, 2**32), (float("inf"), 2**64), (60, 10**30)]
)
def test_limits_beyond_the_solvers_integers_are_as_good_as_none(seconds, nodes):
    reply = child.solve("minisat22", pigeons(5), Limits(seconds, nodes))
    assert reply["status"] == "unsatisfiable"


def test_no_time_at_all_is_none():
    assert child.solve("minisat22", [[1]], Limits(0)) is None


@pytest.mark.slow
def test_when_the_time_is_up_the_process_is_gone(imposter, tmp_path):
    imposter(f"""
import os, time
with open({str(tmp_path / "pid")!r}, "w") as file: file.write(str(os.getpid()))
time.sleep(600)
""")
    assert child.solve("any", [[1]] * 100_000, Limits(5)) is None
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ("import os; os.abort()", "-6"),
        ("import os; os.kill(os.getpid(), 11)", "-11"),
        ("raise SystemExit(3)", "3"),
        ("import sys; sys.stdin.buffer.read(); raise OSError('no luck')", "1: OSError: no luck"),
        (
            "import sys; print('first'); print('a\\nlast words', file=sys.stderr); sys.exit(9)",
            "9: l",
        ),
    ],
)
@pytest.mark.parametrize("clauses", [1, 100_000])  # with and without all of them being read
def test_a_crash_raises_with_the_exit_code(imposter, program, code, clauses):
    imposter(program)
    with pytest.raises(RuntimeError, match=f"^mysat ended with code {code}"):
        child.solve("mysat", [[1, 2, 3]] * clauses, Limits(60))


def test_a_crash_after_the_answer_is_a_crash():
    reply = {"status": "unsatisfiable", "model": [], "times": {}}
    command = [sys.executable, "-c", f"import os; print({json.dumps(reply)!r}); os.abort()"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == -6


def test_an_answer_followed_by_a_crash_is_no_answer(imposter):
    reply = json.dumps({"status": "unsatisfiable", "model": [], "times": {}})
    imposter(f"import os; print({reply!r}, flush=True); os.abort()")
    with pytest.raises(RuntimeError, match="code -6"):
        child.solve("mysat", [[1]], Limits(60))


@pytest.mark.parametrize("printed", ["", "garbage", '{"status": "unsat'])
def test_what_is_no_answer_is_no_verdict(imposter, printed):
    imposter(f"print({printed!r})")
    with pytest.raises(child.Crashed, match="mysat sent what nobody can read"):
        child.solve("mysat", [[1]], Limits(60))


def test_a_name_that_nobody_has():
    with pytest.raises(RuntimeError, match=r"nosuchsat ended with code 1: .*NoSuchSolverError"):
        child.solve("nosuchsat", [[1]], Limits(60))


def test_kissat_aborts_on_a_second_solve_and_each_of_ours_is_a_first():
    if reason := sat.missing("kissat404"):
        pytest.skip(reason)
    for _ in range(2):
        assert child.solve("kissat404", [[1, 2], [-1]], Limits(60))["model"] == [-1, 2]


def test_the_child_is_safe_from_modules_in_the_working_directory(tmp_path, monkeypatch):
    """Neither `pysat.py` beside the script nor one where we stand is taken for the library."""
    (tmp_path / "pysat.py").write_text("raise SystemExit(77)")
    monkeypatch.chdir(tmp_path)
    assert child.solve("minisat22", [[1]], Limits(60))["model"] == [1]
