"""The code on the pages runs, their links lead somewhere, and the index lists all pages."""

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from examples import case
from pages import PROGRAMS

from nonet.cli import VERBS, app
from nonet.formats import FORMATS, WRITTEN
from nonet.formats.catalogue import EXTENSIONS
from nonet.solvers import backends
from nonet.solvers.native.core import missing

ROOT = Path(__file__).resolve().parents[1]
#: All pages, whose links are followed.
ALL = sorted([*ROOT.glob("*.md"), *ROOT.glob("*/*.md"), *ROOT.glob("solvers/**/*.md")])


#: Runs programs one after the other, each in a separate folder, and reports their errors.
RUNNER = """
import json, os, sys, tempfile, traceback
raised = {}
for name, program in json.load(sys.stdin).items():
    os.chdir(tempfile.mkdtemp(dir=sys.argv[1]))
    try:
        exec(compile(program, name, "exec"), {"__name__": "__main__"})
    except BaseException:
        raised[name] = traceback.format_exc()
print("\\n" + json.dumps(raised))
"""


def test_the_code_on_the_pages_runs(tmp_path):
    """Run the code in a separate process, because solvers that a page registers stay registered."""
    programs = {page.name: program for page, program in PROGRAMS.items()}
    if missing():
        del programs["questions.md"]  # true candidates with a number of solutions
    done = subprocess.run(
        [sys.executable, "-c", RUNNER, tmp_path],
        input=json.dumps(programs),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout.splitlines()[-1]) == {}


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
