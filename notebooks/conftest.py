"""The notebooks as tests: `pytest --nbmake` executes each from top to bottom, at a small scale."""

import os

import pytest

from nonet.solvers.native.core import missing

os.environ.setdefault("NONET_NOTEBOOKS", "quick")


def pytest_collection_modifyitems(items):
    reason = missing()
    for item in items:
        if item.path.suffix == ".ipynb":
            item.add_marker(pytest.mark.slow)
            if reason and not os.environ.get("NONET_REQUIRE_NATIVE"):
                item.add_marker(pytest.mark.skip(reason=reason))
