"""The signals that end nonet: `kill` and a closed terminal clean up as Ctrl-C does."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from nonet.system.processes import ENDING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

#: Seconds after which a Ctrl-C that was lost is sent again.
_PAUSE = 0.05

_received: list[int] = []


def hear_endings() -> None:
    """Hear Ctrl-C, and SIGTERM and SIGHUP as if they were; none that is ignored, as under nohup."""
    for number in ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:
            is_ctrl_c = number == signal.SIGINT
            signal.signal(number, signal.default_int_handler if is_ctrl_c else _end)
    if hasattr(signal, "pthread_kill"):
        sys.unraisablehook = _hear_again


def _hear_again(lost: UnraisableHookArgs) -> None:
    """Send Ctrl-C again that came where Python drops it: in a ``__del__``, or between imports."""
    if lost.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(lost)
        return
    threading.Thread(target=_send_again, args=[threading.main_thread().ident], daemon=True).start()


def _send_again(thread: int) -> None:
    time.sleep(_PAUSE)
    signal.pthread_kill(thread, _number())


def _number() -> int:
    """Return the signal that has ended nonet."""
    return _received[0] if _received else signal.SIGINT


def _end(number: int, frame: FrameType | None) -> None:
    _received.append(number)
    acts = signal.getsignal(signal.SIGINT)
    if not callable(acts):  # Ctrl-C is ignored, as in the background of a shell
        raise KeyboardInterrupt
    acts(signal.SIGINT, frame)


def code_of_end() -> int:
    """Return the exit code that tells which signal has ended nonet; another one ends it at once."""
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)
    return 128 + _number()


@contextmanager
def ctrl_c_let_through() -> Iterator[None]:
    """Raise Ctrl-C itself where an error has come of it, as some libraries make of it in an import.

    >>> try:
    ...     with ctrl_c_let_through():
    ...         raise ImportError("numpy is broken") from KeyboardInterrupt()
    ... except KeyboardInterrupt:
    ...     print("interrupted")
    interrupted
    """
    try:
        yield
    except Exception as error:
        chain: list[BaseException] = [error]
        for each in chain:  # grows during the loop
            if isinstance(each, KeyboardInterrupt):
                raise each from None
            before = (each.__cause__, each.__context__)
            chain += [link for link in before if link is not None and link not in chain]
        raise
