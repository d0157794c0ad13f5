"""Chains of links: from a mark that goes back to it, and only while there is time."""

import pytest

from nonet.explanations.links import Digit, Shape
from nonet.model.grid import Grid
from nonet.questions.analysis.clues import House
from nonet.system.limits import TimeUp, limited_to

ROW = House("row", 1, tuple(range(9)))


def row_of_pairs(pairs):
    """Return a row with cells that have the marks 1 and 2; the next one can lose its 1."""
    marks = [0b11] * pairs + [0b111] * (81 - pairs)
    ones = tuple(Digit(ROW, value) for value in (1, 2))
    return Shape(Grid(9, 9), marks, ((pairs, 1),), (), ones, tuple(range(pairs)))


def test_two_cells_of_the_same_two_marks_lead_back_to_the_mark_that_goes():
    shape = row_of_pairs(2)
    chains = list(shape.chains(shape.links(), (2, 1)))
    assert [[link[:2] for link in chain] for chain in chains] == [
        [((0, 1), (0, 2)), ((1, 2), (1, 1))],
        [((1, 1), (1, 2)), ((0, 2), (0, 1))],
    ]


def test_many_alike_links_are_lined_up_only_while_there_is_time():
    shape = row_of_pairs(8)
    with limited_to(0), pytest.raises(TimeUp):
        list(shape.chains(shape.links(), (8, 1)))
