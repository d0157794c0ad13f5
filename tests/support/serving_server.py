"""A server in a thread, and clients of it."""

import asyncio
import json
import threading
from contextlib import contextmanager
from queue import Queue

ORIGIN = "https://f-puzzles.com"


class Client:
    """A connection that sends and receives JSON."""

    def __init__(self, socket):
        self.socket = socket
        self._nonce = 0

    def ask(self, command, data=None, **more):
        self._nonce += 1
        question = {"nonce": self._nonce, "command": command}
        if data is not None:
            question |= {"dataType": "fpuzzles", "data": data}
        self.socket.send(json.dumps(question | more))
        return self._nonce

    def hear(self, seconds=180):
        return json.loads(self.socket.recv(timeout=seconds))


class Running:
    def __init__(self, port):
        self.port = port

    @contextmanager
    def client(self, origin=ORIGIN, **options):
        from websockets.sync.client import connect

        address = f"ws://localhost:{self.port}"
        with connect(address, origin=origin, compression=None, **options) as socket:
            yield Client(socket)


@contextmanager
def running(serve, *args, **options):
    """Run one of nonet's servers in a thread, on the given port or on a free one."""
    ready = Queue()

    async def run():
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        stop = lambda: loop.call_soon_threadsafe(task.cancel)  # noqa: E731
        await serve(*args, ready=lambda port: ready.put((port, stop)), **options)

    def work():
        try:
            asyncio.run(run())
        except asyncio.CancelledError:
            pass
        except BaseException as error:
            ready.put((error, None))
            raise

    thread = threading.Thread(target=work)
    thread.start()
    port, stop = ready.get(timeout=180)
    if stop is None:
        raise port
    try:
        yield Running(port)
    finally:
        stop()
        thread.join()
