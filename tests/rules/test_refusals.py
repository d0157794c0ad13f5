"""Impossible rules are refused, and rules that are too large before they are built."""

import pytest
from examples import case

from nonet.formats import parse
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import (
    AntiLeaper,
    BlackDot,
    BoxIndexer,
    Contains,
    CountDistinct,
    Diagonals,
    Flatmates,
    GlobalModular,
    Greater,
    LittleKiller,
    Minimum,
    NonConsecutive,
    NumberedRoom,
    Quadruple,
    RowIndexer,
    Sandwich,
    SelfTaxicab,
    Skyscraper,
    Slingshot,
    Taxicab,
    TopBottom,
    WhiteDot,
    Windoku,
    XSum,
)
from nonet.system.errors import PuzzleError, TooLarge

NINE = Grid(9, 9)

REFUSED = [
    (
        NINE,
        WhiteDot("r1c1 r1c2", difference=0),
        "whitedot: the difference must be at least 1, not 0",
    ),
    (NINE, BlackDot("r1c1 r1c2", ratio=1), "blackdot: the ratio must be at least 2, not 1"),
    (NINE, Greater("r1c1"), "greater: 1 cell, at least 2 needed"),
    (NINE, Quadruple("r1c1-r1c4", [1]), "r1c1 r1c2 r1c3 r1c4 are not a 2×2 square"),
    (NINE, Quadruple("r1c1-r2c2", [1, 2, 3, 4, 5]), "quadruple: 4 cells cannot hold 5 values"),
    (NINE, Quadruple("r1c1-r2c2", []), "quadruple: the list of values is empty"),
    (NINE, Contains("r1c1-r2c2", [0]), "0 is not a value from 1 to 9"),
    (NINE, Slingshot("r1c1", "r1c2", "r1c2 r1c3"), "slingshot: r1c2 is named twice"),
    (NINE, CountDistinct("r1c1", "r1c1 r1c2"), "countdistinct: r1c1 is named twice"),
    (
        NINE,
        LittleKiller("r2c2", "down-left", 9),
        "r2c2 is not the first cell down-left",
    ),
    (NINE, LittleKiller("r1c2", "south", 9), "unknown direction 'south'; choose one of down-right"),
    (NINE, LittleKiller("r1c2", "down-left", -1), "littlekiller: the total -1 is negative"),
    (NINE, Sandwich("r1", 5, crusts=(1, 1)), "sandwich: the crusts must be two different values"),
    (NINE, Sandwich("r1", 5, crusts=(1, 10)), "10 is not a value from 1 to 9"),
    (NINE, Sandwich("r1", -5), "sandwich: the total -5 is negative"),
    (NINE, XSum("c10", 5), "xsum: c10 is outside the 9×9 grid"),
    (NINE, Skyscraper("r1", 0), "skyscraper: the count must be at least 1, not 0"),
    (NINE, NumberedRoom("r1", 0), "0 is not a value from 1 to 9"),
    (NINE, BoxIndexer("r1c1", 2, 3), "boxindexer of 2×3 do not tile a 9×9 grid"),
    (NINE, Taxicab(0), "taxicab: the distance must be at least 1, not 0"),
    (
        NINE,
        Diagonals(falling=False, rising=False),
        "neither the falling nor the rising diagonal is chosen",
    ),
    (NINE, Windoku(height=3), "windoku: give both height and width, or neither"),
    (NINE, Windoku(2, 3), "windoku of 2×3 do not tile a 9×9 grid"),
    (NINE, AntiLeaper(0, 0), "antileaper: 0 and 0 are not a step to another cell"),
    (NINE, NonConsecutive(exempt=["r1c1"]), "nonconsecutive: exempt: 1 cell, at least 2 needed"),
    (NINE, NonConsecutive(exempt=["r1c1-r1c3"]), "nonconsecutive: exempt: 3 cells, not 2"),
    (NINE, GlobalModular(5), "globalmodular: the modulus must be from 2 to 4, not 5"),
    (Grid(4, 4), Flatmates(), "flatmates: 4 values lack a middle value"),
    (Grid(4, 9), TopBottom(), "topbottom: 4 rows need 4 values, not 9"),
]
LARGE = [
    (Grid(1, 1200), XSum("r1", 5), "xsum: 1440000 pairs of cells, the limit is"),
    (Grid(64, 64), RowIndexer("r1c1"), "rowindexer: 16777216 entries of tables, the limit is"),
    (Grid(64, 64), SelfTaxicab(), "selftaxicab: 16777216 pairs of cells, the limit is"),
    (Grid(250, 250), Taxicab(200), "taxicab: 25000000 pairs of cells, the limit is"),
    (Grid(1, 1100), Minimum("r1c1"), "minimum: 1210000 pairs of values, the limit is"),
]


def test_impossible_and_too_large_rules_are_refused():
    for error, refused in ((PuzzleError, REFUSED), (TooLarge, LARGE)):
        for grid, rule, complaint in refused:
            with case(rule), pytest.raises(error) as refusal:
                Puzzle(grid, rules=(rule,))
            assert complaint in str(refusal.value), rule


def test_too_many_states_are_refused_with_the_name_of_the_rule():
    line = Grid(1, 40)
    puzzle = Puzzle(line, rules=(CountDistinct("r1c1", "r1c2-r1c20"),))
    with pytest.raises(TooLarge, match="countdistinct: the automaton has more than 10000 states"):
        _ = puzzle.constraints


def test_a_letter_and_a_number_name_a_whole_row_or_column():
    assert Sandwich("r2", 5).on(NINE) == Sandwich(range(9, 18), 5)
    assert Sandwich("c9", 5).on(NINE) == Sandwich(range(8, 81, 9), 5)
    assert NINE.named("C9") == (26,)  # the cell in row C
    text = (
        '{"format": "nonet", "version": 1, "grid": {"rows": 4, "columns": 4, "values": [1, 4]}, '
        '"rules": [{"rule": "sandwich", "cells": "c2", "total": 5}]}'
    )
    assert parse(text).rules == (Sandwich((1, 5, 9, 13), 5),)
    with pytest.raises(PuzzleError, match="whitedot: 'r3' is not the name of a cell"):
        WhiteDot("r1c1", "r3").on(NINE)
