"""Skip a test if something that it needs is missing, or fail it if NONET_REQUIRE_… is set."""

import os
import shutil
from importlib import import_module
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


def skip_or_fail(part: str, reason: str) -> NoReturn:
    """Skip the test, or fail it if NONET_REQUIRE_… is set for this part."""
    if os.environ.get(f"NONET_REQUIRE_{part}"):
        pytest.fail(reason)
    pytest.skip(reason)


def require_native() -> None:
    if reason := missing():
        skip_or_fail("NATIVE", reason)


def require_program(name: str) -> None:
    if not shutil.which(name):
        skip_or_fail("DIMACS", f"no {name} on the PATH: apt-get install {name}")


def require_package(name: str) -> None:
    try:
        version(name)
    except PackageNotFoundError:
        skip_or_fail("PACKAGES", f"no {name}: pip install {name}")


def require_cairo() -> None:
    """Skip the test without CairoSVG and pypdf, or without the library that CairoSVG loads."""
    for package in ("cairosvg", "pypdf"):
        require_package(package)
    try:
        import_module("cairosvg")
    except OSError:
        skip_or_fail("DIMACS", "no library cairo: apt-get install libcairo2")
