"""Making and printing the puzzles and grids of ``nonet generate``, in order."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from nonet.cli.common.conversion import LostMetadata
from nonet.cli.common.exits import Exit, complain
from nonet.cli.common.output import drawing, line, put, tell, text
from nonet.cli.common.progress import result_bar
from nonet.cli.common.signals import DelayedInterrupt
from nonet.cli.common.transcript import MOST_DRAWN

if TYPE_CHECKING:
    from nonet.generation import Made, Request
    from nonet.puzzle import Puzzle
    from nonet.solvers import Solution

#: The most values of a board whose difficulty is always measured. With more values the difficulty
#: is measured only on demand, because norvig may take hours.
MOST_MEASURED = 9


@dataclass
class Printer:
    """Prints puzzles: as records, in a format, as drawings on a terminal, or one per line."""

    count: int
    seed: int
    to: str | None
    as_json: bool
    _was_long: bool = False

    def __post_init__(self) -> None:
        self.lost = LostMetadata(self.to)

    def put(self, puzzle: Puzzle, fields: dict[str, Any]) -> None:
        """Print a puzzle as a whole, even after Ctrl-C."""
        is_drawn = sys.stdout.isatty() and self.count <= MOST_DRAWN
        put(json.dumps(fields) if self.as_json else self.written(puzzle, is_drawn))

    def written(self, puzzle: Puzzle, is_drawn: bool) -> str:
        """Return the text to print for a puzzle."""
        from nonet.formats import write

        if self.to is None:
            written = drawing(puzzle) if is_drawn else text(puzzle)
        else:
            written = write(puzzle, self.to)
            self.lost.note(puzzle, written)
        # A blank line separates texts of several lines.
        gap = "\n" if self._was_long else ""
        self._was_long = "\n" in written
        return gap + written


def make_puzzles(output: Printer, request: Request, jobs: int) -> Exit:
    """Make and print puzzles; after Ctrl-C, print all finished puzzles."""
    from nonet.generation import Queue, Tried, Unmet, outcomes

    queue = Queue()
    tried: dict[int, int] = {}

    def show(made: Made) -> None:
        output.put(made.puzzle, _record(output, request, made))

    with (
        DelayedInterrupt() as interrupt,
        result_bar("Making", output.count) as bar,
        closing(outcomes(request, output.count, output.seed, jobs)) as work,
    ):
        try:
            for some in interrupt.results(work):
                tried |= {each.index: each.attempts for each in some if isinstance(each, Tried)}
                if tried:
                    bar.note(f"Making ({sum(tried.values()):,} tried)")
                for made in queue.add(some):
                    bar(partial(show, made))
        except KeyboardInterrupt:
            for made in queue.rest():
                show(made)
            raise
        except Unmet as unmet:
            complain(unmet.message_with(_option))
            return Exit.LIMIT
    _conclude(output)
    return Exit.ANSWERED


#: The options whose names differ from those of the arguments of `nonet.generate`.
_OPTIONS = {
    "seconds": "--time",
    "hardest_step": "--difficulty step=",
    "attempts": "attempts (in Python)",
}


def _option(argument: str) -> str:
    return _OPTIONS.get(argument, f"--{argument}")


def make_grids(output: Printer, model: Puzzle, backend: str | None) -> Exit:
    """Make and print full grids."""
    from nonet.generation import full_grids

    with result_bar("Making", output.count) as bar:
        grids = full_grids(model, output.seed, backend)
        for index, grid in enumerate(islice(grids, output.count)):
            bar(partial(_show_grid, output, model, index, grid))
    _conclude(output)
    return Exit.ANSWERED


def make_holed(output: Printer, model: Puzzle, holes: int, backend: str | None) -> Exit:
    """Make and print full grids with a number of holes."""
    from nonet.generation import dig

    puzzles = islice(dig(model, holes, output.seed, backend), output.count)
    with result_bar("Making", output.count) as bar:
        for index, puzzle in enumerate(puzzles):
            place = {"index": index, "seed": output.seed}
            fields = place | {"puzzle": text(puzzle), "holes": holes}
            bar(partial(output.put, puzzle, fields))
    _conclude(output)
    return Exit.ANSWERED


def _show_grid(output: Printer, model: Puzzle, index: int, grid: Solution) -> None:
    fields = {"index": index, "seed": output.seed, "solutions": [line(model, grid)]}
    if output.as_json or output.to:
        output.put(model.with_givens(dict(enumerate(grid))), fields)
    elif sys.stdout.isatty() and output.count <= MOST_DRAWN:
        put(drawing(model, grid))
    else:
        put(line(model, grid))


def _record(output: Printer, request: Request, made: Made) -> dict[str, Any]:
    if not output.as_json:
        return {}
    from nonet.generation import second_opinion
    from nonet.generation.attempts import digger

    difficulty: dict[str, Any] = {}
    asks_for_work = request.difficulty is not None and request.difficulty.asks_for_work
    if asks_for_work or len(request.model.grid.values) <= MOST_MEASURED:
        difficulty = {
            "nodes": made.difficulty.nodes,
            "depth": made.difficulty.depth,
            "singles": made.difficulty.singles,
        }
    if request.is_slow:
        rating = made.rating
        hardest = {unit: path.hardest for unit, path in rating.paths.items()}
        difficulty |= {"er": rating.er, "hardest": hardest}
    return {
        "index": made.index,
        "seed": output.seed,
        "puzzle": text(made.puzzle),
        "verdict": "unique",
        "solutions": [line(made.puzzle, made.solution)],
        "clues": made.clues,
        "symmetry": str(request.symmetry),
        **difficulty,
        "attempts": made.attempts,
        "backend": digger(request).spec,
        "checked": second_opinion(request),
    }


def _conclude(output: Printer) -> None:
    """Print notes on lost metadata, and on a terminal the seed that repeats the run."""
    output.lost.tell()
    if sys.stderr.isatty() and not output.as_json:
        sys.stdout.flush()
        tell(f"seed {output.seed}")
