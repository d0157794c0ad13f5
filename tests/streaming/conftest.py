"""Fixtures for the tests of bulk. The records name the compiled engine, so the tests need it."""

import pytest
import requirements
from results import csv_records

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
def answered(write):
    """Answer a text by `bulk`, and return the summary and the records."""

    def answer(content, name="in.txt", **options):
        source = write(name, content)
        target = source.with_name("out.csv")
        return bulk(source, target, force=True, **options), csv_records(target)

    return answer
