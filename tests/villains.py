"""A dialect whose answers crash, hang and eat memory; tests/serving asks for them."""

import os
import time
from contextlib import suppress


def answer(question, send):
    what = question["command"]
    if what == "echo":
        send({"said": question["text"]})
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
        send({"said": "deaf"})
        while True:
            with suppress(BaseException):  # nothing but a kill ends it
                time.sleep(60)
    elif what == "patient":
        send({"said": "patient"})
        time.sleep(3600)
