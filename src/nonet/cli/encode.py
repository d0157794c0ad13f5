"""``nonet encode``: write a puzzle in the language of a solver, or compare CNF encodings."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict
from enum import StrEnum
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from nonet.cli.common.exits import Exit, complain, require
from nonet.cli.common.inputs import only_puzzle
from nonet.cli.common.options import argument, option
from nonet.cli.common.output import print_table, put_record, shown, stdout_named
from nonet.puzzle import Puzzle
from nonet.system.errors import TooLarge
from nonet.system.files import require_other_files, write_whole

if TYPE_CHECKING:
    from nonet.encodings.cpsat import CpSatModel
    from nonet.encodings.options import Encoding

#: The columns of the table of sizes, after the name of the encoding.
_COLUMNS = ("marks", "auxiliaries", "clauses", "literals", "native")

#: If the terminal is narrow, leave out these columns, in this order.
_LESS_NEEDED = ("native", "literals", "marks", "auxiliaries")


class Language(StrEnum):
    """The languages a puzzle can be written in."""

    DIMACS = "dimacs"
    OPB = "opb"
    CPSAT = "cpsat"
    MINIZINC = "minizinc"


_LANGUAGES = ", ".join(Language)


def encode(
    puzzles: list[str] | None = argument("[PUZZLE]"),
    to: Language | None = option("--to LANGUAGE", f"{_LANGUAGES}.", show_default="dimacs"),
    options: str = option("--options WORDS", "Options of the encoding (a,b,c).", default=""),
    out: str | None = option("--out -o FILE", "Write to this file.", show_default="stdout"),
    stats: bool = option("--stats", "Print the size of every CNF encoding."),
    json: bool = option("--json", "Print the sizes as JSON Lines, one per encoding."),
) -> Exit:
    """Write one puzzle in the language of a solver.

    The PUZZLE is a file, '-' for stdin, or the puzzle itself. By default, nonet reads stdin.

    \b
    Options of a CNF, as in the spec pysat:glucose4/ladder,raw:
      the at-most-one encoding     'nonet encode --stats' lists them
      extended, minimal            all clauses of cells and houses, or only necessary ones
      propagated, givens, raw      how nonet reduces the puzzle before encoding it
    Options of CP-SAT: integer, boolean

    Comments in the CNF say which cell and value each variable means. 'nonet decode' reads the reply
    of a SAT solver. A FILE for CP-SAT is binary if it ends in .pb. Otherwise it is a text.
    """
    require(not (stats and (to or out)), f"use either --stats or {'--to' if to else '--out'}")
    require(stats or not json, "--json needs --stats")
    if out:
        require_other_files(out, puzzles or ["-"])
    puzzle = only_puzzle(puzzles, "encode")
    if stats:
        _print_sizes(puzzle, options, json)
    else:
        to = to or Language.DIMACS
        is_expressible = to is Language.DIMACS or not puzzle.geometry.connections
        require(is_expressible, f"--to {to} cannot express connected cells: use --to dimacs")
        export(puzzle, to, options, out)
    return Exit.ANSWERED


def export(puzzle: Puzzle, to: Language, options: str, output: str | None) -> None:
    """Write a puzzle to stdout or to a file."""
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
    from nonet.encodings import cnf, dimacs, minizinc, opb

    if to is Language.DIMACS:
        encoded = cnf.encode(puzzle, options)
        yield from dimacs.write(encoded)
        _note_if_solved(puzzle, sum(mask.bit_count() for mask in encoded.domains))
    elif to is Language.CPSAT:
        from nonet.encodings.cpsat import serialize

        yield from serialize(_cpsat(puzzle, options)).decode().splitlines()
    else:
        require(not options, f"--to {to} takes no --options")
        yield from (opb if to is Language.OPB else minizinc).write(puzzle)


def _cpsat(puzzle: Puzzle, options: str) -> CpSatModel:
    from nonet.encodings.cpsat import encode_boolean, encode_integer

    said = f"--to cpsat takes 'integer' or 'boolean', not {options!r}"
    require(options in ("", "integer", "boolean"), said)
    return encode_boolean(puzzle) if options == "boolean" else encode_integer(puzzle)


def _note_if_solved(puzzle: Puzzle, marks: int) -> None:
    """If each cell has only one mark, print a note that the givens alone solve the puzzle."""
    if marks == len(puzzle.grid.cells) and None in puzzle.givens:
        complain(
            "note: the givens determine every cell, so the clauses contain no rules. "
            "Use --options raw to encode the rules."
        )


def _print_sizes(puzzle: Puzzle, options: str, as_json: bool) -> None:
    from rich.table import Table

    from nonet.encodings.options import Encoding
    from nonet.encodings.sizes import ENCODINGS

    wanted = {word for word in options.split(",") if word}
    Encoding.of(wanted)  # refuses unknown options
    records = (_record(puzzle, each) for each in ENCODINGS if wanted <= set(each.words))
    if as_json:
        for record in records:
            put_record(record)
            sys.stdout.flush()
        return
    table = Table("options", box=None, pad_edge=False)
    for name in _COLUMNS:
        table.add_column(name, justify="right", no_wrap=True)
    marks = 0
    for number, (reduction, group) in enumerate(groupby(records, itemgetter("reduction"))):
        if number:
            table.add_row()
        for record in group:
            if reduction == "propagated":
                marks = marks or record.get("marks", 0)
            table.add_row(record["options"], *_cells(record))
    print_table(table, _LESS_NEEDED)
    _note_if_solved(puzzle, marks)


def _record(puzzle: Puzzle, encoding: Encoding) -> dict[str, Any]:
    from nonet.encodings.sizes import size

    # Name at least one option that selects the encoding.
    name = str(encoding) or encoding.at_most_one
    record = {"options": name, **asdict(encoding)}
    try:
        numbers = asdict(size(puzzle, encoding))
    except TooLarge as error:
        return record | {"error": str(error)}
    del numbers["encoding"]
    return record | numbers


def _cells(record: dict[str, Any]) -> list[str]:
    if "error" in record:
        return ["", "", "too large"]
    return [str(record[name]) for name in _COLUMNS[:-1]] + [str(record["constraints"] or "")]
