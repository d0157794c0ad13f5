"""Work that ends its process: in a module of its own, so that other processes can import it."""

import os
import signal

from nonet.system import worker


def die(_chunk):
    """End the process at once."""
    os.kill(os.getpid(), signal.SIGKILL)


def leave(_chunk):
    """End the process as an error of Python ends it."""
    os._exit(1)


def die_in_the_midst_of_the_result(chunk):
    """End the process when a part of the result is in the pipe."""

    def send(text):
        worker._server._replies.write(text[:10])
        worker._server._replies.flush()
        die(chunk)

    worker._server._send = send
    return "a result"


def unsendable(_chunk):
    """Return what no pipe takes."""
    return lambda: None
