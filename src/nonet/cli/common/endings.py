"""The signals that end nonet: `kill` and a closed terminal clean up as Ctrl-C does."""

from __future__ import annotations

import signal
from types import FrameType

from nonet.processes import ENDING

_received: list[int] = []


def end_as_by_ctrl_c() -> None:
    """Treat SIGTERM and SIGHUP as Ctrl-C, unless they are ignored, as under nohup."""
    for number in ENDING - {signal.SIGINT}:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)


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
    return 128 + (_received[0] if _received else signal.SIGINT)
