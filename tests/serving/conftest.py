"""Servers in threads, and a browser."""

import shutil

import pytest
from browser import NAMES, require_chromium
from requirements import require_package
from serving_pages import opened
from serving_server import running


@pytest.fixture(scope="module")
def server():
    require_package("websockets")
    from nonet.serving.server import serve_fpuzzles

    with running(serve_fpuzzles, 0) as found:
        yield found


TOKEN = "only-the-tests-know-it"


@pytest.fixture(scope="module")
def board_server():
    require_package("websockets")
    from nonet.serving.server import serve_board

    with running(serve_board, TOKEN, 0) as found:
        found.address = f"http://localhost:{found.port}/?token={TOKEN}"
        yield found


@pytest.fixture(scope="module")
def browser():
    require_package("playwright")
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        require_chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        flags = ["--no-sandbox", "--disable-dev-shm-usage"]
        found = driver.chromium.launch(executable_path=program, args=flags)
        yield found
        found.close()


@pytest.fixture
def page(browser, board_server):
    with opened(browser, board_server.address) as found:
        yield found
