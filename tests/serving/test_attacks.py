"""The board withstands too many questions, malformed questions, and scripts in texts."""

import json
import multiprocessing
from multiprocessing import process
from random import Random

import pytest
from examples import case
from requirements import require_package
from serving_pages import opened

import nonet
from nonet.rules import Regex, Where
from nonet.serving import board
from nonet.system import memory

UNIQUE = "12..34..2......3"
EVIL = '<img src=x onerror=hacked=1><script>hacked=1</script>]]>&lt;" onload="hacked=1'


def hostile():
    """Return a puzzle with a script in every text."""
    puzzle = nonet.classic(UNIQUE).with_rules(
        Where("r1c1 r1c2", lambda a, b: a != b, called=EVIL), Regex("r2c1-r2c3", ".*", called=EVIL)
    )
    meta = tuple((key, EVIL) for key in ("label", "title", "author", "rules", EVIL))
    return type(puzzle)(puzzle.grid, puzzle.givens, rules=puzzle.rules, meta=meta)


def model(puzzle):
    return json.loads(nonet.write(puzzle, "json"))


def changed(value, random):
    """Return a JSON value with one part replaced by a strange value."""
    strange = (None, True, -1, 10**30, 1e308, "", "r1c1", EVIL, [], {}, [[]], {"a": 1}, "\x00")
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice(sorted(value))
        name = key if random.random() < 0.9 else EVIL
        return {**{k: v for k, v in value.items() if k != key}, name: changed(value[key], random)}
    if isinstance(value, list) and value and random.random() < 0.9:
        index = random.randrange(len(value))
        return [*value[:index], changed(value[index], random), *value[index + 1 :]]
    return random.choice(strange)


def test_malformed_questions_are_errors():
    random = Random(0)
    puzzle = nonet.classic(UNIQUE).cage("r1c3 r1c4", 7).thermo("r2c1-r2c3")
    common = {"model": model(puzzle), "values": [0] * 16, "marks": [3] * 16}
    commands = ("draw", "write", "picture", "check", "hint", "live", "redundant")
    questions = [{"command": name, **common, "format": "fpuzzles"} for name in commands]
    questions.append({"command": "read", "text": nonet.write(puzzle, "json")})
    for _ in range(400):
        question = dict(random.choice(questions))
        key = random.choice(sorted(question))
        question[key] = changed(question[key], random)
        said = []
        with case(question):
            board.answer(question, said.append)
            assert not said or said[-1] == {"type": "end"}
            json.dumps(said)


@pytest.mark.slow
def test_two_thousand_edits_are_survived_and_the_last_is_answered(board_server):
    require_package("websockets")
    from websockets.sync.client import connect

    address = f"ws://localhost:{board_server.port}/ask?token=only-the-tests-know-it"
    with connect(address, origin=f"http://localhost:{board_server.port}") as client:

        def ask(nonce, first, others="." * 80):
            puzzle = model(nonet.classic(first + others))
            client.send(json.dumps({"nonce": nonce, "command": "live", "model": puzzle}))

        def last(nonce):
            while (reply := json.loads(client.recv(timeout=180)))["nonce"] < nonce:
                pass
            return reply

        ask(1, ".")
        last(1)
        before = sum(held())
        for nonce in range(2, 2_002):
            ask(nonce, ".1"[nonce % 2])
        ask(2_002, "11", "." * 79)
        assert last(2_002)["kind"] == "none"
        if before:  # the system tells
            assert sum(held()) - before < 50 << 20


def held():
    """Return the bytes of this process and its children."""
    # `active_children` would collect children before the server does.
    processes = [multiprocessing.current_process(), *process._children]
    return [memory.resident(each.pid) or 0 for each in processes]


@pytest.mark.slow
def test_a_thousand_edits_by_hand(page):
    first = page.page.evaluate("document.querySelectorAll('*').length")
    for _ in range(10):
        page.page.evaluate(
            """() => { board.setting = true; board.layer = "value";
                 for (let i = 0; i < 100; i++) {
                   board.selected = new Set([i % 16]);
                   board.enter(1 + (i + (i >> 4)) % 4); } }"""
        )
    page.open(UNIQUE)
    assert page.verdict() == "unique"
    page.candidates()
    assert page.page.evaluate("document.querySelectorAll('*').length") < first + 200
    page.page.evaluate("for (let i = 0; i < 100; i++) board.undo()")
    page.open(UNIQUE)
    assert page.verdict() == "unique"


@pytest.mark.slow
def test_texts_of_strangers_are_texts(browser, board_server):
    asked = []
    with opened(browser, board_server.address) as page:
        page.page.on("request", lambda request: asked.append(request.url))
        page.open(nonet.write(hostile(), "json"))
        page.press("Hint")
        page.wait("board.hinted")
        unknown = model(nonet.classic(UNIQUE))
        unknown["rules"].append({"rule": EVIL})
        page.open(json.dumps(unknown), fails=True)
        assert EVIL[:20] in page.text(".nonet-error")
        page.open(EVIL, fails=True)
        assert page.page.evaluate("window.hacked") is None
        assert page.page.locator("img, script:not([type=module])").count() == 0
    assert [url for url in asked if not url.startswith("blob:")] == []


@pytest.mark.slow
def test_nor_do_they_run_in_a_notebook_which_has_no_policy(browser, monkeypatch):
    require_package("anywidget")
    from kernels import Notebook

    page = browser.new_page()
    notebook = Notebook(page, monkeypatch)
    shown = nonet.board(hostile())
    notebook.show(shown)
    notebook.wait("document.querySelector('.nonet-board').dataset.verdict == 'unique'")
    assert page.evaluate("window.hacked") is None
    assert page.locator("img, script").count() == 0
    shown.close()
    page.close()
