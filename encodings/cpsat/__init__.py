"""The CP-SAT encoding, in three forms.

- *integer* has a variable for each cell. It is small and fast to build, and CP-SAT creates the
  literals itself.
- *boolean* has a literal for each pencil mark. It is slower to build and faster to solve. It helps
  most with sums over cells that all differ, because such a sum gets a literal for each possible set
  of digits.
- *linked* has both: each cell is linked to its literals, and every constraint is written twice.

Variables have names like ``r1c1`` and ``r1c1=5``, so exported models are readable.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from ortools.sat.python.cp_model import CpModel

from nonet.encodings.cpsat.boolean import (
    BooleanModel,
    add_to_literals,
    encode_boolean,
    new_literals,
)
from nonet.encodings.cpsat.bounds import MOST_PLACES, MOST_SUM, require_room
from nonet.encodings.cpsat.integer import IntegerModel, add_to_cells, encode_integer, new_cells
from nonet.puzzle import Puzzle
from nonet.system.limits import check_limits
from nonet.system.reaper import temporary_folder

__all__ = ["MOST_PLACES", "MOST_SUM", "BooleanModel", "CpSatModel", "IntegerModel"]
__all__ += ["LinkedModel", "encode_boolean", "encode_integer", "encode_linked", "serialize"]


@dataclass(frozen=True)
class LinkedModel(IntegerModel, BooleanModel):
    """A model with the variables of the integer form, followed by the literals of the Boolean form.

    Channelling constraints link each cell to its literals. Every other constraint is written twice:
    over the cells and over the literals. Textbooks call this redundant modelling. It does not help
    here, because CP-SAT creates the literals of a cell anyway. The other two forms are faster on
    every puzzle that we measured.
    """

    block = BooleanModel.block


def encode_linked(puzzle: Puzzle) -> LinkedModel:
    """Return the model with both sets of variables."""
    require_room(puzzle)
    grid, model = puzzle.grid, CpModel()
    cells = new_cells(puzzle, model)
    linked = LinkedModel(puzzle, model, new_literals(puzzle, model), cells)
    for mark, literal in linked.literals.items():
        check_limits()
        cell, value = grid.unmark(mark)
        model.add(cells[cell] == value).only_enforce_if(literal)
        model.add(cells[cell] != value).only_enforce_if(~literal)
    for constraint in puzzle.constraints:
        check_limits()
        add_to_cells(constraint, linked)
        add_to_literals(constraint, linked)
    return linked


CpSatModel: TypeAlias = IntegerModel | BooleanModel | LinkedModel


def serialize(encoded: CpSatModel, *, binary: bool = False) -> bytes:
    """Return a model as a protocol buffer, in text or in binary. OR-Tools' `sat_runner` reads both.

    >>> from nonet.formats import classic
    >>> print(serialize(encode_integer(classic("1"))).decode().splitlines()[0])
    variables { name: "r1c1" domain: [1, 1] }
    """
    with temporary_folder() as folder:
        # CP-SAT writes only to files. The ending of the file name chooses the format.
        path = Path(folder, "model.pb" if binary else "model.pbtxt")
        if not encoded.model.export_to_file(str(path)):
            raise OSError(f"CP-SAT could not write to {folder}")
        return path.read_bytes()
