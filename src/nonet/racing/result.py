"""The result of a race, and the files that store it.

The scores, plots and problems are computed from the rows.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonet.formats.text import counted, no_formula
from nonet.puzzle import Puzzle
from nonet.racing.rows import COLUMNS, Problem, Row, is_dispute
from nonet.racing.scoreboard import HEADINGS, Line, definitions, scoreboard, table
from nonet.racing.scores import RaceScore, Scoring
from nonet.racing.stopwatch import duration
from nonet.solvers import BackendUnavailable
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame

#: The headline lists at most this many complaints. The report has a table of all failures.
_MOST_COMPLAINTS = 12


@dataclass(frozen=True, repr=False)
class RaceResult:
    """The environment of a race and its runs, sorted by puzzle, contestant and repeat.

    >>> from nonet.formats import classic
    >>> from nonet.racing import race
    >>> result = race([classic("12..34..2......3")], ["norvig", "pysat"], repeats=2)
    >>> [(row.contestant, row.repeat, row.verdict) for row in result.rows][:2]
    [('norvig', 0, 'unique'), ('norvig', 1, 'unique')]
    >>> result
    <RaceResult: 2 contestants · 1 puzzle · 2 repeats · check · cold>
    """

    puzzles: tuple[Puzzle, ...]
    contestants: tuple[str, ...]
    rows: tuple[Row, ...]
    environment: dict[str, object]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the puzzles in the rows. Each name is unique."""
        return unique_names(self.puzzles)

    def table(self) -> DataFrame:
        """Return the rows as a table of pandas, with the columns of `Row`."""
        from pandas import DataFrame

        table = DataFrame(self.rows, columns=list(COLUMNS))
        # Without these types, pandas would store a column of None as objects.
        return table.astype({"solutions": "Int64", "peak_memory": "Int64"})

    def plot(self, kind: str = "cactus", **options: Any) -> Axes:
        """Draw a plot of `nonet.racing.plots`, given its name and its options.

        >>> from nonet.formats import classic
        >>> from nonet.racing import race
        >>> result = race([classic("12..34..2......3")], ["norvig", "pysat"])
        >>> result.plot("scatter").get_title("left")
        'Two contestants, puzzle by puzzle'
        """
        from nonet.racing import plots  # here, because it needs matplotlib

        if kind not in plots.KINDS:
            raise ValueError(f"There is no plot {kind!r}. Choose from {', '.join(plots.KINDS)}.")
        return plots.KINDS[kind](self.table(), **options)

    def __repr__(self) -> str:
        return f"<RaceResult: {self.summary()}>"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.summary())}</p>{headline(self)}{scores(self)}"

    def summary(self) -> str:
        """Return a description such as ``2 contestants · 40 puzzles · check · limit 1 s``."""
        return " · ".join(self._facts())

    def _facts(self) -> Iterator[str]:
        chosen = self.environment
        yield counted(len(self.contestants), "contestant")
        yield counted(len(self.puzzles), "puzzle")
        repeats = chosen.get("repeats", 1)
        if repeats != 1:
            yield f"{repeats} repeats"
        yield from (str(chosen[name]) for name in ("mode", "setting") if name in chosen)
        seconds, nodes = chosen.get("seconds"), chosen.get("nodes")
        if isinstance(seconds, int | float):
            yield f"limit {duration(seconds)}"
        if nodes is not None:
            yield f"limit {nodes} nodes"

    def scores(self) -> list[RaceScore]:
        """Return a score for each contestant, the best first.

        A contestant is better if it decides more runs. If two contestants decide equally many runs,
        the one with the smaller total time is better.
        """
        return self._scoring.scores()

    def virtual_best(self) -> RaceScore:
        """Return the score of an imaginary solver that always equals the fastest contestant."""
        return self._scoring.virtual_best()

    def scoreboard(self) -> tuple[list[Line], list[Line]]:
        """Return all scores as texts: the lines of the contestants, and the virtual best.

        >>> from nonet.formats import classic
        >>> from nonet.racing import race
        >>> lines, last = race([classic("12..34..2......3")], ["norvig", "pysat"]).scoreboard()
        >>> [line["solved"].text for line in lines + last]
        ['1/1', '1/1', '1/1']
        """
        return scoreboard(self.scores(), self.virtual_best())

    @cached_property
    def _scoring(self) -> Scoring:
        seed = self.environment.get("seed", 0)
        return Scoring(self.rows, self.contestants, seed if isinstance(seed, int) else 0)

    def disagreements(self) -> list[str]:
        """Describe each verdict that is refuted by another contestant's verified solution."""
        refuted = (row for row in self.rows if is_dispute(row))
        return list(dict.fromkeys(f"{row.puzzle}: {row.contestant} {row.error}" for row in refuted))

    def problems(self) -> list[str]:
        """Describe the failures that are not in `disagreements`.

        For each contestant and each kind of failure, describe the first failure and count the rest.
        """
        failures: dict[tuple[str, str], list[Row]] = {}
        for row in self.rows:
            if row.problem and not is_dispute(row):
                failures.setdefault((row.contestant, row.problem), []).append(row)
        return [_in_words(rows) for rows in failures.values()]


