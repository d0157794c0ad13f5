"""A puzzle in the languages of solvers, on stdout or in a file."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING

import typer

from nonet.files import write_whole

if TYPE_CHECKING:
    from nonet.encodings.cpsat import CpSatModel
    from nonet.puzzle import Puzzle


class Language(StrEnum):
    """What a puzzle can be written in."""

    DIMACS = "dimacs"
    OPB = "opb"
    CPSAT = "cpsat"
    MINIZINC = "minizinc"


def export(puzzle: Puzzle, to: Language, options: str, output: str | None) -> None:
    """Write a puzzle; the name of a file for CP-SAT says whether it is binary."""
    if output is None:
        for line in _lines(puzzle, to, options):
            print(line)
    elif to is Language.CPSAT and output.endswith(".pb"):
        from nonet.encodings.cpsat import serialize

        write_whole(output, [serialize(_cpsat(puzzle, options), binary=True)])
    else:
        write_whole(output, (f"{line}\n".encode() for line in _lines(puzzle, to, options)))


def _lines(puzzle: Puzzle, to: Language, options: str) -> Iterator[str]:
    if to is Language.DIMACS:
        from nonet.encodings import cnf, dimacs

        return dimacs.write(cnf.encode(puzzle, options))
    if to is Language.CPSAT:
        from nonet.encodings.cpsat import serialize

        return iter(serialize(_cpsat(puzzle, options)).decode().splitlines())
    if options:
        raise typer.BadParameter(f"--to {to} has no options such as {options!r}")
    from nonet.encodings import minizinc, opb

    return opb.write(puzzle) if to is Language.OPB else minizinc.write(puzzle)


def _cpsat(puzzle: Puzzle, options: str) -> CpSatModel:
    from nonet.encodings.cpsat import encode_boolean, encode_integer

    if options == "boolean":
        return encode_boolean(puzzle)
    if options not in ("", "integer"):
        raise typer.BadParameter(f"--to cpsat takes 'integer' or 'boolean', not {options!r}")
    return encode_integer(puzzle)
