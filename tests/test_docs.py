"""The pages are true: their code runs, their links lead somewhere, and the index has them all."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from pages import PROGRAMS
from requirements import require_native

from nonet.cli import VERBS
from nonet.cli.common.exits import Exit
from nonet.formats import FORMATS
from nonet.solvers import backends

ROOT = Path(__file__).resolve().parents[1]
#: All pages, whose links are followed.
ALL = sorted([*ROOT.glob("*.md"), *ROOT.glob("*/*.md"), *ROOT.glob("solvers/**/*.md")])


@pytest.mark.parametrize("page", PROGRAMS, ids=lambda page: page.name)
def test_the_code_on_the_page_runs(page, tmp_path):
    if page.name == "analysis.md":  # true candidates with a number of solutions
        require_native()
    (tmp_path / "page.py").write_text(PROGRAMS[page])
    # A process of its own, because what a page registers stays registered.
    done = subprocess.run(
        [sys.executable, "page.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def shown(verbs):
    """Return the commands of the README with these verbs, and what they are shown to print."""
    text = (ROOT / "README.md").read_text()
    return re.findall(
        rf"^    \$ nonet ((?:{verbs}) [^>\n]*)\n((?:    [^$\n].*\n)+)", text, re.MULTILINE
    )


# The others print times.
@pytest.mark.parametrize(("arguments", "said"), shown("solve|check|generate"))
def test_the_commands_of_the_readme_print_what_it_shows(arguments, said):
    done = subprocess.run(
        [sys.executable, "-m", "nonet", *arguments.split()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == re.sub("^    ", "", said, flags=re.MULTILINE)


@pytest.mark.parametrize("page", ALL, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_links_of_the_page_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        if "://" not in link:
            name, _, heading = link.partition("#")
            target = page.parent / name if name else page
            assert target.exists(), link
            assert not heading or heading in headings(target), link


@pytest.mark.parametrize("page", ALL, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_files_that_the_page_names_exist(page):
    for name in re.findall(r"`((?:[\w.]+/)*\w+\.(?:py|[ch]pp|md|ipynb))`", page.read_text()):
        near = [folder / name for folder in (ROOT, ROOT / "src", page.parent)]
        assert any(path.exists() for path in near) or list(ROOT.glob(f"solvers/**/{name}")), name


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


def test_the_map_comes_first():
    for page in ("README.md", "CONTRIBUTING.md"):
        first = re.search(r"[^!]\[[^]]+\]\(([^)\s]+)\)", (ROOT / page).read_text())
        assert first[1] == "docs/architecture.md"


@pytest.mark.parametrize("page", ["docs/choosing.md", "solvers/README.md"])
def test_every_solver_is_in_the_tables_of_specs(page):
    rows = re.findall(r"^\| (`.*?) \|", (ROOT / page).read_text(), re.MULTILINE)
    listed = {re.split("[:/]", spec)[0] for row in rows for spec in re.findall(r"`([^`]+)`", row)}
    assert {re.split("[:/]", line.spec)[0] for line in backends()} == listed


def test_every_verb_and_every_exit_code_is_on_its_page():
    page = (ROOT / "docs" / "commands.md").read_text()
    assert {verb.__name__ for verb in VERBS} <= set(re.findall(r"nonet (\w+)", page))
    assert re.findall(r"^\| (\d+) \|", page, re.MULTILINE) == [str(code.value) for code in Exit]


def test_the_formats_are_those_that_there_are():
    page = (ROOT / "docs" / "formats.md").read_text()
    listed = re.findall(r"^\| `(\w+)` \| (.*?) ?\|", page, re.MULTILINE)
    extensions = [
        ", ".join(f"`{each}`" for each in format.extensions) for format in FORMATS.values()
    ]
    assert listed == list(zip(FORMATS, extensions, strict=True))
