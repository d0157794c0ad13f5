"""A conversation: the newest question is answered, whenever it comes."""

import asyncio

import pytest

from nonet.serving.conversation import Conversation


class Patient:
    """Answers nothing, and looks after its means all the time."""

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
    monkeypatch.setattr("nonet.serving.conversation.Helper", lambda dialect: Patient())


def test_a_question_is_dropped_also_while_it_looks_after_its_means():
    """Both cancel its task, in any order."""

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
