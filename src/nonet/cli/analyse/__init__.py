"""``nonet analyse``: what clashes in a puzzle, what differs, what is redundant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from nonet.cli.common.exits import Exit, gravest
from nonet.cli.common.inputs import Item, are_files, items
from nonet.cli.common.options import (
    AsJson,
    BackendSpec,
    Nodes,
    Puzzles,
    RulesFrom,
    Seconds,
    limits,
)
from nonet.cli.common.output import put
from nonet.cli.common.sources import DETECTED, Reading
from nonet.cli.common.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Callable

    from nonet.puzzle import Puzzle


def _flag(name: str, text: str) -> Any:
    return typer.Option(f"--{name}", help=text, show_default=False)


def analyse(
    puzzles: Puzzles = None,
    candidates: Annotated[
        bool,
        _flag("candidates", "The pencil marks that occur in solutions, and in how many."),
    ] = False,
    redundant: Annotated[bool, _flag("redundant", "The clues that could go, each alone.")] = False,
    minimise: Annotated[bool, _flag("minimise", "Remove clues until none can go.")] = False,
    conflict: Annotated[
        bool, _flag("conflict", "A minimal set of clues that cannot hold together.")
    ] = False,
    differences: Annotated[
        bool,
        _flag("differences", "The cells in which solutions differ, and the minimal sets of them."),
    ] = False,
    fewest: Annotated[
        bool, _flag("fewest", "The fewest givens that make the puzzle unique.")
    ] = False,
    smallest: Annotated[
        bool, _flag("smallest", "With --conflict and --minimise: the fewest clues possible.")
    ] = False,
    cap: Annotated[
        int | None,
        typer.Option(
            "--cap",
            min=1,
            help="With --candidates: count solutions up to this many.",
            show_default="10",
        ),
    ] = None,
    most: Annotated[
        int | None,
        typer.Option(
            "--most",
            min=0,
            help="With --differences: show at most this many sets of cells.",
            show_default="100",
        ),
    ] = None,
    backend: BackendSpec = None,
    time: Seconds = None,
    nodes: Nodes = None,
    json: AsJson = False,
    reading: Reading = DETECTED,
    rules_from: RulesFrom = None,
) -> Exit:
    """Take puzzles apart.

    Each PUZZLE is a file, '-' for stdin, or written out; without any, stdin is read.

    By default, shows the conflict of a puzzle without solution, the differences of one with
    several, and the redundant clues of one with a single solution.

    \b
    Exit codes: 0 answered; 1 the puzzle has no solution, or several where --redundant
    and --minimise need one; 124 a limit was reached, and what is shown is what was
    found until then.
    """
    from nonet.cli.analyse.findings import code, drawn, explanations, fields
    from nonet.questions import analysis
    from nonet.questions.analysis.candidates import CAP
    from nonet.questions.analysis.differences import MOST_SETS
    from nonet.questions.uniqueness import check

    if smallest and not (conflict or minimise):
        raise typer.BadParameter("--smallest is for --conflict and --minimise")
    if cap is not None and not candidates:
        raise typer.BadParameter("--cap is for --candidates")
    others = candidates or redundant or minimise or conflict or fewest
    if most is not None and others and not differences:
        raise typer.BadParameter("--most is for --differences")
    bounds = limits(time, nodes)
    asked: dict[str, Any] = {"backend": backend, "limits": bounds}
    ways: dict[str, Callable[[Puzzle], object]] = {
        "candidates": lambda puzzle: analysis.true_candidates(puzzle, cap or CAP, **asked),
        "redundant": lambda puzzle: analysis.find_redundant(puzzle, **asked),
        "minimise": lambda puzzle: analysis.minimise(puzzle, smallest=smallest, **asked),
        "conflict": lambda puzzle: analysis.find_conflict(puzzle, smallest=smallest, **asked),
        "differences": lambda puzzle: analysis.find_differences(
            puzzle, most=MOST_SETS if most is None else most, **asked
        ),
        "fewest": lambda puzzle: analysis.fewest_givens(puzzle, **asked),
    }
    wanted = (candidates, redundant, minimise, conflict, differences, fewest)
    chosen = [name for name, is_wanted in zip(ways, wanted, strict=True) if is_wanted]
    usual = {"none": "conflict", "unique": "redundant"}
    transcript = Transcript(items(puzzles, reading), json, names=are_files(puzzles, reading))

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
