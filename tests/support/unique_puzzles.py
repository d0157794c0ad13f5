"""Puzzles to certify, for every kind of rule and size."""

from random import Random

from examples import pattern

from nonet.formats import classic
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import check
from nonet.rules import AntiKnight, Boxes, Cage, Columns, Regions, Rows, Thermo

#: A small puzzle whose proof of uniqueness has lemmas.
SMALL = classic("." * 14 + "1.")
SMALL = SMALL.with_rules(AntiKnight(), Thermo((12, 8)), Thermo((10, 6)))


def solved(order: int) -> tuple[int, ...]:
    """Return a full classic board of order² rows."""
    return tuple(value + 1 for value in pattern(order, order))


def unique(puzzle: Puzzle, seed: int = 0) -> Puzzle:
    """Add givens from one solution until it is the only one."""
    random = Random(seed)
    verdict = check(puzzle)
    target = verdict.witnesses[0]
    while verdict.kind == "multiple":
        # The givens come from the target, so one of the two witnesses is another solution.
        other = next(witness for witness in verdict.witnesses if witness != target)
        apart = [cell for cell in puzzle.grid.cells if target[cell] != other[cell]]
        cell = random.choice(apart)
        puzzle = puzzle.with_givens({cell: target[cell]})
        verdict = check(puzzle)
    return puzzle


def large(order: int, holes: float, seed: int = 0) -> Puzzle:
    """Return a classic puzzle of order² rows. About the share `holes` of its cells is empty."""
    random = Random(seed)
    full = solved(order)
    cells = random.sample(range(len(full)), round(len(full) * (1 - holes)))
    return unique(classic(order=order).with_givens({cell: full[cell] for cell in cells}), seed)


def killer(seed: int = 0) -> Puzzle:
    """Return a board that is cut into cages of up to three cells of a row, with few givens."""
    random = Random(seed)
    full, cages = solved(3), []
    for row in range(9):
        start = 0
        while start < 9:
            size = min(random.randint(1, 3), 9 - start)
            cells = tuple(range(9 * row + start, 9 * row + start + size))
            cages.append(Cage(cells, sum(full[cell] for cell in cells)))
            start += size
    return unique(classic(order=3).with_rules(*cages), seed)


def thermo() -> Puzzle:
    rules = (Thermo(tuple(range(9))), Thermo((80, 71, 62, 53)), Thermo((30, 40, 50, 59)))
    return unique(classic(order=3).with_rules(*rules))


def anti_knight() -> Puzzle:
    return unique(classic(order=3).with_rules(AntiKnight()))


def jigsaw() -> Puzzle:
    """Return a jigsaw: nine boxes, some of which have swapped cells with a neighbour."""
    grid = Grid(9, 9)
    boxes = Boxes(3, 3).lower(grid)
    regions = [list(box.cells) for box in boxes]
    for first, second in ((0, 1), (3, 4), (7, 8)):
        for a, b in ((2, 0), (8, 6)):  # the corners where they touch
            regions[first][a], regions[second][b] = regions[second][b], regions[first][a]
    rules = (Rows(), Columns(), Regions(tuple(tuple(sorted(region)) for region in regions)))
    return unique(Puzzle(grid, rules=rules))
