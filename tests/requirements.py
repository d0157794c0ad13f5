"""What the machine must have for some tests; where it is missing they are skipped, or must fail."""

import os
import shutil
from pathlib import Path

import pytest

from nonet.solvers.native.core import missing


def collection(name: str) -> Path:
    """Return the file of a collection of puzzles, or skip the test and say why."""
    there = Path(__file__).resolve().parents[2] / "shared" / "data"
    path = Path(os.environ.get("NONET_DATA", there)) / name
    if not path.is_file():
        pytest.skip(f"no {name} in {path.parent}; set NONET_DATA to the folder that has it")
    return path


def data(name: str) -> list[str]:
    """Return the lines of a collection of puzzles, or skip the test and say why."""
    return collection(name).read_text().split()


def require_native() -> None:
    """Skip the test, saying why, where the native engine is missing; fail if it must not be."""
    reason = missing()
    if reason and os.environ.get("NONET_REQUIRE_NATIVE"):
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)


def require_program(name: str) -> None:
    """Skip the test, saying why, where a SAT solver program is missing; fail if it must not be."""
    if shutil.which(name):
        return
    reason = f"no {name} on the PATH: apt-get install {name}"
    if os.environ.get("NONET_REQUIRE_DIMACS"):
        pytest.fail(reason)
    pytest.skip(reason)
