"""A fixture for programs on the PATH."""

import pytest


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Put empty programs with these names on the PATH."""

    def install(*names):
        for name in names:
            (tmp_path / name).write_text("#!/bin/sh\n")
            (tmp_path / name).chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.chdir(tmp_path)
        return tmp_path

    return install
