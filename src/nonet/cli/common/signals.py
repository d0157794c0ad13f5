"""Let Ctrl-C, `kill` and a closed terminal end nonet in the same way."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from nonet.system.processes import ENDING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

#: Seconds to wait before sending a lost Ctrl-C again.
_PAUSE = 0.05

_received: list[int] = []


def handle_signals() -> None:
    """Treat SIGTERM and SIGHUP like Ctrl-C. A signal that `nohup` ignores stays ignored."""
    for number in ENDING:
        if signal.getsignal(number) is signal.SIG_DFL:
            is_ctrl_c = number == signal.SIGINT
            signal.signal(number, signal.default_int_handler if is_ctrl_c else _end)
    if hasattr(signal, "pthread_kill"):
        sys.unraisablehook = _repeat


def _repeat(lost: UnraisableHookArgs) -> None:
    """Send Ctrl-C again if Python has dropped it. This happens in ``__del__`` and in imports."""
    if lost.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(lost)
        return
    arguments = [threading.main_thread().ident, _number()]
    timer = threading.Timer(_PAUSE, signal.pthread_kill, arguments)
    timer.daemon = True
    timer.start()


def _number() -> int:
    return _received[0] if _received else signal.SIGINT


def _end(number: int, frame: FrameType | None) -> None:
    _received.append(number)
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler):  # a shell lets background processes ignore Ctrl-C
        raise KeyboardInterrupt
    handler(signal.SIGINT, frame)


def code_of_end() -> int:
    """Return the exit code for the signal that ended nonet. Let a second signal end it at once."""
    for number in ENDING:
        signal.signal(number, signal.SIG_DFL)
    # Python remembers that Ctrl-C has ended an `exec`, for example in the import of a dataclass.
    # Then `python -m nonet` would end with SIGINT instead of this code. An `eval` prevents this.
    eval("0")
    return 128 + _number()


@contextmanager
def ctrl_c_let_through() -> Iterator[None]:
    """If a library turns KeyboardInterrupt into another error, raise KeyboardInterrupt again."""
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
