"""``nonet count``: how many solutions are there?"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import Item, are_files, items
from nonet.cli.common.options import (
    AsJson,
    BackendSpec,
    Nodes,
    Puzzles,
    RulesFrom,
    Seconds,
    Verbose,
    limits,
)
from nonet.cli.common.output import put
from nonet.cli.common.progress import growing
from nonet.cli.common.reading import DETECTED, Reading
from nonet.cli.common.respondent import Respondent
from nonet.cli.common.transcript import Transcript

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle


def count(
    puzzles: Puzzles = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            "-l",
            metavar="COUNT",
            help="Stop counting here.",
            show_default=False,
        ),
    ] = None,
    backend: BackendSpec = None,
    time: Seconds = None,
    nodes: Nodes = None,
    json: AsJson = False,
    verbose: Verbose = False,
    reading: Reading = DETECTED,
    rules_from: RulesFrom = None,
) -> Exit:
    """Count the solutions of puzzles.

    A PUZZLE is a file, '-' for stdin, or written out; without any, stdin is read.

    Prints a number for each puzzle, with a plus where --limit, --time or --nodes was reached: there
    may be more. --time is for a whole count.
    """
    from time import monotonic

    from nonet.solvers import Status

    if limit is not None and limit < 1:
        raise typer.BadParameter(f"--limit takes 1 or more, not {limit}")
    respondent, bounds = Respondent(backend, verbose), limits(time, nodes)
    transcript = Transcript(items(puzzles, reading), json, draws=False, names=are_files(puzzles))

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        respondent.announce(item, puzzle)
        found, start, is_late = 0, monotonic(), False
        with growing("Counting") as grown, respondent.backend.open(puzzle) as session:
            for last in islice(session.answers(bounds, together=True), limit):
                found += last.solution is not None
                grown(found)
                # An answer that is at hand is given however late it is.
                is_late = time is not None and monotonic() - start > time
                if is_late:
                    break
        is_all = last.status is Status.UNSATISFIABLE
        is_known = is_all or not (is_late or last.status is Status.UNKNOWN)
        by = respondent.credit(item, [last])
        if transcript.as_json:
            transcript.record(item, {"count": found, "complete": is_all, "backend": by})
        else:
            put(f"{transcript.place(item)}{found}{'' if is_all else '+'}")
        transcript.count("counted" if is_known else "unknown")
        return Exit.ANSWERED if is_known else Exit.LIMIT

    return transcript.each("Counted", answer)
