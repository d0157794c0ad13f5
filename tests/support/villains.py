"""A dialect for tests/serving whose answers crash, hang or eat memory."""

import os
import signal
import time
from contextlib import suppress


def answer(question, send):
    what = question["command"]
    if what == "echo":
        send({"said": question["text"]})
    elif what == "knows":
        from nonet.rules import Rule

        send({"said": str(question["rule"] in Rule.named)})
    elif what == "crash":
        os._exit(7)
    elif what == "raise":
        raise ZeroDivisionError
    elif what == "grow":
        hoard = []
        while True:
            hoard.append(bytearray(1 << 24))
            time.sleep(0.01)
    elif what == "deaf":
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # only a kill ends this
        with suppress(BaseException):
            send({"said": "deaf"})
        time.sleep(3600)
    elif what == "patient":
        send({"said": "patient"})
        time.sleep(3600)
