"""Tests of solvers of MiniZinc: answers, counters, limits and failures."""

import stat
import tempfile

import pytest
from examples import EMPTY
from requirements import require_program

from nonet.solvers import (
    BackendError,
    BackendUnavailable,
    Limits,
    SolverCrashed,
    Status,
    backends,
    find_backend,
)

SOLVED = "1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1"


@pytest.fixture
def gecode():
    for program in ("minizinc", "fzn-gecode"):
        require_program(program)
    return find_backend("minizinc:gecode")


@pytest.fixture
def driver(tmp_path, monkeypatch):
    """Write a driver as a shell script that knows one solver and gets the puzzle."""

    def make(script):
        known = '[{"id": "org.one.solver", "name": "One", "version": "1", "executable": "/one"}]'
        path = tmp_path / "minizinc"
        path.write_text(
            f"#!/bin/sh\nif [ $1 = --solvers-json ]; then echo '{known}'; exit; fi\n"
            f"cat > /dev/null\n{script}\n"
        )
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return find_backend("minizinc")

    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return make


# --- a real solver -------------------------------------------------------------------------------


def test_the_counters_are_the_solvers_own(gecode):
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


def test_an_empty_list_of_solvers_is_not_cached(driver, tmp_path):
    path = tmp_path / "minizinc"
    path.write_text("#!/bin/sh\nexit 1\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
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
