"""``nonet encode``: write a puzzle in the language of a solver, or compare CNF encodings."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict
from enum import StrEnum
from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING

from nonet.cli.common.exits import Exit, complain, require
from nonet.cli.common.inputs import only_puzzle
from nonet.cli.common.options import argument, option
from nonet.cli.common.output import put, put_record, shown, stdout_named, terminal_width
from nonet.puzzle import Puzzle
from nonet.system.errors import TooLarge
from nonet.system.files import require_other_files, write_whole

if TYPE_CHECKING:
    from nonet.encodings.cpsat import CpSatModel
    from nonet.encodings.options import Encoding

#: The widths of the columns, in characters, for the largest boards.
_WIDTHS = {"marks": 8, "auxiliaries": 12, "clauses": 10, "literals": 11, "native": 9}
_FIRST = 26

#: If the terminal is narrow, leave out these columns, in this order.
_LESS_NEEDED = ("native", "literals", "marks", "auxiliaries")

#: A list of encodings is wrapped at this many characters.
_WIDE = 100


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
        export(puzzle, to or Language.DIMACS, options, out)
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

    is_expressible = to is Language.DIMACS or not puzzle.geometry.connections
    require(is_expressible, f"--to {to} cannot express connected cells: use --to dimacs")
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
    """Print the sizes of the encodings that have all these options, each as soon as it is known."""
    from nonet.encodings.options import Encoding
    from nonet.encodings.sizes import ENCODINGS

    wanted = {word for word in options.split(",") if word}
    Encoding.of(wanted)  # refuses unknown options
    chosen = [encoding for encoding in ENCODINGS if wanted <= set(encoding.words)]
    if as_json:
        for encoding in chosen:
            put_record(_record(puzzle, encoding))
            sys.stdout.flush()
        return
    columns = list(_WIDTHS)
    for name in _LESS_NEEDED:
        if _FIRST + sum(_WIDTHS[column] for column in columns) > terminal_width():
            columns.remove(name)
    _print_row("options", {name: name for name in columns})
    for reduction, group in groupby(chosen, key=lambda encoding: encoding.reduction):
        if reduction != chosen[0].reduction:
            put("")
        sizes = groupby(group, key=lambda encoding: _row(puzzle, encoding))
        for number, (row, equal) in enumerate(sizes):
            cells = {name: row[name] for name in columns if name in row}
            _print_row(_name(next(equal)), cells or row)
            _print_equal(", ".join(map(_name, equal)))
            if number == 0 and reduction == "propagated":
                _note_if_solved(puzzle, int(row.get("marks", 0)))


def _record(puzzle: Puzzle, encoding: Encoding) -> dict[str, object]:
    from nonet.encodings.sizes import size

    record: dict[str, object] = {"options": _name(encoding), **asdict(encoding)}
    try:
        numbers = asdict(size(puzzle, encoding))
    except TooLarge as error:
        return record | {"error": str(error)}
    del numbers["encoding"]
    return record | numbers


def _row(puzzle: Puzzle, encoding: Encoding) -> dict[str, str]:
    record = _record(puzzle, encoding)
    if "error" in record:
        return {"too large": "too large"}
    record["native"] = record["constraints"] or ""
    return {column: str(record[column]) for column in _WIDTHS}


def _name(encoding: Encoding) -> str:
    """Return at least one option that selects the encoding."""
    return str(encoding) or encoding.at_most_one


def _print_row(first: str, cells: dict[str, str]) -> None:
    right = "".join(f"{cell:>{_WIDTHS.get(name, 12)}}" for name, cell in cells.items())
    put(f"{first:<{_FIRST}}{right}".rstrip())
    sys.stdout.flush()


def _print_equal(names: str) -> None:
    """Print the names of encodings that have the same size as the encoding above."""
    indent = " " * 4
    width = min(terminal_width(), _WIDE) - len(indent)
    for line in wrap(names and f"the same: {names}", width):
        put(f"{indent}{line}")
