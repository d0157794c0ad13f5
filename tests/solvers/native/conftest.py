"""Skip these tests without the native engine. Run them on every instruction set."""

import os
import sys

import pytest
import requirements

from nonet.solvers.native import core


@pytest.fixture(scope="session", autouse=True)
def _native():
    requirements.require_native()
    if "libasan" in os.environ.get("LD_PRELOAD", ""):
        engine = sys.modules["nonet.solvers.native._core"].__file__
        assert "sanitized" in engine, "it is not compiled for the sanitizers that are loaded"


def pytest_generate_tests(metafunc):
    """Run a test that has a parameter `isa` on each instruction set of this machine."""
    if "isa" in metafunc.fixturenames:
        names = core.isas() if core.missing() is None else ["none"]
        metafunc.parametrize("isa", names)
