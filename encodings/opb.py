"""The pseudo-Boolean encoding, and its text format OPB.

A comparison says that a cell has exactly one of its marks, or that a sum has its total. The only
operators are ``=`` and ``>=``, because solver competitions allow no others. Nothing is propagated.
Marks that the givens exclude are in no comparison. Auxiliary variables come after the variables of
the marks. They choose among totals and alternatives, and represent states of automata.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from nonet.encodings.places import Lowered, in_domains, live_marks, supports
from nonet.encodings.walks import word_walk
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
from nonet.puzzle import Puzzle
from nonet.system.errors import TooLarge
from nonet.system.limits import check_limits

#: A term of a sum: a coefficient and a variable.
Term: TypeAlias = tuple[int, int]

#: The limit on the number of terms in all comparisons. An empty 36×36 board needs 190 thousand
#: terms, which take 400 MB in Z3.
MOST_PLACES = 1_000_000

#: The limit on the sum of all numbers in one comparison. Solvers use 32-bit numbers.
MOST_WEIGHT = 1 << 30


def write(puzzle: Puzzle) -> Iterator[str]:
    """Yield the lines of a puzzle.

    >>> from nonet.model.grid import Grid
    >>> from nonet.rules import Rows
    >>> print(*write(Puzzle(Grid(1, 2), rules=(Rows(),)).with_givens({0: 2})), sep="\\n")
    * #variable= 4 #constraint= 4
    * nonet grid 1 2 1 2
    * nonet mark 2 r1c1=2
    * nonet mark 3 r1c2=1
    * nonet mark 4 r1c2=2
    +1 x2 = 1 ;
    +1 x3 +1 x4 = 1 ;
    +1 x3 = 1 ;
    +1 x2 +1 x4 = 1 ;
    """
    grid = puzzle.grid
    # The header contains the number of lines. A first pass counts the lines, so no line is stored.
    model = PseudoBoolean(puzzle)
    lines = sum(1 for _ in _lines(model))
    yield f"* #variable= {model.variables} #constraint= {lines}"
    yield f"* nonet grid {grid.rows} {grid.columns} {grid.values[0]} {grid.values[-1]}"
    for cell, domain in enumerate(puzzle.domains):
        for value in grid.values_of(domain):
            yield f"* nonet mark {grid.mark(cell, value)} {grid.name(cell)}={value}"
    yield from _lines(PseudoBoolean(puzzle))


def _lines(model: PseudoBoolean) -> Iterator[str]:
    for comparison in model.comparisons():
        line = comparison.written()
        if line:
            yield line


class Comparison(NamedTuple):
    """Compares the sum of the coefficients of all true variables with a bound."""

    terms: list[Term]
    op: str
    bound: int

    def written(self) -> str | None:
        """Return the line of the comparison, or None if it always holds."""
        left = "".join(f"{factor:+} x{variable} " for factor, variable in self.terms if factor)
        if left:
            return f"{left}{self.op} {self.bound} ;"
        if self.bound == 0 if self.op == "=" else self.bound <= 0:
            return None
        return "+1 x1 >= 2 ;"  # always false: OPB requires a term

    def only_if(self, variable: int) -> Iterator[Comparison]:
        """Yield comparisons that enforce this comparison when a variable is true."""
        signs = (1, -1) if self.op == "=" else (1,)
        for sign in signs:
            terms = [(sign * factor, of) for factor, of in self.terms]
            slack = sign * self.bound - sum(factor for factor, _ in terms if factor < 0)
            if slack > 0:
                yield Comparison([*terms, (-slack, variable)], ">=", sign * self.bound - slack)


class PseudoBoolean:
    """The comparisons of a puzzle, and the number of variables in use."""

    def __init__(self, puzzle: Puzzle | Lowered) -> None:
        self.puzzle = puzzle
        self.grid = puzzle.grid
        self.variables = puzzle.grid.marks

    def new(self) -> int:
        self.variables += 1
        return self.variables

    def alive(self, cell: int) -> list[int]:
        return [
            self.grid.mark(cell, value) for value in self.grid.values_of(self.puzzle.domains[cell])
        ]

    def comparisons(self) -> Iterator[Comparison]:
        """Yield all comparisons of the puzzle. Call this once: each call uses new variables."""
        for cell in self.grid.cells:
            yield _exactly_one(self.alive(cell))
        for constraint in self.puzzle.constraints:
            for comparison in _comparisons(constraint, self):
                check_limits()
                yield comparison

    def bounded_comparisons(self) -> Iterator[Comparison]:
        """Yield all comparisons. Raise `TooLarge` if there are too many, or one is too large."""
        alive = [mask.bit_count() for mask in self.puzzle.domains]
        groups = (each for each in self.puzzle.constraints if isinstance(each, AllDifferent))
        _require_room(sum(alive) + sum(alive[cell] for group in groups for cell in group.cells))
        places = 0
        for comparison in self.comparisons():
            places += len(comparison.terms)
            _require_room(places)
            weight = abs(comparison.bound) + sum(abs(factor) for factor, _ in comparison.terms)
            if weight > MOST_WEIGHT:
                raise TooLarge(f"a sum can be as large as {weight}. The limit is {MOST_WEIGHT}")
            yield comparison

    def blocking(self, solution: Sequence[int]) -> Comparison | None:
        """Return the comparison that forbids a grid, or None if the puzzle already excludes it."""
        if not in_domains(self.grid, self.puzzle.domains, solution):
            return None
        marks = map(self.grid.mark, self.grid.cells, solution)
        return Comparison([(-1, mark) for mark in marks], ">=", 1 - len(solution))

    def cut(self, cut: Iterable[Candidates]) -> Comparison:
        return _clause(live_marks(self.grid, self.puzzle.domains, cut))

    def decode(self, is_true: Callable[[int], bool]) -> tuple[int, ...]:
        """Return the values of all true marks: a grid, if each cell has one true mark."""
        marks = (mark for cell in self.grid.cells for mark in self.alive(cell))
        return tuple(self.grid.unmark(mark)[1] for mark in marks if is_true(mark))


def _require_room(places: int) -> None:
    if places > MOST_PLACES:
        raise TooLarge(
            f"the comparisons would have at least {places} terms. The limit is {MOST_PLACES}"
        )


def _exactly_one(variables: Iterable[int]) -> Comparison:
    return Comparison([(1, variable) for variable in variables], "=", 1)


def _clause(literals: Iterable[int]) -> Comparison:
    terms = [(1, literal) if literal > 0 else (-1, -literal) for literal in literals]
    return Comparison(terms, ">=", 1 - sum(factor < 0 for factor, _ in terms))


def _comparisons(part: Constraint | Candidates, model: PseudoBoolean) -> Iterator[Comparison]:
    grid, domains = model.grid, model.puzzle.domains
    match part:
        case AllDifferent(cells):
            places: dict[int, list[int]] = {value: [] for value in grid.values}
            for cell in cells:
                for value in grid.values_of(domains[cell]):
                    places[value].append(grid.mark(cell, value))
            for marks in places.values():
                if len(cells) == len(grid.values):  # a house
                    yield _exactly_one(marks)
                elif len(marks) > 1:
                    yield Comparison([(-1, mark) for mark in marks], ">=", -1)
        case Relation():
            for mark, partners in supports(part, grid, domains):
                yield _clause([-mark, *partners])
        case Linear():
            yield from _sum(part, model)
        case Count():
            yield from _count(part, model)
        case Regular():
            walk = word_walk(part, grid, domains)
            yield from map(_clause, walk.clauses(lambda place, states: model.new()))
        case Candidates(cell, values):
            yield _clause(mark for mark in model.alive(cell) if grid.unmark(mark)[1] in values)
        case AnyOf(alternatives):
            chosen = []
            for parts in alternatives:
                chosen.append(model.new())
                for each in parts:
                    for comparison in _comparisons(each, model):
                        yield from comparison.only_if(chosen[-1])
            yield _clause(chosen)
        case _:
            name = type(part).__name__
            raise NotImplementedError(f"the pseudo-Boolean encoding does not support {name}")


def _sum(part: Linear, model: PseudoBoolean) -> Iterator[Comparison]:
    """Write one comparison. If a cell is repeated, add its coefficients."""
    total, weights = part.total, Counter[int]()
    for coefficient, cell in part.terms:
        weights[cell] += coefficient
    terms = [
        (weight * model.grid.unmark(mark)[1], mark)
        for cell, weight in weights.items()
        for mark in model.alive(cell)
    ]
    if isinstance(total, frozenset):
        yield from _one_of(terms, total, model)
    elif part.op == "<=":
        yield Comparison([(-factor, mark) for factor, mark in terms], ">=", -total)
    else:
        yield Comparison(terms, "=" if part.op == "==" else ">=", total)


def _count(part: Count, model: PseudoBoolean) -> Iterator[Comparison]:
    """Write two bounds if the allowed counts are consecutive, or else a variable for each count."""
    grid, counted, size = model.grid, model.grid.overlap(part.values), len(part.cells)
    terms = [
        (times, grid.mark(cell, value))
        for cell, times in Counter(part.cells).items()
        for value in grid.values_of(model.puzzle.domains[cell] & counted)
    ]
    allowed = sorted(part.allowed & set(range(size + 1)))
    if not allowed or allowed[-1] - allowed[0] >= len(allowed):
        yield from _one_of(terms, allowed, model)
        return
    if allowed[0] > 0:
        yield Comparison(terms, ">=", allowed[0])
    if allowed[-1] < size:
        yield Comparison([(-times, mark) for times, mark in terms], ">=", -allowed[-1])


def _one_of(terms: list[Term], totals: Iterable[int], model: PseudoBoolean) -> Iterator[Comparison]:
    """Yield comparisons for a sum with several allowed totals. Each total has a variable."""
    chosen = [(total, model.new()) for total in sorted(totals)]
    yield _exactly_one(variable for _, variable in chosen)
    yield Comparison([*terms, *((-total, variable) for total, variable in chosen)], "=", 0)