def headline(result: RaceResult) -> str:
    """Return a box that lists wrong answers and failures, or says that there are none."""
    wrong = {row.puzzle for row in result.rows if row.problem == Problem.WRONG}
    complaints = [f"DISAGREEMENT on {dispute}" for dispute in result.disagreements()]
    complaints += result.problems()
    if wrong:
        kind, title = "bad", f"Wrong answers on {counted(len(wrong), 'puzzle')}"
    elif complaints:
        kind, title = "warn", "No answer is wrong, but some runs failed"
    else:
        several = len(result.contestants) > 1
        agreed = "No two contestants disagree" if several else "No answer is wrong"
        decided = counted(sum(row.decided for row in result.rows), "verdict")
        kind, title = "good", f"{agreed}: {decided}, every solution checked"
    more = len(complaints) - _MOST_COMPLAINTS
    shown = complaints[:_MOST_COMPLAINTS] + ([f"and {more:,} more"] if more > 0 else [])
    items = "".join(f"<li>{escape(text)}</li>" for text in shown)
    return f'<section class="headline {kind}"><h2>{escape(title)}</h2><ul>{items}</ul></section>\n'


def scores(result: RaceResult) -> str:
    """Return the scoreboard as a table, with the meaning of its columns."""
    lines, last = ([list(line.values()) for line in part] for part in result.scoreboard())
    shown = table("Scores, the best first", HEADINGS, lines, last)
    meanings = f"<summary>Meaning of the columns</summary>{definitions(HEADINGS)}"
    return f"{shown}<details>{meanings}</details>\n"


def _in_words(rows: Sequence[Row]) -> str:
    first, *others = rows
    more = f" (and {len(others)} more like it)" if others else ""
    return f"{first.contestant} on {first.puzzle}: {first.error}{more}"


def encodable(name: str) -> str:
    """Return the name with escapes for bytes that are not UTF-8. Some files need UTF-8."""
    return name.encode(errors="backslashreplace").decode()


def unique_names(puzzles: Sequence[Puzzle]) -> tuple[str, ...]:
    """Return a unique name for each puzzle.

    A puzzle without a label is named by its number, as in ``puzzle 3``. If several puzzles have the
    same label, their names are the label and the number, as in ``easy #3``.

    >>> from nonet.formats import classic
    >>> unique_names([classic(order=2)] * 2)
    ('puzzle 1', 'puzzle 2')
    """
    labels = [
        encodable(puzzle.label or f"puzzle {number}")
        for number, puzzle in enumerate(puzzles, start=1)
    ]
    counts = Counter(labels)
    taken = set(labels)
    names = []
    for number, label in enumerate(labels, start=1):
        name = label if counts[label] == 1 else f"{label} #{number}"
        while name != label and name in taken:
            name += "'"
        taken.add(name)
        names.append(name)
    return tuple(names)


# --- files ---------------------------------------------------------------------------------------

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
