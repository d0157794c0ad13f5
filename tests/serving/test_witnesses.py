"""What is known from the last puzzle changes no answer, whatever was edited."""

from collections import Counter
from random import Random

import pytest
from examples import case
from oracle import brute_force

import nonet
from nonet.analysis import coverage
from nonet.analysis.budget import Budget
from nonet.analysis.pool import Pool
from nonet.analysis.solutions import choose
from nonet.rules import Cage, NonConsecutive, Thermo, WhiteDot
from nonet.serving.witnesses import KnownWitnesses
from nonet.solvers import Limits

#: The dot exempts its pair from the rule before it: to add a rule may be to take a clue away.
RULES = (
    Thermo("r1c1 r2c2"),
    NonConsecutive(),
    WhiteDot("r4c1 r4c2"),
    Cage("r1c3 r1c4", 5),
    Cage("r3c3 r4c3 r4c4", 8),
)


def edited(puzzle, random):
    """Return the puzzle after an edit of a random kind."""
    if len(puzzle.givens) < 16:
        return nonet.classic(order=2)
    cell = random.randrange(16)
    kind = random.choice(("given", "given", "clear", "mark", "rule", "rule", "new"))
    if kind == "given":
        return puzzle.with_givens({cell: random.randint(1, 4)})
    if kind == "clear":
        return puzzle.with_givens(dict.fromkeys(range(cell, 16)))
    if kind == "mark":
        marks = [*puzzle.marks]
        marks[cell] = random.choice((15, 7, 12))
        return nonet.Puzzle(puzzle.grid, puzzle.givens, tuple(marks), puzzle.rules)
    if kind == "rule":
        rule = random.choice(RULES)
        kept = tuple(each for each in puzzle.rules if each != rule)
        rules = kept if rule in puzzle.rules else (*kept, rule)
        return nonet.Puzzle(puzzle.grid, puzzle.givens, puzzle.marks, rules)
    return random.choice((nonet.classic(order=2), nonet.latin(side=4), nonet.latin(side=3)))


def filled(pool, puzzle, backend, cap):
    coverage.fill(pool, puzzle, choose(puzzle, backend), Budget(Limits()), cap)
    marks = [(cell, value) for cell in puzzle.grid.cells for value in puzzle.grid.values]
    return {mark: min(cap, pool.count(*mark)) for mark in marks}


@pytest.fixture(scope="module")
def fillings():
    """All that can be on a board of one of the sizes that are tried, by how many cells it has."""
    return {side**2: brute_force(nonet.latin(side=side)) for side in (3, 4)}


def solutions(puzzle, fillings):
    """Return the solutions, found among all fillings whose rows and columns are right."""
    grid = puzzle.grid
    return [
        values
        for values in fillings[len(grid.cells)]
        if all(
            value == given
            for value, given in zip(values, puzzle.givens, strict=True)
            if given is not None
        )
        and all(puzzle.marks[cell] & grid.bit(value) for cell, value in enumerate(values))
        and all(rule.holds(grid, values) for rule in puzzle.meant)
    ]


@pytest.mark.parametrize("backend", [None, "pysat", "norvig"])
def test_candidates_are_those_of_brute_force_after_any_edit(monkeypatch, backend, fillings):
    monkeypatch.setattr(coverage, "LISTED", 3)
    random, witnesses, puzzle = Random(17), KnownWitnesses(), nonet.classic(order=2)
    for _ in range(60):
        puzzle, cap = edited(puzzle, random), random.randint(1, 6)
        counts = Counter(mark for found in solutions(puzzle, fillings) for mark in enumerate(found))
        found = filled(witnesses.pool(puzzle), puzzle, backend, cap)
        with case(puzzle):
            assert found == {mark: min(cap, counts[mark]) for mark in found}


def test_what_an_edit_leaves_true_is_not_asked_again():
    witnesses, puzzle = KnownWitnesses(), nonet.classic(order=2).with_rules(Thermo("r1c1-r1c3"))
    first = witnesses.pool(puzzle)
    filled(first, puzzle, None, 4)
    narrower = puzzle.with_givens({15: 1})
    second = witnesses.pool(narrower)
    assert second.solutions == [found for found in first.solutions if found[15] == 1]
    impossible = {(0, 3), (0, 4), (1, 1), (1, 4), (2, 1), (2, 2)}
    assert {mark for mark in second.settled if mark[0] < 3} == impossible
    wider = witnesses.pool(puzzle)
    assert wider.solutions == second.solutions
    assert wider.settled == set()


def test_an_answer_that_was_interrupted_is_gone_on_with():
    witnesses, puzzle = KnownWitnesses(), nonet.classic(order=2)
    [first] = nonet.solutions(puzzle.with_givens(dict(enumerate((1, 2, 3, 4, 3, 4, 1, 2, 2, 1)))))
    witnesses.pool(puzzle).add(first)
    assert witnesses.pool(puzzle).solutions == [first]
    assert isinstance(witnesses.pool(nonet.latin(side=3)), Pool)
