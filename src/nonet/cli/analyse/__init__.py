"""``nonet analyse``: what clashes in a puzzle, what differs, what is redundant."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonet.cli.common.exits import Exit, gravest
from nonet.cli.common.inputs import Item, are_files, items
from nonet.cli.common.options import (
    AsJson,
    BackendSpec,
    Nodes,
    Puzzles,
    Seconds,
    limits,
)
from nonet.cli.common.output import put
from nonet.cli.common.transcript import Transcript
from nonet.cli.common.verbs import reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from nonet.puzzle import Puzzle


class Finding(StrEnum):
    """What can be found in a puzzle."""

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
        typer.Option(
            "--find",
            metavar="WHAT",
            help="One or more, separated by commas. candidates: the marks that occur in solutions, "
            "and in how many; redundant: the clues that could go, each alone; minimal: clues, "
            "removed until none can go; minimum: the fewest clues; conflict: a minimal set of "
            "clues that contradict each other; smallest-conflict: the smallest one; differences: "
            "the cells in which solutions differ, and the minimal sets of them; fewest: the fewest "
            "givens that make the puzzle unique.",
            show_default="what suits the puzzle",
            autocompletion=lambda incomplete: [
                name for name in map(str, Finding) if name.startswith(incomplete)
            ],
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            "-l",
            min=0,
            metavar="COUNT",
            help="Of candidates: count up to this many solutions, 10 by default. Of differences: "
            "show up to this many sets of cells, 100 by default.",
            show_default=False,
        ),
    ] = None,
    backend: BackendSpec = None,
    time: Seconds = None,
    nodes: Nodes = None,
    json: AsJson = False,
) -> Exit:
    """Take puzzles apart.

    Each PUZZLE is a file, '-' for stdin, or written out; without any, stdin is read.

    By default, shows the conflict of a puzzle without solution, the differences of one with
    several, and the redundant clues of one with a single solution.

    \b
    Exit codes: 0 answered; 1 the puzzle has no solution, or several where only
    a unique puzzle has what is looked for; 124 a limit was reached, and what is shown is what was
    found until then.
    """
    from nonet.cli.analyse.findings import code, drawn, explanations, fields
    from nonet.questions import analysis
    from nonet.questions.analysis.candidates import CAP
    from nonet.questions.analysis.differences import MOST_SETS
    from nonet.questions.uniqueness import check

    chosen = _chosen(find)
    if limit is not None and chosen and not {Finding.CANDIDATES, Finding.DIFFERENCES} & set(chosen):
        raise typer.BadParameter("--limit is for --find candidates and --find differences")
    if limit == 0 and Finding.CANDIDATES in chosen:
        raise typer.BadParameter("--limit takes at least 1 with --find candidates")
    bounds = limits(time, nodes)
    asked: dict[str, Any] = {"backend": backend, "limits": bounds}
    ways: dict[str, Callable[[Puzzle], object]] = {
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
    transcript = Transcript(items(puzzles, reading()), json, names=are_files(puzzles, reading()))

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
    """Return what is to be found, in the order in which it was named."""
    names = [name.strip() for name in find.split(",")] if find is not None else []
    for name in names:
        if name not in set(Finding):
            there = ", ".join(Finding)
            raise typer.BadParameter(f"--find: nothing is called {name!r}; there are {there}")
    return names
