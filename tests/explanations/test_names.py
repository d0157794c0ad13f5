"""The name of each step agrees with independent definitions of the techniques."""

from dataclasses import replace
from random import Random

from examples import case, full_board, share_or_whole
from requirements import require_native
from technique_oracle import is_named_rightly

import nonet
from nonet.questions.uniqueness import Kind
from nonet.solvers import Limits


def puzzles():
    """Yield puzzles, alternately with givens and with marks. Marks lead to rarer steps."""
    random = Random(0)
    made = nonet.generate(nonet.classic(order=3), count=10**9, seed=5)
    while True:
        yield next(made).puzzle
        marks = [{value, *random.sample(range(1, 10), 3)} for value in full_board(3, random)]
        puzzle = nonet.classic(order=3)
        puzzle = replace(puzzle, marks=tuple(puzzle.grid.mask(values) for values in marks))
        if nonet.check(puzzle).kind is Kind.UNIQUE:
            yield puzzle


@share_or_whole("count", 3, 12)
def test_each_name_fits_its_definition(count):
    require_native()
    found = set()
    for number, puzzle in zip(range(count), puzzles(), strict=False):
        grid = puzzle.grid
        for unit in ("rule", "digit"):
            for step in nonet.explain(puzzle, unit=unit, limits=Limits(nodes=3000)):
                found.add(step.technique)
                if step.technique == "naked single":
                    assert step.board.marks[step.placed[0]] == grid.bit(step.placed[1])
                elif step.technique:
                    with case(f"{number}, {unit}: {step}"):
                        assert is_named_rightly(step)
    assert {"hidden single", "naked pair", "pointing"} <= found
