"""Documentation: its code runs, its links lead somewhere, and public names have examples."""

import ast
import doctest
import importlib
import inspect
import os
import re
import traceback
from collections import defaultdict
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
import requirements
from examples import case
from pages import PROGRAMS

import nonet
from nonet.cli import VERBS, app
from nonet.formats import FORMATS, WRITTEN
from nonet.formats.contract import EXTENSIONS
from nonet.solvers import backends
from nonet.solvers.native.core import missing
from nonet.system.worker import Worker

ROOT = Path(__file__).resolve().parents[1]
#: All pages, whose links are followed.
ALL = sorted([*ROOT.glob("*.md"), *ROOT.glob("*/*.md"), *ROOT.glob("solvers/**/*.md")])


def run_each(programs, folder):
    """Run programs one after the other, each in a separate folder, and return their errors."""
    raised = {}
    for name, program in programs.items():
        os.chdir(mkdtemp(dir=folder))
        try:
            exec(compile(program, name, "exec"), {"__name__": "__main__"})
        except BaseException:
            raised[name] = traceback.format_exc()
    return raised


def test_the_code_on_the_pages_runs(tmp_path):
    """Run the code in a copy of this process, because solvers that a page registers stay."""
    programs = {page.name: program for page, program in PROGRAMS.items()}
    if missing():
        del programs["questions.md"]  # true candidates with a number of solutions
    copy = Worker(forked=True)
    assert copy.call(run_each, programs, tmp_path) == {}
    copy.kill()


def shown(verbs):
    """Return the commands of the README with these verbs, and the output that it shows."""
    text = (ROOT / "README.md").read_text()
    return re.findall(
        rf"^    \$ nonet ((?:{verbs}) [^>\n]*)\n((?:    [^$\n].*\n)+)", text, re.MULTILINE
    )


def test_the_commands_of_the_readme_print_what_it_shows(capsys):
    commands = shown("solve|check|generate|hint")  # other commands print times
    assert commands
    for arguments, said in commands:
        with case(arguments), pytest.raises(SystemExit):
            app(arguments.split(), prog_name="nonet")
        assert capsys.readouterr().out == re.sub("^    ", "", said, flags=re.MULTILINE)


def test_the_links_of_the_pages_lead_somewhere():
    lost = [
        f"{page.relative_to(ROOT)}: {link}"
        for page in ALL
        for link in re.findall(r'\]\(([^)\s]+)(?: "[^"]*")?\)', page.read_text())
        if "://" not in link and not leads_somewhere(page, *link.partition("#")[::2])
    ]
    assert lost == []


def leads_somewhere(page, name, heading):
    target = page.parent / name if name else page
    return target.exists() and (not heading or heading in headings(target))


def test_the_files_that_the_pages_name_exist():
    lost = [
        f"{page.relative_to(ROOT)}: {name}"
        for page in ALL
        for name in re.findall(
            r"`((?:[\w.]+/)*(?:\w+/|\w+\.(?:py|[ch]pp|md|ipynb)))`", page.read_text()
        )
        if not any((folder / name).exists() for folder in (ROOT, ROOT / "src", page.parent))
        and not list((ROOT / "solvers").glob(f"**/{name}"))
    ]
    assert lost == []


@cache
def headings(page):
    """Return the names by which GitHub links to the headings of a page."""
    found = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found]


def test_the_index_has_every_page_once():
    index = (ROOT / "docs" / "README.md").read_text()
    listed = re.findall(r"^\| \[\w+\]\((\w+\.md)\)", index, re.MULTILINE)
    pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert len(listed) == len(set(listed))
    assert set(listed) == pages


@pytest.mark.parametrize("page", ["docs/choosing.md", "solvers/README.md"])
def test_every_solver_is_in_the_tables_of_specs(page):
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / page).read_text(), re.MULTILINE)
    listed = {re.split("[:/]", spec)[0] for row in rows for spec in re.findall(r"`([^`]+)`", row)}
    assert {re.split("[:/]", line.spec)[0] for line in backends()} == listed


def test_every_verb_is_in_the_index():
    page = (ROOT / "docs" / "README.md").read_text()
    assert {*VERBS} <= set(re.findall(r"nonet (\w+)", page))


def test_the_formats_are_those_that_there_are():
    page = (ROOT / "docs" / "formats.md").read_text()
    listed = re.findall(r"^\| `(\w+)` \| (.*?) ?\|", page, re.MULTILINE)
    extensions = {format: f"`{extension}`" for extension, format in EXTENSIONS.items()}
    assert dict(listed) == {name: extensions.get(name, "") for name in FORMATS}
    assert {name for name, _ in listed[: len(WRITTEN)]} == set(WRITTEN)


# --- doctests ------------------------------------------------------------------------------------

#: Modules whose examples need the native engine.
ENGINE = (
    "nonet.questions.analysis.candidates",
    "nonet.generation.production",
    "nonet.solvers.native",
    "nonet.streaming.pipeline",
)
SRC = Path(__file__).resolve().parents[1] / "src"


def modules():
    """Find modules by their files, because `pkgutil` overlooks a folder without __init__.py."""
    for folder, _, files in os.walk(SRC / "nonet", followlinks=True):
        for file in files:
            path = Path(folder, file)
            if path.suffix == ".py" and ">>>" in path.read_text():
                parts = path.relative_to(SRC).with_suffix("").parts
                yield ".".join(parts).removesuffix(".__init__")


def rooms():
    """Return the modules with examples, by room. A module that needs the engine is by itself."""
    found = defaultdict(list)
    for name in sorted(modules()):
        room = name if name.startswith(ENGINE) else ".".join(name.split(".")[:2])
        found[room].append(name)
    return found


@pytest.mark.parametrize("names", [pytest.param(names, id=room) for room, names in rooms().items()])
def test_the_examples_hold(names):
    """The captured output shows the examples that fail."""
    if names[0].startswith(ENGINE):
        requirements.require_native()
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    tried = {
        name: doctest.testmod(importlib.import_module(name), optionflags=options) for name in names
    }
    assert {name: found for name, found in tried.items() if found.failed} == {}


# --- public names --------------------------------------------------------------------------------

#: Every class and function that these packages export has an example.
ROOMS = ["nonet", "nonet.rules", "nonet.formats"]


def test_the_lists_of_exported_names_agree():
    homes = {f"nonet.{home}": names.split() for home, names in nonet._HOMES.items()}
    stub = ast.parse(Path(nonet.__file__).with_suffix(".pyi").read_text())
    imports = [each for each in stub.body if isinstance(each, ast.ImportFrom)]
    assert {each.module: [name.asname for name in each.names] for each in imports} == homes
    for name, home in nonet._HOME.items():
        assert getattr(nonet, name) is getattr(importlib.import_module(f"nonet.{home}"), name)
    assert dir(nonet) == sorted(nonet.__all__)


def test_what_is_not_exported_is_no_attribute():
    with pytest.raises(AttributeError, match="module 'nonet' has no attribute 'sudoku'"):
        _ = nonet.sudoku


def exported():
    """Yield the classes and functions that the packages export, with their full names."""
    for room in ROOMS:
        package = importlib.import_module(room)
        for name in package.__all__:
            thing = getattr(package, name)
            if inspect.isclass(thing) or inspect.isfunction(thing):
                yield f"{room}.{name}", thing


def test_every_exported_name_has_an_example():
    """Other tests of this file check that the examples are true."""
    without = [name for name, thing in exported() if ">>>" not in (thing.__doc__ or "")]
    assert without == [], "these need an example in their docstring"
