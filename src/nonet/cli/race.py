"""``nonet race``: all contestants on the same puzzles; do they agree, and who is fast?"""

from __future__ import annotations

import json as json_module
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonet.cli.exits import Exit, complain
from nonet.cli.inputs import Item, items
from nonet.cli.options import Alphabet, AsJson, Format, Nodes, Puzzles, limits
from nonet.cli.output import line, print_table, printable, text
from nonet.cli.progress import bar

if TYPE_CHECKING:
    from rich.text import Text

    from nonet.puzzle import Puzzle
    from nonet.racing import RaceResult, Run, Score

#: Of more puzzles than these, a row says only how many others there are.
_MOST_NAMED = 3


def race(
    puzzles: Puzzles = None,
    backends: Annotated[
        str | None,
        typer.Option(
            "--backends",
            "-b",
            metavar="SPECS",
            help="Contestants, separated by commas, or 'all'.",
            show_default="one of each kind",
        ),
    ] = None,
    time: Annotated[
        float,
        typer.Option(
            "--time",
            "-t",
            metavar="SECONDS",
            help="Give up on a puzzle after this time.",
        ),
    ] = 1.0,
    nodes: Nodes = None,
    json: AsJson = False,
    format: Format = None,
    alphabet: Alphabet = None,
) -> Exit:
    """Let solvers check the same puzzles, and compare them.

    A PUZZLE is a file, '-' for stdin, or written out; without any, those that come with nonet race.

    Every contestant opens each puzzle afresh, finds a solution, blocks it and asks again. Times are
    the contestants' own, over the puzzles that they decided. If two contradict each other, the exit
    code is 3.
    """
    from nonet import racing

    field = _field(puzzles, format, alphabet)
    entries = _entries(backends)
    with bar("Racing", len(field) * len(entries)) as done:
        result = racing.race(
            [entrant.puzzle for entrant in field],
            entries,
            limits(time, nodes),
            lambda run: done(run.contestant),
        )
    if json:
        for run in result.runs:
            print(json_module.dumps(_record(field[run.puzzle], run)))
    else:
        _print_table(result)
    return _verdict(result, is_said=not json)


def _verdict(result: RaceResult, is_said: bool) -> Exit:
    """Say who failed, who is wrong and who contradicts whom: the last two make the exit code."""
    from nonet.formats.text import counted

    for score in result.scores():
        failures = [run for run in result.runs if run.contestant == score.contestant and run.error]
        if failures:
            first = failures[0]
            more = f" (and {len(failures) - 1} more like it)" if len(failures) > 1 else ""
            complain(f"{first.contestant} on {result.name(first.puzzle)}: {first.error}{more}")
    disputes = result.disagreements()
    for dispute in disputes:
        complain(f"DISAGREEMENT on {dispute}")
    if disputes or any(run.wrong for run in result.runs):
        return Exit.DISAGREEMENT
    if is_said:
        contestants = counted(len(result.contestants), "contestant")
        print(f"\n{contestants}, {counted(len(result.puzzles), 'puzzle')}: no two disagree.")
    return Exit.ANSWERED


@dataclass(frozen=True)
class _Entrant:
    """A puzzle in the race, and where it comes from."""

    item: Item
    puzzle: Puzzle


def _field(sources: list[str] | None, format: str | None, alphabet: str | None) -> list[_Entrant]:
    """Return the puzzles to race on; an unreadable one is an error, for a race must be fair."""
    if sources:
        return list(_all_readable(items(sources, format, alphabet)))
    return list(_all_readable(_shipped()))


def _shipped() -> Iterator[Item]:
    folder = files("nonet").joinpath("puzzles")
    for shipped in sorted(folder.iterdir(), key=lambda path: path.name):
        if shipped.is_file() and not shipped.name.endswith((".py", ".md")):
            with as_file(shipped) as path:
                for item in items([str(path)], None, None):
                    yield replace(item, file=shipped.name)


def _all_readable(found: Iterable[Item]) -> Iterator[_Entrant]:
    for index, item in enumerate(found):
        if item.puzzle is None:
            raise item.error or ValueError(item)
        puzzle = item.puzzle
        if not puzzle.label:
            puzzle = replace(puzzle, meta=(*puzzle.meta, ("label", item.place)))
        yield _Entrant(replace(item, index=index), puzzle)


def _entries(wanted: str | None) -> list[str]:
    from nonet import racing
    from nonet.solvers import backends, split_specs

    if wanted == "all":
        return [entry.spec for entry in backends() if not entry.missing]
    return split_specs(wanted) if wanted else racing.line_up()


def _print_table(result: RaceResult) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("contestant", no_wrap=True)
    for heading in ("solved", "median ms", "total ms"):
        table.add_column(heading, justify="right", no_wrap=True)
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
    print_table(table)


def _agreement(score: Score) -> Text:
    from rich.text import Text

    if score.wrong:
        return Text(f"WRONG on {_names(score.wrong)}", style="bold red")
    if score.disputed:
        return Text(f"DISAGREES on {_names(score.disputed)}", style="bold red")
    if score.failed:
        return Text(f"failed on {_names(score.failed)}", style="yellow")
    return Text("agrees" if score.solved else "")


def _names(puzzles: Sequence[str]) -> str:
    named = ", ".join(puzzles[:_MOST_NAMED])
    more = len(puzzles) - _MOST_NAMED
    return printable(f"{named} and {more} more" if more > 0 else named)


def _record(entrant: _Entrant, run: Run) -> dict[str, Any]:
    verdict, item = run.verdict, entrant.item
    witnesses = verdict.witnesses if verdict else ()
    fields: dict[str, Any] = {
        "index": item.index,
        "file": item.file,
        "line": item.line,
        "label": entrant.puzzle.label,
        "puzzle": text(entrant.puzzle),
        "backend": run.contestant,
        "verdict": str(run.kind),
        "solutions": [line(entrant.puzzle, witness) for witness in witnesses],
        "seconds": run.seconds,
    }
    return fields | ({"error": run.error} if run.error else {})
