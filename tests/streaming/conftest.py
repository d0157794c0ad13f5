"""Fixtures for the tests of bulk. The records name the compiled engine, so the tests need it."""

import subprocess
import sys
from pathlib import Path

import pytest
import requirements
from puzzle_texts import csv_records

from nonet import bulk


@pytest.fixture(autouse=True, scope="session")
def _native():
    requirements.require_native()


@pytest.fixture
def write(tmp_path):
    """Write a file and return its path."""

    def write_file(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write_file


@pytest.fixture
def target(tmp_path):
    """The path of a result."""
    return tmp_path / "out.csv"


@pytest.fixture
def whole(tmp_path):
    """The path of the result of an uninterrupted run."""
    return tmp_path / "whole.csv"


@pytest.fixture
def answered(write, target):
    """Answer a text by `bulk`, and return the summary and the records."""

    def answer(content, name="in.txt", **options):
        return bulk(write(name, content), target, force=True, **options), csv_records(target)

    return answer


#: A script that measures the memory of a run. Chunks have 1/32 of their usual size, so that even a
#: small file has many chunks.
MEASURED = """
import sys, nonet
from nonet.solvers import native
from nonet.streaming import parquet
native.PORTION >>= 5
parquet.GROUP >>= 5
nonet.bulk(sys.argv[1], sys.argv[2], jobs=int(sys.argv[3]), force=True)
print(open("/proc/self/status").read())
"""


@pytest.fixture
def peak():
    """Measure the peak memory of a run in its own process, in megabytes."""
    if not Path("/proc/self/status").exists():
        pytest.skip("asks Linux for the peak")

    def measured(source, target, jobs=1):
        command = [sys.executable, "-c", MEASURED, str(source), str(target), str(jobs)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        [line] = [line for line in done.stdout.splitlines() if line.startswith("VmHWM")]
        return int(line.split()[1]) / 1024

    return measured
