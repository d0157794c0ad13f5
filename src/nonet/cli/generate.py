"""``nonet generate``: make random puzzles with one solution, or full grids."""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

import typer

from nonet.cli.common import options
from nonet.cli.common.answers import Texts, holds_one
from nonet.cli.common.exits import Exit, complain, require, require_choice
from nonet.cli.common.inputs import only_puzzle
from nonet.cli.common.options import option
from nonet.cli.common.output import drawing, line, put_record, tell
from nonet.cli.common.progress import result_bar
from nonet.cli.common.transcript import MOST_DRAWN
from nonet.formats import one_line, write
from nonet.puzzle import Puzzle

if TYPE_CHECKING:
    from nonet.generation import Made, Request
    from nonet.solvers import Solution

#: JSON records have the difficulty of boards with at most this many values. On larger boards, the
#: solver norvig may take hours, so only --difficulty lets nonet measure the difficulty.
MOST_MEASURED = 9

#: The options that work together with --holes.
_WITH_HOLES = {"--holes", "--order", "--rules", "--from", "--count", "--seed", "--backend"}
_WITH_HOLES |= {"--to", "--json"}

#: Some arguments of `nonet.generate` have other names on the command line.
_OPTIONS = {
    "seconds": "--time",
    "hardest_step": "--difficulty step=",
    "attempts": "attempts (in Python)",
}


def generate(
    context: typer.Context,
    count: int = option("--count -c N", "Make this many.", default=1),
    order: str = option(
        "--order N|HxW", "3 for 9×9, 4 for 16×16, or the size of a box: 2x3 for 6×6.", default="3"
    ),
    rules: str = option(
        "--rules -r NAMES", "More rules, such as diagonal,antiknight,windoku.", default=""
    ),
    source: str | None = option("--from PUZZLE", "Use the rules and givens of this puzzle."),
    clues: str | None = option("--clues N|A-B|fewest", "The number of clues, or the fewest found."),
    minimal: bool = option("--minimal", "Make every clue necessary."),
    symmetry: str = option("--symmetry -s NAME", "The symmetry of the clues.", default="none"),
    difficulty: str | None = option(
        "--difficulty -d BAND", "The difficulty, such as easy or 3.0-4.5."
    ),
    holes: int | None = option("--holes N", "Empty N cells of a full grid. 0 makes full grids."),
    time: float | None = options.TIME,
    seed: int | None = option(
        "--seed N", "The same seed gives the same puzzles.", show_default="random"
    ),
    jobs: int = options.JOBS,
    backend: str | None = options.BACKEND,
    to: str | None = options.format_option("Write the puzzles in this format."),
    json: bool = options.JSON,
) -> Exit:
    """Make random puzzles with one solution, or full grids.

    nonet removes clues from a full grid while the solution stays unique. By default, it stops when
    it can remove no other clue. With --symmetry, it removes groups of symmetric clues.

    A second backend checks every puzzle again. The same seed gives the same puzzles with any number
    of jobs.

    --from takes a file, '-' for stdin, or the puzzle itself. It replaces --order and --rules.

    With --holes, a puzzle may have several solutions. Use 'nonet check' to find out.

    \b
    Symmetries: none, rotational, rotational90, horizontal, vertical, diagonal,
    dihedral

    \b
    Bands of --difficulty, one or several (a,b,c):
      easy, medium, hard,   the difficulty of a classic puzzle, as in 'nonet rate'
      "very hard", extreme
      3.0-4.5               the ER of a classic puzzle, as in 'nonet rate'
      step=A-B              the cost of the hardest step, as in 'nonet rate'
      singles, search       solved by the norvig solver without search, or with search
      nodes=A-B, depth=A-B  norvig's search nodes, and its longest chain of deductions

    For training models, 'nonet generate --count 10000 | nonet dataset --out FOLDER' writes Parquet.
    'nonet canon --dedupe' keeps one of each class of equivalent puzzles.

    In Python, nonet.generate also takes a pattern of clues and a number of attempts.
    """
    from nonet.generation import Band, Request, Symmetry, parse_range

    require(count >= 1 and jobs >= 1, "--count and --jobs take 1 or more")
    _refuse_idle(context)
    is_fit = count == 1 or not holds_one(to)
    require(is_fit, f"--to {to} writes a single puzzle. Omit --count.")
    model = _model(source, order, rules)
    seed = secrets.randbelow(10**6) if seed is None else seed
    output = _Output(count, seed, to, json)
    if holes is not None:
        return _make_boards(output, model, holes, backend)
    require_choice("--symmetry", symmetry, Symmetry)
    request = Request(
        model,
        clues=None if clues in (None, "fewest") else parse_range(clues),
        fewest=clues == "fewest",
        minimal=minimal,
        symmetry=Symmetry(symmetry),
        difficulty=None if difficulty is None else Band.parse(difficulty),
        seconds=options.limits(time, None).seconds,
        backend=backend,
    )
    return _make_puzzles(output, request, jobs)


