"""Memory does not grow with the file."""

import subprocess
import sys
from pathlib import Path

import pytest
from puzzle_texts import UNIQUE

#: Blocks are a thirty-second of their usual size, so that the smaller file has enough of them.
MEASURED = """
import sys, nonet
from nonet.solvers import native
from nonet.streaming import parquet, query
native.PORTION >>= 5
query._LOCAL_CHUNK >>= 5
parquet.GROUP >>= 5
nonet.bulk(sys.argv[1], sys.argv[2], jobs=int(sys.argv[3]), force=True)
print(open("/proc/self/status").read())
"""


def peak(source, target, jobs):
    """The peak memory of a run in its own process, in megabytes."""
    command = [sys.executable, "-c", MEASURED, str(source), str(target), str(jobs)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    [line] = [line for line in done.stdout.splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) / 1024


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="asks Linux for the peak")
@pytest.mark.parametrize(
    ("name", "jobs"), [("out.csv", 2), ("out.jsonl.zst", 1), ("out.parquet", 2)]
)
def test_a_file_ten_times_larger_needs_no_more(write, name, jobs):
    line = f"{UNIQUE}\n"
    small, large = write("small.txt", line * 30_000), write("large.txt", line * 300_000)
    target = small.with_name(name)
    # The text is 22 MB longer, the records 49 MB.
    assert peak(large, target, jobs) < peak(small, target, jobs) + 12
