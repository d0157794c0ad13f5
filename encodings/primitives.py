"""The clauses of each primitive.

Each alternative of an `AnyOf` has a literal. The clauses of the alternative apply only if the
literal is true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from operator import add

from nonet.encodings.at_most_one import Clause
from nonet.encodings.places import supports, union
from nonet.encodings.walks import Letters, Walk, word_walk
from nonet.encodings.writer import MOST_CLAUSES, Writer
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Connected,
    Constraint,
    Count,
    Linear,
    Partition,
    Regular,
    Relation,
    Runs,
)
from nonet.propagation.digit_sets import digit_sets
from nonet.system.errors import TooLarge
from nonet.system.limits import check_limits


def write_constraint(part: object, writer: Writer) -> None:
    """Write a constraint's clauses. `Writer.exclusions` writes those of all-different groups."""
    match part:
        case AllDifferent():
            pass
        case Relation():
            _write_relation(part, writer)
        case Linear():
            sets = digit_sets(writer.geometry, part)
            if sets is None:
                _write_partial_sums(part, writer)
            else:
                _write_digit_sets(part.cells, sets, writer)
        case Count():
            _write_count(part, writer)
        case Regular():
            walk = word_walk(part, writer.grid, writer.marks)
            writer.clauses.extend(walk.clauses(partial(writer.new, "after", part)))
        case Connected():
            _write_connected(part, writer)
        case Partition():
            for each in (*part.areas(), *part.others()):
                write_constraint(each, writer)
        case Runs():
            write_constraint(part.word(writer.grid.values), writer)
        case AnyOf():
            _write_any_of(part, writer)
        case _:
            raise NotImplementedError(f"the CNF encoding does not support {type(part).__name__}")


def _write_relation(relation: Relation, writer: Writer) -> None:
    """Write a clause for each forbidden pair or for each value, to get fewer clauses."""
    conflicts = list(_conflicts(relation, writer))
    open_marks = writer.marks[relation.a].bit_count() + writer.marks[relation.b].bit_count()
    if len(conflicts) <= open_marks:
        writer.clauses.extend(conflicts)
        return
    for mark, partners in supports(relation, writer.grid, writer.marks):
        writer.write_long([-mark, *partners])


def _conflicts(relation: Relation, writer: Writer) -> Iterator[Clause]:
    grid, marks = writer.grid, writer.marks
    pairwise = writer.encoding.at_most_one == "pairwise"
    equality_excluded = pairwise and relation.b in writer.geometry.exclusions[relation.a]
    for a in grid.values_of(marks[relation.a]):
        check_limits()
        for b in grid.values_of(marks[relation.b]):
            if (a, b) not in relation.allowed and not (equality_excluded and a == b):
                yield [-grid.mark(relation.a, a), -grid.mark(relation.b, b)]


def _write_digit_sets(cells: tuple[int, ...], sets: tuple[int, ...], writer: Writer) -> None:
    """Add a variable for each digit set. The cells hold the digits of the chosen set."""
    free = [cell for cell in cells if writer.is_open(cell)]
    possible, fixed = union(writer.marks, cells), union(writer.marks, {*cells} - {*free})
    fitting = [
        digits
        for digits in sets
        if not fixed & ~digits
        and not digits & ~possible
        and all(digits & writer.marks[cell] for cell in cells)
    ]
    if fitting and not free:
        return
    chosen = [writer.new("digits", cells, digits) for digits in fitting]
    writer.clauses.append(chosen.copy())
    for variable, digits in zip(chosen, fitting, strict=True):
        check_limits()
        for value in writer.grid.values_of(possible & ~fixed):
            bit = writer.grid.bit(value)
            holders = [mark for cell in free for mark in writer.alive(cell, bit)]
            if digits & bit:
                writer.clauses.append([-variable, *holders])
            else:
                writer.clauses.extend([-variable, -mark] for mark in holders)


def _write_partial_sums(constraint: Linear, writer: Writer) -> None:
    """Add a variable for each reachable partial sum that can still become a valid total."""
    weights: dict[int, int] = {}
    for coefficient, cell in constraint.terms:
        weights[cell] = weights.get(cell, 0) + coefficient
    shares = [
        [(mark, weight * writer.grid.unmark(mark)[1]) for mark in writer.alive(cell)]
        for cell, weight in weights.items()
    ]
    walk = Walk(0, shares, add, constraint.compares)
    writer.clauses.extend(walk.clauses(partial(writer.new, "after", constraint)))


