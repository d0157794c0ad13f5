"""The records of a result of `bulk`, in any format."""

import csv
import json

from nonet.streaming import compression


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
