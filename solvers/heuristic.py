"""Fewest candidates first: always fill the empty cell that has the fewest candidates.

Each iteration recomputes the candidates of every empty cell and fills one cell. A stack has the
filled cells, and the untried values of each of these cells.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonet.model.constraints import AllDifferent
from nonet.puzzle import Puzzle
from nonet.solvers.enumeration import Search, provider


def search(puzzle: Puzzle, seed: int) -> Search:
    """Yield every solution, and None for every iteration."""
    choices = [tuple(puzzle.grid.values_of(domain)) for domain in puzzle.domains]
    exclusions = puzzle.geometry.exclusions
    others = [
        tuple(constraint for constraint in touching if not isinstance(constraint, AllDifferent))
        for touching in puzzle.geometry.touching
    ]
    values = [only[0] if len(only) == 1 else None for only in choices]
    empty = [cell for cell in puzzle.grid.cells if len(choices[cell]) != 1]

    def allows(cell: int, value: int) -> bool:
        values[cell] = value
        allowed = all(constraint.holds(values) for constraint in others[cell])
        values[cell] = None
        return allowed

    def candidates(cell: int) -> list[int]:
        taken = {values[other] for other in exclusions[cell]}
        left = [value for value in choices[cell] if value not in taken]
        return [value for value in left if allows(cell, value)] if others[cell] else left

    def tightest() -> tuple[int, list[int]]:
        best: tuple[int, list[int]] | None = None
        for cell in empty:
            if values[cell] is None:
                left = candidates(cell)
                if best is None or len(left) < len(best[1]):
                    best = cell, left
                if not left:
                    break
        assert best is not None, "the grid is full"
        return best

    def descend() -> Search:
        if not all(constraint.holds(values) for constraint in puzzle.constraints):
            return  # givens clash, or a constraint without cells is false
        history: list[tuple[int, Iterator[int]]] = []
        while True:
            if len(history) == len(empty):
                yield tuple(values)  # type: ignore[arg-type]
            else:
                yield None
                cell, left = tightest()
                history.append((cell, iter(left)))
            while history:
                cell, untried = history[-1]
                values[cell] = next(untried, None)
                if values[cell] is not None:
                    break
                history.pop()
            if not history:
                return

    return descend()


PROVIDER = provider("heuristic", "fewest candidates first, an explicit stack", search, "iterations")
