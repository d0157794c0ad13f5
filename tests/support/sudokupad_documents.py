"""Documents of SudokuPad with drawings on a classic board, and the rules that they show."""

import json

from nonet.formats import parse
from nonet.formats.links import lz
from nonet.model.grid import Grid
from nonet.rules import Boxes

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
