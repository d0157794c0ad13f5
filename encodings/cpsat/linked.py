"""The linked CP-SAT model: a variable for each cell *and* a literal for each pencil mark.

Channelling constraints link each cell to its literals. Every other constraint is written twice:
over the cells and over the literals. Textbooks call this redundant modelling. It does not help
here, because CP-SAT creates the literals of a cell anyway. The other two forms are faster on every
puzzle that we measured.
"""

from __future__ import annotations

from dataclasses import dataclass

from ortools.sat.python.cp_model import CpModel

from nonet.encodings.cpsat.boolean import BooleanModel, add_to_literals, new_literals
from nonet.encodings.cpsat.bounds import require_room
from nonet.encodings.cpsat.integer import IntegerModel, add_to_cells, new_cells
from nonet.puzzle import Puzzle
from nonet.system.limits import check_limits


@dataclass(frozen=True)
class LinkedModel(IntegerModel, BooleanModel):
    """A model with the variables of the integer form, followed by the literals of the Boolean form.

    >>> from ortools.sat.python.cp_model import CpSolver
    >>> from nonet.model.grid import Grid
    >>> from nonet.rules import Columns, Rows
    >>> latin = Puzzle(Grid(2, 2), rules=(Rows(), Columns())).with_givens({0: 2})
    >>> linked, solver = encode_linked(latin), CpSolver()
    >>> [variable.name for variable in linked.model.proto.variables][:6]
    ['r1c1', 'r1c2', 'r2c1', 'r2c2', 'r1c1=2', 'r1c2=1']
    >>> solver.solve(linked.model).name, linked.decode(solver)
    ('OPTIMAL', (2, 1, 1, 2))
    """

    block = BooleanModel.block


def encode_linked(puzzle: Puzzle) -> LinkedModel:
    """Return the model with both sets of variables. Every constraint is added for each set.

    >>> from nonet.formats import classic
    >>> linked = encode_linked(classic("1..............."))
    >>> len(linked.cells), len(linked.literals)
    (16, 61)
    """
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
