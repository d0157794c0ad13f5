"""The answering process of a connection can be interrupted, killed and replaced."""

import asyncio
from contextlib import aclosing
from inspect import Signature, signature

import pytest

from nonet.serving import answer_process as module
from nonet.serving.answer_process import AnswerProcess, Failed
from nonet.system.worker import Worker


@pytest.fixture(autouse=True)
def _processes_as_for_users(monkeypatch):
    monkeypatch.setattr(module, "Worker", Worker)


def played(scene):
    """Turn a coroutine that takes an answering process into a test."""

    def test(**fixtures):
        async def play():
            process = AnswerProcess("villains")
            try:
                await scene(process, **fixtures)
            finally:
                process.end()

        asyncio.run(play())

    _, *others = signature(scene).parameters.values()
    test.__signature__ = Signature(others)
    return test


async def replies(process, command, most=None, **more):
    """Return the replies to a question, at most some of them."""
    said = []
    async with aclosing(process.ask({"command": command, **more})) as heard:
        async for reply in heard:
            said.append(reply["said"])
            if len(said) == most:
                break
    return said


@played
async def test_questions_are_answered_by_one_process(process):
    assert await replies(process, "echo", text="a") == ["a"]
    first = process._worker.pid
    assert await replies(process, "echo", text="b") == ["b"]
    assert await replies(process, "nothing") == []
    assert process._worker.pid == first


@played
async def test_a_question_that_is_left_is_interrupted_in_the_same_process(process):
    for _ in range(3):
        assert await replies(process, "patient", most=1) == ["patient"]
        assert await replies(process, "echo", text="a") == ["a"]
    first = process._worker.pid
    assert await replies(process, "patient", most=1) == ["patient"]
    assert process._worker.pid == first


@played
async def test_a_question_that_does_not_stop_is_killed(process):
    assert await replies(process, "deaf", most=1) == ["deaf"]
    assert process._worker is None
    assert await replies(process, "echo", text="again") == ["again"]


@played
async def test_a_large_question_that_is_left_on_its_way_breaks_nothing(process, monkeypatch):
    monkeypatch.setattr(module, "GRACE", 5.0)
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


@played
async def test_a_question_that_is_nested_too_deeply_is_refused(process):
    text = []
    for _ in range(5000):
        text = [text]
    with pytest.raises(Failed, match="nested too deeply"):
        await replies(process, "echo", text=text)
    assert await replies(process, "echo", text="a") == ["a"]


@pytest.mark.parametrize("command", ["crash", "raise"])
@played
async def test_a_crash_is_told_and_the_next_question_is_answered(process, command):
    with pytest.raises(Failed, match="crashed"):
        await replies(process, command)
    assert await replies(process, "echo", text="again") == ["again"]


@pytest.mark.parametrize(
    ("command", "limit", "said"),
    [("grow", "MEMORY", "MB of memory"), ("patient", "SECONDS", "seconds")],
)
@played
async def test_time_and_memory_are_limited(process, monkeypatch, command, limit, said):
    monkeypatch.setattr(module, limit, {"MEMORY": 400 << 20, "SECONDS": 0.2}[limit])
    with pytest.raises(Failed, match=said):
        await replies(process, command)
