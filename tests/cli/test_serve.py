"""Tests of `nonet serve`: its address, its answers, and its end."""

import json
import re
import signal
import socket

import pytest
from requirements import require_package

import nonet


def test_the_board_begins_with_the_puzzle_of_a_file(started, tmp_path):
    require_package("websockets")
    from urllib.error import HTTPError
    from urllib.request import urlopen

    file = tmp_path / "puzzle.json"
    puzzle = nonet.classic("12..34..2......3").cage("r1c3 r1c4", 7)
    file.write_text(nonet.write(puzzle, "json"))
    running = started("serve", file, "--port", 0)
    address = re.search(r"http\S+$", running.stderr.readline().decode())[0]
    with urlopen(address.replace("/?", "/puzzle?")) as reply:
        assert nonet.parse(reply.read().decode()) == puzzle
    with pytest.raises(HTTPError, match="403"):
        urlopen(address.partition("?")[0] + "puzzle")
    running.send_signal(signal.SIGINT)
    assert running.wait(timeout=180) == 130


def test_a_port_in_use_is_reported(nonet):
    require_package("websockets")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert f"port {port} is in use" in nonet("serve", "--fpuzzles", "--port", port).refusal


def test_without_websockets_it_says_what_to_install(nonet, hide):
    hide("websockets", "nonet.serving")
    done = nonet("serve", "--fpuzzles")
    assert done.code == 4
    assert "pip install" in done.err


def test_it_answers_until_ctrl_c(started):
    require_package("websockets")
    from websockets.sync.client import connect

    site = "https://example.org"
    running = started("serve", "--fpuzzles", "--port", 0, "--origin", site)
    # The address ends the line, so that people who copy the address copy nothing else.
    port = re.search(r"localhost:(\d+)$", running.stderr.readline().decode())[1]
    with connect(f"ws://localhost:{port}", origin=site) as client:
        client.send(json.dumps({"nonce": 1, "command": "cancel"}))
        assert json.loads(client.recv(timeout=180)) == {"nonce": 1, "type": "canceled"}
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=180) == 130
