"""Every number in a sentence is computed by a cell beside it, or its origin is stated here.

The sentences are those of the notebooks, and of the pages that quote measurements. What stands
between marks like `<!-- decisions -->` is written from the stored results, and compared with them
in `test_notebooks.py`.
"""

import ast
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import nbformat
import pytest

import nonet
from nonet.encodings import cnf
from nonet.encodings.sizes import clauses_of_empty

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))

YEAR = "the year of a publication"
READ = "read in the source that the sentence names"
SUMMARY = "from the summary that the sentence names"
THROUGHPUT = "python benchmarks/throughput.py"
INSTALLED = "du of a fresh environment"
#: Numbers of notebooks that no cell of their section has, and where they are from.
ORIGINS = {
    "07-what-the-papers-say": {
        **dict.fromkeys(("2005", "2006", "2007", "2011", "2012", "2014", "2021"), YEAR),
        **dict.fromkeys(("1207.5926", "10000", "27.2"), READ),
        **dict.fromkeys(("3.6", "126", "717"), SUMMARY),
    },
}
#: The same for pages; a page that is named must have the number too.
PAGES = {
    "README.md": {
        "3.11": "pyproject.toml",
        **dict.fromkeys(("280", "172", "72", "13", "15", "10"), INSTALLED),
        "2.1": "docs/scaling.md",
        "17": "docs/scaling.md",
        **dict.fromkeys(("5", "6.6", "10", "14"), "docs/native.md"),
    },
    "docs/choosing.md": {
        "48": "the test below",
        "17": "the name of a set of puzzles",
        **dict.fromkeys(("7200", "4800", "250", "830", "220"), THROUGHPUT),
        **dict.fromkeys(("1.3", "1.4", "1.5", "1.8"), THROUGHPUT),
    },
    "docs/racing.md": {
        "2": "the name of a score",
        "3": "docs/commands.md",
        **dict.fromkeys(("17", "30"), "the names of sets of puzzles"),
    },
}

NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
#: What is no sentence, and numbers that are names: of boards, of notebooks.
NO_PROSE = re.compile(
    r"^```.*?^```|^    .*?$|<!-- (?P<place>.*?) -->.*?<!-- end of (?P=place) -->"
    r"|`[^`]*`|\]\([^)]*\)|\$[^$]*\$|^# \d+\.|^\d+\. |notebook \d+|\d+×\d+|[\w.-]*://\S*",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)


def numbers(text: str) -> list[str]:
    """Return the numbers of a text, without commas."""
    return [found.replace(",", "") for found in NUMBER.findall(text)]


def numbers_of_prose(text: str) -> list[str]:
    return numbers(NO_PROSE.sub(" ", text))


def sections(notebook) -> Iterator[list]:
    """Yield the cells under each heading."""
    section = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and re.match("##? ", cell.source) and section:
            yield section
            section = []
        section.append(cell)
    yield section


def tree_of(cell) -> ast.Module:
    return ast.parse(re.sub(r"^%.*$", "", cell.source, flags=re.MULTILINE))


def sentences(cell) -> str:
    """Return what a cell says: its Markdown, or the fixed parts of what it computes as Markdown."""
    if cell.cell_type == "markdown":
        return cell.source
    calls = [node for node in ast.walk(tree_of(cell)) if isinstance(node, ast.Call)]
    said = [call.args[0] for call in calls if getattr(call.func, "id", "") == "Markdown"]
    parts = [part for text in said for part in getattr(text, "values", [text])]
    return " … ".join(part.value for part in parts if isinstance(part, ast.Constant))


def computed(cell) -> set[str]:
    """Return the numbers that a cell shows or is told: an experiment says its own parameters."""
    if cell.cell_type == "markdown":
        return set()
    told = [
        node.value
        for node in ast.walk(tree_of(cell))
        if isinstance(node, ast.Constant) and type(node.value) in (int, float)
    ]
    percents = [100 * value for value in told if 0 < value < 1]
    found = {f"{value:.12g}" for value in (*told, *percents)}
    for output in cell.outputs:
        data = output.get("data", {})
        if "text/markdown" not in data:
            html = unescape(re.sub(r"<style.*?</style>|<[^>]*>", " ", data.get("text/html", "")))
            found |= {*numbers(output.get("text", "") or html or data.get("text/plain", ""))}
    return found


@pytest.mark.parametrize("name", NAMES)
def test_numbers_in_the_sentences_of_a_notebook_are_computed(name):
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    origins = ORIGINS.get(name, {})
    unknown = []
    for section in sections(notebook):
        known = set().union(*map(computed, section)) | origins.keys()
        if section[0].source.startswith("## The answer"):
            known = {*origins}.union(*map(computed, notebook.cells))
        for cell in section:
            unknown += [each for each in numbers_of_prose(sentences(cell)) if each not in known]
    assert not unknown


@pytest.mark.parametrize("name", PAGES)
def test_numbers_in_the_sentences_of_a_page_have_an_origin(name):
    assert {*numbers_of_prose((ROOT / name).read_text())} == {*PAGES[name]}
    for number, origin in PAGES[name].items():
        if (ROOT / origin).is_file():
            assert number in numbers((ROOT / origin).read_text()), origin


def test_what_taking_out_is_worth():
    """What the page on choosing says of a 36×36 with half its cells empty."""
    puzzle = nonet.with_holes(nonet.classic(order=6), 0.5, seed=0)
    assert round(len(cnf.encode(puzzle).clauses), -3) == 48_000
    assert round(clauses_of_empty(6, "pairwise", "extended"), -6) == 3_000_000
