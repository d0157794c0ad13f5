"""Reusing solutions of the last puzzle never changes an answer, after any edit."""

from collections import Counter
from functools import cache
from random import Random

import pytest
from examples import case
from oracle import brute_force

import nonet
from nonet.questions.analysis import coverage
from nonet.questions.analysis.coverage import SolutionPool
from nonet.questions.analysis.solutions import choose
from nonet.rules import Cage, NonConsecutive, Thermo, WhiteDot
from nonet.serving.known_solutions import KnownSolutions
from nonet.solvers import Limits

#: The dot exempts its pair from another rule, so adding the dot removes a restriction.
RULES = (
    Thermo("r1c1 r2c2"),
    NonConsecutive(),
    WhiteDot("r4c1 r4c2"),
    Cage("r1c3 r1c4", 5),
    Cage("r3c3 r4c3 r4c4", 8),
)


def edited(puzzle, random):
    """Return the puzzle after a random edit."""
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


@cache
def edits():
    """Return a sequence of edited puzzles, each with a cap and the true counts."""
    random, puzzle, found = Random(17), nonet.classic(order=2), []
    for _ in range(30):
        puzzle, cap = edited(puzzle, random), random.randint(1, 6)
        counts = Counter(mark for each in brute_force(puzzle) for mark in enumerate(each))
        found.append((puzzle, cap, counts))
    return found


def filled(pool, puzzle, backend, cap):
    coverage.fill(pool, puzzle, choose(puzzle, backend), Limits(), cap)
    marks = [(cell, value) for cell in puzzle.grid.cells for value in puzzle.grid.values]
    return {mark: min(cap, pool.count(*mark)) for mark in marks}


@pytest.mark.parametrize("backend", [None, "pysat", "norvig"])
def test_candidates_are_those_of_brute_force_after_any_edit(monkeypatch, backend):
    monkeypatch.setattr(coverage, "LISTED", 3)
    witnesses = KnownSolutions()
    for puzzle, cap, counts in edits():
        found = filled(witnesses.pool(puzzle), puzzle, backend, cap)
        with case(puzzle):
            assert found == {mark: min(cap, counts[mark]) for mark in found}


def test_known_solutions_are_reused_after_an_edit():
    witnesses, puzzle = KnownSolutions(), nonet.classic(order=2).with_rules(Thermo("r1c1-r1c3"))
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


def test_an_interrupted_answer_is_continued():
    witnesses, puzzle = KnownSolutions(), nonet.classic(order=2)
    [first] = nonet.solutions(puzzle.with_givens(dict(enumerate((1, 2, 3, 4, 3, 4, 1, 2, 2, 1)))))
    witnesses.pool(puzzle).add(first)
    assert witnesses.pool(puzzle).solutions == [first]
    assert isinstance(witnesses.pool(nonet.latin(side=3)), SolutionPool)
