"""``nonet encode``: what solvers read, how large it is, and an answer in their dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.exits import Exit
from nonet.cli.exporting import Language, export
from nonet.cli.inputs import only_puzzle
from nonet.cli.options import Alphabet, BackendSpec, Format, Nodes, Puzzles, Seconds, limits
from nonet.cli.sizes import print_sizes

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle
    from nonet.solvers import Limits

#: Exit codes of the SAT competition: satisfiable, unsatisfiable, unknown.
_DIALECT = {"satisfied": 10, "unsatisfiable": 20, "unknown": 0}


def encode(
    puzzles: Puzzles = None,
    to: Annotated[
        Language | None,
        typer.Option(
            metavar="LANGUAGE",
            help=f"What to write: {', '.join(Language)}.",
            show_default="dimacs",
        ),
    ] = None,
    options: Annotated[
        str,
        typer.Option(
            metavar="WORDS",
            help="Which encoding, in the words of a spec such as pysat:glucose4/ladder,raw: how "
            "at-most-one is said, extended or minimal, and propagated, givens or raw. For CP-SAT "
            "integer or boolean.",
            show_default=False,
        ),
    ] = "",
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write a file, whole or not at all; for CP-SAT .pb is binary and .pbtxt text.",
            show_default="stdout",
        ),
    ] = None,
    stats: Annotated[
        bool,
        typer.Option("--stats", help="Count instead: a line for each CNF encoding."),
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help="With --stats: JSON Lines, one an encoding.")
    ] = False,
    solve: Annotated[
        bool,
        typer.Option("--solve", help="Answer like a SAT solver: s and v lines, exit 10, 20 or 0."),
    ] = False,
    backend: BackendSpec = None,
    time: Seconds = None,
    nodes: Nodes = None,
    format: Format = None,
    alphabet: Alphabet = None,
) -> int:
    """Write one puzzle in the language of a solver.

    The PUZZLE is a file, '-' for stdin, or written out; without it, stdin is read. Comments in a
    CNF say which variable is which pencil mark; 'nonet decode' reads a solver's answer. The backend
    and the limits are for --solve.
    """
    _refuse_mixtures(to, output, stats, json, solve)
    puzzle = only_puzzle(puzzles, format, alphabet, "encode")
    if solve:
        return _answer(puzzle, _with_options(backend, options), limits(time, nodes))
    if stats:
        print_sizes(puzzle, options, json)
    else:
        export(puzzle, to or Language.DIMACS, options, output)
    return Exit.ANSWERED


def _refuse_mixtures(
    to: Language | None, output: str | None, stats: bool, json: bool, solve: bool
) -> None:
    """Refuse options that would have no effect beside others."""
    chosen = [name for name, said in (("--stats", stats), ("--solve", solve)) if said]
    chosen += [name for name, said in (("--to", to), ("--output", output)) if said and chosen]
    if len(chosen) > 1:
        raise typer.BadParameter(f"{chosen[0]} and {chosen[1]} exclude one another")
    if json and not stats:
        raise typer.BadParameter("--json is for --stats")


def _with_options(backend: str | None, options: str) -> str | None:
    """Return a spec with more options; those that only CNF has choose pysat."""
    if not options:
        return backend
    spec = backend or "pysat"
    return f"{spec},{options}" if "/" in spec else f"{spec}/{options}"


def _answer(puzzle: Puzzle, backend: str | None, bounds: Limits) -> int:
    from nonet.encodings import dimacs
    from nonet.uniqueness import solve

    answer = solve(puzzle, backend, bounds)
    model: tuple[int, ...] = ()
    if answer.solution is not None:
        grid = puzzle.grid
        model = tuple(
            grid.mark(cell, value) if value == held else -grid.mark(cell, value)
            for cell, held in enumerate(answer.solution)
            for value in grid.values
        )
    satisfiable = {"satisfied": True, "unsatisfiable": False}.get(answer.status)
    for line in dimacs.write_reply(dimacs.Reply(satisfiable, model)):
        print(line)
    return _DIALECT[answer.status]
