"""Seeded killers with one solution and few clues."""

from collections.abc import Sequence
from math import isqrt
from random import Random

from boards import filled, neighbours, shuffled
from proofs import is_only, second_solution

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Cage, Columns, Rows


def killer(random: Random) -> Puzzle:
    """Return a 9×9 killer with one solution, few cages and no givens.

    If cages allow several solutions, they are cut. Then neighbouring cages are joined, as long as a
    short search proves that the solution is still the only one.
    """
    solution = filled(3, random)
    cages = unambiguous(caged(solution, random), solution, random)
    return with_cages(joined(cages, solution, random, tries=400, nodes=5000), solution)


def sparse_killer(random: Random) -> Puzzle:
    """Return a killer with larger cages, and cells without a cage.

    Cages grow or are removed as long as the proof takes at most 20,000 nodes.
    """
    solution = filled(3, random)
    cages = unambiguous(caged(solution, random), solution, random)
    cages = joined(cages, solution, random, tries=1500, nodes=20_000)
    for cage in shuffled(cages, random):
        fewer = [other for other in cages if other is not cage]
        if is_only(solution, with_cages(fewer, solution), 20_000):
            cages = fewer
    return with_cages(cages, solution)


def unambiguous(cages: list[list[int]], solution: list[int], random: Random) -> list[list[int]]:
    """Cut cages until the solution is the only one."""
    while other := second_solution(with_cages(cages, solution), solution):
        cage = random.choice([cage for cage in cages if any(solution[c] != other[c] for c in cage)])
        cages.remove(cage)
        at = random.randrange(1, len(cage))
        cages += [cage[:at], cage[at:]]
    return cages


def joined(
    cages: list[list[int]], solution: list[int], random: Random, tries: int, nodes: int
) -> list[list[int]]:
    """Join neighbouring cages as long as the solution is the only one."""
    for _ in range(tries):
        one, two = random.sample(cages, 2)
        both = one + two
        if not touch(one, two) or len({solution[cell] for cell in both}) < len(both):
            continue
        fewer = [cage for cage in cages if cage not in (one, two)] + [both]
        if is_only(solution, with_cages(fewer, solution), nodes):
            cages = fewer
    return cages


def with_cages(cages: Sequence[Sequence[int]], solution: Sequence[int]) -> Puzzle:
    sums = (Cage(tuple(cage), sum(solution[cell] for cell in cage)) for cage in cages)
    return Puzzle(Grid(9, 9), rules=(Rows(), Columns(), Boxes(3, 3), *sums))


def touch(one: Sequence[int], two: Sequence[int]) -> bool:
    grid = Grid(9, 9)
    return any(other in two for cell in one for other in neighbours(grid, cell))


def caged(solution: Sequence[int], random: Random) -> list[list[int]]:
    """Cover a board with cages of two to four cells, until no more fit."""
    side = isqrt(len(solution))
    grid = Grid(side, side)
    left = set(grid.cells)
    cages = []
    for start in shuffled(grid.cells, random):
        if start not in left:
            continue
        cage, size = [start], random.choice((2, 3, 4))
        left.discard(start)
        while len(cage) < size:
            used = {solution[cell] for cell in cage}
            near = sorted(
                {
                    other
                    for cell in cage
                    for other in neighbours(grid, cell)
                    if other in left and solution[other] not in used
                }
            )
            if not near:
                break
            cage.append(random.choice(near))
            left.discard(cage[-1])
        cages.append(cage)
    return cages
