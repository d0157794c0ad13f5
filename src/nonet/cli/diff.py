"""``nonet diff``: where two results of bulk differ."""

from __future__ import annotations

import json as json_text
import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonet.cli.common.exits import Exit
from nonet.cli.common.output import put
from nonet.cli.common.progress import counted as progress
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.streaming.results import Difference, RecordedResult


def diff(
    first: Annotated[str, typer.Argument(metavar="A", show_default=False)],
    second: Annotated[str, typer.Argument(metavar="B", show_default=False)],
    json: Annotated[
        bool, typer.Option("--json", help="Print JSON Lines, one per difference.")
    ] = False,
) -> Exit:
    """Compare two results of 'nonet bulk', in any of its formats.

    They are of the modes check, solve and count; those of rate and canon are not compared.
    A result of solve says less than the others: satisfied agrees with unique and multiple.

    Prints a line for each puzzle whose verdict differs, or its solution or count. Puzzles are
    matched by their place, or where the order differs, by their text. Of a puzzle with
    several solutions, either result may show any. Counts are compared as numbers: let both
    runs have the same --limit.

    Exit codes: 0 they agree; 1 they differ.
    """
    from nonet.formats.text import counted
    from nonet.streaming.results import differences, results

    for path in (first, second):
        if os.path.isdir(path):
            raise PuzzleError("Is a directory", file=path)
    puzzles = differing = 0
    for difference in progress(differences(results(first), results(second)), "Compared"):
        puzzles += 1
        if difference is not None:
            differing += 1
            put(_record(difference) if json else _words(difference, first, second))
    if not json:
        outcome = f"{differing:,} differ" if differing else "none differs"
        put(f"{counted(puzzles, 'puzzle')}: {outcome}")
    return Exit.NOT_UNIQUE if differing else Exit.ANSWERED


def _words(difference: Difference, first: str, second: str) -> str:
    one, other = difference
    if one is None or other is None:
        return f"{difference.there.puzzle}: only in {first if other is None else second}"
    if difference.is_of_verdicts:
        said = f"{one.verdict or 'error'}, {other.verdict or 'error'}"
    else:
        what = "counts" if one.is_count else "solutions"
        verdicts = " and ".join(dict.fromkeys((one.verdict, other.verdict)))
        said = f"{verdicts}, but the {what} are {one.found} and {other.found}"
    return f"{one.puzzle}: {said}"


def _record(difference: Difference) -> str:
    def fields(result: RecordedResult | None) -> dict[str, Any] | None:
        if result is None:
            return None
        found = "count" if result.is_count else "solution"
        return {"index": result.index, "verdict": result.verdict or None, found: result.found}

    return json_text.dumps(
        {
            "puzzle": difference.there.puzzle,
            "first": fields(difference.first),
            "second": fields(difference.second),
        }
    )
