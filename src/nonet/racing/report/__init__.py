"""The report of a race, as one HTML file that loads nothing else."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

import nonet.racing.plots  # first, because it tells users how to install matplotlib
from nonet.racing import RaceResult
from nonet.racing.report.figures import figures
from nonet.racing.report.sections import definitions, failures, headline, puzzles, scores, wins
from nonet.system.files import write_whole

__all__ = ["page", "write_html"]


def write_html(result: RaceResult, path: str | Path) -> None:
    """Write the report of a race to an HTML file. An error leaves no half-written file.

    The report begins with wrong answers and failures. Then it shows the scores, the plots, the
    puzzles and the environment of the race. A click on the heading of a column sorts its table.

    >>> from tempfile import TemporaryDirectory
    >>> from nonet.racing import race
    >>> with TemporaryDirectory() as folder:
    ...     write_html(race(["12..34..2......3"], ["norvig", "pysat"]), Path(folder, "race.html"))
    ...     print(*(file.name for file in Path(folder).iterdir()))
    race.html
    """
    write_whole(str(path), [page(result).encode()])


#: With this policy, the browser fetches nothing, even if a name or an error contains HTML.
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def page(result: RaceResult) -> str:
    """Return the whole report as one HTML document.

    >>> from nonet.racing import race
    >>> page(race(["12..34..2......3"], ["norvig", "pysat"]))[:15]
    '<!doctype html>'
    """
    if not result.rows:
        raise ValueError("The race has no runs, so there is nothing to report.")
    return Template(_shipped("report.html")).substitute(
        version=escape(nonet.__version__),
        policy=_POLICY,
        summary=escape(result.summary()),
        style=_shipped("report.css"),
        script=_shipped("report.js"),
        headline=headline(result),
        scores=scores(result),
        wins=_section("wins", "Pairwise wins", wins(result)),
        failures=_section("failures", "Failures", failures(result)),
        figures=figures(result),
        puzzles=_section("puzzles", "Puzzle by puzzle", puzzles(result)),
        environment=definitions(dict(_facts(result.environment))),
        command=escape(_command(result)),
    )


def _section(name: str, title: str, content: str) -> str:
    if not content:
        return ""
    return f'<section id="{name}"><h2>{escape(title)}</h2>\n{content}</section>'


def _shipped(name: str) -> str:
    return files("nonet.racing.report").joinpath(name).read_text(encoding="utf-8")


#: The command-line options that take a value, and the name of this value in the environment.
_VALUES = {
    "--mode": "mode",
    "--time": "seconds",
    "--nodes": "nodes",
    "--repeats": "repeats",
    "--seed": "seed",
}
_BYTES_PER_GB = 2**30


def _command(result: RaceResult) -> str:
    """Return the command that repeats the race.

    The user must fill in the files with the puzzles.
    """
    chosen = result.environment
    words = ["nonet", "race", "PUZZLES...", "--backend", ",".join(result.contestants)]
    for option, name in _VALUES.items():
        if chosen.get(name) is not None:
            words += [option, str(chosen[name])]
    if chosen.get("mode") == "count" and chosen.get("most") is not None:
        words += ["--limit", str(chosen["most"])]
    words.append("--warm" if chosen.get("setting") == "warm" else "--cold")
    if not chosen.get("shuffled", True):
        words.append("--no-shuffle")
    if chosen.get("processes"):
        words.append("--processes")
    return shlex.join(words).replace("'PUZZLES...'", "PUZZLES...")


def _facts(environment: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for name, value in environment.items():
        if isinstance(value, Mapping):
            yield from _facts(value)
        elif name == "memory" and isinstance(value, int):
            yield name, f"{value / _BYTES_PER_GB:.1f} GB"
        elif isinstance(value, bool):
            yield name, "yes" if value else "no"
        elif value is not None:
            yield name, str(value)
