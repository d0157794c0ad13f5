"""Notebooks have stored results, and benchmarks have recorded ones."""

import ast
import importlib
import re
import runpy
from functools import cache
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
import study
from requirements import require_native

import nonet

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
RESULTS = FOLDER / "results"
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))


@cache
def read(name):
    """Return a notebook, which no test changes."""
    import nbformat  # slow to import

    return nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)


@pytest.fixture(params=NAMES)
def notebook(request):
    return read(request.param)


def code_of(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def outputs_of(notebook):
    return [output for cell in code_of(notebook) for output in cell.outputs]


def test_all_are_listed():
    listed = re.findall(r"\]\(([\w-]+)\.ipynb\)", (FOLDER / "README.md").read_text())
    assert listed == NAMES


def test_it_asks_and_answers(notebook):
    cells = [cell.source for cell in notebook.cells]
    assert re.match(r"# \d\. .*\n\n\*\*The question\.\*\* ", cells[0])
    assert "## The answer" in cells
    answer = code_of(notebook)[-1]
    assert "text/markdown" in answer.outputs[-1].data
    after = cells[notebook.cells.index(answer) + 1 :]
    assert all(cell.startswith("## Exercises\n") for cell in after)


def test_what_it_answers_is_what_its_last_code_cell_says(notebook):
    cell = code_of(notebook)[-1]
    (text,) = ast.parse(cell.source).body[-1].value.args
    fixed = [part.value for part in text.values if isinstance(part, ast.Constant)]
    shown = cell.outputs[-1].data["text/markdown"]
    assert re.fullmatch(".*".join(["", *map(re.escape, fixed), ""]), shown, re.DOTALL)


def test_it_was_executed_from_top_to_bottom_without_error(notebook):
    cells, outputs = code_of(notebook), outputs_of(notebook)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    kinds = {output.output_type for output in outputs}
    assert "execute_result" in kinds
    assert "error" not in kinds
    assert "stderr" not in {output.get("name") for output in outputs}


def test_it_is_valid_of_full_scale_and_without_noise(notebook):
    import nbformat  # slow to import

    nbformat.validate(notebook)
    assert notebook.metadata.nonet.scale == "full"
    assert set(notebook.metadata) == {"kernelspec", "language_info", "nonet"}
    assert set(notebook.metadata.language_info) == {"name"}
    assert {key for cell in notebook.cells for key in cell.metadata} <= {"tags"}
    text = str(outputs_of(notebook))
    assert not re.search(r"\bat 0x[0-9a-f]+", text)
    assert not re.search(r"/(home|tmp|root|work|usr)/", text)
    assert "<dc:date>" not in text


MEASURED = re.compile(r'study\.result\(\s*"([\w-]+)"')


def results_of(notebook):
    """Return the names of the results that a notebook can measure again."""
    return MEASURED.findall("\n".join(cell.source for cell in code_of(notebook)))


def test_under_its_results_stands_where_they_were_measured(notebook):
    printed = "".join(output.get("text", "") for output in outputs_of(notebook)).splitlines()
    shown = {line.partition(":")[0]: line for line in printed if ", scale " in line}
    assert {*results_of(notebook)} <= {*shown}
    assert shown == {name: study.stored(name, RESULTS).line() for name in shown}


def test_all_results_are_of_full_scale_small_and_belong_to_a_notebook_or_the_pages():
    measured = [name for each in map(read, NAMES) for name in results_of(each)]
    measured += MEASURED.findall((FOLDER / "decisions.py").read_text())
    assert sorted(measured) == sorted(path.stem for path in RESULTS.glob("*.parquet"))
    for name in measured:
        assert study.stored(name, RESULTS).facts["scale"] == "anew"
        assert (RESULTS / f"{name}.parquet").stat().st_size < 500_000, name


@pytest.mark.slow
def test_the_numbers_of_the_pages_are_those_of_the_results():
    decisions = runpy.run_path(str(FOLDER / "decisions.py"))
    texts = decisions["measured"](RESULTS)
    pages = {page.name: page.read_text() for page in decisions["PAGES"]}
    for name in texts:
        assert any(f"<!-- {name} -->" in page for page in pages.values()), name
    for name, page in pages.items():
        assert decisions["filled"](page, texts) == page, f"{name}: run notebooks/decisions.py"


def test_its_pictures_are_whole(notebook):
    data = [output.data for output in outputs_of(notebook) if "data" in output]
    pictures = [each["image/svg+xml"] for each in data if "image/svg+xml" in each]
    assert pictures
    for picture in pictures:
        assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    assert not any("image/png" in each for each in data)


def test_the_pages_link_to_figures_that_are_there():
    pages = [page.read_text() for page in (FOLDER.parent / "docs").glob("*.md")]
    linked = {
        link
        for page in pages
        for link in re.findall(r'\]\(../notebooks/(\S+)\.ipynb "figure:(\w+)"\)', page)
    }
    drawn = {
        (Path(name).stem, tag.removeprefix("figure:"))
        for name in NAMES
        for cell in read(name).cells
        for tag in cell.metadata.get("tags", ())
    }
    assert linked == drawn


# --- benchmarks ----------------------------------------------------------------------------------

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def benchmark(monkeypatch):
    """Import a benchmark by its name."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    return importlib.import_module


@pytest.fixture
def rivals(benchmark):
    return benchmark("rivals")


def entry(rivals, family, *milliseconds):
    """Return a puzzle that was raced."""
    times = zip(rivals.CONTESTANTS, milliseconds, strict=True)
    return rivals.Entry(family, "text", {f"{name} ready": ms for name, ms in times})


def test_auto_is_compared_with_the_quickest_of_the_others_on_each_puzzle(rivals):
    one = entry(rivals, "a", 3, 4, 2, 9, 9, 9)
    other = entry(rivals, "a", 3, 9, 9, 9, 9, 4)
    assert [rivals.best(each) for each in (one, other)] == [2, 4]
    assert rivals.behind([one, other]) == 1
    assert rivals.behind([one]) == 1.5


def test_the_summary_names_families_and_puzzles_on_which_auto_is_behind(rivals, capsys):
    rivals.summarise([entry(rivals, "a", 3, 4, 2, 9, 9, 9), entry(rivals, "b", 3, 3, 9, 9, 9, 9)])
    out = capsys.readouterr().out
    assert re.search(r"^pysat:glucose4 .* 0 +1$", out, re.MULTILINE)
    assert re.search(r"^ +1\.50 in a$", out, re.MULTILINE)
    assert re.search(r"^ +3\.00 +2\.00 pysat:glucose4 a: text$", out, re.MULTILINE)
    assert " in b" not in out


def test_all_contestants_race_on_the_puzzles_of_a_file(rivals, benchmark, tmp_path, capsys):
    require_native()
    puzzles = [made.puzzle for made in nonet.generate(nonet.classic(order=2), 2, seed=1)]
    text_of = benchmark("iss").text_of
    path = tmp_path / "puzzles.txt"
    path.write_text("".join(f"plain\t{text_of(puzzle)}\n" for puzzle in puzzles))
    assert rivals.main([str(path), "--passes", "1"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^plain +2( +\d+\.\d\d){7}$", out, re.MULTILINE)
    assert re.search(r"auto took [\d.]+ times the virtual best of 2 puzzles", out)


@pytest.mark.parametrize("kind", ["dense", "sparse"])
def test_killers_are_made_on_boards_of_other_sizes(benchmark, kind):
    require_native()
    make = dict(benchmark("variants").families())[f"6×6 killer {kind}"]
    puzzle = make(Random(1))
    assert nonet.check(puzzle).kind == "unique"
    caged = {cell for rule in puzzle.rules if rule.name == "cage" for cell in rule.cells}
    assert (caged == set(puzzle.grid.cells)) == (kind == "dense")
