"""A conversation answers the newest question. Its worker may be interrupted or replaced."""

import asyncio
import importlib
from concurrent.futures import Future
from inspect import Signature, signature
from queue import SimpleQueue

import pytest
from events import wait_for

from nonet.rules import Rule
from nonet.serving import conversation as module
from nonet.serving.conversation import Conversation, NotebookChannel
from nonet.system.worker import Worker

pytestmark = pytest.mark.usefixtures("quick_processes")


@pytest.fixture
def processes_as_for_users(monkeypatch):
    monkeypatch.setattr(module, "Worker", Worker)


class Talk(Conversation):
    """A conversation with villains, and its replies."""

    def __init__(self):
        self.replies, self.nonce = asyncio.Queue(), 0
        super().__init__("villains", self.replies.put)

    async def ask(self, command, **more):
        self.nonce += 1
        await self.hear({"nonce": self.nonce, "command": command, **more})

    async def reply(self, command, **more):
        """Ask a question, and return its first reply."""
        await self.ask(command, **more)
        while (reply := await self.replies.get())["nonce"] < self.nonce:
            pass
        return reply.get("said") or reply["message"]


def played(scene):
    """Turn a coroutine that takes a conversation into a test."""

    def test(**fixtures):
        async def play():
            talk = Talk()
            try:
                await scene(talk, **fixtures)
            finally:
                await talk.end()

        asyncio.run(play())

    _, *others = signature(scene).parameters.values()
    test.__signature__ = Signature(others)
    return test


@played
async def test_questions_are_answered_by_one_process(talk, processes_as_for_users):
    first = talk._worker.pid
    for text in "ab":
        assert await talk.reply("echo", text=text) == text
        await talk.ask("nothing")
    assert talk._worker.pid == first


def test_the_process_knows_the_rules_of_other_modules(
    tmp_path, monkeypatch, processes_as_for_users
):
    """The board reads puzzles with rules of ``--rules-from``."""
    (tmp_path / "faraway.py").write_text(
        "from nonet.rules import Rule\n\n"
        "class Faraway(Rule):\n"
        "    holds = lower = lambda self, *_: ()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("faraway")

    @played
    async def scene(talk):
        assert await talk.reply("knows", rule="faraway") == "True"

    scene()
    del Rule.named["faraway"]


@played
async def test_a_newer_question_interrupts_the_one_before_in_the_same_process(talk):
    first = talk._worker.pid
    for _ in range(3):
        assert await talk.reply("patient") == "patient"
        assert await talk.reply("echo", text="a") == "a"
    assert talk._worker.pid == first


@played
async def test_a_question_that_does_not_stop_is_killed(talk, processes_as_for_users):
    first = talk._worker.pid
    assert await talk.reply("deaf") == "deaf"
    assert await talk.reply("echo", text="again") == "again"
    assert talk._worker.pid != first


@played
async def test_a_large_question_that_is_left_on_its_way_breaks_nothing(talk, monkeypatch):
    monkeypatch.setattr(module, "GRACE", 5.0)
    first = talk._worker.pid
    for turns in range(8):
        await talk.ask("patient", text="long" * (1 << 18))
        for _ in range(turns):
            await asyncio.sleep(0)
    assert await talk.reply("echo", text="b") == "b"
    assert talk._worker.pid == first


@played
async def test_a_question_that_is_nested_too_deeply_is_refused(talk):
    text = []
    for _ in range(5000):
        text = [text]
    assert "nested too deeply" in await talk.reply("echo", text=text)
    assert await talk.reply("echo", text="a") == "a"


@pytest.mark.parametrize("command", ["crash", "raise"])
@played
async def test_a_crash_is_told_and_the_next_question_is_answered(talk, command):
    assert "crashed" in await talk.reply(command)
    assert await talk.reply("echo", text="again") == "again"


@pytest.mark.parametrize(
    ("command", "limit", "most", "said"),
    [("grow", "MEMORY", 400 << 20, "MB of memory"), ("deaf", "SECONDS", 0.2, "0 seconds")],
)
@played
async def test_time_and_memory_are_limited(talk, monkeypatch, command, limit, most, said):
    monkeypatch.setattr(module, limit, most)
    talk._kill()  # the next worker has the new limit
    await talk.ask(command)
    while "said" in (reply := await talk.replies.get()):
        pass
    assert said in reply["message"]


@played
async def test_an_idle_process_ends_and_is_replaced(talk, monkeypatch):
    monkeypatch.setattr(module, "REST", 0.05)
    assert await talk.reply("echo", text="a") == "a"
    while talk._worker is not None:
        await asyncio.sleep(0.01)
    assert await talk.reply("echo", text="b") == "b"


def test_questions_can_be_dropped_at_any_moment(monkeypatch):
    """A new question, the time limit and the end may cancel the same task, in any order."""

    class Silent:
        """A worker that answers only when it is interrupted."""

        is_alive = True

        def __init__(self, most):
            self.asked = []

        def ask(self, *_question, note=None):
            self.asked.append(Future())
            return self.asked[-1]

        def interrupt(self):
            self.asked[-1].set_result(None)

        def kill(self):
            pass

    async def scene(turns):
        talk = Talk()
        for _ in range(2):
            await talk.ask("patient")
            for _ in range(turns):
                await asyncio.sleep(0)
        async with asyncio.timeout(10):
            await talk.end()

    monkeypatch.setattr(module, "Worker", Silent)
    for seconds in (0, 3600):
        monkeypatch.setattr(module, "SECONDS", seconds)
        for turns in range(12):
            asyncio.run(scene(turns))


# --- in a notebook -------------------------------------------------------------------------------


class Notebook:
    """The questions and replies of a view."""

    def __init__(self):
        self.replies = SimpleQueue()
        self.channel = NotebookChannel("villains", self.replies.put)

    def ask(self, command, view="v", line="live", **more):
        self.channel.hear({"view": view, "line": line, "nonce": 1, "command": command} | more)

    def hear(self):
        return self.replies.get(timeout=180)


@pytest.fixture
def notebook():
    notebook = Notebook()
    yield notebook
    notebook.channel.end()
    wait_for(lambda: notebook.channel._open == {})


def test_views_and_lines_do_not_wait_for_each_other(notebook):
    notebook.ask("patient")
    assert notebook.hear() == {"view": "v", "line": "live", "nonce": 1, "said": "patient"}
    for view, line in (("v", "errand"), ("w", "live")):
        notebook.ask("echo", view, line, text="a")
        assert notebook.hear() == {"view": view, "line": line, "nonce": 1, "said": "a"}


def test_an_ended_view_leaves_no_process(notebook):
    notebook.ask("patient")
    notebook.hear()
    [asked] = notebook.channel._open.values()
    notebook.channel.hear({"view": "v", "over": True})
    wait_for(lambda: notebook.channel._open == {} and asked._worker is None)


def test_other_messages_are_ignored(notebook):
    for message in (None, 7, [], {}, {"view": 1}, {"view": "v"}, {"view": "v", "nonce": "1"}):
        notebook.channel.hear(message)
    notebook.ask("echo", text="a")
    assert notebook.hear()["said"] == "a"
