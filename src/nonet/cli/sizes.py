"""The sizes of a puzzle's CNF encodings, one line each."""

from __future__ import annotations

import json as json_module
from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING

from nonet.errors import TooLarge

if TYPE_CHECKING:
    from nonet.encodings.options import Encoding
    from nonet.puzzle import Puzzle

_HEAD = ("options", "marks", "auxiliaries", "clauses", "literals", "native")
#: As wide as the longest name of an encoding, and as the numbers of the largest boards.
_WIDTHS = (26, 8, 12, 10, 11, 9)


def print_sizes(puzzle: Puzzle, options: str, as_json: bool) -> None:
    """Print the size of each encoding that has all these options, as soon as it is known."""
    from nonet.encodings.options import Encoding
    from nonet.encodings.sizes import ENCODINGS

    wanted = {word for word in options.split(",") if word}
    Encoding.of(wanted)  # which refuses what no encoding has
    chosen = [encoding for encoding in ENCODINGS if wanted <= set(encoding.words)]
    if as_json:
        for encoding in chosen:
            print(json_module.dumps(_record(puzzle, encoding)), flush=True)
        return
    _print_row(_HEAD)
    for number, (_, group) in enumerate(groupby(chosen, key=lambda encoding: encoding.reduction)):
        if number:
            print()
        for encoding in group:
            _print_row(_row(puzzle, encoding))


def _record(puzzle: Puzzle, encoding: Encoding) -> dict[str, object]:
    from nonet.encodings.sizes import size

    record: dict[str, object] = {"options": _name(encoding), **asdict(encoding)}
    try:
        numbers = asdict(size(puzzle, encoding))
    except TooLarge as error:
        return record | {"error": str(error)}
    del numbers["encoding"]
    return record | numbers


def _row(puzzle: Puzzle, encoding: Encoding) -> tuple[str, ...]:
    from nonet.encodings.sizes import size

    try:
        found = size(puzzle, encoding)
    except TooLarge:
        return _name(encoding), "too large"
    numbers = found.marks, found.auxiliaries, found.clauses, found.literals
    return (_name(encoding), *map(str, numbers), str(found.constraints or ""))


def _name(encoding: Encoding) -> str:
    """Return the options that choose an encoding, and a word for the default too."""
    return str(encoding) or encoding.at_most_one


def _print_row(cells: tuple[str, ...]) -> None:
    first, *rest = cells
    right = "".join(f"{cell:>{width}}" for cell, width in zip(rest, _WIDTHS[1:], strict=False))
    print(f"{first:<{_WIDTHS[0]}}{right}".rstrip(), flush=True)