def _refuse_idle(context: typer.Context) -> None:
    given = [
        max(param.opts, key=len)
        for param in context.command.params
        if param.name in context.params
        and getattr(context.get_parameter_source(param.name), "name", "") == "COMMANDLINE"
    ]
    for flag in given:
        is_used = "--holes" not in given or flag in _WITH_HOLES
        require(is_used, f"{flag} has no effect with --holes")
    for pair in (("--to", "--json"), ("--from", "--order"), ("--from", "--rules")):
        require(not {*pair} <= {*given}, f"use either {' or '.join(pair)}")


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


@dataclass
class _Output:
    """Prints each board as a JSON record, a text in a format, a drawing or a line."""

    count: int
    seed: int
    to: str | None
    as_json: bool

    def __post_init__(self) -> None:
        self.texts = Texts(self.to)
        self.draws = sys.stdout.isatty() and self.count <= MOST_DRAWN

    def put(
        self, index: int, board: Puzzle, fields: dict[str, Any], solution: Solution | None = None
    ) -> None:
        """Print a puzzle or, if there is a solution, the full board."""
        if self.as_json:
            put_record({"index": index, "seed": self.seed} | fields)
        elif self.to:
            full = board if solution is None else board.with_givens(dict(enumerate(solution)))
            self.texts.put(write(full, self.to), full)
        elif self.draws:
            self.texts.put(drawing(board, solution))
        else:
            self.texts.put(one_line(board) if solution is None else line(board, solution))

    def conclude(self) -> Exit:
        """Print notes on lost metadata. On a terminal, also print the seed."""
        self.texts.note_losses()
        if sys.stderr.isatty() and not self.as_json:
            sys.stdout.flush()
            tell(f"seed {self.seed}")
        return Exit.ANSWERED


def _make_boards(output: _Output, model: Puzzle, holes: int, backend: str | None) -> Exit:
    from nonet.generation import dig, full_grids

    made: Iterator[tuple[Puzzle, dict[str, Any], Solution | None]]
    if holes == 0:
        grids = full_grids(model, output.seed, backend)
        made = ((model, {"solutions": [line(model, grid)]}, grid) for grid in grids)
    else:
        puzzles = dig(model, holes, output.seed, backend)
        made = ((each, {"puzzle": one_line(each), "holes": holes}, None) for each in puzzles)
    with result_bar("Making", output.count) as bar:
        for index, board in enumerate(islice(made, output.count)):
            bar.show(partial(output.put, index, *board))
    return output.conclude()


def _make_puzzles(output: _Output, request: Request, jobs: int) -> Exit:
    from nonet.generation import Tried, Unmet, outcomes

    tried: dict[int, int] = {}

    def show(made: Made) -> None:
        fields = _fields(request, made) if output.as_json else {}
        output.put(made.index, made.puzzle, fields)

    with (
        result_bar("Making", output.count) as bar,
        closing(outcomes(request, output.count, output.seed, jobs)) as found,
    ):
        for outcome in found:
            if isinstance(outcome, Tried):
                tried[outcome.index] = outcome.attempts
                bar.note(description=f"Making ({sum(tried.values()):,} tried)")
            elif isinstance(outcome, Unmet):
                complain(outcome.message_with(lambda name: _OPTIONS.get(name, f"--{name}")))
                return Exit.LIMIT
            else:
                bar.show(partial(show, outcome))
    return output.conclude()


def _fields(request: Request, made: Made) -> dict[str, Any]:
    from nonet.generation import second_opinion
    from nonet.generation.attempts import digger

    difficulty: dict[str, Any] = {}
    asks_for_work = request.difficulty is not None and request.difficulty.asks_for_work
    if asks_for_work or len(request.model.grid.values) <= MOST_MEASURED:
        found = made.difficulty
        difficulty = {"nodes": found.nodes, "depth": found.depth, "singles": found.singles}
    if request.is_slow:
        rating = made.rating
        hardest = {unit: path.hardest for unit, path in rating.paths.items()}
        difficulty |= {"er": rating.er, "hardest": hardest}
    return {
        "puzzle": one_line(made.puzzle),
        "verdict": "unique",
        "solutions": [line(made.puzzle, made.solution)],
        "clues": made.clues,
        "symmetry": str(request.symmetry),
        **difficulty,
        "attempts": made.attempts,
        "backend": digger(request).spec,
        "checked": second_opinion(request),
    }
