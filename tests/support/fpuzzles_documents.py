"""Documents of f-puzzles, as tests write them."""

import json

from nonet.formats import classic, parse
from nonet.model.grid import Grid

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
