"""Another thread answers the questions of a notebook, for each view separately."""

from queue import SimpleQueue

import pytest
from events import wait_for

from nonet.serving import conversation
from nonet.serving.notebook_channel import NotebookChannel

pytestmark = pytest.mark.usefixtures("quick_processes")


class Notebook:
    """The questions and replies of a view."""

    def __init__(self):
        self.replies = SimpleQueue()
        self.channel = NotebookChannel("villains", self.replies.put)

    def ask(self, nonce, command, view="v", line="live", **more):
        message = {"view": view, "line": line, "nonce": nonce, "command": command}
        self.channel.hear(message | more)

    def hear(self):
        return self.replies.get(timeout=180)

    def processes(self):
        return [each._process._worker for each in self.channel._open.values()]


@pytest.fixture
def notebook():
    notebook = Notebook()
    yield notebook
    notebook.channel.end()
    wait_for(lambda: notebook.channel._open == {})


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


def test_an_ended_view_leaves_no_process(notebook):
    notebook.ask(1, "patient")
    notebook.hear()
    [asked] = notebook.channel._open.values()
    notebook.channel.hear({"view": "v", "over": True})
    wait_for(lambda: notebook.channel._open == {} and asked._process._worker is None)


def test_other_messages_are_ignored(notebook):
    for message in (None, 7, [], {}, {"view": 1}, {"view": "v"}, {"view": "v", "nonce": "1"}):
        notebook.channel.hear(message)
    notebook.ask(1, "echo", text="a")
    assert notebook.hear()["said"] == "a"


def test_an_idle_process_ends_and_is_replaced(notebook, monkeypatch):
    monkeypatch.setattr(conversation, "REST", 0.05)
    notebook.ask(1, "echo", text="a")
    assert notebook.hear()["said"] == "a"
    wait_for(lambda: notebook.processes() == [None])
    notebook.ask(2, "echo", text="b")
    assert notebook.hear()["said"] == "b"
