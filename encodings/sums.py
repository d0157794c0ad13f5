"""Sums in clauses: a variable per digit set if the cells all differ, else one per partial sum."""

from __future__ import annotations

from operator import add

from nonet.encodings.walks import Walk
from nonet.encodings.writer import Writer
from nonet.model.constraints import Linear
from nonet.propagation.digit_sets import digit_sets
from nonet.system.limits import require_means


def write_sum(constraint: Linear, writer: Writer) -> None:
    """Write the clauses of a sum."""
    sets = digit_sets(writer.geometry, constraint)
    if sets is None:
        _write_partial_sums(constraint, writer)
    else:
        _write_digit_sets(constraint.cells, sets, writer)


def _write_digit_sets(cells: tuple[int, ...], sets: tuple[int, ...], writer: Writer) -> None:
    """Write a variable per digit set; exactly the digits of the chosen set are in the cells."""
    union = fixed = 0
    for cell in cells:
        union |= writer.marks[cell]
        fixed |= 0 if writer.is_open(cell) else writer.marks[cell]
    fitting = [
        digits
        for digits in sets
        if not fixed & ~digits
        and not digits & ~union
        and all(digits & writer.marks[cell] for cell in cells)
    ]
    free = [cell for cell in cells if writer.is_open(cell)]
    if fitting and not free:
        return
    chosen = [writer.new() for _ in fitting]
    writer.clauses.append(chosen.copy())
    for variable, digits in zip(chosen, fitting, strict=True):
        require_means()
        for value in writer.grid.values_of(union & ~fixed):
            bit = writer.grid.bit(value)
            holders = [mark for cell in free for mark in writer.alive(cell, bit)]
            if digits & bit:
                writer.clauses.append([-variable, *holders])
            else:
                writer.clauses.extend([-variable, -mark] for mark in holders)


def _write_partial_sums(constraint: Linear, writer: Writer) -> None:
    """Write a variable per partial sum that is reachable and can still reach a valid total."""
    weights: dict[int, int] = {}
    for coefficient, cell in constraint.terms:
        weights[cell] = weights.get(cell, 0) + coefficient
    shares = [
        [(mark, weight * writer.grid.unmark(mark)[1]) for mark in writer.alive(cell)]
        for cell, weight in weights.items()
    ]
    walk = Walk(0, shares, add, constraint.compares)
    writer.clauses.extend(walk.clauses(writer.new))