def _write_count(constraint: Count, writer: Writer) -> None:
    """Write one clause if only the lowest or highest count is forbidden. Otherwise write a walk."""
    counted = writer.grid.overlap(constraint.values)
    sure, open_cells = 0, dict[int, int]()
    for cell, times in Counter(constraint.cells).items():
        mask = writer.marks[cell]
        sure += 0 if mask & ~counted else times
        if mask & counted and mask & ~counted:
            open_cells[cell] = times
    most = sure + sum(open_cells.values())
    wrong = {number for number in range(sure, most + 1) if number not in constraint.allowed}
    if wrong == {sure}:
        writer.clauses.append([mark for cell in open_cells for mark in writer.alive(cell, counted)])
    elif wrong == {most}:
        writer.clauses.append(
            [mark for cell in open_cells for mark in writer.alive(cell, ~counted)]
        )
    elif wrong:
        letters: list[Letters] = []
        for cell, times in open_cells.items():
            hit = _one_literal(cell, counted, writer)
            letters.append([(hit, times), (-hit, 0)])
        walk = Walk(sure, letters, add, constraint.allowed.__contains__)
        writer.clauses.extend(walk.clauses(partial(writer.new, "after", constraint)))


def _one_literal(cell: int, mask: int, writer: Writer) -> int:
    """Return a literal that is true when the value of a cell is in a mask."""
    inside, outside = writer.alive(cell, mask), writer.alive(cell, ~mask)
    if len(inside) == 1:
        return inside[0]
    if len(outside) == 1:
        return -outside[0]
    literal = writer.new("among", cell, mask)
    writer.clauses += [-literal, *inside], [literal, *outside]
    writer.clauses.extend([literal, -mark] for mark in inside)
    writer.clauses.extend([-literal, -mark] for mark in outside)
    return literal


def _write_connected(constraint: Connected, writer: Writer) -> None:
    """Write that steps within the area lead from its first cell, the root, to all its cells.

    There is a variable for each cell and each number of steps: at most so many steps lead from the
    root to the cell. These are thousands of variables, so sessions use cuts instead.
    """
    mask = writer.grid.overlap(constraint.values)
    cells = [cell for cell in constraint.cells if writer.marks[cell] & mask]
    if len(cells) ** 2 > MOST_CLAUSES // 10:
        raise TooLarge(f"the area of {len(cells)} cells needs too many clauses")
    inside = {
        cell: _one_literal(cell, mask, writer)
        if writer.marks[cell] & ~mask
        else _defined([], [], writer)
        for cell in cells
    }
    reached: dict[int, int] = {}
    earlier: Clause = []  # a literal: the area has one of the cells so far
    for cell in cells:
        reached[cell] = _defined([inside[cell], *(-literal for literal in earlier)], [], writer)
        earlier = [_defined([], [inside[cell], *earlier], writer)]
    writer.clauses.append(earlier)
    near = {cell: sorted(constraint.border({cell}).intersection(cells)) for cell in cells}
    for _ in cells[1:]:
        check_limits()
        before, reached = reached, {}
        for cell in cells:
            ways = [before[other] for other in (cell, *near[cell])]
            reached[cell] = _defined([inside[cell]], ways, writer)
    writer.clauses.extend([-inside[cell], literal] for cell, literal in reached.items())
    if constraint.least > 1:
        enough = frozenset(range(constraint.least, len(cells) + 1))
        write_constraint(Count(tuple(cells), constraint.values, enough), writer)


def _defined(all_of: Clause, any_of: Clause, writer: Writer) -> int:
    """Return a new literal: all of some literals are true, and any of others if there are some."""
    literal = writer.new()
    implied = [literal, *(-each for each in all_of)]
    writer.clauses.extend([-literal, each] for each in all_of)
    writer.clauses.extend([*implied, -each] for each in any_of)
    writer.clauses.append([-literal, *any_of] if any_of else implied)
    return literal


def _write_any_of(constraint: AnyOf, writer: Writer) -> None:
    chosen: Clause = []
    for parts in constraint.alternatives:
        if len(parts) == 1 and isinstance(parts[0], Candidates):
            chosen += writer.alive(parts[0].cell, writer.grid.overlap(parts[0].values))
            continue
        chosen.append(writer.new("any", parts))
        with writer.only_if(chosen[-1]):
            for part in parts:
                check_limits()
                _write_alone(part, writer)
    writer.clauses.append(list(dict.fromkeys(chosen)))  # drop duplicates


def _write_alone(part: Constraint | Candidates, writer: Writer) -> None:
    match part:
        case AllDifferent(cells):
            possible = union(writer.marks, cells)
            if possible.bit_count() < len(cells):
                # More cells than values. From clauses for pairs of cells, a solver would need
                # exponential time to find this out.
                writer.clauses.append([])
                return
            for holders in writer.holders(cells):
                writer.at_most_one(holders)
                if possible.bit_count() == len(cells):
                    writer.clauses.append(holders)
        case Candidates(cell, values):
            mask = writer.grid.overlap(values)
            inside = writer.alive(cell, mask)
            writer.clauses.append(inside)
            if len(inside) > 1:
                writer.clauses.extend([-mark] for mark in writer.alive(cell, ~mask))
        case _:
            write_constraint(part, writer)
