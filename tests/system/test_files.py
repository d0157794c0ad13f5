"""Folders are created completely or not at all."""

import os
from functools import partial

import pytest

from nonet.certificates import certify
from nonet.certificates.certificate import write_all
from nonet.system.errors import PuzzleError
from nonet.system.files import whole_folder


def fill(folder, meanwhile=lambda: None):
    with whole_folder(str(folder)) as draft:
        (draft / "file").write_text("all of it")
        meanwhile()


def interrupt(*_):
    raise KeyboardInterrupt


def put_in(folder):
    folder.mkdir(exist_ok=True)
    (folder / "theirs").write_text("kept")


def test_an_interruption_leaves_nothing(tmp_path):
    for name in ("new", "empty"):
        (tmp_path / "empty").mkdir(exist_ok=True)
        with pytest.raises(KeyboardInterrupt):
            fill(tmp_path / name, interrupt)
        assert [*tmp_path.rglob("*")] == [tmp_path / "empty"], name


def test_two_at_the_same_folder_do_not_spoil_each_other(tmp_path):
    """Two writers may have the same process id, in two containers or in two threads."""
    with pytest.raises(PuzzleError, match="the folder is not empty"):
        fill(tmp_path / "new", lambda: fill(tmp_path / "new"))
    assert [file.read_text() for file in (tmp_path / "new").iterdir()] == ["all of it"]
    assert [*tmp_path.iterdir()] == [tmp_path / "new"]


def test_of_certificates_that_are_interrupted_none_is_left(tmp_path, monkeypatch):
    def made():
        yield certify("12..34..2......3")
        interrupt()

    with pytest.raises(KeyboardInterrupt):
        write_all(tmp_path / "new", made())
    certificate = certify("12..34..2......3")
    monkeypatch.setattr("nonet.certificates.certificate.manifest", interrupt)
    with pytest.raises(KeyboardInterrupt):
        certificate.write(tmp_path / "new")
    assert not [*tmp_path.iterdir()]


def test_an_empty_folder_is_filled_and_stays_the_same(tmp_path, monkeypatch):
    """The folder is not replaced, because it may be the current folder of a shell."""
    monkeypatch.chdir(tmp_path)
    before = os.stat(".")
    fill(".")
    assert os.path.samestat(os.stat("."), before)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["all of it"]


def test_files_of_another_process_are_left_alone(tmp_path):
    for name in ("new", "empty"):
        folder = tmp_path / name
        (tmp_path / "empty").mkdir(exist_ok=True)
        with pytest.raises(PuzzleError, match="the folder is not empty"):
            fill(folder, partial(put_in, folder))
        assert [path.name for path in folder.iterdir()] == ["theirs"], name
