"""Documents of f-puzzles and SudokuPad, as tests write them."""

import json

from nonet.formats import classic, parse
from nonet.formats.links import lz
from nonet.model.grid import Grid
from nonet.rules import Boxes

SIX = classic(boxes=(2, 3))
HOUSES = SIX.rules


def text(side=6, cells=(), **keys):
    """Return a document with entries of single cells by their names."""
    grid = [[{} for _ in range(side)] for _ in range(side)]
    for name, entry in dict(cells).items():
        cell = Grid(side, side).cell(name)
        grid[cell // side][cell % side] = entry
    return json.dumps({"size": side, "grid": grid, **keys})


def rules_of(**keys):
    """Return the rules of a 6×6 document, except rows, columns and boxes."""
    puzzle = parse(text(**keys))
    assert puzzle.rules[:3] == HOUSES
    return puzzle.rules[3:]


def on_six(*rules):
    return tuple(rule.on(SIX.grid) for rule in rules)


NINE = Grid(9, 9)
BOXES = [[list(NINE.place(cell)) for cell in box] for box in Boxes(3, 3).groups(NINE)]


def link(**drawings):
    return "scl" + lz.compress(json.dumps({"cells": [[{}] * 9] * 9, "regions": BOXES} | drawings))


def rules(**drawings):
    return parse(link(**drawings)).rules[3:]


def line(colour, thickness, *points):
    return {"color": colour, "thickness": thickness, "wayPoints": list(map(list, points))}


def patch(row, column, size, **style):
    return {"center": [row, column], "width": size, "height": size} | style


#: A line through r1c1, r1c2, r1c3 and r2c4.
PATH = ((0.5, 0.5), (0.5, 1.5), (0.5, 2.5), (1.5, 3.5))
CELLS = (0, 1, 2, 12)
