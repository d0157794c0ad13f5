"""``nonet encode``: a puzzle in the language of a solver, and the sizes of CNF encodings."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import only_puzzle
from nonet.cli.common.options import option
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
        option("--to LANGUAGE", f"{', '.join(Language)}.", show_default="dimacs"),
    ] = None,
    options: Annotated[str, option("--options WORDS", "Options of the encoding (a,b,c).")] = "",
    out: Annotated[
        str | None, option("--out -o FILE", "Write a file.", show_default="stdout")
    ] = None,
    stats: Annotated[bool, option("--stats", "Print the size of every CNF encoding.")] = False,
    json: Annotated[
        bool, option("--json", "Print the sizes as JSON Lines, one per encoding.")
    ] = False,
) -> Exit:
    """Write one puzzle in the language of a solver.

    The PUZZLE is a file, '-' for stdin, or the puzzle itself. Without it, nonet reads stdin.

    \b
    Options of a CNF, as in the spec pysat:glucose4/ladder,raw:
      the at-most-one encoding     'nonet encode --stats' lists them
      extended, minimal            the clauses of a cell and a house
      propagated, givens, raw      the reduction before encoding
    Options of CP-SAT: integer, boolean

    The comments in a CNF file name the pencil mark of each variable. 'nonet decode' reads the reply
    of a SAT solver. For CP-SAT, a FILE that ends in .pb is binary, and .pbtxt is text.
    """
    if stats and (to or out):
        raise typer.BadParameter(f"use either --stats or {'--to' if to else '--out'}")
    if json and not stats:
        raise typer.BadParameter("--json needs --stats")
    if out:
        require_other_files(out, puzzles or ["-"])
    puzzle = only_puzzle(puzzles, "encode", reading())
    if stats:
        print_sizes(puzzle, options, json)
    else:
        export(puzzle, to or Language.DIMACS, options, out)
    return Exit.ANSWERED


def export(puzzle: Puzzle, to: Language, options: str, output: str | None) -> None:
    """Write a puzzle to stdout or a file; a CP-SAT file named ``.pb`` is binary."""
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
    """Yield the lines of a CNF, then print a note if the givens alone solve the puzzle."""
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
