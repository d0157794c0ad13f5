"""Questions of a notebook: answered in another thread, each view for itself; processes rest."""

import time
from queue import SimpleQueue

import pytest

from nonet.serving import conversation
from nonet.serving.aside import Aside

pytestmark = pytest.mark.usefixtures("quick_processes")


class Notebook:
    """What a view says and hears."""

    def __init__(self):
        self.replies = SimpleQueue()
        self.aside = Aside("villains", self.replies.put)

    def ask(self, nonce, command, view="v", line="live", **more):
        message = {"view": view, "line": line, "nonce": nonce, "command": command}
        self.aside.hear(message | more)

    def hear(self):
        return self.replies.get(timeout=180)

    def processes(self):
        return [each._helper._worker for each in self.aside._open.values()]


@pytest.fixture
def notebook():
    notebook = Notebook()
    yield notebook
    notebook.aside.end()
    until(lambda: notebook.aside._open == {})


def until(holds):
    deadline = time.monotonic() + 180
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_newer_question_ends_the_one_before(notebook):
    notebook.ask(1, "patient")
    assert notebook.hear() == {"view": "v", "line": "live", "nonce": 1, "said": "patient"}
    notebook.ask(2, "echo", text="a")
    assert notebook.hear() == {"view": "v", "line": "live", "nonce": 2, "said": "a"}


def test_views_and_lines_do_not_wait_for_each_other(notebook):
    notebook.ask(1, "patient")
    assert notebook.hear()["said"] == "patient"
    for view, line in (("v", "errand"), ("w", "live")):
        notebook.ask(1, "echo", view, line, text="a")
        assert notebook.hear() == {"view": view, "line": line, "nonce": 1, "said": "a"}


def test_a_crash_is_told(notebook):
    notebook.ask(1, "crash")
    assert notebook.hear()["type"] == "invalid"
    notebook.ask(2, "echo", text="again")
    assert notebook.hear()["said"] == "again"


def test_a_view_that_is_over_leaves_no_process(notebook):
    notebook.ask(1, "patient")
    notebook.hear()
    [asked] = notebook.aside._open.values()
    notebook.aside.hear({"view": "v", "over": True})
    until(lambda: notebook.aside._open == {} and asked._helper._worker is None)


def test_what_is_no_message_is_ignored(notebook):
    for message in (None, 7, [], {}, {"view": 1}, {"view": "v"}, {"view": "v", "nonce": "1"}):
        notebook.aside.hear(message)
    notebook.ask(1, "echo", text="a")
    assert notebook.hear()["said"] == "a"


def test_a_process_that_nobody_asks_rests_and_comes_back(notebook, monkeypatch):
    monkeypatch.setattr(conversation, "REST", 0.05)
    notebook.ask(1, "echo", text="a")
    assert notebook.hear()["said"] == "a"
    until(lambda: notebook.processes() == [None])
    notebook.ask(2, "echo", text="b")
    assert notebook.hear()["said"] == "b"
