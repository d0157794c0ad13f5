"""Skip a test if something that it needs is missing, or fail it if NONET_REQUIRE_… is set."""

import os
import shutil
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NoReturn

import pytest

from nonet.solvers.native.core import missing


def collection(name: str) -> Path:
    """Return the file of a collection of puzzles, or skip the test and say why."""
    there = Path(__file__).resolve().parents[3] / "shared" / "data"
    path = Path(os.environ.get("NONET_DATA", there)) / name
    if not path.is_file():
        pytest.skip(f"no {name} in {path.parent}; set NONET_DATA to the folder that has it")
    return path


def data(name: str) -> list[str]:
    """Return the lines of a collection of puzzles, or skip the test and say why."""
    return collection(name).read_text().split()


def require_native() -> None:
    """Skip the test without the native engine, or fail it if NONET_REQUIRE_NATIVE is set."""
    reason = missing()
    if reason and os.environ.get("NONET_REQUIRE_NATIVE"):
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)


def require_program(name: str) -> None:
    """Skip the test without a SAT solver, or fail it if NONET_REQUIRE_DIMACS is set."""
    if shutil.which(name):
        return
    reason = f"no {name} on the PATH: apt-get install {name}"
    if os.environ.get("NONET_REQUIRE_DIMACS"):
        pytest.fail(reason)
    pytest.skip(reason)


def require_package(name: str) -> None:
    """Skip the test without a Python package, or fail it if NONET_REQUIRE_PACKAGES is set."""
    try:
        version(name)
    except PackageNotFoundError:
        skip_without_packages(f"no {name}: pip install {name}")


def skip_without_packages(reason: str) -> NoReturn:
    """Skip the test, or fail it if NONET_REQUIRE_PACKAGES is set."""
    if os.environ.get("NONET_REQUIRE_PACKAGES"):
        pytest.fail(reason)
    pytest.skip(reason)
