"""Puzzles to certify."""

from random import Random

from nonet.formats import classic
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import check
from nonet.rules import AntiKnight, Thermo

#: A small puzzle whose proof of uniqueness has lemmas.
SMALL = classic("." * 14 + "1.")
SMALL = SMALL.with_rules(AntiKnight(), Thermo((12, 8)), Thermo((10, 6)))


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
