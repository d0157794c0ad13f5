"""Certificates of three small puzzles, made once."""

import shutil
from pathlib import Path

import pytest
from examples import classic
from unique_puzzles import SMALL

from nonet import certify

PUZZLES = {"unique": SMALL, "none": classic("11" + "." * 14), "multiple": classic("1" + "." * 15)}


@pytest.fixture(scope="session")
def folders(tmp_path_factory):
    """One certificate of each kind."""
    made = {name: tmp_path_factory.mktemp(name) for name in PUZZLES}
    for name, folder in made.items():
        certify(PUZZLES[name]).write(folder)
    return made


@pytest.fixture
def folder(folders, tmp_path):
    """A copy of the certificate of SMALL, to be damaged."""
    return Path(shutil.copytree(folders["unique"], tmp_path / "copy"))
