"""Isomorphisms, and the canonical form of a puzzle. Isomorphic puzzles have the same form.

An isomorphism is a move of cells and a renaming of values that preserves the rules.

Rules that compare values are refused, because renaming the values would change their meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from itertools import groupby, islice

from nonet.formats import PuzzleLike, as_puzzle, as_puzzles
from nonet.model.constraints import AllDifferent
from nonet.model.grid import Cells, Grid
from nonet.puzzle import Puzzle
from nonet.questions.symmetry.rule_symmetries import best_moves, moves
from nonet.questions.symmetry.search import Frame, best_ways
from nonet.rules import Boxes, Columns, Rows, Rule
from nonet.solvers import FormFinder, find_backend
from nonet.system.errors import PuzzleError

#: The maximum number of classic puzzles that are searched together.
_TOGETHER = 256

#: The metadata that an isomorph keeps.
_KEPT = ("label", "title", "author")


@dataclass(frozen=True)
class Isomorphism:
    """A move of cells and a renaming of values.

    For each cell, `cells` has the cell that moves there. The i-th entry of `values` is the new name
    of the i-th value of the grid.

    >>> turn = Isomorphism(Grid(1, 2), cells=(1, 0), values=(2, 1))
    >>> turn.of_values((1, None)), turn.inverse() == turn
    ((None, 2), True)
    """

    grid: Grid
    cells: Cells
    values: tuple[int, ...]

    @classmethod
    def identity(cls, grid: Grid) -> Isomorphism:
        """Return the isomorphism that changes nothing."""
        return cls(grid, tuple(grid.cells), tuple(grid.values))

    def of_puzzle(self, puzzle: Puzzle) -> Puzzle:
        """Return the isomorph of a puzzle. The isomorphism must preserve the puzzle's rules."""
        marks = (puzzle.marks[cell] for cell in self.cells)
        return replace(
            puzzle,
            givens=self.of_values(puzzle.givens),
            meta=tuple((key, text) for key, text in puzzle.meta if key in _KEPT),
            marks=tuple(
                self.grid.mask(map(self.value, self.grid.values_of(mask))) for mask in marks
            ),
        )

    def of_values(self, values: Sequence[int | None]) -> tuple[int | None, ...]:
        """Return these values, such as a solution, after the move and the renaming."""
        self.grid.require_each(values, "value")
        moved = (values[cell] for cell in self.cells)
        return tuple(None if value is None else self.value(value) for value in moved)

    def value(self, value: int) -> int:
        """Return the new name of a value."""
        return self.values[value - self.grid.values.start]

    def inverse(self) -> Isomorphism:
        """Return the inverse isomorphism."""
        cells = sorted(self.grid.cells, key=self.cells.__getitem__)
        values = sorted(self.grid.values, key=self.value)
        return Isomorphism(self.grid, tuple(cells), tuple(values))

    def then(self, other: Isomorphism) -> Isomorphism:
        """Return the composition: this isomorphism, then the other one."""
        cells = tuple(self.cells[cell] for cell in other.cells)
        return Isomorphism(self.grid, cells, tuple(map(other.value, self.values)))


@dataclass(frozen=True)
class CanonicalForm:
    """The canonical form of a puzzle.

    `isomorphism` maps the puzzle to its canonical form. `automorphisms` is the number of
    isomorphisms that map the puzzle to itself.

    >>> found = canonical("1..............." )
    >>> found.puzzle.givens.index(1), found.automorphisms
    (15, 48)
    """

    puzzle: Puzzle
    isomorphism: Isomorphism
    automorphisms: int


def canonical(puzzle: PuzzleLike) -> CanonicalForm:
    """Return the canonical form of a puzzle or a full grid.

    The canonical form is the smallest isomorphic puzzle, compared row by row. An empty cell is
    smaller than any value. The form has each rule once, in a fixed order, and no metadata.

    >>> from nonet.formats import write
    >>> write(canonical("12..34..2......3").puzzle, "line")
    '.......1123.43..'
    """
    return next(canonical_many([puzzle]))


def canonical_many(puzzles: Iterable[PuzzleLike]) -> Iterator[CanonicalForm]:
    """Yield the canonical form of each puzzle, in the order of the puzzles.

    >>> [form.automorphisms for form in canonical_many(["12..34..2......3", "1..............."])]
    [1, 48]
    """
    finder = find_backend().forms
    for is_classic, same in groupby(as_puzzles(puzzles), key=lambda puzzle: puzzle.is_classic):
        if finder is None or not is_classic:
            yield from map(searched, same)
        else:
            while chunk := list(islice(same, _TOGETHER)):
                yield from _native(chunk, finder)


