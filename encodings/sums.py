"""Sums in clauses: a variable per digit set if the cells all differ, else one per partial sum."""

from __future__ import annotations

from nonet.constraints import Linear
from nonet.digitsets import digit_sets
from nonet.encodings.writer import Writer


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
    steps = [
        [(mark, weight * writer.grid.unmark(mark)[1]) for mark in writer.alive(cell)]
        for cell, weight in weights.items()
    ]
    layers = _viable_sums(steps, constraint)
    if not layers[0]:
        writer.clauses.append([])
        return
    before = {0: writer.new()}
    writer.clauses.append([before[0]])
    for step, viable in zip(steps, layers[1:], strict=True):
        after = {total: writer.new() for total in viable}
        writer.clauses.append(list(after.values()))
        for total, variable in before.items():
            for mark, share in step:
                ahead = after.get(total + share)
                writer.clauses.append([-variable, -mark] + ([ahead] if ahead else []))
        for total, variable in after.items():
            for mark, share in step:
                behind = before.get(total - share)
                writer.clauses.append([-variable, -mark] + ([behind] if behind else []))
        before = after


def _viable_sums(steps: list[list[tuple[int, int]]], constraint: Linear) -> list[list[int]]:
    """Return for each prefix of the steps its sums that can still reach a valid total."""
    reachable = [{0}]
    for step in steps:
        reachable.append({total + share for total in reachable[-1] for _, share in step})
    layers = [{total for total in reachable[-1] if constraint.compares(total)}]
    for step, reached in zip(reversed(steps), reversed(reachable[:-1]), strict=True):
        viable = {total - share for total in layers[-1] for _, share in step}
        layers.append(reached & viable)
    return [sorted(layer) for layer in reversed(layers)]
