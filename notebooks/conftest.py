"""The notebooks as tests: each is executed from top to bottom, at a small scale.

All that run in one process share a kernel, which forgets every name in between: starting one, and
importing what they all import, takes longer than what most of them do. What executes them is
imported when the first one runs: a quick run leaves them all out.
"""

import os
from functools import cache
from pathlib import Path

import pytest

from nonet.solvers.native.core import missing

os.environ.setdefault("NONET_NOTEBOOKS", "quick")

#: Limit for a cell, in seconds.
LONGEST = 300


def pytest_collect_file(file_path, parent):
    if file_path.suffix == ".ipynb":
        return NotebookFile.from_parent(parent, path=file_path)
    return None


def pytest_sessionfinish():
    if kernel.cache_info().currsize:
        from jupyter_core.utils import run_sync

        run_sync(kernel().shutdown_kernel)(now=True)


@cache
def kernel():
    """Return the kernel of this process, which the first notebook starts."""
    from jupyter_client import AsyncKernelManager

    return AsyncKernelManager(kernel_name="python3")


class NotebookFile(pytest.File):
    """A notebook, which is one test."""

    def collect(self):
        yield NotebookTest.from_parent(self, name=self.path.stem)


class NotebookTest(pytest.Item):
    """The test that all cells of a notebook run."""

    def __init__(self, **options):
        super().__init__(**options)
        self.add_marker(pytest.mark.slow)
        if (reason := missing()) and not os.environ.get("NONET_REQUIRE_NATIVE"):
            self.add_marker(pytest.mark.skip(reason=reason))

    def runtest(self):
        import nbformat
        from nbclient import NotebookClient

        notebook = nbformat.read(self.path, as_version=4)
        notebook.cells.insert(0, nbformat.v4.new_code_cell("%reset -f"))
        client = NotebookClient(
            notebook,
            km=kernel(),
            timeout=LONGEST,
            resources={"metadata": {"path": str(Path(__file__).parent)}},
        )
        client.execute()

    def repr_failure(self, excinfo):
        from nbclient.exceptions import CellExecutionError

        if isinstance(excinfo.value, CellExecutionError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self):
        return self.path, None, f"notebook {self.name}"
