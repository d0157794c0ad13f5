"""A rule for each primitive that no shipped rule lowers to: written and solved like any rule."""

from collections.abc import Iterator
from dataclasses import dataclass

from nonet.model.automata import Automaton
from nonet.model.constraints import AnyOf, Candidates, Count, Linear, Regular, Relation, Values
from nonet.model.grid import Cells, Grid
from nonet.rules.rule import Lowered, Rule


def filled(cells: Cells, values: Values) -> list[int] | None:
    """Return the values of cells, None if one is empty."""
    found = [values[cell] for cell in cells]
    return None if None in found else found


@dataclass(frozen=True)
class OneOfTotals(Rule):
    """The cells add up to one of some totals."""

    cells: Cells
    totals: tuple[int, ...]

    def holds(self, grid: Grid, values: Values) -> bool:
        held = filled(self.cells, values)
        return held is None or sum(held) in self.totals

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield Linear(tuple((1, cell) for cell in self.cells), "in", frozenset(self.totals))


@dataclass(frozen=True)
class HowMany(Rule):
    """A given number of the cells hold one of some values."""

    cells: Cells
    values: tuple[int, ...]
    allowed: tuple[int, ...]

    def holds(self, grid: Grid, values: Values) -> bool:
        held = filled(self.cells, values)
        return held is None or sum(value in self.values for value in held) in self.allowed

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        yield Count(self.cells, frozenset(self.values), frozenset(self.allowed))


@dataclass(frozen=True)
class Enclosed(Rule):
    """The values between the lowest and the highest, which each occur once, add up to a total."""

    cells: Cells
    total: int

    def holds(self, grid: Grid, values: Values) -> bool:
        held = filled(self.cells, values)
        if held is None:
            return True
        ends = [at for at, value in enumerate(held) if value in (grid.values[0], grid.values[-1])]
        if len(ends) != 2 or held[ends[0]] == held[ends[1]]:
            return False
        return sum(held[ends[0] + 1 : ends[1]]) == self.total

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        ends = {grid.values[0], grid.values[-1]}

        def step(state: tuple[int | None, int, bool], value: int) -> tuple | None:
            opened, inside, closed = state
            if value not in ends:
                inside += value if opened is not None and not closed else 0
                return (opened, inside, closed) if inside <= self.total else None
            if opened is None:
                return value, 0, False
            ends_well = not closed and value != opened and inside == self.total
            return (opened, inside, True) if ends_well else None

        start = None, 0, False
        automaton = Automaton.exploring(start, step, lambda state: state[2], grid.values)
        yield Regular(self.cells, automaton)


@dataclass(frozen=True)
class Numbered(Rule):
    """The first cell tells which cell holds the clue."""

    cells: Cells
    clue: int

    def holds(self, grid: Grid, values: Values) -> bool:
        held = filled(self.cells, values)
        return held is None or (0 < held[0] <= len(held) and held[held[0] - 1] == self.clue)

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        first, clue = self.cells[0], frozenset({self.clue})
        yield AnyOf(
            tuple(
                (Candidates(first, frozenset({place})), Candidates(cell, clue))
                for place, cell in enumerate(self.cells, start=1)
            )
        )


@dataclass(frozen=True)
class Betwixt(Rule):
    """Each inner cell lies strictly between the first and the last."""

    cells: Cells

    def holds(self, grid: Grid, values: Values) -> bool:
        held = filled(self.cells, values)
        return held is None or all(
            min(held[0], held[-1]) < value < max(held[0], held[-1]) for value in held[1:-1]
        )

    def lower(self, grid: Grid) -> Iterator[Lowered]:
        less = frozenset((v, w) for v in grid.values for w in grid.values if v < w)
        first, *inner, last = self.cells
        for cell in inner:
            up = Relation(first, cell, less), Relation(cell, last, less)
            down = Relation(last, cell, less), Relation(cell, first, less)
            yield AnyOf((up, down))


def obeyed(grid: Grid, board: tuple[int, ...], cells: Cells) -> list[Rule]:
    """Return a rule of each kind that a solved board obeys, on a row of its cells."""
    held = [board[cell] for cell in cells]
    low, high = sorted((held.index(grid.values[0]), held.index(grid.values[-1])))
    odd = tuple(value for value in grid.values if value % 2)
    few = cells[: len(cells) // 2]
    rules: list[Rule] = [
        OneOfTotals(few, (sum(board[cell] for cell in few), grid.values[0])),
        HowMany(few, odd, (sum(board[cell] in odd for cell in few),)),
        Enclosed(cells, sum(held[low + 1 : high])),
    ]
    if 0 < held[0] <= len(held):
        rules.append(Numbered(cells, held[held[0] - 1]))
    between = Betwixt(tuple(cells[low : high + 1]))
    return [*rules, between]
