"""Tests of the traits, the JavaScript module and the style sheet of the notebook's board."""

import json
import re
import sys

import pytest
from requirements import require_package

import nonet
from nonet.formats.model import puzzle_to_json
from nonet.serving import page_files
from nonet.serving.page_files import bundle, shipped
from nonet.solvers import BackendUnavailable

pytestmark = pytest.mark.usefixtures("quick_processes")

UNIQUE = "12..34..2......3"


@pytest.fixture
def board():
    require_package("anywidget")
    board = nonet.board(UNIQUE)
    yield board
    board.close()


def test_without_a_puzzle_it_is_empty():
    require_package("anywidget")
    board = nonet.board()
    assert board.puzzle == nonet.classic(order=3)
    board.close()


def test_the_widget_shows_its_puzzle(board):
    assert json.loads(board._work) == {"model": puzzle_to_json(nonet.classic(UNIQUE))}
    assert board.values[:5] == (1, 2, None, None, 3)
    killer = nonet.classic(order=2).cage("r1c1 r1c2", 3)
    board.puzzle = nonet.write(killer, "json")
    assert board.puzzle == killer
    assert json.loads(board._work) == {"model": puzzle_to_json(killer)}


def test_entries_are_observed_once(board):
    seen = []
    board.observe(lambda change: seen.append((change.name, change.new)), ["puzzle", "values"])
    changed = nonet.classic("1...34..2......3")
    value = [0, 4] + [0] * 14
    board._work = json.dumps({"model": puzzle_to_json(changed), "value": value, "corner": [0] * 16})
    assert seen[0] == ("puzzle", changed)
    assert seen[1:] == [("values", (1, 4, None, None, 3, 4, *(None,) * 2, 2, *(None,) * 6, 3))]
    board.puzzle = changed  # the puzzle is equal, so the entries stay
    assert board.values[1] == 4
    assert len(seen) == 2


def test_a_puzzle_too_large_for_the_widget_is_refused(board):
    before = board.puzzle, board._work
    for bad in ("12..341", nonet.latin(side=17), 7):
        with pytest.raises((nonet.PuzzleError, nonet.TooLarge, TypeError)):
            board.puzzle = bad
    assert (board.puzzle, board._work) == before


def test_without_anywidget_it_says_what_to_install(monkeypatch):
    monkeypatch.delitem(sys.modules, "nonet.serving.widget", raising=False)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(BackendUnavailable, match="pip install anywidget"):
        nonet.board()


def test_the_bundle_has_all_modules():
    text = bundle("widget")
    assert not re.search(r"^import\b", text, re.MULTILINE)
    assert re.findall(r"^export.*", text, re.MULTILINE) == ["export default { render };"]
    assert text.count("class Board") == 1


def test_unsupported_modules_are_refused(monkeypatch):
    texts = {
        "a.js": 'import { b } from "./b.js";\n',
        "b.js": 'import { a } from "./a.js";\nexport const b = a;\n',
        "c.js": 'import { d } from "./d.js";\n',
        "d.js": 'export * from "./b.js";\n',
    }
    monkeypatch.setattr(page_files, "shipped", texts.__getitem__)
    with pytest.raises(ValueError, match="circular imports: a → b → a"):
        bundle("a")
    with pytest.raises(ValueError, match="unsupported: export"):
        bundle("c")


def test_the_style_sheet_is_about_the_board_alone():
    text = re.sub(r"/\*.*?\*/|@media[^{]*", "", shipped("board.css"), flags=re.DOTALL)
    for rule in re.findall(r"([^{}]+)\{[^{}]*\}", text):
        for selector in rule.split(","):
            assert selector.strip().startswith(".nonet-"), selector
