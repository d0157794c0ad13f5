"""``nonet rate``: rate the difficulty of puzzles."""

from __future__ import annotations

from nonet.cli.common.exits import CODES, Exit
from nonet.cli.common.inputs import Item, items
from nonet.cli.common.options import JSON, PUZZLES, STEP_NODES, TIME, limits
from nonet.cli.common.transcript import Transcript
from nonet.puzzle import Puzzle


def rate(
    puzzles: list[str] | None = PUZZLES,
    time: float | None = TIME,
    nodes: int | None = STEP_NODES,
    json: bool = JSON,
) -> Exit:
    """Rate the difficulty of puzzles.

    nonet prints the cost of the hardest step (see 'nonet explain'). Every path to the solution has
    a step of at least this cost.

    For classic puzzles, nonet also estimates the ER, which is the rating of Sukaku Explainer. It
    prints the typical error of the estimate, and a word: easy, medium, hard, very hard or extreme.

    If --nodes stops the search for a step, the step's cost is only a bound, and the estimate says
    "from bounds". --time applies to each path to the solution.

    \b
    Exit codes:
      0    rated, even if some costs are only bounds
      1    a puzzle has no solution, or several
      124  a limit was reached
    """
    from nonet import explanations

    bounds = limits(time, nodes)
    transcript = Transcript(items(puzzles), json, draws=False, sources=puzzles)

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        found = explanations.rate(puzzle, limits=bounds)
        path = found.path
        fields = {
            "verdict": str(found.kind),
            "complete": found.complete,
            "difficulty": found.difficulty,
            "er": found.er,
            "typical_error": found.error,
            "hardest": {unit: each.hardest for unit, each in found.paths.items()},
            "at_least": {unit: each.least for unit, each in found.paths.items()},
            "steps": {str(cost): n for cost, n in path.by_cost().items()} if path else {},
        }
        code = CODES[found.kind] if found.complete else Exit.LIMIT
        transcript.answer(item, str(found), fields, outcome=code)
        return code

    return transcript.each("Rated", answer)