def isomorphism(a: PuzzleLike, b: PuzzleLike) -> Isomorphism | None:
    """Return an isomorphism that maps puzzle `a` to puzzle `b`, or None if there is none.

    Puzzles under different rules are not isomorphic.

    >>> found = isomorphism("12..34..2......3", "3......2..43..21")
    >>> found.cells[:4], found.values
    ((15, 14, 13, 12), (1, 2, 3, 4))
    """
    a, b = as_puzzle(a), as_puzzle(b)
    if a.grid != b.grid or set(a.rules) != set(b.rules):
        return None
    here, there = canonical(a), canonical(b)
    if here.puzzle.givens != there.puzzle.givens:
        return None
    return here.isomorphism.then(there.isomorphism.inverse())


def searched(puzzle: Puzzle) -> CanonicalForm:
    """Return the canonical form of a puzzle on any board. The search is plain Python."""
    more = more_rules(puzzle)
    frame = frame_of(puzzle)
    values = len(puzzle.grid.values)
    start = puzzle.grid.values.start
    board = tuple(0 if value is None else value - start + 1 for value in puzzle.givens)
    if more:
        found = best_moves(board, moves(puzzle.geometry, frame, more), values)
    else:
        found = best_ways(board, frame, values)
    renamed = tuple(start + label - 1 for label in found.labels)
    return _form(puzzle, Isomorphism(puzzle.grid, found.cells, renamed), found.automorphisms)


def frame_of(puzzle: Puzzle) -> Frame:
    """Return the frame of a puzzle. A board without boxes has one band and one stack."""
    grid = puzzle.grid
    boxes = {(rule.height, rule.width) for rule in puzzle.rules if type(rule) is Boxes}
    # Boxes that consist of a single row or column do not count as boxes.
    sizes = [size for size in boxes if min(size) > 1] or [(grid.rows, grid.columns)]
    if len(sizes) > 1:
        raise PuzzleError("no canonical form: the puzzle has boxes of two sizes")
    [(height, width)] = sizes
    return Frame(grid.rows // height, height, grid.columns // width, width)


def more_rules(puzzle: Puzzle) -> tuple[Rule, ...]:
    """Return all rules except rows, columns and boxes. Refuse rules that compare values."""
    if puzzle.grid.layers:
        raise PuzzleError("no canonical form: the puzzle has layers")
    if puzzle.restricted:
        raise PuzzleError("no canonical form: the puzzle has candidate sets")
    for wanted in (Rows, Columns):
        if wanted() not in puzzle.rules:
            raise PuzzleError(f"no canonical form: the rule {wanted.name} is missing")
    more = tuple(rule for rule in puzzle.rules if type(rule) not in (Rows, Columns, Boxes))
    for rule in more:
        if not all(isinstance(part, AllDifferent) for part in rule.lower(puzzle.grid)):
            raise PuzzleError(f"no canonical form: {rule.name} does not treat all values alike")
    return more


def _native(puzzles: Sequence[Puzzle], finder: FormFinder) -> Iterator[CanonicalForm]:
    found = finder(bytes(value or 0 for puzzle in puzzles for value in puzzle.givens))
    cells, values = found.cells.tolist(), found.values[:, 1:].tolist()
    for puzzle, *way, automorphisms in zip(
        puzzles, cells, values, found.automorphisms.tolist(), strict=True
    ):
        isomorphism = Isomorphism(puzzle.grid, *map(tuple, way))
        yield _form(puzzle, isomorphism, automorphisms)


def _form(puzzle: Puzzle, isomorphism: Isomorphism, automorphisms: int) -> CanonicalForm:
    givens, rules = isomorphism.of_values(puzzle.givens), _in_order(puzzle.rules)
    form = replace(puzzle, givens=givens, rules=rules, meta=())
    return CanonicalForm(form, isomorphism, automorphisms)


@lru_cache(maxsize=64)  # many puzzles have the same rules
def _in_order(rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    first: dict[type[Rule], int] = {Rows: 0, Columns: 1, Boxes: 2}
    return tuple(sorted({*rules}, key=lambda rule: (first.get(type(rule), 3), _text(rule))))


def _text(value: object) -> str:
    """Return the same text for equal values. The `repr` of a set has no fixed order."""
    if isinstance(value, Rule):
        items = (f"{field.name}={_text(getattr(value, field.name))}" for field in fields(value))
        return f"{value.name}({', '.join(items)})"
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(_text, value)))}}}"
    if isinstance(value, tuple):
        return f"({', '.join(map(_text, value))})"
    return repr(value)
