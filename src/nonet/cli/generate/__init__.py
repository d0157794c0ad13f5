"""``nonet generate``: puzzles with one solution, or full grids, at random."""

from __future__ import annotations

import re
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.common.conversion import holds_one
from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import only_puzzle
from nonet.cli.common.options import AsJson, BackendSpec, format_option, limits
from nonet.cli.generate.exclusions import refuse_idle
from nonet.cli.generate.products import Printer, make_grids, make_holed, make_puzzles

if TYPE_CHECKING:
    from nonet.generation import Band, Range
    from nonet.puzzle import Puzzle


def generate(
    context: typer.Context,
    count: Annotated[int, typer.Option("--count", "-c", metavar="N", help="How many.")] = 1,
    order: Annotated[
        str,
        typer.Option(
            "--order",
            metavar="N|HxW",
            help="3 for 9×9, 4 for 16×16 …; or the boxes: 2x3 for 6×6.",
        ),
    ] = "3",
    rules: Annotated[
        str,
        typer.Option(
            "--rules",
            "-r",
            metavar="NAMES",
            help="More rules, separated by commas, such as diagonal,antiknight,windoku.",
            show_default=False,
        ),
    ] = "",
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="PUZZLE",
            help="A board with rules and givens, instead of --order and --rules: a file, "
            "'-', or written out. Its givens are in every puzzle.",
            show_default=False,
        ),
    ] = None,
    clues: Annotated[
        str | None,
        typer.Option(
            "--clues",
            metavar="N|A-B|fewest",
            help="The number of clues; or the fewest that all attempts find.",
            show_default=False,
        ),
    ] = None,
    minimal: Annotated[bool, typer.Option("--minimal", help="No clue can go.")] = False,
    symmetry: Annotated[
        str,
        typer.Option(
            "--symmetry",
            "-s",
            metavar="NAME",
            help="none, rotational, rotational90, horizontal, vertical, diagonal or dihedral.",
        ),
    ] = "none",
    difficulty: Annotated[
        str | None,
        typer.Option(
            "--difficulty",
            "-d",
            metavar="BAND",
            help="The ER of a classic puzzle, as 'nonet rate' estimates it: 3.0-4.5. Or the work "
            "for a solver: singles, search, nodes=A-B, depth=A-B. Or the cost of the hardest step: "
            "step=A-B. Or several, separated by commas.",
            show_default=False,
        ),
    ] = None,
    holes: Annotated[
        int | None,
        typer.Option(
            "--holes",
            metavar="N",
            help="Empty N cells of a full grid, whether one solution is left or several; 0 makes "
            "full grids.",
            show_default=False,
        ),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(
            "--time",
            "-t",
            metavar="SECONDS",
            help="Give up on a puzzle after this time.",
            show_default=False,
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="The same seed gives the same puzzles.", show_default="random"
        ),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="N", help="Processes.")] = 1,
    backend: BackendSpec = None,
    to: Annotated[
        str | None,
        format_option("--to", text="The format of the puzzles"),
    ] = None,
    json: AsJson = False,
) -> Exit:
    """Make puzzles with one solution, or full grids, at random.

    Clues are removed from a full grid as long as the solution stays unique: without --clues,
    --minimal or --difficulty, until no clue, or group of symmetric clues, can go. Every puzzle is
    checked again by another backend. The same seed gives the same puzzles with any number of jobs,
    and after Ctrl-C every finished puzzle has been printed.

    --holes asks nothing of the solutions: 'nonet check' tells how many there are.

    For training models, 'nonet generate --count 10000 | nonet dataset --out FOLDER' writes Parquet.
    'nonet canon --dedupe' keeps one of each class of puzzles that are the same.

    --difficulty tries puzzles until one is as hard as asked. Its work is that of the norvig solver:
    'singles' needs no search, 'search' some; 'nodes' counts its nodes, and 'depth' the steps of its
    longest chain. The cost of the hardest 'step' is that which 'nonet rate' says.

    From Python, nonet.generate also takes a pattern of clues and a number of attempts,
    nonet.fewest_givens finishes a begun puzzle, and nonet.generation.completions completes a given
    first row.
    """
    from nonet.generation import Request, Symmetry

    if count < 1 or jobs < 1:
        raise typer.BadParameter("--count and --jobs take 1 or more")
    refuse_idle(context)
    if count > 1 and holds_one(to):
        raise typer.BadParameter(f"--to {to} holds one puzzle: leave out --count")
    model = _model(source, order, rules)
    seed = secrets.randbelow(10**6) if seed is None else seed
    output = Printer(count, seed, to, json)
    if holes == 0:
        return make_grids(output, model, backend)
    if holes is not None:
        return make_holed(output, model, holes, backend)
    if symmetry not in list(Symmetry):
        raise typer.BadParameter(f"--symmetry is one of {', '.join(Symmetry)}, not {symmetry!r}")
    request = Request(
        model,
        clues=_range(clues),
        fewest=clues == "fewest",
        minimal=minimal,
        symmetry=Symmetry(symmetry),
        difficulty=_band(difficulty),
        seconds=limits(time, None).seconds,
        backend=backend,
    )
    return make_puzzles(output, request, jobs)


def _model(source: str | None, order: str, rules: str) -> Puzzle:
    from nonet.generation import empty_board

    if source is not None:
        return only_puzzle([source], "--from")
    found = re.fullmatch(r"(\d{1,3})(?:[x×](\d{1,3}))?", order)
    if not found:
        raise typer.BadParameter(f"--order takes 3, or HEIGHTxWIDTH such as 2x3, not {order!r}")
    if found[2] is None:
        return empty_board(rules, int(found[1]))
    return empty_board(rules, boxes=(int(found[1]), int(found[2])))


def _band(difficulty: str | None) -> Band | None:
    """Read a band, in which ``step=A-B`` is the cost of the hardest step."""
    from nonet.generation import Band, parse_range

    if difficulty is None:
        return None
    parts = [part.strip() for part in difficulty.split(",")]
    others = [part for part in parts if not part.startswith("step=")]
    band = Band.parse(",".join(others)) if others else Band()
    for part in set(parts) - set(others):
        band = replace(band, hardest=parse_range(part.removeprefix("step=")))
    return band


def _range(clues: str | None) -> Range | None:
    from nonet.generation import parse_range

    return None if clues in (None, "fewest") else parse_range(clues)
