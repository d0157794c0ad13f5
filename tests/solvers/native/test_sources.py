"""The C++ sources: the vectors of each instruction set compile, and a README explains each file."""

import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

import pytest

NATIVE = Path(__file__).resolve().parents[3] / "solvers" / "native"
SOURCES = sorted(NATIVE.rglob("*.[ch]pp"))


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="no such vectors")
@pytest.mark.parametrize("flags", ["-mavx2", "-mavx512bw -mavx512vl"])
def test_the_vectors_of_an_instruction_set_stand_alone(flags):
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        pytest.skip("no C++ compiler")
    family = flags.removeprefix("-m").split("bw")[0]
    header = NATIVE / "lockstep" / f"vector_{family}.hpp"
    options = ["-std=c++20", "-w", "-fsyntax-only", *flags.split(), "-x", "c++"]
    run = subprocess.run([compiler, *options, header], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize(
    "folders", [["general", "learning"], ["lockstep"], ["steps"]], ids=" ".join
)
def test_a_readme_has_a_line_for_every_source(folders):
    readme = (NATIVE / folders[0] / "README.md").read_text()
    explained = re.findall(
        r"\w+\.[ch]pp", "".join(re.findall(r"^\| (.*?) \|", readme, re.MULTILINE))
    )
    assert sorted(explained) == sorted(path.name for path in SOURCES if path.parent.name in folders)
