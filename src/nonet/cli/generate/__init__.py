"""``nonet generate``: random puzzles with one solution, or full grids."""

from __future__ import annotations

import re
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.common.conversion import holds_one
from nonet.cli.common.exits import Exit, require_choice
from nonet.cli.common.inputs import only_puzzle
from nonet.cli.common.options import (
    AsJson,
    BackendSpec,
    Jobs,
    Seconds,
    format_option,
    limits,
    option,
)
from nonet.cli.generate.products import Printer, make_grids, make_holed, make_puzzles

if TYPE_CHECKING:
    from nonet.generation import Band, Range
    from nonet.puzzle import Puzzle


def generate(
    context: typer.Context,
    count: Annotated[int, option("--count -c N", "How many.")] = 1,
    order: Annotated[
        str, option("--order N|HxW", "3 for 9×9, 4 for 16×16; or the boxes: 2x3 for 6×6.")
    ] = "3",
    rules: Annotated[
        str, option("--rules -r NAMES", "More rules, such as diagonal,antiknight,windoku.")
    ] = "",
    source: Annotated[
        str | None, option("--from PUZZLE", "Use the rules and givens of this puzzle.")
    ] = None,
    clues: Annotated[
        str | None, option("--clues N|A-B|fewest", "The number of clues, or the fewest found.")
    ] = None,
    minimal: Annotated[bool, option("--minimal", "Make every clue necessary.")] = False,
    symmetry: Annotated[str, option("--symmetry -s NAME", "The symmetry of the clues.")] = "none",
    difficulty: Annotated[
        str | None, option("--difficulty -d BAND", "The difficulty, such as 3.0-4.5 or singles.")
    ] = None,
    holes: Annotated[
        int | None, option("--holes N", "Empty N cells of a full grid; 0 makes full grids.")
    ] = None,
    time: Seconds = None,
    seed: Annotated[
        int | None,
        option("--seed N", "The same seed gives the same puzzles.", show_default="random"),
    ] = None,
    jobs: Jobs = 1,
    backend: BackendSpec = None,
    to: Annotated[str | None, format_option("Write this format.")] = None,
    json: AsJson = False,
) -> Exit:
    """Make random puzzles with one solution, or full grids.

    nonet removes clues from a full grid while the solution stays unique. Without --clues, --minimal
    and --difficulty, it stops when it can remove no clue, or no group of symmetric clues. Another
    backend checks every puzzle again. The same seed gives the same puzzles with any number of jobs.
    After Ctrl-C, all finished puzzles are printed.

    --from takes a file, '-' for stdin, or the puzzle itself. It replaces --order and --rules.

    With --holes, the puzzles may have several solutions; 'nonet check' tells.

    \b
    Symmetries: none, rotational, rotational90, horizontal, vertical, diagonal,
    dihedral

    \b
    Bands of --difficulty, one or several (a,b,c):
      3.0-4.5               the ER of a classic puzzle, as in 'nonet rate'
      step=A-B              the cost of the hardest step, as in 'nonet rate'
      singles, search       whether the norvig solver has to search
      nodes=A-B, depth=A-B  its search nodes, and its longest chain of guesses

    For training models, 'nonet generate --count 10000 | nonet dataset --out FOLDER' writes Parquet.
    'nonet canon --dedupe' keeps one of each class of equivalent puzzles.

    In Python, nonet.generate also takes a pattern of clues and a number of attempts,
    nonet.fewest_givens completes an unfinished puzzle, and nonet.generation.completions completes a
    first row.
    """
    from nonet.generation import Request, Symmetry

    if count < 1 or jobs < 1:
        raise typer.BadParameter("--count and --jobs take 1 or more")
    _refuse_idle(context)
    if count > 1 and holds_one(to):
        raise typer.BadParameter(f"--to {to} holds one puzzle: omit --count")
    model = _model(source, order, rules)
    seed = secrets.randbelow(10**6) if seed is None else seed
    output = Printer(count, seed, to, json)
    if holes == 0:
        return make_grids(output, model, backend)
    if holes is not None:
        return make_holed(output, model, holes, backend)
    require_choice("--symmetry", symmetry, Symmetry)
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


#: The options that work together with --holes.
_WITH_HOLES = {"holes", "order", "rules", "source", "count", "seed", "backend", "to", "json"}


def _refuse_idle(context: typer.Context) -> None:
    """Refuse an option that would have no effect."""
    given = [name for name in context.params if _is_given(context, name)]
    idle = [name for name in given if "holes" in given and name not in _WITH_HOLES]
    if idle:
        raise typer.BadParameter(f"{_flag(context, idle[0])} has no effect with --holes")
    if "to" in given and "json" in given:
        raise typer.BadParameter("use either --to or --json")
    for name in ("order", "rules"):
        if name in given and "source" in given:
            raise typer.BadParameter(f"use either --from or --{name}")


def _is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _flag(context: typer.Context, name: str) -> str:
    [found] = (param for param in context.command.params if param.name == name)
    return max(found.opts, key=len)


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
    """Read a band, including ``step=A-B``, the cost of the hardest step."""
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
