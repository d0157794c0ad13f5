"""Commands have output and limits, and leave no process behind, whatever ends their owner."""

import os
import signal
import subprocess
import sys
from concurrent.futures import Future, wait
from functools import partial
from pathlib import Path
from threading import Event, Timer

import pytest
from events import is_gone, wait_for

from nonet.system.limits import Limits, TimeUp, limited_to
from nonet.system.processes import Ended, last_line, run, wait_for_any
from nonet.system.reaper import kill_session


def test_output_and_exit_code():
    assert run(["sh", "-c", "cat; echo oh >&2; exit 3"], b"text") == Ended(3, b"text", b"oh\n")
    assert run(["true"], b"unread" * 100_000).code == 0


@pytest.mark.parametrize("seconds", [None, 60, float("inf"), 1e300])
def test_enough_time(seconds):
    assert run(["true"], seconds=seconds) == Ended(0, b"", b"")


def test_a_run_can_be_cancelled_and_gets_its_text():
    cancel = Event()
    with limited_to(Limits(cancel=cancel)):
        assert run(["sh", "-c", "sleep 0.2; cat"], b"text").out == b"text"
        Timer(0.1, cancel.set).start()
        with pytest.raises(TimeUp):
            run(["sleep", "600"], b"text")


def test_when_the_time_is_up_it_is_killed():
    assert run(["sleep", "600"], seconds=0.1) is None


def test_a_command_that_does_not_start():
    with pytest.raises(FileNotFoundError):
        run(["no-such-program"])


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found by /proc")
@pytest.mark.parametrize("group", ["", ", process_group=0"])
def test_a_kill_reaches_the_whole_session(group):
    """The kill also reaches processes outside the leader's group, such as MiniZinc's solvers."""
    script = (
        "import subprocess, time;"
        f"print(subprocess.Popen(['sleep', '600']{group}).pid, flush=True);"
        "time.sleep(600)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, start_new_session=True
    )
    other = int(process.stdout.readline())
    kill_session(process.pid)
    assert process.wait(60) == -signal.SIGKILL
    wait_for(partial(is_gone, other))
    kill_session(process.pid)  # all its processes have ended
    process.stdout.close()


@pytest.mark.parametrize(
    ("said", "last"),
    [(b"", ""), (b"\n \n", ""), (b"one\ntwo\n", "two"), (b"bad \xff\n", "bad \ufffd")],
)
def test_the_last_line(said, last):
    assert last_line(said) == last


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can limit another process")
def test_a_command_gets_no_more_memory_than_that():
    hungry = [sys.executable, "-c", "print(len(bytearray(1 << 28)))"]
    assert run(hungry, memory=1 << 30).out == b"268435456\n"
    ended = run(hungry, memory=128 << 20)
    assert (ended.code, last_line(ended.error)) == (1, "MemoryError")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can limit another process")
def test_a_memory_limit_above_the_systems_limit(monkeypatch):
    """The system's limit is set as by `ulimit -v`. Only root may raise it."""
    import resource

    said = []

    def prlimit(_process, _kind, limits=None):
        said.append(limits)
        return 1 << 30, 1 << 30

    monkeypatch.setattr(resource, "prlimit", prlimit)
    assert run(["true"], memory=4 << 30).code == 0
    assert run(["true"], memory=1 << 20).code == 0
    assert said == [None, (1 << 30, 1 << 30), None, (1 << 20, 1 << 20)]


# --- the reaper ---------------------------------------------------------------------------------

OWNER = """
import os, subprocess, sys, time
from nonet.system.reaper import entrusted
script = "import os, time; os.fork() or (os.setpgid(0, 0), print(os.getpid(), flush=True));"
command = [sys.executable, "-c", script + "time.sleep(600)"]
kept = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
strayed = int(kept.stdout.readline())
freed = subprocess.Popen(["sleep", "600"], start_new_session=True)
with entrusted(freed.pid):
    pass
with entrusted(kept.pid), entrusted(sys.argv[1]):
    child = os.fork()
    if child == 0:
        time.sleep(600)
    print(kept.pid, strayed, freed.pid, child, flush=True)
    time.sleep(600)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found by /proc")
def test_the_reaper_ends_what_a_killed_process_has_entrusted(tmp_path):
    folder = tmp_path / "folder with\ttab"
    folder.mkdir()
    (folder / "file").touch()
    command = [sys.executable, "-c", OWNER, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as owner:
        kept, strayed, freed, child = map(int, owner.stdout.readline().split())
        assert not is_gone(kept)
        owner.kill()
        owner.stdout.close()
    try:
        wait_for(lambda: is_gone(kept) and is_gone(strayed))  # a forked child still runs
        wait_for(lambda: not folder.exists())
        assert not is_gone(freed)
        assert not is_gone(child)
    finally:
        os.kill(freed, signal.SIGKILL)
        os.kill(child, signal.SIGKILL)


KILLED_AT_ONCE = """
import os, signal
from nonet.system.reaper import temporary_folder
make = os.mkdir
def make_and_die(folder, mode):
    make(folder, mode)
    print(folder, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
os.mkdir = make_and_die
with temporary_folder():
    pass
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the reaper needs fork")
def test_a_temporary_folder_is_removed_even_if_its_maker_is_killed_at_once(tmp_path):
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", KILLED_AT_ONCE]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=env, check=False)
    folder = Path(done.stdout.strip())
    assert folder.parent == tmp_path
    wait_for(lambda: not folder.exists())


def test_ctrl_c_comes_after_a_wait_and_not_in_it(monkeypatch):
    """Otherwise a future might stay locked, and the thread that sets its result would hang."""
    complete = []

    def interrupted(*arguments):
        os.kill(os.getpid(), signal.SIGINT)
        complete.append(wait(*arguments))

    monkeypatch.setattr("concurrent.futures.wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        wait_for_any([Future()], seconds=60)
    assert len(complete) == 1
