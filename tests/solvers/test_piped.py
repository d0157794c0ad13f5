"""A process of one of our scripts: what it is sent and what it says are pickles."""

import os
import signal

import pytest

from nonet.solvers.piped import PipedProcess

ECHO = """
import os, pickle, sys
while (said := pickle.load(sys.stdin.buffer)) is not None:
    pickle.dump((os.getsid(0) == os.getpid(), said), sys.stdout.buffer)
    sys.stdout.flush()
sys.exit("that was all")
"""


@pytest.fixture
def echo(tmp_path):
    script = tmp_path / "echo.py"
    script.write_text(ECHO)
    process = PipedProcess(script)
    yield process
    process.kill()
    process.hang_up()
    process.bury()


def test_it_answers_in_a_session_of_its_own(echo):
    for said in ("one", [2, 3]):
        echo.send(said)
        assert echo.receive() == (True, said)
    assert echo.is_alive


def test_its_last_words_are_the_last_line_of_its_errors(echo):
    echo.send(None)
    assert echo.last_words(60) == "its process ended with code 1: that was all"
    assert not echo.is_alive
    with pytest.raises(EOFError):
        echo.receive()


def test_one_that_does_not_end_is_killed(echo):
    assert echo.last_words(0) == f"its process ended with code {-signal.SIGKILL}"


def test_ctrl_c_reaches_it(echo):
    echo.send(1)
    echo.receive()
    echo.interrupt()
    assert echo.last_words(60).endswith("KeyboardInterrupt")
    with pytest.raises(ProcessLookupError):
        os.kill(echo.pid, 0)
