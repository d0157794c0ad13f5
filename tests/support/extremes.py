"""Puzzles at the extremes: primitives that rules seldom lower to, and contradictions."""

from collections.abc import Iterator
from dataclasses import replace
from operator import ne

from examples import Says, classic, says

from nonet import rules
from nonet.model.automata import Automaton
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

ROW, ROW0, FROM_3 = Grid(1, 3), Grid(1, 3, range(4)), Grid(1, 3, range(3, 6))

#: Words in which only the last value is less than the value before it.
FALLS_ONCE = Automaton(
    [
        *(("", v, v) for v in range(4)),
        *((v, w, w if v <= w else "fallen") for v in range(4) for w in range(4)),
    ],
    "",
    ["fallen"],
)
#: Alternatives with every primitive.
CHOICE = AnyOf(
    (
        (Regular((0, 1), FALLS_ONCE), Candidates(2, frozenset({1, 9}))),
        (AnyOf(((AllDifferent((0, 1, 2)),), (Linear(((1, 0),), ">=", 3),))),),
        (
            Relation(0, 1, frozenset({(1, 2), (2, 2)})),
            Count((0, 2), frozenset({1}), frozenset({1})),
        ),
    )
)
ODD = frozenset({1, 3})
TEN = frozenset((value, 10 - value) for value in range(-2, 13))
DOWN = Automaton([(0, 99, 1), (0, 5, 1), (1, 4, 1), (1, -4, 0)], 0, [1])
NO_WORD = Automaton([(0, -1, 1), (0, 99, 1)], 0, [1])

#: Primitives that relate a cell to itself, which no rule of nonet lowers to. The lowering refuses
#: an AllDifferent with a repeated cell, unless it is an alternative.
SELVES = (
    AnyOf(((AllDifferent((0, 0)),), (Candidates(1, frozenset({1})),))),
    AnyOf(((AllDifferent((0, 1, 0)),), (Candidates(2, frozenset({2})),))),
    Relation(1, 1, frozenset({(1, 2), (2, 1), (2, 2)})),
)
#: Primitives on three cells.
PRIMITIVES: list[tuple[Grid, Constraint]] = [
    (ROW, AllDifferent(())),
    (ROW, AllDifferent((0,))),
    (ROW0, AllDifferent((2, 0))),
    (ROW, Relation(2, 0, frozenset({(1, 2), (1, 3), (2, 3)}))),
    (ROW, Relation(0, 1, frozenset({(1, 1), (3, 2), (7, 1)}))),
    (ROW, Relation(0, 1, frozenset())),
    # Sums of nothing, of repeated cells, of cells that cancel out, and out of reach.
    *((ROW, Linear((), op, total)) for op, total in (("==", 0), ("==", 1), ("<=", -1), (">=", 0))),
    (ROW, Linear((), "in", frozenset({0, 2}))),
    (ROW, Linear(((0, 0),), "==", 0)),
    (ROW, Linear(((0, 0),), "==", 1)),
    (ROW, Linear(((1, 0), (1, 0)), "==", 6)),
    (ROW, Linear(((1, 0), (2, 0), (1, 1)), "==", 8)),
    (ROW, Linear(((1, 0), (-1, 0)), "==", 0)),
    (ROW, Linear(((1, 0), (-1, 0)), "==", 1)),
    (ROW, Linear(((1, 0), (-1, 0), (1, 1)), "==", 2)),
    (ROW, Linear(((1, 0),), "in", frozenset())),
    (ROW, Linear(((1, 0), (-1, 1)), "in", frozenset({-2, 1}))),
    (ROW, Linear(((1, 0), (1, 1)), "<=", 3)),
    (ROW, Linear(((1, 0), (1, 1), (1, 2)), ">=", 8)),
    (ROW, Linear(((-1, 0), (-1, 2)), ">=", -3)),
    (ROW, Linear(((-2, 0), (1, 1), (1, 0), (0, 2)), "<=", -1)),
    (ROW, Linear(((3, 0), (5, 1), (-7, 2)), ">=", 9)),
    (ROW, Linear(((2, 0), (2, 1)), "==", 7)),  # an odd sum of even numbers
    (ROW0, Linear(((1, 0), (1, 1), (1, 2)), "==", 0)),
    (ROW0, Linear(((-2, 0), (1, 1)), "==", -3)),
    (ROW0, Linear(((1, 0), (10, 1), (100, 2)), "==", 213)),
    (ROW, Count((), frozenset(), frozenset({0}))),
    (ROW, Count((0, 1, 1), ODD, frozenset({0, 3}))),
    (ROW0, Regular((), FALLS_ONCE)),
    (ROW0, Regular((2, 0, 0), FALLS_ONCE)),
    (ROW, Regular((0, 1, 2), FALLS_ONCE)),
    (ROW, AnyOf(())),
    (ROW, AnyOf(((), (AllDifferent((0, 1)),)))),
    (ROW, CHOICE),
    # Values that the board does not have are held by no cell.
    (FROM_3, Relation(0, 1, TEN)),
    (FROM_3, Relation(0, 1, frozenset({(3, 2), (4, -9), (5, 5), (99, 3)}))),
    (FROM_3, Relation(0, 1, frozenset({(0, 0), (99, 99)}))),
    (FROM_3, Regular((0, 1), DOWN)),
    (FROM_3, Regular((0,), NO_WORD)),
    (FROM_3, Count((0, 1), frozenset({-1, 3, 99}), frozenset({-1, 1, 99}))),
    (FROM_3, Candidates(0, frozenset({-1, 4, 99}))),
]


