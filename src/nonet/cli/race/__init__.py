"""``nonet race``: contestants on the same puzzles: do they agree, and which is fastest?"""

from __future__ import annotations

from functools import partial
from json import dumps
from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.common.exits import Exit, complain
from nonet.cli.common.inputs import Item
from nonet.cli.common.options import (
    AsJson,
    Keep,
    Nodes,
    Puzzles,
    backends_like,
    limits,
    names_in,
)
from nonet.cli.common.output import put
from nonet.cli.common.verbs import reading
from nonet.cli.race.destination import Destination, reporter
from nonet.cli.race.expected import is_as_expected, refuted
from nonet.cli.race.field import contestants, puzzles_of
from nonet.cli.race.records import record
from nonet.cli.race.standings import live, print_scores
from nonet.questions import Mode
from nonet.system.limits import most_memory

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle
    from nonet.racing import RaceResult

#: Where counts end, unless it is said.
_MOST_COUNTED = 1_000

#: The default limit of seconds for a puzzle.
_SECONDS = 1.0

#: The same for the puzzles of the package: the table is there after ten seconds, though two of the
#: solvers answer hardly any of the puzzles, with either limit.
_SECONDS_OF_SHIPPED = 0.2


def race(
    puzzles: Puzzles = None,
    backend: Annotated[
        str | None,
        typer.Option(
            "--backend",
            "-b",
            metavar="SPECS",
            help="Contestants, separated by commas, or 'all'.",
            show_default="native, three searches in Python, three SAT solvers, CP-SAT twice",
            autocompletion=backends_like,
        ),
    ] = None,
    mode: Annotated[
        Mode,
        typer.Option(
            "--mode",
            "-m",
            metavar="NAME",
            help="The question: solve, check (is the solution unique?) or count.",
        ),
    ] = Mode.CHECK,
    warm: Annotated[
        bool,
        typer.Option(
            "--warm/--cold",
            help="Start the clock when all that does not depend on the puzzle is loaded, or at the "
            "puzzle's text.",
        ),
    ] = False,
    time: Annotated[
        float | None,
        typer.Option(
            "--time",
            "-t",
            metavar="SECONDS",
            help="Give up on a puzzle after this time.",
            show_default="1; 0.2 for the puzzles that come with nonet",
        ),
    ] = None,
    nodes: Nodes = None,
    repeats: Annotated[
        int, typer.Option("--repeats", min=1, metavar="N", help="Run each puzzle N times.")
    ] = 1,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="The seed of order and shuffles.")
    ] = 0,
    shuffle: Annotated[
        bool,
        typer.Option(
            "--shuffle/--no-shuffle",
            help="In each repeat, shuffle a puzzle's values, lines and bands, as its rules allow.",
        ),
    ] = True,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            min=1,
            metavar="N",
            help="With --mode count: count no more solutions than N.",
            show_default="1000",
        ),
    ] = None,
    processes: Annotated[
        bool,
        typer.Option(
            "--processes",
            help="Run every contestant in a process of its own: its peak memory is measured, and "
            "it is ended if it exceeds --memory.",
        ),
    ] = False,
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write every run to a .parquet, .csv or .jsonl file.",
            show_default=False,
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Go on with the interrupted race of --out."),
    ] = False,
    html: Annotated[
        str | None,
        typer.Option(
            "--html", metavar="FILE", help="Write a report with plots.", show_default=False
        ),
    ] = None,
    json: AsJson = False,
    keep: Keep = None,
) -> Exit:
    """Let solvers answer the same puzzles, and compare them.

    Each PUZZLE is a file, '-' for stdin, or written out; by default, those that come with nonet.

    The contestants take turns on each puzzle, on one thread. Their answers are verified off the
    clock. A solution that is stored with a puzzle, or in a column 'solution', is compared. Runs
    are kept beside --out as they end: after Ctrl-C or a crash, the same command with --resume goes
    on.

    \b
    Exit codes: 0 no two contestants disagree, whatever the puzzles have, and also if a limit
    was reached; 1 a stored solution differs; 3 an answer is wrong.
    """
    from nonet import racing

    if time is None:
        time = _SECONDS if puzzles else _SECONDS_OF_SHIPPED
    bounds = limits(time, nodes)
    if limit is not None and mode is not Mode.COUNT:
        raise typer.BadParameter("--limit is for --mode count")
    if keep and not json:
        raise typer.BadParameter("--keep carries columns into the records of --json: add it")
    sources = puzzles or []
    destination = Destination(out, resume, sources)
    report = reporter(html, [*sources, *destination.files]) if html else None
    field = puzzles_of(puzzles, reading(), names_in(keep))
    specs = contestants(backend)
    show = partial(_show, field, json)
    most = limit or _MOST_COUNTED
    try:
        with live(specs, len(field), repeats) as note:
            result = racing.race(
                [puzzle for _, puzzle in field],
                specs,
                bounds,
                repeats,
                seed,
                mode,
                setting="warm" if warm else "cold",
                shuffle=shuffle,
                processes=processes,
                memory=most_memory() if processes else None,
                most=most,
                groups=[item.file for item, _ in field],
                journal=destination.journal,
                progress=note,
            )
    except racing.RaceInterrupted as interrupted:
        if interrupted.result.rows:
            show(refuted(field, most, interrupted.result))
        destination.leave(len(interrupted.result.rows))
        raise
    result = refuted(field, most, result)
    show(result)
    destination.write(result)
    if report:
        report(result)
    code = _verdict(result, is_said=not json)
    is_expected = is_as_expected(field, result)
    return Exit.NOT_UNIQUE if code is Exit.ANSWERED and not is_expected else code


def _show(
    field: list[tuple[Item, Puzzle]],
    json: bool,
    result: RaceResult,
) -> None:
    """Print the scoreboard, or else the records, and on stderr what went wrong."""
    if not json:
        print_scores(result)
    else:
        by_name = dict(zip(result.names, field, strict=True))
        for row in result.rows:
            put(dumps(record(*by_name[row.puzzle], row)))
    for problem in result.problems():
        complain(problem)
    for dispute in result.disagreements():
        complain(f"DISAGREEMENT on {dispute}")


def _verdict(result: RaceResult, is_said: bool) -> Exit:
    """Return the exit code; print that no answer is wrong, if so."""
    from nonet.formats.text import counted

    if any(row.problem == "wrong" for row in result.rows):
        return Exit.DISAGREEMENT
    if is_said:
        raced = counted(len(result.contestants), "contestant")
        agreed = "no two disagree" if len(result.contestants) > 1 else "no answer is wrong"
        seconds = result.environment["seconds"]
        each = "" if seconds is None else f", at most {seconds:g} s for each"
        put(f"\n{raced}, {counted(len(result.puzzles), 'puzzle')}{each}: {agreed}.")
    return Exit.ANSWERED
