"""``nonet analyse``: conflicts, differences between solutions, redundant clues, candidates."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonet.cli.common.exits import Exit, gravest, require_choice
from nonet.cli.common.inputs import Item
from nonet.cli.common.options import AsJson, BackendSpec, Nodes, Puzzles, Seconds, limits, option
from nonet.cli.common.output import put
from nonet.cli.common.transcript import transcript_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from nonet.cli.analyse.findings import Found
    from nonet.puzzle import Puzzle


class Finding(StrEnum):
    """The words that ``--find`` takes."""

    CANDIDATES = "candidates"
    REDUNDANT = "redundant"
    MINIMAL = "minimal"
    MINIMUM = "minimum"
    CONFLICT = "conflict"
    SMALLEST_CONFLICT = "smallest-conflict"
    DIFFERENCES = "differences"
    FEWEST = "fewest"


def analyse(
    puzzles: Puzzles = None,
    find: Annotated[
        str | None,
        option(
            "--find NAMES",
            "One or more of the analyses above (a,b,c).",
            autocompletion=lambda incomplete: [
                name for name in map(str, Finding) if name.startswith(incomplete)
            ],
        ),
    ] = None,
    limit: Annotated[
        int | None, option("--limit -l N", "Stop at N solutions (10) or sets of cells (100).")
    ] = None,
    backend: BackendSpec = None,
    time: Seconds = None,
    nodes: Nodes = None,
    json: AsJson = False,
) -> Exit:
    """Find conflicts, redundant clues and other facts about puzzles.

    Each PUZZLE is a file, '-' for stdin, or the puzzle itself. Without any, nonet reads stdin.

    \b
    Analyses:
      candidates         the marks that occur in solutions, and in how many
      redundant          the clues that can be removed, each alone
      minimal            remove clues until each is necessary
      minimum            the smallest set of clues that keeps one solution
      conflict           a minimal set of clues that contradict each other
      smallest-conflict  the smallest such set
      differences        the cells where solutions differ, in minimal sets
      fewest             the fewest givens to add for a single solution

    Without --find, nonet shows the conflict of a puzzle without solution, the redundant clues of a
    puzzle with one solution, and the differences if there are several.

    \b
    Exit codes:
      0    answered
      1    the puzzle has no solution, or several and the analysis needs one
      124  a limit was reached; the output shows the results so far
    """
    from nonet.cli.analyse.findings import code, drawn, explanations, fields
    from nonet.questions import analysis
    from nonet.questions.analysis.candidates import CAP
    from nonet.questions.analysis.differences import MOST_SETS
    from nonet.questions.uniqueness import check

    chosen = _chosen(find)
    if limit is not None and chosen and not {Finding.CANDIDATES, Finding.DIFFERENCES} & set(chosen):
        raise typer.BadParameter("--limit is for --find candidates and --find differences")
    least = 1 if Finding.CANDIDATES in chosen else 0
    if limit is not None and limit < least:
        raise typer.BadParameter(f"--limit takes {least} or more, not {limit}")
    bounds = limits(time, nodes)
    asked: dict[str, Any] = {"backend": backend, "limits": bounds}
    ways: dict[str, Callable[[Puzzle], Found]] = {
        "candidates": lambda puzzle: analysis.true_candidates(puzzle, limit or CAP, **asked),
        "redundant": lambda puzzle: analysis.find_redundant(puzzle, **asked),
        "minimal": lambda puzzle: analysis.minimise(puzzle, **asked),
        "minimum": lambda puzzle: analysis.minimise(puzzle, smallest=True, **asked),
        "conflict": lambda puzzle: analysis.find_conflict(puzzle, **asked),
        "smallest-conflict": lambda puzzle: analysis.find_conflict(puzzle, smallest=True, **asked),
        "differences": lambda puzzle: analysis.find_differences(
            puzzle, most=MOST_SETS if limit is None else limit, **asked
        ),
        "fewest": lambda puzzle: analysis.fewest_givens(puzzle, **asked),
    }
    usual = {"none": "conflict", "unique": "redundant"}
    transcript = transcript_of(puzzles, json)

    def answer(item: Item, puzzle: Puzzle) -> Exit:
        names = chosen or [usual.get(check(puzzle, backend, bounds).kind, "differences")]
        return gravest([one(item, puzzle, name) for name in names])

    def one(item: Item, puzzle: Puzzle, name: str) -> Exit:
        found = ways[name](puzzle)
        if transcript.as_json:
            transcript.record(item, {"analysis": name} | fields(found))
        else:
            if transcript.draws or name == "candidates":
                put(drawn(found))
            put(transcript.place(item) + str(found))
            for words in explanations(found):
                put(f"  {words}")
        transcript.count(code(found).name.lower().replace("_", " "))
        return code(found)

    return transcript.each("Analysed", answer)


def _chosen(find: str | None) -> list[str]:
    """Return the analyses that ``--find`` names, in the same order."""
    names = [name.strip() for name in find.split(",")] if find is not None else []
    for name in names:
        require_choice("--find", name, Finding)
    return names
