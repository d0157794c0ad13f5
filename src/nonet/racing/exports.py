"""Write the results of a race as tables, and in the formats of other tools.

A table is a Parquet, CSV or JSON Lines file. mkplot draws cactus and scatter plots from a JSON file
for each contestant. The table-generator of BenchExec reads an XML file for each contestant. The
scores are a CSV file for spreadsheets.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields
from enum import StrEnum
from pathlib import Path
from xml.etree import ElementTree

from nonet.formats.text import no_formula
from nonet.racing.result import RaceResult
from nonet.racing.rows import COLUMNS, Problem, Row
from nonet.solvers import BackendUnavailable
from nonet.system.errors import PuzzleError

_INSTALL = "Parquet needs pyarrow: pip install pyarrow"
_SUFFIXES = (".parquet", ".csv", ".jsonl")
_DOCTYPE = (
    "<!DOCTYPE result PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.0//EN' "
    "'https://www.sosy-lab.org/benchexec/result-3.0.dtd'>"
)
_SCORES = ["runs", "decided", "median", "low", "high", "total", "par2", "borda", "best", "marginal"]


class Export(StrEnum):
    """The formats in which other tools read the results of a race.

    >>> list(map(str, Export))
    ['benchexec', 'mkplot', 'scores']
    """

    BENCHEXEC = "benchexec"
    MKPLOT = "mkplot"
    SCORES = "scores"


def require_exportable(path: str) -> None:
    """Raise an error if a race cannot write its results to this file. Call it before the race.

    >>> require_exportable("race.csv")
    >>> require_exportable("race.xls")
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: race.xls: the name must end in .parquet, .csv, .jsonl
    """
    suffix = Path(path).suffix.lower()
    if suffix not in _SUFFIXES:
        raise PuzzleError(f"the name must end in {', '.join(_SUFFIXES)}", file=path)
    if suffix == ".parquet":
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            raise BackendUnavailable(_INSTALL) from None


def exported(result: RaceResult, path: str) -> dict[str, bytes]:
    """Return the names and contents of the files that hold the rows and the environment.

    A Parquet file also holds the environment, as metadata with the key `nonet`. For `race.csv` and
    `race.jsonl`, the environment is in a second file such as `race.csv.environment.json`. In CSV,
    an apostrophe in front of a text keeps spreadsheets from reading the text as a formula.

    >>> from nonet.racing import race
    >>> list(exported(race(["12..34..2......3"], ["norvig"]), "race.csv"))
    ['race.csv', 'race.csv.environment.json']
    """
    require_exportable(path)
    suffix = Path(path).suffix.lower()
    if suffix == ".parquet":
        return {path: _parquet(result)}
    if suffix == ".csv":
        rows = _csv(COLUMNS, (_plain(row).values() for row in result.rows))
    else:
        rows = "".join(json.dumps(_plain(row)) + "\n" for row in result.rows)
    environment = json.dumps(result.environment, indent=2) + "\n"
    return {path: rows.encode(), environment_file(path): environment.encode()}


def environment_file(path: str) -> str:
    """Return the name of the environment file for a CSV or JSON Lines file.

    >>> environment_file("race.csv")
    'race.csv.environment.json'
    """
    return f"{path}.environment.json"


def exported_for(result: RaceResult, export: Export, path: str) -> dict[str, bytes]:
    """Return the names and contents of the files for another tool.

    The names begin with `path` without its suffix.

    >>> from nonet.racing import race
    >>> result = race(["12..34..2......3"], ["norvig", "pysat"])
    >>> list(exported_for(result, Export.MKPLOT, "race.csv"))
    ['race.norvig.mkplot.json', 'race.pysat_cadical153.mkplot.json']
    """
    stem = str(Path(path).with_suffix(""))
    if export is Export.SCORES:
        return {f"{stem}.scores.csv": _scores(result).encode()}
    is_mkplot = export is Export.MKPLOT
    write, suffix = (_mkplot, "mkplot.json") if is_mkplot else (_benchexec, "results.xml")
    names = _file_names(result.contestants)
    rows: dict[str, list[Row]] = {contestant: [] for contestant in result.contestants}
    for row in result.rows:
        rows[row.contestant].append(row)
    return {
        f"{stem}.{names[contestant]}.{suffix}": write(result, contestant, own).encode()
        for contestant, own in rows.items()
    }


def _file_names(contestants: Iterable[str]) -> dict[str, str]:
    """Return a valid and unique file name for each contestant.

    >>> _file_names(["pysat:a/b", "pysat:a_b"])
    {'pysat:a/b': 'pysat_a_b', 'pysat:a_b': 'pysat_a_b_2'}
    """
    found: dict[str, str] = {}
    for contestant in contestants:
        name = plain = re.sub(r"[^\w.+-]+", "_", contestant)
        count = 1
        while name.lower() in map(str.lower, found.values()):
            count += 1
            name = f"{plain}_{count}"
        found[contestant] = name
    return found


def _plain(row: Row) -> dict[str, object]:
    """Return the fields of a row. A missing limit becomes None, because JSON has no NaN."""
    return asdict(row) | {"limit": None if math.isnan(row.limit) else row.limit}


def _csv(headings: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings)
    for row in rows:
        writer.writerow([no_formula(cell) if isinstance(cell, str) else cell for cell in row])
    return text.getvalue()


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


def _scores(result: RaceResult) -> str:
    rows = [
        [getattr(score, name) for name in ("contestant", *_SCORES)]
        + [len(score.wrong), len(score.failed)]
        for score in result.scores()
    ]
    return _csv(["contestant", *_SCORES, "wrong", "failed"], rows)


def _mkplot(result: RaceResult, contestant: str, rows: list[Row]) -> str:
    stats: dict[str, dict[str, object]] = {}
    for row in rows:
        stats[_instance(result, row)] = {"status": row.decided, "rtime": row.seconds}
        if row.peak_memory is not None:
            stats[_instance(result, row)]["mempeak"] = f"{row.peak_memory >> 10} KiB"
    preamble = {"program": contestant, "prog_alias": contestant, "benchmark": result.summary()}
    return json.dumps({"preamble": preamble, "stats": stats}, indent=2) + "\n"


def _instance(result: RaceResult, row: Row) -> str:
    """Return the name of the run's puzzle.

    If there are several repeats, add the repeat's number.
    """
    return row.puzzle if result.environment.get("repeats", 1) == 1 else f"{row.puzzle}#{row.repeat}"


def _benchexec(result: RaceResult, contestant: str, rows: list[Row]) -> str:
    found = result.environment
    started = str(found.get("started", ""))
    root = ElementTree.Element(
        "result",
        benchmarkname="nonet race",
        date=started,
        starttime=started,
        tool=contestant,
        toolmodule="nonet",
        version=str(found.get("nonet", "")),
        generator=f"nonet {found.get('nonet', '')}",
    )
    if found.get("seconds") is not None:
        root.set("timelimit", f"{found['seconds']}s")
    ElementTree.SubElement(root, "description").text = result.summary()
    columns = ElementTree.SubElement(root, "columns")
    for title in ("status", "cputime", "walltime", "memory"):
        ElementTree.SubElement(columns, "column", title=title)
    machine = ElementTree.SubElement(root, "systeminfo", hostname="")
    ElementTree.SubElement(machine, "os", name=str(found.get("platform", "")))
    cores, model = str(found.get("cores", "")), str(found.get("cpu", ""))
    ElementTree.SubElement(machine, "cpu", cores=cores, model=model)
    ElementTree.SubElement(machine, "ram", size=f"{found.get('memory') or 0}B")
    ElementTree.SubElement(machine, "environment")
    for row in rows:
        run = ElementTree.SubElement(root, "run", name=_instance(result, row))
        for title, value in _measured(row).items():
            ElementTree.SubElement(run, "column", title=title, value=value)
    ElementTree.indent(root)
    body = ElementTree.tostring(root, encoding="unicode")
    return f"<?xml version='1.0' encoding='utf-8'?>\n{_DOCTYPE}\n{body}\n"


def _measured(row: Row) -> dict[str, str]:
    status, category = row.verdict, "correct"
    if row.problem == Problem.WRONG:
        category = "wrong"
    elif not row.decided:
        category = "error"
        status = {"": "TIMEOUT", "memory": "OUT OF MEMORY"}.get(
            row.problem, f"ERROR ({row.problem})"
        )
    found = {
        "status": status,
        "category": category,
        "cputime": f"{row.cpu:.9f}s",
        "walltime": f"{row.seconds:.9f}s",
    }
    if row.peak_memory is not None:
        found["memory"] = f"{row.peak_memory}B"
    return found
