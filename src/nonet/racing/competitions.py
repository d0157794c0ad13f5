"""Results in the forms that tools of the field read, as files beside those of the race.

mkplot draws cactus and scatter plots from a JSON file for each contestant; the table-generator of
BenchExec makes tables of an XML file for each; and the scores are a CSV file for any spreadsheet.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from xml.etree import ElementTree

from nonet.formats.text import no_formula
from nonet.questions.modes import Export
from nonet.racing.result import RaceResult
from nonet.racing.rows import Problem, Row

_DOCTYPE = (
    "<!DOCTYPE result PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.0//EN' "
    "'https://www.sosy-lab.org/benchexec/result-3.0.dtd'>"
)
_SCORES = ["runs", "decided", "median", "low", "high", "total", "par2", "borda", "best", "marginal"]


def exported_for(result: RaceResult, export: Export, path: str) -> dict[str, bytes]:
    """Return the contents of the files to write, by name, beside the file of the race.

    >>> from nonet.racing import race
    >>> result = race(["12..34..2......3"], ["norvig", "pysat"])
    >>> list(exported_for(result, Export.MKPLOT, "race.csv"))
    ['race.norvig.mkplot.json', 'race.pysat_cadical153.mkplot.json']
    """
    stem = str(Path(path).with_suffix(""))
    if export is Export.SCORES:
        return {f"{stem}.scores.csv": _scores(result).encode()}
    write, suffix = {
        Export.MKPLOT: (_mkplot, "mkplot.json"),
        Export.BENCHEXEC: (_benchexec, "results.xml"),
    }[export]
    names = _file_names(result.contestants)
    rows: dict[str, list[Row]] = {contestant: [] for contestant in result.contestants}
    for row in result.rows:
        rows[row.contestant].append(row)
    return {
        f"{stem}.{names[contestant]}.{suffix}": write(result, contestant, of_it).encode()
        for contestant, of_it in rows.items()
    }


def _file_names(contestants: Iterable[str]) -> dict[str, str]:
    """Return a name that any file may have for each contestant; no two are equal.

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


def _scores(result: RaceResult) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["contestant", *_SCORES, "wrong", "failed"])
    for score in result.scores():
        fields = asdict(score)
        numbers = [fields[name] for name in _SCORES]
        writer.writerow(
            [no_formula(score.contestant), *numbers, len(score.wrong), len(score.failed)]
        )
    return text.getvalue()


def _mkplot(result: RaceResult, contestant: str, rows: list[Row]) -> str:
    stats: dict[str, dict[str, object]] = {}
    for row in rows:
        stats[_instance(result, row)] = {"status": row.decided, "rtime": row.seconds}
        if row.peak_memory is not None:
            stats[_instance(result, row)]["mempeak"] = f"{row.peak_memory >> 10} KiB"
    preamble = {"program": contestant, "prog_alias": contestant, "benchmark": result.summary()}
    return json.dumps({"preamble": preamble, "stats": stats}, indent=2) + "\n"


def _instance(result: RaceResult, row: Row) -> str:
    """Return the name of a run: the puzzle, and the repeat if there are several."""
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
    _add_machine(root, found)
    for row in rows:
        run = ElementTree.SubElement(root, "run", name=_instance(result, row))
        for title, value in _measured(row).items():
            ElementTree.SubElement(run, "column", title=title, value=value)
    ElementTree.indent(root)
    body = ElementTree.tostring(root, encoding="unicode")
    return f"<?xml version='1.0' encoding='utf-8'?>\n{_DOCTYPE}\n{body}\n"


def _add_machine(root: ElementTree.Element, found: Mapping[str, object]) -> None:
    machine = ElementTree.SubElement(root, "systeminfo", hostname="")
    ElementTree.SubElement(machine, "os", name=str(found.get("platform", "")))
    cores, model = str(found.get("cores", "")), str(found.get("cpu", ""))
    ElementTree.SubElement(machine, "cpu", cores=cores, model=model)
    ElementTree.SubElement(machine, "ram", size=f"{found.get('memory') or 0}B")
    ElementTree.SubElement(machine, "environment")


def _measured(row: Row) -> dict[str, str]:
    status, category = _outcome(row)
    found = {
        "status": status,
        "category": category,
        "cputime": f"{row.cpu:.9f}s",
        "walltime": f"{row.seconds:.9f}s",
    }
    if row.peak_memory is not None:
        found["memory"] = f"{row.peak_memory}B"
    return found


def _outcome(row: Row) -> tuple[str, str]:
    """Return the status and the category of BenchExec."""
    if row.problem == Problem.WRONG:
        return row.verdict, "wrong"
    if row.decided:
        return row.verdict, "correct"
    if row.problem == Problem.MEMORY:
        return "OUT OF MEMORY", "error"
    if row.problem:
        return f"ERROR ({row.problem})", "error"
    return "TIMEOUT", "error"
