"""`nonet serve`: it says where it is, answers, and leaves nothing behind."""

import json
import re
import signal
import socket
import subprocess
import sys

import pytest
from requirements import require_package


def test_what_it_takes(nonet):
    assert "goes with --fpuzzles" in nonet("serve", "--origin", "https://example.org").err
    for url in ("f-puzzles.com", "https://example.org/page", "*"):
        assert nonet("serve", "--fpuzzles", "--origin", url).code == 2


def test_a_port_that_is_taken_is_said(nonet):
    require_package("websockets")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = nonet("serve", "--fpuzzles", "--port", port)
    assert done.code == 2
    assert f"port {port} is taken" in done.err


def test_without_websockets_it_says_what_to_install(nonet, hide):
    hide("websockets", "nonet.serving")
    done = nonet("serve", "--fpuzzles")
    assert done.code == 4
    assert "pip install" in done.err


@pytest.mark.skipif(sys.platform == "win32", reason="no Ctrl-C for children there")
def test_it_answers_until_ctrl_c():
    require_package("websockets")
    from websockets.sync.client import connect

    command = [sys.executable, "-m", "nonet", "serve", "--fpuzzles", "--port", "0"]
    command += ["--origin", "https://example.org"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        said = running.stderr.readline()
        # The address ends the line, so that nothing else is copied with it.
        port = re.search(r"localhost:(\d+)$", said)[1]
        with connect(f"ws://localhost:{port}", origin="https://example.org") as client:
            client.send(json.dumps({"nonce": 1, "command": "cancel"}))
            assert json.loads(client.recv(timeout=180)) == {"nonce": 1, "type": "canceled"}
            running.send_signal(signal.SIGINT)
            assert running.wait(timeout=180) == 130
