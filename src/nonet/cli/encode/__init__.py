"""``nonet encode``: what solvers read, how large it is, and an answer in their dialect."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import only_puzzle
from nonet.cli.common.output import shown, stdout_named
from nonet.cli.common.verbs import reading
from nonet.cli.encode.sizes import note_if_solved, print_sizes
from nonet.system.files import require_other_files, write_whole

if TYPE_CHECKING:
    from nonet.encodings.cnf import Cnf
    from nonet.encodings.cpsat import CpSatModel
    from nonet.puzzle import Puzzle


class Language(StrEnum):
    """The languages a puzzle can be written in."""

    DIMACS = "dimacs"
    OPB = "opb"
    CPSAT = "cpsat"
    MINIZINC = "minizinc"


def encode(
    puzzles: Annotated[list[str] | None, typer.Argument(metavar="[PUZZLE]", hidden=True)] = None,
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
            help="The encoding, in the words of a spec such as pysat:glucose4/ladder,raw: a way "
            "to say at-most-one; extended or minimal; propagated, givens or raw. For CP-SAT, "
            "integer or boolean.",
            show_default=False,
        ),
    ] = "",
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write a file, in full or not at all; for CP-SAT, .pb is binary and .pbtxt text.",
            show_default="stdout",
        ),
    ] = None,
    stats: Annotated[
        bool,
        typer.Option("--stats", help="Print the size of every CNF encoding instead."),
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help="With --stats: JSON Lines, one per encoding.")
    ] = False,
) -> Exit:
    """Write one puzzle in the language of a solver.

    The PUZZLE is a file, '-' for stdin, or written out; without it, stdin is read. Comments in a
    CNF say which variable is which pencil mark; 'nonet decode' reads a solver's reply.
    """
    if stats and (to or out):
        raise typer.BadParameter(f"--stats and {'--to' if to else '--out'} exclude one another")
    if json and not stats:
        raise typer.BadParameter("--json is for --stats")
    if out:
        require_other_files(out, puzzles or ["-"])
    puzzle = only_puzzle(puzzles, "encode", reading())
    if stats:
        print_sizes(puzzle, options, json)
    else:
        export(puzzle, to or Language.DIMACS, options, out)
    return Exit.ANSWERED


def export(puzzle: Puzzle, to: Language, options: str, output: str | None) -> None:
    """Write a puzzle to stdout or a file; for CP-SAT the file's name says whether it is binary."""
    if output is None:
        with stdout_named():
            for line in _lines(puzzle, to, options):
                print(shown(line))
    elif to is Language.CPSAT and output.endswith(".pb"):
        from nonet.encodings.cpsat import serialize

        write_whole(output, [serialize(_cpsat(puzzle, options), binary=True)])
    else:
        write_whole(output, (f"{line}\n".encode() for line in _lines(puzzle, to, options)))


def _lines(puzzle: Puzzle, to: Language, options: str) -> Iterator[str]:
    if to is Language.DIMACS:
        from nonet.encodings import cnf

        return _with_note(puzzle, cnf.encode(puzzle, options))
    if to is Language.CPSAT:
        from nonet.encodings.cpsat import serialize

        return iter(serialize(_cpsat(puzzle, options)).decode().splitlines())
    if options:
        raise typer.BadParameter(f"--to {to} takes no --options")
    from nonet.encodings import minizinc, opb

    return opb.write(puzzle) if to is Language.OPB else minizinc.write(puzzle)


def _with_note(puzzle: Puzzle, encoded: Cnf) -> Iterator[str]:
    """Yield the lines of a CNF; once they are written, say if nothing is left to be solved."""
    from nonet.encodings import dimacs

    yield from dimacs.write(encoded)
    note_if_solved(puzzle, sum(mask.bit_count() for mask in encoded.domains))


def _cpsat(puzzle: Puzzle, options: str) -> CpSatModel:
    from nonet.encodings.cpsat import encode_boolean, encode_integer

    if options == "boolean":
        return encode_boolean(puzzle)
    if options not in ("", "integer"):
        raise typer.BadParameter(f"--to cpsat takes 'integer' or 'boolean', not {options!r}")
    return encode_integer(puzzle)
