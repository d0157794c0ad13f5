"""Tests of the specs of CP-SAT and their parameters."""

import subprocess
import sys

import pytest
from cpsat_sessions import contestant, session
from examples import HARD, classic

from nonet.solvers import BackendError, BackendUnavailable, Limits, LimitUnsupported
from nonet.solvers.cpsat import PROVIDER
from nonet.solvers.cpsat.runner import Parameters

PUZZLE = classic(HARD)


def test_importing_a_solver_does_not_import_its_library():
    script = "import sys, nonet.solvers.sat, nonet.solvers.cpsat as it; it.PROVIDER.describe()"
    command = [sys.executable, "-c", f"{script}; print(*sys.modules)"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert not {"ortools", "pysat.solvers"} & set(run.stdout.split())


def test_every_form_is_described():
    described = PROVIDER.describe()
    assert [description.spec for description in described] == [
        *("cpsat:integer", "cpsat:boolean", "cpsat:linked")
    ]
    for description in described:
        assert description.version
        assert "every rule" in description.capabilities
        assert description.missing is None


@pytest.mark.parametrize(
    ("variant", "known"),
    [("integer", "table, default, workers=N"), ("boolean", "default, workers=N")],
)
def test_an_unknown_option_is_refused_with_the_known_ones(variant, known):
    with pytest.raises(BackendError, match=rf"cpsat:{variant}: unknown option 'fast'; use {known}"):
        PROVIDER.build(variant, ("fast",))


def test_a_spec_names_its_options_once():
    assert PROVIDER.build("", ("table", "table")).spec == "cpsat:integer/table"


@pytest.mark.parametrize("option", ["workers=0", "workers=257", "workers=9999"])
def test_a_number_of_workers_that_makes_no_sense_is_refused(option):
    with pytest.raises(BackendError, match="workers: choose 1 to 256"):
        PROVIDER.build("integer", (option,))


def test_several_workers_have_no_limit_of_conflicts():
    with session("boolean/workers=2", PUZZLE) as asked:
        with pytest.raises(LimitUnsupported, match="cannot limit the conflicts of several workers"):
            asked.solve(Limits(nodes=5))
        assert asked.solve(Limits(seconds=60)).solution == asked.solve().solution


def test_options_are_parameters_of_the_search(monkeypatch):
    found = []
    monkeypatch.setattr("nonet.solvers.cpsat.CpSat", lambda _, __, given, seed: found.append(given))
    for spec in ("integer", "boolean", "integer/default,workers=8"):
        contestant(spec).make(PUZZLE, 0)
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
