"""``nonet race``: all contestants on the same puzzles; do they agree, and who is fast?"""

from __future__ import annotations

import json as json_module
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.exits import Exit, complain
from nonet.cli.inputs import records
from nonet.cli.options import Alphabet, AsJson, FormatName, Nodes, Puzzles, limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from nonet.puzzle import Puzzle
    from nonet.racing import RaceResult, Run, Score


def race(
    puzzles: Puzzles = None,
    backends: Annotated[
        str | None,
        typer.Option(
            "--backends",
            "-b",
            help="Contestants, separated by commas, or `all`.",
            show_default="one of each kind",
        ),
    ] = None,
    time: Annotated[
        float,
        typer.Option(
            "--time", "-t", min=0, metavar="SECONDS", help="For each puzzle and contestant."
        ),
    ] = 1.0,
    nodes: Nodes = None,
    json: AsJson = False,
    format: FormatName = None,
    alphabet: Alphabet = None,
) -> Exit:
    """Let contestants check the same puzzles, the shipped ones if none are named.

    Every contestant finds a solution, blocks it and asks again. Times are the contestants' own,
    over the puzzles that they decided.
    """
    from nonet import racing

    field = list(_field(puzzles, format, alphabet))
    entries = _entries(backends)
    with _bar(len(field) * len(entries)) as advance:
        result = racing.race(field, entries, limits(time, nodes), advance)
    if json:
        _print_json(result)
    else:
        _print_table(result)
    for run in result.runs:
        if run.error:
            complain(f"{run.contestant} on {result.name(run.puzzle)}: {run.error}")
    disputes = result.disagreements()
    for dispute in disputes:
        complain(f"DISAGREEMENT on {dispute}")
    wrong = any(run.wrong for run in result.runs)
    return Exit.DISAGREEMENT if disputes or wrong else Exit.ANSWERED


def _field(sources: list[str] | None, format: str | None, alphabet: str | None) -> Iterator[Puzzle]:
    """Yield the puzzles to race on; an unreadable one is an error, for a race must be fair."""
    if sources:
        yield from _all_readable(sources, format, alphabet)
        return
    for shipped in sorted(files("nonet").joinpath("puzzles").iterdir(), key=lambda path: path.name):
        if not shipped.name.endswith(".py"):
            with as_file(shipped) as path:
                yield from _all_readable([str(path)], None, None)


def _all_readable(sources: list[str], format: str | None, alphabet: str | None) -> Iterator[Puzzle]:
    for record in records(sources, format, alphabet):
        if record.error:
            raise record.error
        assert record.puzzle is not None
        yield record.puzzle


def _entries(wanted: str | None) -> list[str]:
    from nonet import racing
    from nonet.solvers import backends, split_specs

    if wanted == "all":
        return [entry.spec for entry in backends() if not entry.missing]
    return split_specs(wanted) if wanted else list(racing.LINE_UP)


@contextmanager
def _bar(total: int) -> Iterator[Callable[[Run], None] | None]:
    """Show a bar on stderr if that is a terminal; it names the contestant that has just run."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Racing", total=total)
        yield lambda run: bar.update(task, advance=1, description=run.contestant)


def _print_table(result: RaceResult) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("contestant")
    for heading in ("solved", "median ms", "total ms"):
        table.add_column(heading, justify="right")
    table.add_column("agreement")
    count = len(result.puzzles)
    for score in result.scores():
        table.add_row(
            score.contestant,
            f"{score.solved}/{count}",
            "" if score.median is None else f"{score.median * 1e3:.2f}",
            f"{score.total * 1e3:.1f}",
            _agreement(score),
        )
    Console().print(table)


def _agreement(score: Score) -> str:
    if score.wrong or score.disputed:
        return f"[bold red]DISAGREES on {', '.join((*score.wrong, *score.disputed))}[/]"
    return f"[yellow]failed on {', '.join(score.failed)}[/]" if score.failed else "agrees"


def _print_json(result: RaceResult) -> None:
    for run in result.runs:
        fields = {
            "puzzle": result.name(run.puzzle),
            "backend": run.contestant,
            "verdict": str(run.kind),
            "seconds": run.seconds,
        }
        if run.error:
            fields["error"] = run.error
        print(json_module.dumps(fields, ensure_ascii=False))
