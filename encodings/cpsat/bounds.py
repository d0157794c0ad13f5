"""Code that the CP-SAT forms share: limits on the model, sums, and conditional constraints."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ortools.sat.python.cp_model import Constraint as CpConstraint
from ortools.sat.python.cp_model import CpModel, Domain, LinearExprT

from nonet.encodings.places import count_places
from nonet.model.constraints import AnyOf, Candidates, Constraint, Count, Linear
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.system.errors import TooLarge
from nonet.system.limits import check_limits

#: The limit on the number of literals in all constraints. An empty 81×81 board needs 2.1 million,
#: which take about 800 MB in the solver.
MOST_PLACES = 3_500_000

#: The limit on values and sums in a model. Sums of them must not overflow CP-SAT's 64-bit numbers.
MOST_SUM = 1 << 60


def require_room(puzzle: Puzzle) -> None:
    """Raise `TooLarge` if a model would have too many literals. The integer form gets them, too."""
    places = count_places(puzzle)
    if places > MOST_PLACES:
        raise TooLarge(
            f"CP-SAT's constraints would have {places} literals. The limit is {MOST_PLACES}"
        )


def add_any_of(
    constraint: AnyOf, model: CpModel, add: Callable[[Constraint | Candidates], None]
) -> None:
    """Add a literal for each alternative. A true literal enforces the alternative's constraints."""
    chosen, constraints = [], model.proto.constraints
    for parts in constraint.alternatives:
        chosen.append(model.new_bool_var(""))
        first = len(constraints)
        for part in parts:
            check_limits()
            add(part)
        for number in range(first, len(constraints)):
            constraints[number].enforcement_literal.append(chosen[-1].index)
    model.add_bool_or(chosen)


def require_representable(number: int) -> None:
    """Raise `TooLarge` for a number that is too large for CP-SAT."""
    if number > MOST_SUM:
        raise TooLarge(f"the number {number} is too large for CP-SAT. The limit is {MOST_SUM}")


def allowed_sums(constraint: Linear, grid: Grid) -> Domain:
    """Return the sums that satisfy the comparison.

    CP-SAT cannot represent very large totals. If no sum can reach the total, use the nearest
    integer that no sum can reach.
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
    """Return the allowed counts up to the number of cells."""
    return numbers(constraint.allowed.intersection(range(len(constraint.cells) + 1)))


def numbers(allowed: Iterable[int]) -> Domain:
    """Return the domain that has exactly these numbers."""
    return Domain.from_values(sorted(allowed))


def add_sum(model: CpModel, sum_: LinearExprT, allowed: Domain) -> CpConstraint:
    """Require that a sum is one of the allowed numbers."""
    # For a sum without variables, CP-SAT would overlook an empty domain.
    if allowed.is_empty():
        return contradict(model)
    return model.add_linear_expression_in_domain(sum_, allowed)


def contradict(model: CpModel) -> CpConstraint:
    """Add a constraint that cannot hold."""
    return model.add_bool_or([])