def extremes() -> Iterator[Puzzle]:
    """Yield puzzles of each primitive: alone, among alternatives, and with fewer marks."""
    for grid, part in PRIMITIVES:
        first = grid.values[0]
        lowest = tuple(Candidates(cell, frozenset({first})) for cell in (0, 1))
        alone = says(grid, part)
        yield alone
        yield says(grid, AnyOf(((part,), lowest)))
        yield replace(alone, marks=(grid.full, grid.full & 0b101, 0b10)).with_rules(
            Says((AllDifferent((0, 2)),))
        )


#: Contradictions that propagation finds.
CONTRADICTIONS = {
    "row": classic("11.............."),
    "box": classic("1....1.........."),
    "no place": classic("123...4........."),
    "no place in a row": classic("..231....1......"),
    "parity": classic("4...............", rules.Odd((0,))),
    "mark": Puzzle(Grid(2, 2), marks=(3, 3, 0, 3)),
    "only value": Puzzle(Grid(1, 2, range(1, 2)), marks=(0, 1)),
    "value without a place": Puzzle(Grid(1, 4), marks=(7, 7, 7, 7), rules=(rules.Rows(),)),
    "crowded": Puzzle(Grid(1, 3, range(2)), rules=(rules.Rows(),)),
    **{
        f"crowded {rule.name}": Puzzle(Grid(4, 4, range(1, 3)), rules=(rule,))
        for rule in (rules.Rows(), rules.Columns(), rules.Boxes(2, 2), rules.Cage((0, 1, 2)))
    },
    "region": Puzzle(Grid(4, 4), rules=(rules.ExtraRegion((0, 1, 2, 3, 4)),)),
    "cage": Puzzle(Grid(1, 2), rules=(rules.Cage((0, 1), 99),)),
    "sum": says(Grid(1, 4), Linear(((1, 0), (1, 1)), "<=", 1)),
    "nothing": says(Grid(1, 4), Linear((), "==", 1)),
    "relation": says(Grid(1, 4), Relation(0, 1, frozenset())),
    "count of 2⁷⁰": Puzzle(Grid(1, 2), rules=(rules.LookAndSay((0, 1), ((2**70, 1),)),)),
}
#: Contradictions that only a search finds.
SEARCHED = {
    "no board": classic("." * 16, rules.AntiKing()),
    # A word of pairwise different cells, with more cells than values.
    "crowded word": Puzzle(
        Grid(1, 11, range(1, 4)),
        rules=(rules.Pairs(range(11), ne, every=True), rules.Skyscraper(range(11), 3)),
    ),
}
