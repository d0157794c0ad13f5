"""Closed pipes, full disks and interruptions cause no noise and no half-written line."""

import os
import signal
from subprocess import PIPE

import pytest

UNIQUE = "12..34..2......3"


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "many.txt"],
        ["check", "--json", "many.txt"],
        ["show", "many.txt"],
        ["encode", "large.txt"],
        ["solve", "--all", "large.txt"],
    ],
)
def test_a_closed_pipe_ends_it_quietly(started, write, arguments):
    write("many.txt", f"{UNIQUE}\n" * 5_000)
    write("large.txt", "." * 256)
    process = started(*arguments)
    assert process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=180) == 141
    assert process.stderr.read() == b""


#: Different ways to print.
PRINTING = [["solve", UNIQUE], ["race", UNIQUE, "-b", "norvig"], ["backends"]]
PRINTING += [["--version"], ["--help"], ["solve", "--help"]]


@pytest.mark.parametrize("arguments", PRINTING)
def test_a_pipe_that_was_closed_before(spawn, arguments):
    reader, writer = os.pipe()
    os.close(reader)
    done = spawn(*arguments, streams=(PIPE, writer, PIPE))
    os.close(writer)
    assert (done.code, done.err) == (141, "")


@pytest.mark.parametrize("arguments", [["solve", "--all", "." * 81], ["solve", "--all", "." * 256]])
def test_an_interruption_leaves_whole_lines(started, arguments):
    process = started(*arguments)
    lines = [process.stdout.readline() for _ in range(20)]
    process.send_signal(signal.SIGINT)
    # Do not use communicate(), which would lose the text that readline() has buffered.
    lines += process.stdout.readlines()
    complaint = process.stderr.read()
    assert (process.wait(timeout=180), complaint) == (130, b"nonet: interrupted\n")
    assert {(len(line.split()), line[-1:]) for line in lines} <= {(1, b"\n"), (256, b"\n")}


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="/dev/full is missing")
@pytest.mark.parametrize("arguments", PRINTING)
def test_a_full_disk_is_reported(spawn, arguments):
    done = spawn(*arguments, streams=(PIPE, "/dev/full", PIPE))
    assert (done.code, done.err) == (2, "nonet: <stdout>: No space left on device\n")


def test_closed_streams(spawn):
    done = spawn("solve", streams=(None, PIPE, PIPE))
    assert (done.code, done.err) == (2, "nonet: <stdin>: contains no puzzle\n")
    done = spawn("solve", UNIQUE, streams=(PIPE, None, PIPE))
    assert (done.code, done.err) == (0, "")
    # Python does not ask to close the streams that replace closed ones.
    env = {**os.environ, "PYTHONWARNINGS": "error"}
    for streams in ((None, PIPE, PIPE), (PIPE, None, PIPE)):
        assert spawn("solve", UNIQUE, streams=streams, env=env).err == ""


def test_a_stream_that_cannot_show_a_character_gets_its_code(spawn):
    env = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = spawn("show", "-", stdin=f"{UNIQUE} caf\u00e9\nab\u00e9\n", env=env)
    assert done.code == 2
    assert done.out.isascii()
    assert "Traceback" not in done.err


def test_a_usage_error_whose_reader_has_gone(spawn):
    reader, writer = os.pipe()
    os.close(reader)
    done = spawn("check", "--no-such-option", streams=(PIPE, writer, writer))
    os.close(writer)
    assert done.code == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="/dev/full is missing")
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check", "--no-such-option"], 2),
        (["no-such-verb"], 2),
        (["check", "no-such-file.txt"], 2),
        (["check", UNIQUE, "no-such-file.txt"], 2),
        (["check", "-b", "no-such-backend", UNIQUE], 2),
        (["solve", "-v", UNIQUE], 0),
        (["solve", "-v", "11.............."], 1),
        (["check", "-v", "--nodes", "0", "." * 81], 124),
    ],
)
def test_a_failing_stderr_changes_no_exit_code(spawn, arguments, code):
    assert spawn(*arguments, streams=(PIPE, PIPE, "/dev/full")).code == code
