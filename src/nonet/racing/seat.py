"""The process of a seat: the contestants take their turns on one core, each in a child of it.

It reads the post and then turns from stdin, and writes outcomes to stdout.
"""

from __future__ import annotations

import os
import pickle
import signal
from contextlib import ExitStack, closing, suppress
from typing import IO

from nonet.racing.children import Child
from nonet.racing.seats import Post

#: The seconds without a turn after which it ends: the race may be gone.
IDLE = 60


def main() -> None:
    """Take turns until there are no more."""
    said, heard = _pipes()
    post: Post = pickle.load(heard)
    _keep_to(post.core)
    with ExitStack() as stack, suppress(EOFError):
        performers = {
            spec: stack.enter_context(closing(Child(spec, post.terms, post.memory)))
            for spec in post.contestants
        }
        while True:
            _end_in(IDLE)
            contestant, task = pickle.load(heard)
            _end_in(0)
            performers[contestant].prepare(task)
            pickle.dump(performers[contestant].perform(task), said)
            said.flush()


def _pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Keep stdout and stdin to itself: what contestants print is no outcome."""
    said, heard = os.fdopen(os.dup(1), "wb"), os.fdopen(os.dup(0), "rb")
    os.dup2(2, 1)
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    return said, heard


def _keep_to(processor: int) -> None:
    """Run on one processor, with all children, where the system can say so (Linux)."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {processor})


def _end_in(seconds: int) -> None:
    """End this process after so many seconds, or never: 0."""
    if hasattr(signal, "alarm"):
        signal.alarm(seconds)


if __name__ == "__main__":
    main()
