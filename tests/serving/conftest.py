"""Servers in threads, and a page of the board."""

import multiprocessing
from types import SimpleNamespace

import pytest
from requirements import require_package
from serving_pages import opened
from serving_server import running


@pytest.fixture(scope="session")
def quick_processes():
    """Start the processes that answer from one that has imported what they need.

    `test_helper` starts them as they are started for users.
    """
    from nonet.serving import helper

    if "forkserver" not in multiprocessing.get_all_start_methods():
        yield
        return
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(
        ["nonet.serving.worker", "nonet.serving.board", "nonet.serving.fpuzzles"]
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(helper, "multiprocessing", SimpleNamespace(get_context=lambda _: context))
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
def page(_first_page):
    """The page of the board, as new, though it is not opened anew."""
    yield _first_page
    _first_page.begin_anew()
