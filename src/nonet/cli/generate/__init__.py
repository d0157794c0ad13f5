"""``nonet generate``: puzzles with one solution, or full grids, at random."""

from __future__ import annotations

import re
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.common.conversion import holds_one
from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import only_puzzle, require_one_stdin
from nonet.cli.common.options import AsJson, BackendSpec, format_option, limits
from nonet.cli.generate.completions import finish as finish_puzzles
from nonet.cli.generate.exclusions import refuse_idle
from nonet.cli.generate.products import Printer, make_grids, make_holed, make_puzzles
from nonet.system.errors import PuzzleError

if TYPE_CHECKING:
    from nonet.generation import Band, Range
    from nonet.puzzle import Puzzle


def generate(
    context: typer.Context,
    count: Annotated[int, typer.Option("--count", "-c", metavar="N", help="How many.")] = 1,
    order: Annotated[
        int, typer.Option("--order", "-o", metavar="N", help="3 for 9×9, 4 for 16×16 …")
    ] = 3,
    boxes: Annotated[
        str | None,
        typer.Option(metavar="HxW", help="Boxes that are not square: 2x3 for 6×6."),
    ] = None,
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
            help="A board with rules and givens, instead of --order, --boxes and --rules: a file, "
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
    pattern: Annotated[
        str | None,
        typer.Option(
            metavar="PUZZLE",
            help="Place clues in the filled cells of this puzzle.",
            show_default=False,
        ),
    ] = None,
    difficulty: Annotated[
        str | None,
        typer.Option(
            "--difficulty",
            "-d",
            metavar="BAND",
            help="The ER of a classic puzzle, as 'nonet rate' estimates it: 3.0-4.5. Or the work "
            "for a solver: singles, search, nodes=A-B, depth=A-B. Or several, separated by commas.",
            show_default=False,
        ),
    ] = None,
    hardest_step: Annotated[
        str | None,
        typer.Option(
            "--hardest-step",
            metavar="N|A-B",
            help="The cost of the hardest step, as 'nonet rate' says it.",
            show_default=False,
        ),
    ] = None,
    holes: Annotated[
        int | None,
        typer.Option(
            "--holes",
            metavar="N",
            help="Empty N cells of a full grid, whether one solution is left or several.",
            show_default=False,
        ),
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="Make full grids, not puzzles.")] = False,
    first_row: Annotated[
        bool,
        typer.Option(
            "--first-row",
            help="With --full: draw a first row, and have the backend complete it, each time to "
            "another grid.",
        ),
    ] = False,
    finish: Annotated[
        str | None,
        typer.Option(
            "--finish",
            metavar="PUZZLE",
            help="Finish begun puzzles with the fewest further givens.",
            show_default=False,
        ),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(
            "--time",
            "-t",
            metavar="SECONDS",
            help="Give up on a puzzle after this time; with --finish, take the best found.",
            show_default=False,
        ),
    ] = None,
    dedupe: Annotated[
        bool,
        typer.Option(
            "--dedupe",
            help="No two puzzles that are the same but for names, order of lines and turns.",
        ),
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="The same seed gives the same puzzles.", show_default="random"
        ),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="N", help="Processes.")] = 1,
    attempts: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Give up on a puzzle after this many.",
            show_default="10000, 500 or 50",
        ),
    ] = None,
    backend: BackendSpec = None,
    to: Annotated[
        str | None,
        format_option("--to", text="The format of the puzzles"),
    ] = None,
    json: AsJson = False,
) -> Exit:
    """Make puzzles or full grids, or finish a puzzle.

    Clues are removed from a full grid as long as the solution stays unique: without --clues,
    --minimal or --difficulty, until no clue, or group of symmetric clues, can go. Every puzzle is
    checked again by another backend. The same seed gives the same puzzles with any number of jobs,
    and after Ctrl-C every finished puzzle has been printed.

    --holes asks nothing of the solutions: 'nonet check' tells how many there are.

    --finish adds the fewest givens that make a puzzle unique, and says whether fewer might do.

    For training models, 'nonet generate --count 10000 | nonet dataset --out FOLDER' writes Parquet.

    --difficulty and --hardest-step try puzzles until one is as hard as asked. The work in
    --difficulty is that of the norvig solver: 'singles' needs no search, 'search' some; 'nodes'
    counts its nodes, and 'depth' the steps of its longest chain.
    """
    from nonet.generation import Request, Symmetry

    if count < 1 or jobs < 1:
        raise typer.BadParameter("--count and --jobs take 1 or more")
    refuse_idle(context)
    if count > 1 and holds_one(to):
        raise typer.BadParameter(f"--to {to} holds one puzzle: leave out --count")
    if finish is not None:
        return finish_puzzles(finish, Printer(1, 0, to, json), backend, limits(time, None))
    require_one_stdin(source, pattern)
    model = _model(source, order, boxes, rules)
    seed = secrets.randbelow(10**6) if seed is None else seed
    output = Printer(count, seed, to, json)
    if holes is not None:
        return make_holed(output, model, holes, backend)
    if full:
        return make_grids(output, model, backend, first_row)
    if symmetry not in list(Symmetry):
        raise typer.BadParameter(f"--symmetry is one of {', '.join(Symmetry)}, not {symmetry!r}")
    request = Request(
        model,
        clues=_range(clues),
        fewest=clues == "fewest",
        minimal=minimal,
        symmetry=Symmetry(symmetry),
        pattern=_pattern(pattern, model),
        difficulty=_band(difficulty, hardest_step),
        attempts=attempts,
        seconds=limits(time, None).seconds,
        backend=backend,
    )
    return make_puzzles(output, request, jobs, dedupe)


def _model(source: str | None, order: int, boxes: str | None, rules: str) -> Puzzle:
    from nonet.generation import empty_board

    if source is not None:
        return only_puzzle([source], "--from")
    if boxes is None:
        return empty_board(rules, order)
    found = re.fullmatch(r"(\d{1,3})[x×](\d{1,3})", boxes)
    if not found:
        raise typer.BadParameter(f"--boxes takes HEIGHTxWIDTH such as 2x3, not {boxes!r}")
    return empty_board(rules, boxes=(int(found[1]), int(found[2])))


def _band(difficulty: str | None, hardest: str | None) -> Band | None:
    from nonet.generation import Band, parse_range

    if difficulty is None and hardest is None:
        return None
    band = Band() if difficulty is None else Band.parse(difficulty)
    return band if hardest is None else replace(band, hardest=parse_range(hardest))


def _range(clues: str | None) -> Range | None:
    from nonet.generation import parse_range

    return None if clues in (None, "fewest") else parse_range(clues)


def _pattern(source: str | None, model: Puzzle) -> tuple[int, ...] | None:
    if source is None:
        return None
    drawn = only_puzzle([source], "--pattern")
    if (drawn.grid.rows, drawn.grid.columns) != (model.grid.rows, model.grid.columns):
        size = f"{drawn.grid.rows}×{drawn.grid.columns}"
        board = f"{model.grid.rows}×{model.grid.columns}"
        raise PuzzleError(f"--pattern: a board of {size} for puzzles of {board}")
    return tuple(cell for cell, value in enumerate(drawn.givens) if value is not None)
