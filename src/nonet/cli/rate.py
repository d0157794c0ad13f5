"""``nonet rate``: the difficulty of puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import Item
from nonet.cli.common.options import AsJson, Puzzles, Seconds, StepNodes, limits
from nonet.cli.common.output import put
from nonet.cli.common.transcript import transcript_of

if TYPE_CHECKING:
    from nonet.explanations import Rating
    from nonet.puzzle import Puzzle


def rate(
    puzzles: Puzzles = None,
    time: Seconds = None,
    nodes: StepNodes = None,
    json: AsJson = False,
) -> Exit:
    """Rate the difficulty of puzzles.

    Each PUZZLE is a file, '-' for stdin, or the puzzle itself. Without any, nonet reads stdin.

    The cost of the hardest step is a property of the puzzle: every solution path has a step of at
    least this cost. For classic puzzles, nonet also estimates the ER of Sukaku Explainer, with its
    typical error. An estimate "from bounds" means that --nodes ended the search for some step, so
    that its cost is only a bound. --time applies to each path.

    \b
    Exit codes:
      0    rated, perhaps with bounds
      1    a puzzle has no solution, or several
      124  a limit was reached
    """
    from nonet import explanations

    bounds = limits(time, nodes)
    transcript = transcript_of(puzzles, json, draws=False)

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        found = explanations.rate(puzzle, limits=bounds)
        if transcript.as_json:
            path = found.path
            transcript.record(
                item,
                {
                    "verdict": str(found.kind),
                    "complete": found.complete,
                    "er": found.er,
                    "typical_error": found.error,
                    "hardest": {unit: each.hardest for unit, each in found.paths.items()},
                    "at_least": {unit: each.least for unit, each in found.paths.items()},
                    "steps": {str(cost): n for cost, n in path.by_cost().items()} if path else {},
                },
            )
        else:
            put(f"{transcript.place(item)}{found}")
        transcript.count(code(found).name.lower().replace("_", " "))
        return code(found)

    return transcript.each("Rated", answer)


def code(found: Rating) -> Exit:
    """Return the exit code of a rating."""
    from nonet.questions.uniqueness import Kind

    if found.kind in (Kind.NONE, Kind.MULTIPLE):
        return Exit.NOT_UNIQUE
    return Exit.ANSWERED if found.complete else Exit.LIMIT
