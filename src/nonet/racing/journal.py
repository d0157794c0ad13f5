"""The journal of a race: an SQLite database that stores each run as soon as it ends.

The table `runs` has the columns of `Row` and a checksum. The table `race` identifies the race, so
that no other race continues from this journal.
"""

from __future__ import annotations

import json
import math
import os
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import astuple, replace
from os import PathLike, fspath
from typing import Any

from nonet.racing.rows import COLUMNS, Row
from nonet.system.errors import PuzzleError

#: The names of all columns for SQL, in quotes because `group` is a keyword.
_NAMES = ", ".join(f'"{name}"' for name in COLUMNS)

_SCHEMA = f"""
    PRAGMA trusted_schema = OFF;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS race (key TEXT PRIMARY KEY, value TEXT);
    CREATE TABLE IF NOT EXISTS runs (
        {_NAMES}, checksum, PRIMARY KEY (puzzle, contestant, repeat)
    );
"""
_ENVIRONMENT = "environment"


class JournalError(PuzzleError):
    """The file is not a journal, or it is damaged, or it is the journal of another race."""


class Journal:
    """A file with the rows of one race."""

    def __init__(
        self,
        path: str | PathLike[str],
        identity: Mapping[str, object],
        environment: Mapping[str, object],
    ) -> None:
        self._path = fspath(path)
        with ExitStack() as undone:
            if not os.path.exists(self._path):
                undone.callback(self._remove)
            try:
                self._database = undone.enter_context(closing(sqlite3.connect(self._path)))
                self._open(identity, environment)
            except sqlite3.OperationalError as error:
                raise JournalError(str(error), file=self._path) from None
            except sqlite3.Error as error:
                message = f"this is not the journal of a race: {error}"
                raise JournalError(message, file=self._path) from None
            undone.pop_all()

    def _remove(self) -> None:
        for ending in ("", "-wal", "-shm"):
            with suppress(OSError):
                os.remove(self._path + ending)

    @contextmanager
    def _at_work(self) -> Iterator[sqlite3.Connection]:
        """Open a transaction. An error becomes a `JournalError` that names the file."""
        try:
            with self._database:
                yield self._database
        except (sqlite3.Error, ValueError, RecursionError) as error:
            raise JournalError(
                f"{error}. If the file is damaged, remove it to start over.", file=self._path
            ) from None

    def _open(self, identity: Mapping[str, object], environment: Mapping[str, object]) -> None:
        self._database.executescript(_SCHEMA)
        with self._at_work() as database:
            rows = database.execute("SELECT key, value FROM race")
            found = {key: json.loads(value) for key, value in rows}
            if not found:
                found = {**identity, _ENVIRONMENT: environment}
                entries = [(key, json.dumps(value)) for key, value in found.items()]
                database.executemany("INSERT INTO race VALUES (?, ?)", entries)
        #: Where and when the race began.
        self.environment: dict[str, object] = found.get(_ENVIRONMENT, {})
        for key, value in identity.items():
            there = found.get(key)
            if there != value:
                differs = f"{key}: {there}, not {value}" if key != "puzzles" else "other puzzles"
                raise JournalError(
                    f"this journal belongs to another race ({differs}). Remove it to start over.",
                    file=self._path,
                )

    def rows(self) -> list[Row]:
        with self._at_work() as database:
            found = database.execute(f"SELECT {_NAMES}, checksum FROM runs").fetchall()
            return [_row(values, checksum) for *values, checksum in found]

    def add(self, row: Row) -> None:
        values = (*astuple(row), _checksum(row))
        places = ", ".join("?" * len(values))
        with self._at_work() as database:
            database.execute(f"INSERT INTO runs VALUES ({places})", values)

    def close(self) -> None:
        self._database.close()


def _checksum(row: Row) -> int:
    return zlib.crc32(repr(row).encode())


def _row(values: list[Any], checksum: object) -> Row:
    """Return the row that SQLite stored. SQLite has no booleans and no NaN."""
    row = Row(*values)
    row = replace(
        row, decided=bool(row.decided), limit=math.nan if row.limit is None else row.limit
    )
    if checksum != _checksum(row):
        raise ValueError("the checksum of a run is wrong")
    return row
