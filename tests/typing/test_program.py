"""A user's program runs. The program and the code on the pages type-check."""

import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from pages import PROGRAMS

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(__file__).with_name("program.py")


def run(*command, cwd):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """Return the interpreter of an environment with nonet installed as files, as from a wheel.

    Do not use an editable install, because type checkers cannot follow its import hook.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=True)
    places = sysconfig.get_paths("venv", {"base": str(folder), "platbase": str(folder)})
    site = Path(places["purelib"])
    shutil.copytree(ROOT / "src" / "nonet", site / "nonet", ignore=shutil.ignore_patterns("*.?pp"))
    (site / "others.pth").write_text(sysconfig.get_path("purelib"))
    return Path(places["scripts"], "python")


@pytest.mark.slow
def test_the_program_and_the_pages_type_check(python, tmp_path):
    shutil.copy(PROGRAM, tmp_path)
    for page, program in PROGRAMS.items():
        Path(tmp_path, f"{page.stem}_page.py").write_text(program)
    options = ["--strict", "--python-executable", python, "--cache-dir", tmp_path / "cache"]
    run(sys.executable, "-m", "mypy", *options, *tmp_path.glob("*.py"), cwd=tmp_path)


def test_the_program_runs(tmp_path):
    run(sys.executable, PROGRAM, cwd=tmp_path)
