"""``nonet race``: do solvers agree on the same puzzles, and which one is the fastest?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from nonet.cli.common import options
from nonet.cli.common.exits import Exit, complain, require
from nonet.cli.common.inputs import Item, require_target
from nonet.cli.common.options import LIMITS, OUTPUT, option
from nonet.cli.common.output import put, put_record
from nonet.cli.race.puzzles import is_as_expected, puzzles_of, record, refuted
from nonet.cli.race.standings import live, print_scores
from nonet.formats.text import counted
from nonet.puzzle import Puzzle
from nonet.questions import Mode
from nonet.system.errors import PuzzleError
from nonet.system.files import write_whole
from nonet.system.limits import most_memory

if TYPE_CHECKING:
    from nonet.racing import RaceResult

#: Without --limit, a count stops at this many solutions.
_MOST_COUNTED = 1_000

#: Without --time, each puzzle has this limit in seconds.
_SECONDS = 1.0

#: The limit for the puzzles that come with nonet, in seconds. The table appears after ten seconds.
_SECONDS_OF_SHIPPED = 0.2


def race(
    puzzles: list[str] | None = options.PUZZLES,
    backend: str | None = option(
        "--backend -b SPECS", "The contestants (a,b,c), or 'all'. Default: nine solvers."
    ),
    mode: Mode = option("--mode -m NAME", "solve, check or count.", default=Mode.CHECK),
    warm: bool = option("--warm/--cold", "Load solvers before the clock starts, or after."),
    time: float | None = option(
        "--time -t SECONDS", "Give up on a puzzle after this time. Default: 1.", LIMITS
    ),
    nodes: int | None = options.NODES,
    repeats: int = option("--repeats N", "Run each puzzle N times.", min=1, default=1),
    seed: int = option("--seed N", "The seed for the order and for the shuffles.", default=0),
    shuffle: bool = option(
        "--shuffle/--no-shuffle", "Run an equivalent puzzle each time.", default=True
    ),
    limit: int | None = option(
        "--limit N", "Stop counting here (--mode count). Default: 1000.", min=1
    ),
    processes: bool = option(
        "--processes", "Run each contestant in a process and measure its memory."
    ),
    out: str | None = option(
        "--out -o FILE", "Write every run to a .parquet, .csv or .jsonl file."
    ),
    resume: bool = option("--resume", "Continue the unfinished race of --out."),
    html: str | None = option("--html FILE", "Write a report with plots."),
    json: bool = option("--json", "Print JSON Lines, one record per run.", OUTPUT),
    keep: str | None = options.KEEP,
) -> Exit:
    """Let solvers answer the same puzzles, and compare them.

    Each PUZZLE is a file, '-' for stdin, or the puzzle itself. The default is a set of puzzles that
    comes with nonet, with a limit of 0.2 s for each.

    The contestants take turns on each puzzle, on one thread. nonet verifies their answers while the
    clock is stopped. If the file stores a solution of the puzzle, for example in a column
    'solution', nonet compares it with the answers.

    --time limits CPU time. With --processes, nonet ends a contestant that exceeds --memory.

    With --out, nonet saves each finished run in a journal next to the file. After Ctrl-C, run the
    same command with --resume. If a contestant crashed nonet, add --processes, too.

    \b
    Exit codes:
      0    the contestants agree, even if a limit was reached
      1    a stored solution differs
      3    an answer is wrong
    """
    from nonet import racing

    if time is None:
        time = _SECONDS if puzzles else _SECONDS_OF_SHIPPED
    bounds = options.limits(time, nodes)
    require(limit is None or mode is Mode.COUNT, "--limit needs --mode count")
    require(json or not keep, "--keep needs --json")
    sources = puzzles or []
    require(out or not resume, "--resume needs --out, the file of the unfinished race")
    files = [*racing.result_files(out), f"{out}.journal"] if out else []
    journal = _journal(files, resume, sources) if files else None
    if journal and not journal.exists() and Path(files[0]).is_file():
        complain(f"{out}: already finished")
        return Exit.ANSWERED
    report = _reporter(html, [*sources, *files]) if html else None
    field = puzzles_of(puzzles, options.names_in(keep))
    specs = _contestants(backend)
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
                journal=journal,
                progress=note,
            )
    except racing.RaceInterrupted as interrupted:
        if interrupted.result.rows:
            show(refuted(field, most, interrupted.result))
        if journal:
            kept = counted(len(interrupted.result.rows), "run")
            complain(f"{journal} has {kept}. Use --resume to continue.")
        raise
    result = refuted(field, most, result)
    show(result)
    if journal:
        for name, content in racing.exported(result, files[0]).items():
            write_whole(name, [content])
        journal.unlink()
    if report:
        report(result)
    code = _verdict(result, is_said=not json)
    is_expected = is_as_expected(field, result)
    return Exit.NOT_UNIQUE if code is Exit.ANSWERED and not is_expected else code


def _journal(files: Sequence[str], resume: bool, sources: Sequence[str]) -> Path:
    """Return the journal of a race, the last of its files. Without `resume`, replace no file."""
    for name in files:
        require_target(name, sources)
    journal = Path(files[-1])
    if not resume and journal.exists():
        raise PuzzleError(
            "this is the journal of an unfinished race. Use --resume to continue the race "
            "(with --processes if a contestant crashed it), or delete the journal.",
            file=str(journal),
        )
    if not resume and Path(files[0]).is_file():
        raise PuzzleError("the file already exists. Delete it, or name another.", file=files[0])
    return journal


def _reporter(path: str, others: Sequence[str]) -> Callable[[RaceResult], None]:
    """Return the function that writes the report. Refuse a file that cannot be written."""
    from nonet.solvers import BackendUnavailable

    require_target(path, others)
    try:
        from nonet.racing.report import write_html
    except ModuleNotFoundError as missing:
        raise BackendUnavailable(str(missing)) from None
    return lambda result: write_html(result, path)


def _contestants(wanted: str | None) -> list[str]:
    from nonet import racing
    from nonet.solvers import backends, find_backend, split_specs

    if wanted == "all":
        return [entry.spec for entry in backends() if not entry.missing]
    if wanted is None:
        return racing.line_up()
    require(wanted.strip(), "--backend is empty. Name a backend, or omit the option.")
    return list(dict.fromkeys(find_backend(spec).spec for spec in split_specs(wanted)))


def _show(field: list[tuple[Item, Puzzle]], json: bool, result: RaceResult) -> None:
    if not json:
        print_scores(result)
    else:
        by_name = dict(zip(result.names, field, strict=True))
        for row in result.rows:
            put_record(record(*by_name[row.puzzle], row))
    for problem in result.problems():
        complain(problem)
    for dispute in result.disagreements():
        complain(f"DISAGREEMENT on {dispute}")


def _verdict(result: RaceResult, is_said: bool) -> Exit:
    """Return the exit code. If no answer is wrong, print a line that says so."""
    if any(row.problem == "wrong" for row in result.rows):
        return Exit.DISAGREEMENT
    if is_said:
        raced = counted(len(result.contestants), "contestant")
        agreed = "no two disagree" if len(result.contestants) > 1 else "no answer is wrong"
        seconds = result.environment["seconds"]
        each = "" if seconds is None else f", at most {seconds:g} s for each"
        put(f"\n{raced}, {counted(len(result.puzzles), 'puzzle')}{each}: {agreed}.")
    return Exit.ANSWERED
