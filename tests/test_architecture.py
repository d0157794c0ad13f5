"""One row of floors: which room may import which, and what no file may do."""

import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from collections import defaultdict
from fnmatch import fnmatch
from importlib import import_module
from pathlib import Path

import grimp
import pytest
from examples import case
from packaging.requirements import Requirement

from nonet.cli import VERBS
from nonet.cli.common.exits import Exit
from nonet.rules.registry import HOMES
from nonet.solvers import registry
from nonet.system.errors import NonetError

ROOT = Path(__file__).resolve().parents[1]
CODE = ["src/nonet", "encodings", "solvers"]
MAP, ADDING, INDEX, TRUST = (
    (ROOT / "docs" / name).read_text()
    for name in ("architecture.md", "adding.md", "README.md", "trust.md")
)
SECTIONS = {
    part.split("\n", 1)[0]: part
    for page in (MAP, ADDING, INDEX)
    for part in page.split("\n## ")[1:]
}


def rows(section):
    """Return the rows of the table of a section, without its head."""
    lines = [line for line in SECTIONS[section].split("\n") if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_floors_are_those_of_the_contract():
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    [contract] = [each for each in linter["contracts"] if each["id"] == "floors"]
    floors = [layer.split(" | ") for layer in contract["layers"]]
    expected = [
        (str(floor), room)
        for floor, side_by_side in zip(range(len(floors), 0, -1), floors, strict=True)
        for room in side_by_side
    ]
    assert [
        (floor, re.match(r"\[`(\w+)`\]", room)[1]) for floor, room, _ in rows("Rooms and floors")
    ] == expected


def test_the_picture_is_what_its_script_draws():
    draw = runpy.run_path(str(ROOT / "docs" / "flow.py"))["picture"]
    assert draw() == (ROOT / "docs" / "flow.svg").read_text(), "run docs/flow.py"


PATH = re.compile(r"`([\w.]+(?:/[\w.]+)*/?)`")


def paths(text):
    return [name for name in PATH.findall(text) if "/" in name or name.endswith(".py")]


def test_each_table_that_is_named_stands_in_its_file():
    bullets = re.split(r"\n(?=- |\n)", SECTIONS["Adding to the package"])
    for bullet in bullets:
        files = [ROOT / path for path in paths(bullet) if path.endswith(".py")]
        for name in files and re.findall(r"`(_?[A-Z_]{4,})`", bullet):
            assert any(
                re.search(rf"^{name}\b", file.read_text(), re.MULTILINE) for file in files
            ), name


def tree(kind, depth=0):
    """Return an error class and its subclasses, in the order of the page."""
    base = next((base.__name__ for base in kind.__bases__ if base.__module__ == "builtins"), "")
    found = [(depth, kind.__name__, base, kind.__module__)]
    for each in sorted(kind.__subclasses__(), key=lambda each: each.__name__):
        found += tree(each, depth + 1)
    return found


#: The depth, name, builtin base and module of each error on the page.
ERRORS = [
    (len(indent) // 4, *rest)
    for indent, *rest in re.findall(
        r"^    ( *)(\w+)(?: \((\w+)\))? +([\w.]+) +\S.*$",
        SECTIONS["Errors in Python"],
        re.MULTILINE,
    )
]


def test_the_errors_are_those_that_the_code_has():
    for _, _, _, module in ERRORS:
        import_module(module)
    assert tree(NonetError) == ERRORS


def test_no_error_is_missing_on_the_page():
    listed = {name for _, name, _, _ in ERRORS}
    derived = re.compile(rf"^class (\w+)\(.*\b(?:{'|'.join(listed)})\b", re.MULTILINE)
    sources = [path for each in CODE for path in (ROOT / each).rglob("*.py")]
    assert {name for path in sources for name in derived.findall(path.read_text())} == (
        listed - {"NonetError"}
    )


def tables():
    """Return the rows of all tables, by the last heading of their table."""
    found = defaultdict(list)
    heading = None
    for line in TRUST.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            heading = None
        elif heading is None:
            heading = cells[-1]
        elif not line.startswith("|--"):
            found[heading].append(cells)
    return found


CODES = [int(cells[0]) for cells in tables()["meaning"]]
LIMITS = {cells[2].strip("`"): int(cells[1].replace(",", "")) for cells in tables()["constant"]}


def test_every_exit_code_is_there():
    assert list(Exit) == CODES


def test_each_number_is_that_of_the_code():
    assert LIMITS
    for name, number in LIMITS.items():
        with case(name):
            place, _, key = name.partition("[")
            module, _, constant = place.rpartition(".")
            value = getattr(import_module(module), constant)
            assert (value[key.strip(']"')] if key else value) == number


# --- imports -------------------------------------------------------------------------------------


@pytest.fixture
def graph():
    """Return all imports of the package, anywhere in its modules."""
    graph = grimp.build_graph("nonet", "nonet.encodings", cache_dir=None)
    # The compiled engine has no readable source, so this test treats it as a name in its folder.
    native = "nonet.solvers.native"
    for importer in graph.find_modules_that_directly_import(native):
        details = graph.get_import_details(importer=importer, imported=native)
        if all(each["line_contents"].endswith("import _core") for each in details):
            graph.remove_import(importer=importer, imported=native)
    # The registry imports solvers by their names in a table.
    for name in registry._MODULES.values():
        graph.add_import(importer=registry.__name__, imported=f"nonet.solvers.{name}")
    # The packages of verbs and of rules import their modules by their names in a table.
    for verb in VERBS:
        graph.add_import(importer="nonet.cli", imported=f"nonet.cli.{verb}")
    for module in HOMES.values():
        graph.add_import(importer="nonet.rules", imported=module)
    return graph


def circles(graph):
    """Return each circle of imports as the shortest chain that returns to its start."""
    found = {}
    for importer in graph.modules:
        for imported in graph.find_modules_directly_imported_by(importer):
            way_back = graph.find_shortest_chain(importer=imported, imported=importer)
            if way_back:
                found.setdefault(frozenset(way_back), " → ".join((importer, *way_back)))
    return sorted(found.values())


def test_the_graph_has_every_room(graph):
    assert {"nonet.puzzle", "nonet.encodings.cnf", "nonet.solvers.registry"} <= graph.modules
    assert "nonet.formats.reader" in graph.find_modules_directly_imported_by("nonet.formats")


def test_a_circle_is_found(graph):
    graph.add_import(importer="nonet.model.grid", imported="nonet.cli")
    assert any("nonet.model.grid → nonet.cli" in circle for circle in circles(graph))


def test_there_is_no_circle(graph):
    assert circles(graph) == []


# --- folders -------------------------------------------------------------------------------------

PACKAGE = ROOT / "src" / "nonet"
#: The place of the compiled engine in a wheel.
CORE = "nonet/solvers/native/_core.abi3.so"
HEAVY = {"matplotlib", "numpy", "ortools", "pandas", "pysat", "rich", "typer"}


def python(*arguments, cwd=ROOT, **environment):
    """Run a new interpreter, which must succeed. Return the words that it printed."""
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


@pytest.mark.parametrize("folder", ["encodings", "solvers"])
def test_the_package_links_to_the_top_level_folder(folder):
    link = ROOT / "src" / "nonet" / folder
    assert link.is_symlink()
    assert link.resolve() == ROOT / folder


def folders(root, holding):
    """Return the paths of the folders under a root that contain such files. Follow links."""
    found = (
        Path(path) for path, _, files in os.walk(root, followlinks=True) if any(map(holding, files))
    )
    return {path.relative_to(root) for path in found} - {Path()}


def test_the_tests_mirror_the_folders():
    """A folder of code has a folder of tests, or test files named after it or its modules."""
    code, tests = ROOT / "src" / "nonet", ROOT / "tests"
    rooms = folders(code, lambda file: file.endswith(".py"))
    mirrored = folders(tests, lambda file: fnmatch(file, "test_*.py"))
    # tests/typing type-checks a user's program, tests/fuzz feeds all readers, and tests/study tests
    # the code of the notebooks.
    assert mirrored - rooms == {Path("typing"), Path("fuzz"), Path("study")}
    # The tests of the commands also test the code that commands share, and the tests of rules test
    # all kinds of rules.
    families = {room for room in rooms if room.parent == Path("rules")}
    mirrored |= {parent for folder in mirrored for parent in folder.parents}
    for room in rooms - mirrored - families - {Path("cli/common")}:
        names = [room.name, *(path.stem for path in (code / room).glob("*.py"))]
        assert any(list((tests / room.parent).glob(f"test_{name}*.py")) for name in names), room


def test_import_nonet_loads_no_other_module_of_it_and_nothing_heavy():
    # With an `encodings/__init__.py` on the path, Python would import it instead of its own, and
    # would not start.
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    loaded = python("-c", "import sys, nonet; print(*sys.modules)", PYTHONPATH=path)
    assert {name for name in loaded if name.startswith("nonet")} == {"nonet"}
    assert HEAVY.isdisjoint(loaded)


@pytest.fixture
def source(tmp_path):
    """A copy of the repository, which tests may change."""
    ignored = shutil.ignore_patterns(".*", "build", "__pycache__", "*.so")
    return shutil.copytree(ROOT, tmp_path / "source", symlinks=True, ignore=ignored)


@pytest.fixture
def dist(tmp_path):
    """The folder for built packages."""
    (tmp_path / "dist").mkdir()
    return tmp_path / "dist"


def build(source, dist, *options, **environment):
    """Build a source tree without network, with the installed packages. Return the output."""
    command = [sys.executable, "-m", "build", "--no-isolation", *options, "--outdir", dist, source]
    run = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=True
    )
    return run.stdout + run.stderr


def unpacked(dist):
    """Unpack the only wheel. Return its name, the folder and the names of its files."""
    [wheel] = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(dist / "unpacked")
        return wheel.name, dist / "unpacked", set(archive.namelist())


def python_with(folder, code):
    """Run code on an unpacked package. Return the printed words."""
    # Use -S, because the import hook of an editable install would come before PYTHONPATH.
    path = os.pathsep.join([str(folder), sysconfig.get_path("purelib")])
    return python("-S", "-c", code, cwd=folder.parent, PYTHONPATH=path)


def assert_complete(names):
    data = ["encodings/proved/sudoku.lisp", "racing/plots/nonet.mplstyle"]
    data += ["racing/report/report.html", "serving/page/board.js", "serving/page/index.html"]
    assert {f"nonet/{name}" for name in data} <= names
    code = {f"nonet/{path.relative_to(PACKAGE)}" for path in files_of(PACKAGE, ".py", ".pyi")}
    assert code <= names
    assert not {name for name in names if name.endswith((".cpp", ".hpp", ".so"))} - {CORE}


def files_of(folder, *endings):
    """Return the files below a folder with these endings. Follow links."""
    return {
        Path(path, file)
        for path, _, files in os.walk(folder, followlinks=True)
        for file in files
        if file.endswith(endings)
    }


@pytest.mark.slow
def test_a_wheel_has_the_engine_at_its_place(source, dist):
    """The compiled file is a stand-in, because compiling the engine takes a minute."""
    for file in files_of(source / "solvers", ".cpp"):
        file.write_text("")
    (source / "solvers/native/module.cpp").write_text(
        "#include <nanobind/nanobind.h>\n"
        'NB_MODULE(_core, module) { module.attr("there") = "in"; }\n'
    )
    build(source, dist, "--wheel", NONET_REQUIRE_NATIVE="1")
    name, folder, names = unpacked(dist)
    assert "none-any" not in name
    assert "-cp311-abi3-" in name
    assert CORE in names
    assert_complete(names)
    code = "import nonet, nonet.solvers.native._core as core; print(nonet.__file__, core.there)"
    assert python_with(folder, code) == [str(folder / "nonet" / "__init__.py"), "in"]


@pytest.mark.slow
def test_without_a_compiler_the_wheel_is_pure_python_and_says_why(source, dist):
    """The wheel is built from the source archive, which must be complete."""
    said = build(source, dist, NONET_REQUIRE_NATIVE="0", CXX="/nowhere/c++")
    assert said.count("installing in pure Python") == 1
    name, folder, names = unpacked(dist)
    assert name.endswith("-py3-none-any.whl")
    assert_complete(names)
    code = "import sys; sys.argv[1:] = ['backends', '--json']; from nonet.cli import main; main()"
    listed = " ".join(python_with(folder, code))
    assert "installed without its native engine" in listed
    assert "install g++" in listed
    assert_sources_only(dist, source)


def assert_sources_only(dist, source):
    """Assert that the archive has all files to compile and test the engine, and no hidden files."""
    [sdist] = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        paths = {Path(*Path(name).parts[1:]) for name in archive.getnames()}
    parts = {part for path in paths for part in path.parts}
    assert {"pyproject.toml", "CMakeLists.txt", "LICENSE", "encodings", "src", "tests"} <= parts
    assert {
        path.relative_to(source) for path in files_of(source / "solvers", ".py", ".cpp", ".hpp")
    } <= paths
    assert not {part for part in parts if part.startswith(".") or part == "__pycache__"}


@pytest.mark.slow
def test_where_the_native_engine_is_required_there_is_no_falling_back(source, dist):
    with pytest.raises(subprocess.CalledProcessError):
        build(source, dist, "--wheel", NONET_REQUIRE_NATIVE="1", CXX="/nowhere/c++")
    assert not list(dist.glob("*.whl"))


def test_releases_of_python_sat_that_cut_proofs_short_are_not_allowed():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {each.name: each.specifier for each in map(Requirement, project["dependencies"])}
    assert needed["python-sat"].contains("1.9.dev16", prereleases=True)
    assert not needed["python-sat"].contains("1.9.dev15", prereleases=True)
