"""The process in which the questions of a connection are answered, one after the other.

It is sent ``(number, question)``, and ``(number, None)`` to interrupt that question. To each it
sends replies, ``(number, reply)``, and at the end ``(number, None)``, interrupted or not.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

from nonet.system.processes import end_with_parent, hear_ctrl_c


class _Interrupted(BaseException):
    """A newer question has come; it passes through what catches errors."""


def work(pipe: Connection, dialect: str) -> None:
    """Answer what comes through a pipe until it is closed, by the function `answer` of a module."""
    end_with_parent()
    answer = import_module(dialect).answer
    worker = _Worker(pipe)
    signal.signal(signal.SIGINT, worker.interrupted)
    hear_ctrl_c()
    threading.Thread(target=worker.listen, daemon=True).start()
    worker.answer_all(answer)


class _Worker:
    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._questions: SimpleQueue[tuple[int, Any] | None] = SimpleQueue()
        self._number: int | None = None  # of the question that is being answered
        self._unwanted = -1  # questions up to this number are not to be answered
        self._is_sending = False

    def listen(self) -> None:
        """Take questions, and interrupt the one that is no longer wanted; a thread of its own."""
        try:
            with suppress(EOFError, OSError):
                while True:
                    number, question = self._pipe.recv()
                    if question is not None:
                        self._questions.put((number, question))
                        continue
                    self._unwanted = number
                    # A real signal, which also ends a wait for another process.
                    os.kill(os.getpid(), signal.SIGINT)
        finally:
            self._questions.put(None)
            self._unwanted = 1 << 62
            os.kill(os.getpid(), signal.SIGINT)

    def interrupted(self, *_signal: object) -> None:
        """End the question that is being answered, if it is not wanted; but not half a reply."""
        if self._number is not None and self._number <= self._unwanted and not self._is_sending:
            self._number = None  # once is enough
            raise _Interrupted

    def answer_all(self, answer: Callable[[Any, Callable[[Any], None]], None]) -> None:
        """Answer question after question."""
        while (asked := self._questions.get()) is not None:
            number, question = asked
            try:
                self._number = number
                if number > self._unwanted:
                    answer(question, partial(self._reply, number))
                self._number = None
            except _Interrupted:
                pass
            with suppress(OSError):
                self._pipe.send((number, None))

    def _reply(self, number: int, reply: Any) -> None:
        self._is_sending = True
        self._pipe.send((number, reply))
        self._is_sending = False
        if number <= self._unwanted:
            self._number = None
            raise _Interrupted
