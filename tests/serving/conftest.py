"""Servers in threads, and a page of the board."""

import os
import subprocess
from pathlib import Path

import pytest
from requirements import require_package
from serving_pages import opened
from serving_server import running
from warm_starts import Fresh

SCRIPT = str(Path(__file__).parents[1] / "support" / "worker_script.py")


@pytest.fixture(scope="session")
def quick_processes(warm):
    """Fork the answering workers from a process that has imported their modules.

    Some tests of `test_conversation` start workers in the same way as nonet does. Workers are not
    forked from this process, because they would inherit the sockets of its servers.
    """
    from nonet.serving import conversation
    from nonet.system.worker import Worker

    class WarmWorker(Worker):
        """A worker that is forked from the process with the imported modules."""

        def _fresh(self, printed):
            streams = (subprocess.PIPE, subprocess.PIPE, printed.fileno())
            return warm.start([], streams, env=os.environ, leads_session=True, script=SCRIPT)

    with pytest.MonkeyPatch.context() as patch:
        if not isinstance(warm, Fresh):
            patch.setattr(conversation, "Worker", WarmWorker)
        yield


@pytest.fixture(scope="session")
def server(quick_processes):
    require_package("websockets")
    from nonet.serving.server import serve_fpuzzles

    with running(serve_fpuzzles, 0) as found:
        yield found


TOKEN = "only-the-tests-know-it"


@pytest.fixture(scope="session")
def board_server(quick_processes):
    require_package("websockets")
    from nonet.serving.server import serve_board

    with running(serve_board, TOKEN, 0) as found:
        found.address = f"http://localhost:{found.port}/?token={TOKEN}"
        yield found


@pytest.fixture(scope="module")
def _first_page(browser, board_server):
    with opened(browser, board_server.address) as found:
        found.begin_anew()
        yield found


@pytest.fixture
def phone(browser, board_server):
    """The page of the board on a phone."""
    with opened(browser, board_server.address, has_touch=True, is_mobile=True) as found:
        found.page.set_viewport_size({"width": 390, "height": 844})
        yield found


@pytest.fixture
def page(_first_page):
    """The page of the board in its initial state, without loading it again."""
    yield _first_page
    _first_page.begin_anew()
