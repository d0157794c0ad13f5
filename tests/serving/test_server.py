"""The server repeats a recorded conversation, controls access, and handles interruptions."""

import json
import socket

import pytest
from examples import case
from requirements import require_native

import nonet
from nonet.formats import write
from nonet.serving.server import names_of


def puzzle(line):
    link = write(nonet.classic(line), "fpuzzles")
    return link.partition("load=")[2].replace("%2B", "+")


ONE = puzzle("12..34..2......3")
MANY = puzzle("." * 81)


def test_a_conversation(server):
    with server.client() as client:
        nonce = client.ask("truecandidates", ONE)
        reply = client.hear()
        assert (reply["nonce"], reply["type"]) == (nonce, "truecandidates")
        assert sum(reply["solutionsPerCandidate"]) == 16
        client.ask("estimate", puzzle("." * 16))
        assert client.hear()["type"] == "estimate"
        nonce = client.ask("cancel")
        while (reply := client.hear())["nonce"] < nonce:
            assert reply["type"] == "estimate"
        assert reply == {"nonce": nonce, "type": "canceled"}


def test_a_newer_question_interrupts_at_once(server):
    require_native()
    with server.client() as client:
        count = client.ask("count", MANY)
        assert client.hear()["inProgress"]
        for _ in range(3):
            client.ask("count", MANY)
        nonce = client.ask("check", ONE)
        while (reply := client.hear())["nonce"] < nonce:
            assert reply["type"] == "count"
        assert reply == {"nonce": nonce, "type": "count", "count": 1, "inProgress": False}
        assert count < nonce


def test_other_texts_are_ignored(server):
    with server.client() as client:
        for text in ("", "{", "[1]", "7", '{"nonce": "1"}', "[" * 100_000, "{}", "\x00"):
            client.socket.send(text)
        client.ask("dance", ONE)
        nonce = client.ask("check", ONE)
        assert client.hear()["nonce"] == nonce


def test_a_message_that_is_too_long_ends_the_connection(server):
    from websockets.exceptions import ConnectionClosed

    with server.client() as client:
        client.socket.send(json.dumps({"nonce": 1, "data": "x" * (1 << 23)}))
        with pytest.raises(ConnectionClosed) as closed:
            client.hear()
        assert closed.value.rcvd.code == 1009
    with server.client() as client:
        client.ask("check", ONE)
        assert client.hear()["count"] == 1


def status(server, **headers):
    """Return the status of the server's answer to a connecting browser."""
    common = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version": "13",
    }
    said = [f"{name}: {value}" for name, value in (common | headers).items() if value]
    with socket.create_connection(("127.0.0.1", server.port), timeout=180) as raw:
        raw.sendall("\r\n".join(["GET / HTTP/1.1", *said, "", ""]).encode())
        return int(raw.recv(1000).split()[1])


def test_pages_of_other_sites_and_foreign_names_are_refused(server):
    here, site = f"localhost:{server.port}", "https://f-puzzles.com"
    for name in names_of(server.port):
        assert status(server, Host=name, Origin=site) == 101
    for host, origin in (
        (here, "https://example.org"),
        (here, None),
        (here, "null"),
        (here, "https://f-puzzles.com.example.org"),
        (here, "http://f-puzzles.com"),
        (here, f"{site}\r\nOrigin: https://example.org"),
        (f"rebound.example.org:{server.port}", site),
        ("localhost", site),
        (None, site),
    ):
        with case((host, origin)):
            assert status(server, Host=host, Origin=origin) == 403


def test_requests_that_are_not_http_are_not_logged(server, caplog):
    refused = b"403 Forbidden"
    here = f"Host: localhost:{server.port}\r\n\r\n".encode()
    for said, answer in (
        (b"GET //[ HTTP/1.1\r\n" + here, refused),
        (b"GET http://[x/ HTTP/1.1\r\n" + here, refused),
        (b"GET /?token=%ff HTTP/1.1\r\n" + here, refused),
        (b"GET /?token=\xff HTTP/1.1\r\n" + here, b""),
        (b"\x16\x03\x01\x02\x00\x01\r\n\r\n", b""),
    ):
        with case(said), socket.create_connection(("127.0.0.1", server.port), timeout=180) as raw:
            raw.sendall(said)
            assert answer in raw.recv(1000)
    assert caplog.records == []


def test_a_port_that_another_program_has_at_one_address_is_taken():
    from nonet.serving.server import _loopback

    try:
        foreign = socket.create_server(("::1", 0), family=socket.AF_INET6)
    except OSError:
        pytest.skip("IPv6 is missing")
    with foreign, pytest.raises(OSError, match="in use"):
        _loopback(foreign.getsockname()[1])


def test_a_second_reply_does_not_wait_until_the_first_has_arrived():
    from nonet.serving.server import _loopback

    for each in _loopback(0):
        with each:
            assert each.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_there_are_no_more_connections_than_it_says(server):
    from contextlib import ExitStack

    from websockets.exceptions import InvalidStatus

    from nonet.serving.server import MOST_CONNECTIONS

    with ExitStack() as held:
        for _ in range(MOST_CONNECTIONS):
            held.enter_context(server.client())
        with pytest.raises(InvalidStatus) as refused, server.client():
            pass
        assert refused.value.response.status_code == 503
