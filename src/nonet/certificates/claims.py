"""Claims for ACL2: that a puzzle has some solutions and no others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from nonet.certificates.certificate import ENCODING
from nonet.encodings.cnf import write_rules
from nonet.encodings.options import Encoding
from nonet.encodings.writer import Meaning, Writer
from nonet.model.constraints import (
    AllDifferent,
    AnyOf,
    Candidates,
    Constraint,
    Count,
    Linear,
    Regular,
    Relation,
)
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Rows
from nonet.solvers import Solution

#: A list in Lisp. The text "." before the last item makes a pair.
_Form: TypeAlias = int | str | Sequence["_Form"]

#: The maximum number of auxiliary variables. For more, ACL2 would need minutes.
MOST_MEANINGS = 10_000


@dataclass(frozen=True)
class Claim:
    """A claim about a classic puzzle, or about the primitives of another puzzle, as lines."""

    about: Literal["puzzle", "primitives"]
    lines: Iterable[str]


def claim_of(puzzle: Puzzle, solutions: Iterable[Solution]) -> Claim | None:
    """Return the claim that a puzzle has these solutions and no others.

    Return None if the formula of the puzzle is too large for ACL2, or has cuts.

    For a classic puzzle, the lines have the height and the width of a box, the givens with 0 for an
    empty cell, and each solution.

    >>> from nonet.formats import classic
    >>> claim_of(classic("12..34..2......3", order=2), []).lines
    ['2 2', '1 2 0 0 3 4 0 0 2 0 0 0 0 0 0 3']

    For any other puzzle, each line is a list in Lisp: the candidates of all cells, the primitives,
    and the solutions. The last lines help ACL2 to find the proof: the lowest and highest value, and
    the meanings of the auxiliary variables.

    >>> from nonet.rules import Cage
    >>> print(*claim_of(Puzzle(Grid(1, 2), rules=(Cage((0, 1), 3),)), [(1, 2)]).lines, sep="\\n")
    ((1 2) (1 2))
    ((different 0 1) (sum ((1 . 0) (1 . 1)) (3)))
    ((1 2))
    (1 2)
    ((5 digits (0 1) 1 2))
    """
    boxes = puzzle.rules[-1] if puzzle.rules else None
    if isinstance(boxes, Boxes) and min(boxes.height, boxes.width) > 1:
        shape, side = (boxes.height, boxes.width), boxes.height * boxes.width
        board = Puzzle(Grid(side, side), rules=(Rows(), Columns(), Boxes(*shape)))
        if (puzzle.grid, puzzle.rules, puzzle.marks) == (board.grid, board.rules, board.marks):
            givens = [given or 0 for given in puzzle.givens]
            numbers = (shape, givens, *solutions)
            return Claim("puzzle", [" ".join(map(str, line)) for line in numbers])
    if puzzle.needs_cuts():
        return None
    marks = [puzzle.grid.full] * len(puzzle.grid.cells)
    writer = Writer(puzzle.geometry, marks, Encoding.of(ENCODING.split(",")))
    write_rules(writer)
    if len(writer.meanings) > MOST_MEANINGS:
        return None
    return Claim("primitives", _about_primitives(puzzle, solutions, writer.meanings))


def _about_primitives(
    puzzle: Puzzle, solutions: Iterable[Solution], meanings: Mapping[int, Meaning]
) -> Iterator[str]:
    grid, constraints = puzzle.grid, puzzle.geometry.constraints
    yield _text([tuple(grid.values_of(domain)) for domain in puzzle.domains])
    yield _text(list(map(_form, constraints)))
    yield _text(list(solutions))
    yield _text((grid.values[0], grid.values[-1]))
    numbers = {part: number for number, part in enumerate(_flat(constraints))}
    yield _text([(number, *_meaning(meanings[number], numbers, grid)) for number in meanings])


def _text(form: _Form) -> str:
    if isinstance(form, int | str):
        return str(form)
    return f"({' '.join(map(_text, form))})"


def _places(places: Iterable[tuple[int, int]]) -> tuple[_Form, ...]:
    merged: dict[int, int] = {}
    for coefficient, cell in places:
        merged[cell] = merged.get(cell, 0) + coefficient
    return tuple((coefficient, ".", cell) for cell, coefficient in merged.items())


def _form(part: Constraint | Candidates) -> tuple[_Form, ...]:
    match part:
        case AllDifferent(cells):
            return "different", *cells
        case Candidates(cell, values):
            return "among", cell, *sorted(values)
        case Relation(a, b, allowed):
            return "pair", a, b, *sorted(allowed)
        case Linear(terms, op, total):
            if isinstance(total, frozenset):
                return "sum", _places(terms), sorted(total)
            if op == "==":
                return "sum", _places(terms), [total]
            return "at-most" if op == "<=" else "at-least", _places(terms), total
        case Count(cells, values, allowed):
            return "count", _places((1, c) for c in cells), sorted(allowed), sorted(values)
        case Regular(cells, automaton):
            places = [(1, ".", cell) for cell in cells]
            moves = [[(v, ".", state) for v, state in row] for row in automaton.transitions]
            return "word", places, sorted(automaton.accepting), moves
        case AnyOf(alternatives):
            return "any", *(tuple(map(_form, parts)) for parts in alternatives)
    raise NotImplementedError(f"ACL2 does not know {type(part).__name__}")


def _flat(parts: Iterable[Constraint | Candidates]) -> Iterator[Constraint | Candidates]:
    for part in parts:
        yield part
        if isinstance(part, AnyOf):
            for alternative in part.alternatives:
                yield from _flat(alternative)


def _meaning(meaning: Meaning, numbers: Mapping[Any, int], grid: Grid) -> tuple[_Form, ...]:
    """Return what an auxiliary variable means. Primitives are replaced by their numbers."""
    match meaning:
        case "after", constraint, int(place), tuple(states):
            return "after", place, numbers[constraint], *states
        case "any", tuple(parts):
            return "any", *(numbers[part] for part in parts)
        case str(kind), int(cell), int(mask):
            return kind, cell, *grid.values_of(mask)
        case str(kind), tuple(cells), int(mask):
            return kind, cells, *grid.values_of(mask)
    raise ValueError(f"{meaning} is not a meaning")
