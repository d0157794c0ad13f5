"""The reaper ends entrusted processes and folders after their owner has ended, not before."""

import os
import signal
import subprocess
import sys

import pytest
from events import is_gone, wait_for

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the reaper needs fork")

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
