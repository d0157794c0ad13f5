"""``nonet analyse``: conflicts, differences between solutions, redundant clues, candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonet.cli.common.exits import Exit, gravest, require, require_choice
from nonet.cli.common.inputs import Item, items
from nonet.cli.common.options import BACKEND, JSON, NODES, PUZZLES, TIME, limits, option
from nonet.cli.common.output import put
from nonet.cli.common.transcript import Transcript
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.cli.analyse.findings import Found

#: For each name that ``--find`` takes: a function of `nonet.questions.analysis`, its arguments, and
#: the argument that ``--limit`` sets.
_ANALYSES: dict[str, tuple[str, dict[str, Any], str | None]] = {
    "candidates": ("true_candidates", {}, "cap"),
    "redundant": ("find_redundant", {}, None),
    "minimal": ("minimise", {}, None),
    "minimum": ("minimise", {"smallest": True}, None),
    "conflict": ("find_conflict", {}, None),
    "smallest-conflict": ("find_conflict", {"smallest": True}, None),
    "differences": ("find_differences", {}, "most"),
    "fewest": ("fewest_givens", {}, None),
}

#: Without ``--find``, the verdict decides which analysis is done: by default, `differences`.
_USUAL = {"none": "conflict", "unique": "redundant"}


def analyse(
    puzzles: list[str] | None = PUZZLES,
    find: str | None = option("--find NAMES", "One or more of the analyses above (a,b,c)."),
    limit: int | None = option(
        "--limit -l N", "At most N solutions per candidate (10) or N differences (100)."
    ),
    backend: str | None = BACKEND,
    time: float | None = TIME,
    nodes: int | None = NODES,
    json: bool = JSON,
) -> Exit:
    """Find conflicts, redundant clues and other facts about puzzles.

    \b
    Analyses:
      candidates         the number of solutions that contain each candidate
      redundant          each clue that can be removed if all others stay
      minimal            a puzzle in which every clue is needed
      minimum            the fewest clues that keep the solution unique
      conflict           a minimal set of clues that contradict each other
      smallest-conflict  the smallest set of clues that contradict each other
      differences        sets of cells in which solutions differ
      fewest             the fewest givens to add that make the solution unique

    Without --find, the analysis depends on the number of solutions: conflict if there is none,
    redundant if there is one, and differences if there are several.

    \b
    Exit codes:
      0    answered
      1    the puzzle has no solution, or several although the analysis needs one
      124  a limit was reached, and the output shows the results so far
    """
    from nonet.cli.analyse.findings import explanations, view
    from nonet.questions import analysis
    from nonet.questions.uniqueness import check

    chosen = [name.strip() for name in find.split(",")] if find is not None else []
    for name in chosen:
        require_choice("--find", name, _ANALYSES)
    if limit is not None:
        is_used = not chosen or {"candidates", "differences"} & set(chosen)
        require(is_used, "--limit needs --find candidates or --find differences")
        least = 1 if "candidates" in chosen else 0
        require(limit >= least, f"--limit takes {least} or more, not {limit}")
    bounds = limits(time, nodes)
    transcript = Transcript(items(puzzles), json, sources=puzzles)

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        names = chosen or [_USUAL.get(check(puzzle, backend, bounds).kind, "differences")]
        return gravest([one(item, puzzle, name) for name in names])

    def one(item: Item, puzzle: Puzzle, name: str) -> Exit:
        function, arguments, limited = _ANALYSES[name]
        if limited and limit is not None:
            arguments = arguments | {limited: limit}
        analyst = getattr(analysis, function)
        found: Found = analyst(puzzle, backend=backend, limits=bounds, **arguments)
        code, draw, fields = view(found)
        if not json and (transcript.draws or name == "candidates"):
            put(draw())
        transcript.answer(item, str(found), {"analysis": name} | fields, outcome=code)
        for words in () if json else explanations(found):
            put(f"  {words}")
        return code

    return transcript.each("Analysed", answer)
