"""The process of a connection: interrupted, ended, replaced; what runs wild harms nobody else."""

import asyncio
from contextlib import aclosing

import pytest

from nonet.serving import helper as module
from nonet.serving.helper import Failed, Helper
from nonet.system.worker import Worker


@pytest.fixture(autouse=True)
def _processes_as_for_users(monkeypatch):
    monkeypatch.setattr(module, "Worker", Worker)


def played(scene):
    """Play a scene with a helper, which is ended after it."""

    async def play():
        helper = Helper("villains")
        try:
            await scene(helper)
        finally:
            helper.end()

    asyncio.run(play())


async def replies(helper, command, most=None, **more):
    """Return the replies to a question; it is left after some of them."""
    said = []
    async with aclosing(helper.ask({"command": command, **more})) as heard:
        async for reply in heard:
            said.append(reply["said"])
            if len(said) == most:
                break
    return said


def test_questions_are_answered_by_one_process():
    async def scene(helper):
        assert await replies(helper, "echo", text="a") == ["a"]
        first = helper._worker.pid
        assert await replies(helper, "echo", text="b") == ["b"]
        assert await replies(helper, "nothing") == []
        assert helper._worker.pid == first

    played(scene)


def test_a_question_that_is_left_is_interrupted_in_the_same_process():
    async def scene(helper):
        for _ in range(3):
            assert await replies(helper, "patient", most=1) == ["patient"]
            assert await replies(helper, "echo", text="a") == ["a"]
        first = helper._worker.pid
        assert await replies(helper, "patient", most=1) == ["patient"]
        assert helper._worker.pid == first

    played(scene)


def test_what_does_not_stop_is_ended_with_its_process():
    async def scene(helper):
        assert await replies(helper, "deaf", most=1) == ["deaf"]
        assert helper._worker is None
        assert await replies(helper, "echo", text="again") == ["again"]

    played(scene)


def test_a_large_question_that_is_left_on_its_way_breaks_nothing(monkeypatch):
    monkeypatch.setattr(module, "GRACE", 5.0)

    async def scene(helper):
        assert await replies(helper, "echo", text="a") == ["a"]
        first = helper._worker.pid
        for turns in range(8):
            asking = asyncio.create_task(replies(helper, "patient", text="long" * (1 << 18)))
            for _ in range(turns):
                await asyncio.sleep(0)
            asking.cancel()
            await asyncio.wait([asking])
        assert await replies(helper, "echo", text="b") == ["b"]
        assert helper._worker.pid == first

    played(scene)


def test_a_question_that_is_nested_too_deeply_is_refused():
    text = []
    for _ in range(5000):
        text = [text]

    async def scene(helper):
        with pytest.raises(Failed, match="nested too deeply"):
            await replies(helper, "echo", text=text)
        assert await replies(helper, "echo", text="a") == ["a"]

    played(scene)


@pytest.mark.parametrize("command", ["crash", "raise"])
def test_a_crash_is_told_and_the_next_question_is_answered(command):
    async def scene(helper):
        with pytest.raises(Failed, match="crashed"):
            await replies(helper, command)
        assert await replies(helper, "echo", text="again") == ["again"]

    played(scene)


@pytest.mark.parametrize(
    ("command", "limit", "said"),
    [("grow", "MEMORY", "MB of memory"), ("patient", "SECONDS", "seconds")],
)
def test_time_and_memory_are_limited(monkeypatch, command, limit, said):
    monkeypatch.setattr(module, limit, {"MEMORY": 400 << 20, "SECONDS": 0.2}[limit])

    async def scene(helper):
        with pytest.raises(Failed, match=said):
            await replies(helper, command)

    played(scene)
