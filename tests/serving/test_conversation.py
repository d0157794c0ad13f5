"""A conversation answers the newest question."""

import asyncio

import pytest

from nonet.serving.conversation import Conversation


class Patient:
    """A dialect that never answers, but checks its limits all the time."""

    def start(self):
        pass

    end = start

    async def ask(self, question):
        while True:
            try:
                async with asyncio.timeout(0):
                    await asyncio.sleep(60)
            except TimeoutError:
                yield {"said": question["nonce"]}


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    monkeypatch.setattr("nonet.serving.conversation.AnswerProcess", lambda dialect: Patient())


def test_a_question_can_be_cancelled_twice():
    """Both a new question and a timeout may cancel the task, in any order."""

    async def scene(turns):
        async def send(reply):
            assert reply["nonce"] == 1

        conversation = Conversation("patient", send)
        await conversation.hear({"nonce": 1})
        for _ in range(turns):
            await asyncio.sleep(0)
        async with asyncio.timeout(10):
            await conversation.end()

    for turns in range(12):
        asyncio.run(scene(turns))
