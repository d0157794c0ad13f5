"""Write the rows and the environment of a race to a Parquet, CSV or JSON Lines file."""

from __future__ import annotations

import csv
import io
import json
import math
from dataclasses import asdict, fields
from pathlib import Path

from nonet.formats.text import no_formula
from nonet.racing.result import RaceResult
from nonet.racing.rows import COLUMNS, Row
from nonet.solvers import BackendUnavailable
from nonet.system.errors import PuzzleError

_SUFFIXES = (".parquet", ".csv", ".jsonl")


def result_files(path: str) -> list[str]:
    """Return the names of the files that `exported` returns. Refuse an unknown suffix.

    >>> result_files("race.csv")
    ['race.csv', 'race.csv.environment.json']
    >>> result_files("race.xls")
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: race.xls: the name must end in .parquet, .csv, .jsonl
    """
    suffix = Path(path).suffix.lower()
    if suffix not in _SUFFIXES:
        raise PuzzleError(f"the name must end in {', '.join(_SUFFIXES)}", file=path)
    if suffix != ".parquet":
        return [path, f"{path}.environment.json"]
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise BackendUnavailable("Parquet needs pyarrow: pip install pyarrow") from None
    return [path]


def exported(result: RaceResult, path: str) -> dict[str, bytes]:
    """Return the files that store the rows and the environment of a race, as names and contents.

    A Parquet file stores the environment in its metadata, with the key `nonet`. For CSV and JSON
    Lines, a second file such as `race.csv.environment.json` stores the environment.

    In CSV, a text that looks like a formula begins with an apostrophe, so that spreadsheets show it
    as a text.
    """
    names = result_files(path)
    if len(names) == 1:
        return {path: _parquet(result)}
    rows = [asdict(row) for row in result.rows]
    for row in rows:
        if math.isnan(row["limit"]):
            row["limit"] = None  # JSON has no NaN
    text = io.StringIO()
    if path.lower().endswith(".csv"):
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in rows:
            cells = row.values()
            writer.writerow([no_formula(cell) if isinstance(cell, str) else cell for cell in cells])
    else:
        text.writelines(json.dumps(row) + "\n" for row in rows)
    environment = json.dumps(result.environment, indent=2) + "\n"
    return dict(zip(names, (text.getvalue().encode(), environment.encode()), strict=True))


def _parquet(result: RaceResult) -> bytes:
    import pyarrow
    from pyarrow import parquet

    types = {"int": "int64", "float": "double", "str": "string", "bool": "bool"}
    schema = pyarrow.schema(
        [(field.name, types[str(field.type).partition(" ")[0]]) for field in fields(Row)],
        metadata={"nonet": json.dumps(result.environment)},
    )
    written = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(list(map(asdict, result.rows)), schema), written)
    return written.getvalue()
