"""Samples from published lists are the same everywhere. A missing file is an error."""

import hashlib
import re
from pathlib import Path

import pytest
import study
from study import samples

from nonet import PuzzleError

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
