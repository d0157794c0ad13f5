"""Texts of puzzles for bulk, and the records of its results."""

import csv
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from unittest import mock

from hypothesis import strategies as st

import nonet
from nonet.formats import read
from nonet.streaming.lines import Chunk
from nonet.streaming.query import Query
from nonet.system import compression

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NONE = "55" + "." * 79
MULTIPLE = "." * 81
SMALL = "12..34..2......3"
ZEROS = UNIQUE.replace(".", "0")

GOOD = [UNIQUE, ZEROS, NONE, MULTIPLE, SMALL, UNIQUE.replace(".", "*"), f"{UNIQUE} with a label"]
BAD = [
    UNIQUE[1:],
    f"{UNIQUE}1",
    "a,b",
    f'"{SMALL}"',
    f"/{UNIQUE[1:]}",
    f"{UNIQUE[:80]}\t",
    "é",
    "x\0y",
]
IGNORED = ["", "   ", "# a comment", f"#{UNIQUE}"]

#: Most lines are puzzles, so that runs of them occur.
LINE = st.sampled_from([UNIQUE] * 6 + GOOD + BAD + IGNORED)
ENDS = st.sampled_from(["\n", "\n", "\r\n", "\r"])
MARKS = st.sampled_from(["", "", "\ufeff"])


@st.composite
def texts(draw: st.DrawFn) -> bytes:
    """Draw a text with the line ends of any system. The last one may be missing."""
    fewest = draw(st.sampled_from([0, 0, 12]))  # by default, most texts have only a line or two
    lines = draw(st.lists(LINE, min_size=fewest, max_size=25))
    end = draw(ENDS)
    ends = [draw(ENDS) for _ in lines] if draw(st.booleans()) else [end] * len(lines)
    if lines and draw(st.booleans()):
        ends[-1] = ""
    joined = draw(st.booleans())  # each joined file may begin with a mark
    marks = [draw(MARKS) if joined else "" for _ in lines]
    return (draw(MARKS) + "".join(map("".join, zip(marks, lines, ends, strict=True)))).encode()


def expected(text: bytes) -> list[list[str | None]]:
    """Return the record of each puzzle, found by the reader of files and `nonet.check`.

    A record has the unchanged line, the verdict, the only solution if any, and the error.
    """
    # The reader of files refuses a text with a NUL. In `bulk`, only the line with the NUL is bad.
    decoded = text.decode().replace("\0", "\x01")
    lines = decoded.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "").split("\n")
    found = []
    for record in read(decoded, format="line"):
        puzzle = lines[record.line - 1].strip()
        if "\x01" in puzzle:
            found.append([puzzle.replace("\x01", "\0"), "", "", f"line {record.line}: not text"])
        elif record.puzzle is None:
            found.append([puzzle, "", "", str(record.error)])
        else:
            found.append([puzzle, *_checked(puzzle), ""])
    return found


@cache
def _checked(text: str) -> tuple[str, str]:
    puzzle = nonet.parse(text, format="line")
    verdict = nonet.check(puzzle)
    only = verdict.solution if verdict.kind == "unique" else None
    return str(verdict.kind), nonet.write_values(puzzle.grid, only) if only else ""


def records(target: Path) -> list[list[str]]:
    """Return the records of a CSV file, in the form of `expected`."""
    with target.open(newline="") as file:
        return [
            [
                row["puzzle"],
                row["verdict"],
                row["solution"] * (row["verdict"] == "unique"),
                row["error"],
            ]
            for row in csv.DictReader(file)
        ]


def lines_from(chunks: Iterable[Chunk]) -> list[tuple[int, str]]:
    """Return all lines with their numbers, each as its text or its error."""
    found: list[tuple[int, str]] = []
    before = 0
    for lines in (chunk.read() for chunk in chunks):
        rows = zip(lines.places.tolist(), lines.rows, strict=True)
        found += [(before + place, row.tobytes().decode()) for place, row in rows]
        found += [(before + line, error or text) for line, text, error in lines.others]
        before += lines.total
    return sorted(found)


@contextmanager
def in_chunks(length: int) -> Iterator[None]:
    """Make `bulk` read in short chunks, and take any text for lines."""
    with (
        mock.patch.object(Query, "chunk", return_value=length),
        mock.patch("nonet.streaming.pipeline._require_lines"),
    ):
        yield


def csv_records(path):
    """Return the records of a CSV file, with empty columns."""
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def records_of(path):
    """Return the records of any file as texts, without empty columns."""
    if path.suffix == ".parquet":
        import pyarrow.parquet as pq

        found = pq.read_table(path).to_pylist()
    else:
        with path.open("rb") as raw, compression.unpacked(raw, str(path)) as file:
            lines = file.read().decode().splitlines()
        found = map(json.loads, lines) if ".jsonl" in path.name else csv.DictReader(lines)
    return [
        {name: str(value) for name, value in record.items() if value not in ("", None)}
        for record in found
    ]
