"""Guards of the layout: two links, one file that must never exist, and what is built from them."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HEAVY = {"matplotlib", "numpy", "ortools", "pysat", "rich", "typer"}


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


def test_import_nonet_is_light():
    loaded = python("-c", "import sys, nonet; print(*sys.modules)")
    assert HEAVY.isdisjoint(loaded)


def build(into, *options):
    """Build the repository with what is installed: no network."""
    python("-m", "build", "--no-isolation", *options, "--outdir", str(into), str(ROOT), cwd=into)


@pytest.mark.slow
@pytest.mark.parametrize("options", [["--wheel"], []], ids=["the tree", "the sdist"])
def test_the_wheel_is_complete_when_built_from(options, tmp_path):
    dist, unpacked, elsewhere = (tmp_path / name for name in ("dist", "unpacked", "elsewhere"))
    dist.mkdir()
    elsewhere.mkdir()
    build(dist, *options)
    [wheel] = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert {"nonet/encodings/cnf.py", "nonet/solvers/__init__.py"} <= set(archive.namelist())
        archive.extractall(unpacked)

    # -S, because the import hook of an editable install would come before PYTHONPATH.
    [origin] = python(
        "-S",
        "-c",
        "import nonet, nonet.encodings.cnf, nonet.solvers; print(nonet.__file__)",
        cwd=elsewhere,
        PYTHONPATH=os.pathsep.join([str(unpacked), sysconfig.get_path("purelib")]),
    )
    assert Path(origin) == unpacked / "nonet" / "__init__.py"


@pytest.mark.slow
def test_the_sdist_holds_sources_only(tmp_path):
    build(tmp_path, "--sdist")
    [sdist] = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        paths = [Path(name) for name in archive.getnames()]
    parts = {part for path in paths for part in path.parts}
    assert {"pyproject.toml", "LICENSE", "encodings", "solvers", "src", "tests"} <= parts
    assert not {part for part in parts if part.startswith(".") or part == "__pycache__"}
