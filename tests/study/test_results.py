"""Results are measured at either scale or read from files, and tell how they were measured."""

import pandas as pd
import pytest
import study
from study.results import SCALE

from nonet import PuzzleError

TABLE = pd.DataFrame({"contestant": ["x"], "cpu": [0.25], "witnesses": ["[]"]})


@pytest.fixture
def as_scale(monkeypatch):
    """Set the scale, on a machine whose load is 1."""
    monkeypatch.setattr("os.getloadavg", lambda: (1.0, 1.0, 1.0))
    return lambda words: monkeypatch.setenv(SCALE, words)


def never():
    raise AssertionError("measured")


def test_anew_measures_and_stores_and_full_reads_it(as_scale, tmp_path):
    as_scale("anew")
    measured = study.result("cold", lambda: TABLE, tmp_path)
    as_scale("full")
    read = study.result("cold", never, tmp_path)
    assert read.facts == measured.facts
    assert read.table.to_dict("records") == [{"contestant": "x", "cpu": 0.25}]


def test_quick_measures_and_stores_nothing(as_scale, tmp_path):
    as_scale("quick")
    assert study.result("cold", lambda: TABLE, tmp_path).facts["scale"] == "quick"
    assert not list(tmp_path.iterdir())


def test_anew_may_name_the_results_to_measure(as_scale, tmp_path):
    as_scale("anew:warm,hard")
    with pytest.raises(PuzzleError, match="not measured yet: run with NONET_NOTEBOOKS=anew:cold"):
        study.result("cold", never, tmp_path)
    study.result("hard", lambda: TABLE, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["hard.parquet"]


def test_times_of_a_busy_machine_are_not_stored(as_scale, tmp_path, monkeypatch):
    as_scale("anew")
    monkeypatch.setattr("os.getloadavg", lambda: (1000.0, 1.0, 1.0))
    with pytest.raises(PuzzleError, match=r"cold was not stored: the load is 1000\.0\. Wait until"):
        study.result("cold", never, tmp_path)
    counted = study.result("cold", lambda: TABLE, tmp_path, timed=False)
    assert counted.facts["load before"] == 1000.0


def test_an_unknown_scale_is_an_error(as_scale):
    as_scale("fast")
    with pytest.raises(ValueError, match="fast"):
        study.scale()


def test_the_line_names_machine_versions_memory_load_and_time(as_scale, tmp_path):
    as_scale("quick")
    line = study.result("cold", lambda: TABLE, tmp_path).line()
    for part in ("cold: ", " cores", "Python 3.", "ortools ", "load ", "ran ", "scale quick"):
        assert part in line, part
    assert "\n" not in line
