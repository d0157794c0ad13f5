"""Measure results of experiments, store them as Parquet files, and read them again.

A notebook asks for a result by its name, and passes a function that measures it. The environment
variable ``NONET_NOTEBOOKS`` decides what happens. The default ``full`` reads the stored result.
``anew`` measures and stores all results, or only the named results, as in ``anew:cold,warm``.
``quick`` measures at a small scale and stores nothing.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import pandas as pd
import pyarrow as pa
from pyarrow import parquet

from nonet.racing.environment import environment
from nonet.system.errors import PuzzleError
from nonet.system.files import write_whole

SCALE = "NONET_NOTEBOOKS"
FOLDER = Path("results")
#: The key of the facts in the metadata of a Parquet file.
_FACTS = b"nonet"
#: The load for each core up to which times are stored.
MOST_LOAD = 1.5
#: The columns of a table of runs that no notebook reads.
_UNREAD = ("witnesses", "error", "check", "peak_memory", "machine")


class Scale(StrEnum):
    """How a notebook gets its results.

    >>> Scale("quick")
    <Scale.QUICK: 'quick'>
    """

    QUICK = "quick"
    FULL = "full"
    ANEW = "anew"


def scale(name: str = "") -> Scale:
    """Return how the result of this name is obtained.

    >>> from unittest.mock import patch
    >>> with patch.dict(os.environ, {SCALE: "anew:cold"}):
    ...     scale("cold"), scale("warm")
    (<Scale.ANEW: 'anew'>, <Scale.FULL: 'full'>)
    """
    kind, _, names = os.environ.get(SCALE, Scale.FULL).partition(":")
    found = Scale(kind)
    is_named = not names or name in names.split(",")
    return found if is_named else Scale.FULL


@dataclass(frozen=True)
class Result:
    """A table, with the facts about its measurement.

    >>> facts = {"cpu": "Zen 5", "cores": 2, "scale": "quick"}
    >>> Result("cold", pd.DataFrame({"cpu": [1.0]}), facts).line().partition(",")[0]
    'cold: Zen 5'
    """

    name: str
    table: pd.DataFrame
    facts: dict[str, object]

    def line(self) -> str:
        """Describe the measurement in one line, which notebooks print under the result."""
        return f"{self.name}: {' · '.join(_texts(self.facts))}"


def result(
    name: str,
    measure: Callable[[], pd.DataFrame],
    folder: Path = FOLDER,
    *,
    timed: bool = True,
) -> Result:
    """Measure a result or read it from its file, depending on `scale`.

    A result that is not `timed` has only numbers that do not depend on the machine, such as
    conflicts. Times are not stored if the machine was busy, because then a contestant gets less
    CPU time than its limit allows.

    >>> from unittest.mock import patch
    >>> with patch.dict(os.environ, {SCALE: "quick"}):
    ...     found = result("cold", lambda: pd.DataFrame({"cpu": [1.0]}))
    >>> found.facts["scale"], len(found.table)
    ('quick', 1)
    """
    wanted = scale(name)
    if wanted is Scale.FULL:
        return stored(name, folder)
    before, start = _load(), time.perf_counter()
    _require_idle(name, before, timed and wanted is Scale.ANEW)
    spent = time.process_time()
    table = measure()
    facts = environment() | {
        "scale": str(wanted),
        "timed": timed,
        "load before": before,
        "load after": _load(),
        "ran": round(time.perf_counter() - start, 1),
        "cpu seconds": round(time.process_time() - spent, 1),
    }
    measured = Result(name, _narrowed(table), facts)
    if wanted is Scale.ANEW:
        _require_idle(name, _load(), timed)
        _store(measured, folder)
    return measured


def stored(name: str, folder: Path = FOLDER) -> Result:
    """Return a stored result.

    >>> stored("cold", Path("nowhere"))
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: nowhere/cold.parquet: not measured yet: run with ...
    """
    path = folder / f"{name}.parquet"
    if not path.exists():
        raise PuzzleError(f"not measured yet: run with {SCALE}=anew:{name}", file=str(path))
    table = parquet.read_table(path)
    facts = json.loads((table.schema.metadata or {}).get(_FACTS, b"{}"))
    return Result(name, table.to_pandas(ignore_metadata=True), facts)


def _store(measured: Result, folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    table = pa.Table.from_pandas(measured.table, preserve_index=False)
    table = table.replace_schema_metadata({_FACTS: json.dumps(measured.facts)})
    sink = pa.BufferOutputStream()
    parquet.write_table(table, sink, compression="zstd")
    write_whole(str(folder / f"{measured.name}.parquet"), [sink.getvalue().to_pybytes()])


def _narrowed(table: pd.DataFrame) -> pd.DataFrame:
    """Return the columns that notebooks read, in single precision."""
    kept = table.drop(columns=list(_UNREAD), errors="ignore").reset_index(drop=True)
    wide = kept.select_dtypes("float64").columns
    return kept.astype(dict.fromkeys(wide, "float32"))


def _load() -> float | None:
    """Return the load of the last minute, or None if the system does not report it."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def _require_idle(name: str, load: float | None, matters: bool) -> None:
    most = MOST_LOAD * (os.cpu_count() or 1)
    if matters and load is not None and load > most:
        raise PuzzleError(
            f"{name} was not stored: the load is {load}. Wait until it is below {most:g}."
        )


def _texts(facts: dict[str, object]) -> Iterator[str]:
    memory = facts.get("memory")
    machine = f"{facts.get('cpu')}, {facts.get('cores')} cores"
    yield f"{machine}, {memory / 2**30:.0f} GB" if isinstance(memory, int) else machine
    engine = [facts.get("isa") or "no native engine", *filter(None, [facts.get("compiler")])]
    yield f"{', '.join(map(str, engine))}, Python {facts.get('python')}"
    versions = facts.get("versions")
    named = {"nonet": facts.get("nonet")} | (versions if isinstance(versions, dict) else {})
    yield ", ".join(f"{name} {version}" for name, version in named.items())
    commit = facts.get("commit")
    if isinstance(commit, str):
        yield f"commit {commit[:9]}{'+' if commit.endswith('+') else ''}"
    yield f"load {facts.get('load before')} to {facts.get('load after')}"
    day = str(facts.get("started"))[:10]
    yield f"ran {facts.get('ran')} s on {day}, scale {facts.get('scale')}"
