"""Shared by the tests of bulk, which need the compiled engine: records name it."""

import pytest
import requirements


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
