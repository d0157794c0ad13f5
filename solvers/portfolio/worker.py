"""A contestant of a portfolio, in a process of its own, which answers what it is asked on stdin.

Run as a script: ``python -P worker.py``; with ``-P`` the folder of this file is not searched for
modules. Requests and replies are pickles. First come the places where modules are found, then the
function that finds backends, the contestant and its puzzle, then the questions: the grids blocked
since the last one, and the limits of nodes and of memory. A reply is an `Answer`, or the error
that stands for it.

A thread listens for questions. They are plain numbers, so that it has nothing to import: two
threads that import modules which import each other wait for each other.

Ctrl-C ends the process like any search, with all that the search has started. When its parent is
gone, which closes stdin, it does that to itself.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Any, NoReturn


def _main() -> None:
    # A parent that ignores Ctrl-C, as under nohup, would have its children ignore it.
    signal.signal(signal.SIGINT, _end)
    # Its own files, because Python cannot end in peace while a thread reads the standard ones.
    requests = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a solver prints is no reply

    def reply(message: object) -> None:
        replies.write(pickle.dumps(message))
        replies.flush()

    try:
        sys.path[:] = pickle.load(requests)
        opening = pickle.load(requests)
        heard: SimpleQueue[Any] = SimpleQueue()
        threading.Thread(target=_listen, args=(requests, heard), daemon=True).start()
        _answer(opening, heard, reply)
    except (KeyboardInterrupt, EOFError):
        pass


def _end(*_signal: object) -> NoReturn:
    """End on the first Ctrl-C; the parent's and one's own would cut each other's tidying off."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


def _listen(requests: IO[bytes], heard: SimpleQueue[Any]) -> None:
    """Pass on questions until the parent is gone; without a listener the process ends."""
    try:
        with suppress(EOFError):
            while True:
                heard.put(pickle.load(requests))
    finally:
        os.kill(os.getpid(), signal.SIGINT)


def _answer(opening: Any, heard: SimpleQueue[Any], reply: Callable[[object], None]) -> None:
    from nonet.solvers.answers import Limits
    from nonet.solvers.errors import BackendError, PuzzleUnsupported, Unable, WrongAnswer
    from nonet.system.errors import BackendUnavailable, PuzzleError
    from nonet.system.processes import LONGEST_WAIT

    find_backend, spec, pickled, seed = opening
    try:
        try:
            puzzle = pickle.loads(pickled)
        except (AttributeError, ImportError) as error:
            why = f"a rule of the puzzle is defined where no other process finds it: {error}"
            raise PuzzleUnsupported(why) from None
        session = find_backend(spec).open(puzzle, seed=seed)
    except (BackendError, BackendUnavailable, PuzzleError, Unable) as error:
        while True:
            heard.get()
            reply(Unable(str(error)))
    with session:
        while True:
            blocked, nodes, memory = heard.get()
            for solution in blocked:
                session.block(solution)
            try:
                # No limit, but a solver that has to look at the clock hears Ctrl-C too.
                reply(session.solve(Limits(LONGEST_WAIT, nodes, memory)))
            except (PuzzleError, Unable, WrongAnswer) as error:
                reply(error if isinstance(error, WrongAnswer) else Unable(str(error)))


if __name__ == "__main__":
    _main()
