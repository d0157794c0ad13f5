"""Tests of connecting to a scheduler by its address."""

import socket

import pytest

from nonet.system import clusters


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("foo", "missing port"),
        ("foo.invalid:8786", "not known"),
        ("foo://127.0.0.1:8786", "unknown address scheme 'foo'"),
        ("tcp://127.0.0.1:port", "'port'"),
    ],
)
def test_malformed_addresses_are_refused_without_waiting(monkeypatch, address, why):
    def connect(*args, **kwargs):
        pytest.fail("the test must not connect")

    monkeypatch.setattr("distributed.Client", connect)
    with (
        pytest.raises(ConnectionError, match=f"no scheduler at '{address}': .*{why}"),
        clusters.joined(address),
    ):
        pass


def test_a_scheduler_that_does_not_answer_is_waited_for_a_moment(monkeypatch):
    monkeypatch.setattr(clusters, "_PATIENCE", 0.1)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))  # and never listens
        address = "tcp://127.0.0.1:{1}".format(*silent.getsockname())
        with (
            pytest.raises(ConnectionError, match=r"no scheduler .* after 0\.1 s"),
            clusters.joined(address),
        ):
            pass
