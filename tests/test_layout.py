"""Guards of the layout: two links, one file that must never exist, and what is built from them."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HEAVY = {"matplotlib", "numpy", "ortools", "pandas", "pysat", "rich", "typer"}


def python(*arguments, cwd=ROOT, **environment):
    """Run a fresh interpreter, which must succeed, and return the words it printed."""
    run = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout.split()


def test_encodings_never_has_an_init():
    # With one, `PYTHONPATH=.` would replace the standard library's own `encodings`.
    assert not (ROOT / "encodings" / "__init__.py").exists()


def test_the_interpreter_starts_with_the_repository_on_its_path():
    python("-c", "pass", PYTHONPATH=str(ROOT))


@pytest.mark.parametrize("folder", ["encodings", "solvers"])
def test_the_package_links_to_the_top_level_folder(folder):
    link = ROOT / "src" / "nonet" / folder
    assert link.is_symlink()
    assert link.resolve() == ROOT / folder


def folders(root, holding):
    """Return the folders under a root that hold such files, links followed, by their paths."""
    found = (
        Path(path) for path, _, files in os.walk(root, followlinks=True) if any(map(holding, files))
    )
    return {path.relative_to(root) for path in found} - {Path()}


def test_the_tests_mirror_the_folders():
    """A folder of code has a folder of tests, or files of tests named after it or its modules."""
    code, tests = ROOT / "src" / "nonet", ROOT / "tests"
    rooms = folders(code, lambda file: file.endswith(".py"))
    mirrored = folders(tests, lambda file: fnmatch(file, "test_*.py"))
    # What all verbs share is tested by them; a user's program is type-checked in tests/typing, and
    # tests/fuzz feeds all readers.
    assert mirrored - rooms == {Path("typing"), Path("fuzz")}
    for room in rooms - mirrored - {Path("cli/common")}:
        names = [room.name, *(path.stem for path in (code / room).glob("*.py"))]
        assert any(list((tests / room.parent).glob(f"test_{name}*.py")) for name in names), room


def test_import_nonet_loads_no_other_module_of_it_and_nothing_heavy():
    loaded = python("-c", "import sys, nonet; print(*sys.modules)")
    assert {name for name in loaded if name.startswith("nonet")} == {"nonet"}
    assert HEAVY.isdisjoint(loaded)


def build(into, *options, **environment):
    """Build the repository with what is installed: no network; return what was said."""
    copy = into / "source"
    ignored = shutil.ignore_patterns(".*", "build", "__pycache__")
    shutil.copytree(ROOT, copy, symlinks=True, ignore=ignored)
    # What is built is not timed: it is compiled quickly, without optimization.
    quickly = "-Ccmake.define.CMAKE_CXX_FLAGS_RELEASE=-O0"
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "build",
            "--no-isolation",
            quickly,
            *options,
            "--outdir",
            into,
            copy,
        ],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout + run.stderr


@pytest.mark.slow
@pytest.mark.parametrize("options", [["--wheel"], []], ids=["the tree", "the sdist"])
def test_the_wheel_is_complete_when_built_from(options, tmp_path):
    dist, unpacked, elsewhere = (tmp_path / name for name in ("dist", "unpacked", "elsewhere"))
    dist.mkdir()
    elsewhere.mkdir()
    build(dist, *options)
    [wheel] = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        assert {"nonet/encodings/cnf.py", "nonet/solvers/native/__init__.py"} <= names
        assert {"nonet/plots/nonet.mplstyle", "nonet/report/report.js"} <= names
        assert {"nonet/serving/page/board.js", "nonet/serving/page/index.html"} <= names
        assert not {name for name in names if name.endswith((".cpp", ".hpp"))}
        assert sum(file.file_size for file in archive.infolist()) < 15_000_000
        archive.extractall(unpacked)

    # -S, because the import hook of an editable install would come before PYTHONPATH.
    code = (
        "import nonet, nonet.encodings.cnf, nonet.solvers.native.core as native\n"
        "print(nonet.__file__, native.missing() is None)"
    )
    path = os.pathsep.join([str(unpacked), sysconfig.get_path("purelib")])
    origin, is_native = python("-S", "-c", code, cwd=elsewhere, PYTHONPATH=path)
    assert Path(origin) == unpacked / "nonet" / "__init__.py"
    assert (is_native == "True") == ("none-any" not in wheel.name)


@pytest.mark.slow
def test_without_a_compiler_the_wheel_is_pure_python_and_says_why(tmp_path):
    said = build(tmp_path, "--wheel", NONET_REQUIRE_NATIVE="0", CXX="/nowhere/c++")
    [wheel] = tmp_path.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    assert said.count("installing in pure Python") == 1
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "unpacked")

    code = "import sys; sys.argv[1:] = ['backends', '--json']; from nonet.cli import main; main()"
    path = os.pathsep.join([str(tmp_path / "unpacked"), sysconfig.get_path("purelib")])
    listed = " ".join(python("-S", "-c", code, cwd=tmp_path, PYTHONPATH=path))
    assert "installed without its native engine" in listed
    assert "install g++" in listed


@pytest.mark.slow
def test_where_the_native_engine_is_required_there_is_no_falling_back(tmp_path):
    with pytest.raises(subprocess.CalledProcessError):
        build(tmp_path, "--wheel", NONET_REQUIRE_NATIVE="1", CXX="/nowhere/c++")
    assert not list(tmp_path.glob("*.whl"))


@pytest.mark.slow
def test_the_sdist_holds_sources_only(tmp_path):
    build(tmp_path, "--sdist")
    [sdist] = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        paths = [Path(name) for name in archive.getnames()]
    parts = {part for path in paths for part in path.parts}
    assert {"pyproject.toml", "LICENSE", "encodings", "solvers", "src", "tests"} <= parts
    assert not {part for part in parts if part.startswith(".") or part == "__pycache__"}
