"""The helpers of the notebooks: their results, their samples, and their main tables."""

import hashlib
import re
import sys
from pathlib import Path

import pandas as pd
import pytest
import study
from examples import HARD
from requirements import require_package
from study import samples
from study.results import SCALE

import nonet
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


# --- samples -------------------------------------------------------------------------------------

LINES = ["1" + "." * 80, "." * 80 + "2", "0" * 40 + "3" + "0" * 40]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a list of three puzzles, whose checksum is known."""
    content = "\n".join(LINES).encode()
    (tmp_path / "three.txt").write_bytes(content)
    file = study.File("three.txt", 3, hashlib.sha256(content).hexdigest(), "made here")
    monkeypatch.setitem(samples.FILES, "three.txt", file)
    monkeypatch.setenv(samples.DATA, str(tmp_path))
    return tmp_path


def test_puzzles_have_the_name_of_their_file_and_line(folder):
    drawn = {puzzle.label: puzzle for puzzle in study.sample("three.txt", 3)}
    assert set(drawn) == {"three.txt:1", "three.txt:2", "three.txt:3"}
    assert drawn["three.txt:2"]["r9c9"] == 2


def test_a_smaller_sample_of_the_same_seed_is_the_start_of_a_larger_one(folder):
    whole = study.sample("three.txt", 3, seed=5)
    assert study.sample("three.txt", 2, seed=5) == whole[:2]
    orders = {tuple(study.sample("three.txt", 3, seed=seed)) for seed in range(20)}
    assert len(orders) > 1


def test_a_file_with_other_content_is_refused(folder):
    (folder / "three.txt").write_text("\n".join(reversed(LINES)))
    with pytest.raises(PuzzleError, match="the SHA-256 of this file is"):
        study.sample("three.txt", 1)


def test_missing_puzzles_files_and_folders_are_errors(folder, monkeypatch):
    with pytest.raises(PuzzleError, match="the file has 3 puzzles, not 4"):
        study.sample("three.txt", 4)
    (folder / "three.txt").unlink()
    with pytest.raises(PuzzleError, match="No such file"):
        study.sample("three.txt", 1)
    monkeypatch.delenv(samples.DATA)
    with pytest.raises(PuzzleError, match="set NONET_DATA to the folder of this file"):
        study.sample("three.txt", 1)


def test_the_protocol_lists_the_files():
    page = (Path(__file__).resolve().parents[2] / "docs" / "racing.md").read_text()
    rows = re.findall(r"^\| `(.*?)` \| ([\d,]+) \| (.*?) \| `(.*?)` \|", page, re.MULTILINE)
    assert rows == [
        (file.name, f"{file.puzzles:,}", file.source, file.sha256) for file in study.FILES.values()
    ]


# --- Pumpkin -------------------------------------------------------------------------------------

PUMPKIN = f"{Path(__file__).parents[2] / 'notebooks' / 'study' / 'pumpkin.py'}:solve"


def test_it_answers_as_others_do():
    if sys.platform == "linux":  # the only system in the `test` group that has its package
        require_package("pumpkin-solver")
    pytest.importorskip("pumpkin_solver")
    verdict = nonet.check(HARD, backend=PUMPKIN)
    assert verdict.kind == "unique"
    assert verdict.solution == nonet.solve(HARD).solution
    puzzle = nonet.classic("12..34..........")
    found = set(nonet.solutions(puzzle, backend=PUMPKIN))
    assert found == set(nonet.solutions(puzzle, backend="norvig"))
    assert len(found) > 1
