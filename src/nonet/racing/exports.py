"""Results as files: Parquet, CSV or JSON Lines, with the environment in them or beside them."""

from __future__ import annotations

import csv
import io
import json
import math
from dataclasses import asdict
from pathlib import Path

from nonet.formats.text import no_formula
from nonet.racing.result import RaceResult
from nonet.racing.rows import COLUMNS, Row
from nonet.solvers import BackendUnavailable
from nonet.system.errors import PuzzleError

INSTALL = "Parquet needs pyarrow: pip install pyarrow"

SUFFIXES = (".parquet", ".csv", ".jsonl")


def require_exportable(path: str) -> None:
    """Raise an error if no result can be written under this name: to call before the race.

    >>> require_exportable("race.csv")
    >>> require_exportable("race.xls")
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: race.xls: the name must end in .parquet, .csv, .jsonl
    """
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise PuzzleError(f"the name must end in {', '.join(SUFFIXES)}", file=path)
    if suffix == ".parquet":
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            raise BackendUnavailable(INSTALL) from None


def exported(result: RaceResult, path: str) -> dict[str, bytes]:
    """Return the contents of the files to write, by name: the rows, and perhaps the environment.

    Parquet has the environment in its schema, as the metadata `nonet`; for `race.csv` and
    `race.jsonl` it is a file of its own, such as `race.csv.environment.json`. In CSV a text that a
    spreadsheet would take for a formula has an apostrophe before it.

    >>> from nonet.racing import race
    >>> list(exported(race(["12..34..2......3"], ["norvig"]), "race.csv"))
    ['race.csv', 'race.csv.environment.json']
    """
    require_exportable(path)
    suffix = Path(path).suffix.lower()
    if suffix == ".parquet":
        return {path: _parquet(result)}
    rows = _csv(result) if suffix == ".csv" else _json_lines(result)
    environment = json.dumps(result.environment, indent=2) + "\n"
    return {path: rows.encode(), environment_file(path): environment.encode()}


def environment_file(path: str) -> str:
    """Return the name of the file beside rows that have no place for the environment.

    >>> environment_file("race.csv")
    'race.csv.environment.json'
    """
    return f"{path}.environment.json"


def _csv(result: RaceResult) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(map(_cell, _plain(row).values()) for row in result.rows)
    return text.getvalue()


def _cell(value: object) -> object:
    """Return a value as no spreadsheet takes it for a formula: a text may be a stranger's.

    >>> [_cell(value) for value in ("=1+1", "norvig", -1)]
    ["'=1+1", 'norvig', -1]
    """
    return no_formula(value) if isinstance(value, str) else value


def _json_lines(result: RaceResult) -> str:
    return "".join(json.dumps(_plain(row)) + "\n" for row in result.rows)


def _plain(row: Row) -> dict[str, object]:
    """Return the fields, with None for no limit: JSON has no NaN."""
    return asdict(row) | {"limit": None if math.isnan(row.limit) else row.limit}


def _parquet(result: RaceResult) -> bytes:
    import pyarrow
    from pyarrow import parquet

    types = {
        "solutions": pyarrow.int64(),
        "peak_memory": pyarrow.int64(),
        "error": pyarrow.string(),
    }
    fields = [_plain(row) | {"limit": row.limit} for row in result.rows]
    columns = {
        name: pyarrow.array([row[name] for row in fields], types.get(name)) for name in COLUMNS
    }
    table = pyarrow.table(columns).replace_schema_metadata(
        {"nonet": json.dumps(result.environment)}
    )
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table, sink)
    written: bytes = sink.getvalue().to_pybytes()
    return written
