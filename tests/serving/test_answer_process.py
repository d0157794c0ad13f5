"""The answering process of a connection: interrupted, killed, and replaced."""

import asyncio
from contextlib import aclosing

import pytest

from nonet.serving import answer_process as module
from nonet.serving.answer_process import AnswerProcess, Failed
from nonet.system.worker import Worker


@pytest.fixture(autouse=True)
def _processes_as_for_users(monkeypatch):
    monkeypatch.setattr(module, "Worker", Worker)


def played(scene):
    """Run a scene with an answering process, and end the process."""

    async def play():
        process = AnswerProcess("villains")
        try:
            await scene(process)
        finally:
            process.end()

    asyncio.run(play())


async def replies(process, command, most=None, **more):
    """Return the replies to a question, at most some of them."""
    said = []
    async with aclosing(process.ask({"command": command, **more})) as heard:
        async for reply in heard:
            said.append(reply["said"])
            if len(said) == most:
                break
    return said


def test_questions_are_answered_by_one_process():
    async def scene(process):
        assert await replies(process, "echo", text="a") == ["a"]
        first = process._worker.pid
        assert await replies(process, "echo", text="b") == ["b"]
        assert await replies(process, "nothing") == []
        assert process._worker.pid == first

    played(scene)


def test_a_question_that_is_left_is_interrupted_in_the_same_process():
    async def scene(process):
        for _ in range(3):
            assert await replies(process, "patient", most=1) == ["patient"]
            assert await replies(process, "echo", text="a") == ["a"]
        first = process._worker.pid
        assert await replies(process, "patient", most=1) == ["patient"]
        assert process._worker.pid == first

    played(scene)


def test_a_question_that_does_not_stop_is_killed():
    async def scene(process):
        assert await replies(process, "deaf", most=1) == ["deaf"]
        assert process._worker is None
        assert await replies(process, "echo", text="again") == ["again"]

    played(scene)


def test_a_large_question_that_is_left_on_its_way_breaks_nothing(monkeypatch):
    monkeypatch.setattr(module, "GRACE", 5.0)

    async def scene(process):
        assert await replies(process, "echo", text="a") == ["a"]
        first = process._worker.pid
        for turns in range(8):
            asking = asyncio.create_task(replies(process, "patient", text="long" * (1 << 18)))
            for _ in range(turns):
                await asyncio.sleep(0)
            asking.cancel()
            await asyncio.wait([asking])
        assert await replies(process, "echo", text="b") == ["b"]
        assert process._worker.pid == first

    played(scene)


def test_a_question_that_is_nested_too_deeply_is_refused():
    text = []
    for _ in range(5000):
        text = [text]

    async def scene(process):
        with pytest.raises(Failed, match="nested too deeply"):
            await replies(process, "echo", text=text)
        assert await replies(process, "echo", text="a") == ["a"]

    played(scene)


@pytest.mark.parametrize("command", ["crash", "raise"])
def test_a_crash_is_told_and_the_next_question_is_answered(command):
    async def scene(process):
        with pytest.raises(Failed, match="crashed"):
            await replies(process, command)
        assert await replies(process, "echo", text="again") == ["again"]

    played(scene)


@pytest.mark.parametrize(
    ("command", "limit", "said"),
    [("grow", "MEMORY", "MB of memory"), ("patient", "SECONDS", "seconds")],
)
def test_time_and_memory_are_limited(monkeypatch, command, limit, said):
    monkeypatch.setattr(module, limit, {"MEMORY": 400 << 20, "SECONDS": 0.2}[limit])

    async def scene(process):
        with pytest.raises(Failed, match=said):
            await replies(process, command)

    played(scene)
