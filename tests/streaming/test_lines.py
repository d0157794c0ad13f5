"""NumPy finds the same lines as the reader of files."""

import numpy as np
import pytest
from hypothesis import given
from puzzle_texts import IGNORED, SMALL, UNIQUE, texts

from nonet.formats.text import Source
from nonet.streaming.lines import lines_of


def found(block):
    """Return all lines with their numbers and texts."""
    lines = lines_of(block)
    rows = [row.tobytes().decode() for row in lines.rows]
    pairs = [*zip(lines.places.tolist(), rows, strict=True)]
    return sorted(pairs + [(other.line, other.text) for other in lines.others])


@given(texts())
def test_lines_equal_those_of_the_reader(text):
    text = text.removeprefix("\ufeff".encode())
    content = Source.of(text.decode()).content()
    assert found(text) == [(line.number - 1, line.text) for line in content]


@given(texts())
def test_every_line_is_counted(text):
    text = text.removeprefix("\ufeff".encode())
    ends = Source.of(text.decode()).lines
    assert lines_of(text).total == len(ends) - (ends[-1] == "")


@pytest.mark.parametrize("end", [b"\n", b""])
def test_even_lines_are_not_copied(end):
    text = b"\n".join([UNIQUE.encode()] * 3) + end
    rows = lines_of(text).rows
    assert rows.shape == (3, 81)
    assert np.shares_memory(rows, np.frombuffer(text, np.uint8))


def test_an_odd_line_does_not_change_the_others():
    text = "\n".join([UNIQUE, SMALL, UNIQUE, f"\t{UNIQUE[1:]}", f"/{UNIQUE[1:]}", *IGNORED, UNIQUE])
    lines = lines_of(text.encode())
    assert lines.places.tolist() == [0, 2, 9]
    assert [other.line for other in lines.others] == [1, 3, 4]


def test_lines_that_are_not_utf8_have_an_error():
    lines = lines_of(b"\xff\xfe\n" + UNIQUE.encode() + b"\na\0b")
    assert [(other.line, other.error) for other in lines.others] == [
        (0, "not text"),
        (2, "not text"),
    ]
