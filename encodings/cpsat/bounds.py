"""Shared parts of the CP-SAT forms: limits on size and numbers, sums, conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from ortools.sat.python.cp_model import Constraint as CpConstraint
from ortools.sat.python.cp_model import CpModel, Domain, IntVar, LinearExprT

from nonet.encodings.places import count_places
from nonet.model.constraints import Count, Linear
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import TooLarge

#: The largest number of places of literals in constraints. An empty 36×36 has 190 thousand, and an
#: empty 81×81 has 2.1 million: either form then takes about 800 MB in the solver.
MOST_PLACES = 3_500_000

#: The largest value or sum: CP-SAT calculates in 64 bits and needs some of them itself.
MOST_SUM = 1 << 60


def require_room(puzzle: Puzzle) -> None:
    """Refuse a puzzle whose literals take too many places.

    CP-SAT turns integers into literals before it searches, so the limit holds for all forms.
    """
    places = count_places(puzzle)
    if places > MOST_PLACES:
        raise TooLarge(
            f"the literals would take {places} places in CP-SAT's constraints; "
            f"the limit is {MOST_PLACES}"
        )


@contextmanager
def only_if(model: CpModel, literal: IntVar) -> Iterator[None]:
    """Make the constraints added in a block hold only if a literal is true."""
    constraints = model.proto.constraints
    first = len(constraints)
    yield
    for number in range(first, len(constraints)):
        constraints[number].enforcement_literal.append(literal.index)


def require_representable(number: int) -> None:
    """Refuse a number that is too large for CP-SAT."""
    if number > MOST_SUM:
        raise TooLarge(f"CP-SAT would have to calculate with {number}; the limit is {MOST_SUM}")


def allowed_sums(constraint: Linear, grid: Grid) -> Domain:
    """Return the sums that satisfy the comparison.

    A total outside the range of the terms is replaced by the nearest integer outside the range,
    which means the same and fits into the solver's numbers.
    """
    low = high = 0
    for coefficient, _ in constraint.terms:
        shares = coefficient * grid.values[0], coefficient * grid.values[-1]
        low, high = low + min(shares), high + max(shares)
    below, above = low - 1, high + 1
    require_representable(max(-below, above))
    if isinstance(constraint.total, frozenset):
        return numbers(total for total in constraint.total if low <= total <= high)
    total = min(max(constraint.total, below), above)
    if constraint.op == "==":
        return Domain(total, total)
    return Domain(below, total) if constraint.op == "<=" else Domain(total, above)


def allowed_counts(constraint: Count) -> Domain:
    """Return the allowed counts, without counts above the number of cells: they may be huge."""
    return numbers(constraint.allowed.intersection(range(len(constraint.cells) + 1)))


def numbers(allowed: Iterable[int]) -> Domain:
    """Return the domain of some numbers; it may be empty."""
    return Domain.from_values(sorted(allowed))


def add_sum(model: CpModel, sum_: LinearExprT, allowed: Domain) -> CpConstraint:
    """Add that a sum is one of the allowed numbers."""
    # CP-SAT accepts a sum without variables even if the domain is empty.
    return (
        contradict(model)
        if allowed.is_empty()
        else model.add_linear_expression_in_domain(sum_, allowed)
    )


def contradict(model: CpModel) -> CpConstraint:
    """Add the empty clause."""
    return model.add_bool_or([])


def in_domains(puzzle: Puzzle, solution: Sequence[int]) -> bool:
    """Tell whether the domains allow a grid. If not, it needs no blocking clause."""
    grid = puzzle.grid
    return all(
        value in grid.values and mask & grid.bit(value)
        for value, mask in zip(solution, puzzle.domains, strict=True)
    )
