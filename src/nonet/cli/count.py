"""``nonet count``: how many solutions are there?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.common.answers import ChosenBackend
from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import Item
from nonet.cli.common.options import (
    AsJson,
    BackendSpec,
    Nodes,
    Puzzles,
    Seconds,
    Verbose,
    limits,
    option,
    require_limit,
)
from nonet.cli.common.output import put
from nonet.cli.common.progress import growing
from nonet.cli.common.transcript import Transcript, transcript_of

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle
    from nonet.solvers import Limits


def count(
    puzzles: Puzzles = None,
    limit: Annotated[int | None, option("--limit -l COUNT", "Stop counting here.")] = None,
    estimate: Annotated[
        bool, option("--estimate", "Estimate the number by random samples instead.")
    ] = False,
    backend: BackendSpec = None,
    time: Seconds = None,
    nodes: Nodes = None,
    json: AsJson = False,
    verbose: Verbose = False,
) -> Exit:
    """Count the solutions of puzzles.

    Each PUZZLE is a file, '-' for stdin, or the puzzle itself. Without any, nonet reads stdin.

    Prints a number for each puzzle. A plus after it means that a limit was reached, so there may be
    more solutions. --time applies to the whole count.

    An estimate comes with its standard error and a 95 % interval. The interval is reliable unless
    one sample dominates the others.
    """
    require_limit(limit)
    idle = {"limit": limit, "backend": backend, "nodes": nodes, "verbose": verbose or None}
    for name, given in idle.items():
        if estimate and given is not None:
            raise typer.BadParameter(f"--estimate takes no --{name}")
    chosen, bounds = ChosenBackend(backend, verbose), limits(time, nodes)
    transcript = transcript_of(puzzles, json, draws=False)
    if estimate:
        return transcript.each("Estimated", partial(_estimated, transcript, bounds))

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        from nonet.questions.counting import tally
        from nonet.solvers import Answer, Status

        chosen.announce(item, puzzle)
        with growing("Counting") as grown:
            found = tally(puzzle, limit, backend, bounds, progress=grown)
        by = chosen.credit(item, [Answer(Status.UNKNOWN, by=found.by)])
        if transcript.as_json:
            fields = {"count": found.found, "complete": found.complete, "backend": by}
            transcript.record(item, fields)
        else:
            put(f"{transcript.place(item)}{found.found}{'' if found.complete else '+'}")
        transcript.count("counted" if found.known else "unknown")
        return Exit.ANSWERED if found.known else Exit.LIMIT

    return transcript.each("Counted", answer)


def _estimated(transcript: Transcript, bounds: Limits, item: Item, puzzle: Puzzle) -> Exit:
    from nonet.questions.counting import estimate
    from nonet.questions.uniqueness import LimitReached

    try:
        found = estimate(puzzle, limits=bounds)
    except LimitReached:
        if transcript.as_json:
            transcript.record(item, {"estimate": None})
        else:
            put(f"{transcript.place(item)}unknown")
        transcript.count("unknown")
        return Exit.LIMIT
    if transcript.as_json:
        fields = {
            "estimate": found.mean,
            "stderr": found.error,
            "interval": found.interval,
            "probes": found.probes,
            "largest": found.largest,
        }
        transcript.record(item, fields)
    else:
        put(f"{transcript.place(item)}{found}")
    transcript.count("estimated")
    return Exit.ANSWERED
