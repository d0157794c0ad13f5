"""All questions work for ten rules of the catalogue, without code for any of them."""

from functools import cache

import pytest
from examples import case

import nonet
from nonet.questions.analysis import (
    Given,
    find_redundant,
)
from nonet.rules import (
    Arrow,
    Between,
    Either,
    LittleKiller,
    Pairs,
    Palindrome,
    Quadruple,
    Renban,
    Sandwich,
    Skyscraper,
    Walk,
    Whisper,
)

BOARD = nonet.classic(order=2)

#: Rules that allow some of the 288 full boards and forbid others.
SAMPLE = {
    "arrow": Arrow("r1c3", "r1c1 r1c2"),
    "between": Between("r1c1 r2c2 r3c3"),
    "whisper": Whisper("r1c1 r2c1 r2c2", 2),
    "renban": Renban("r2c1 r2c2 r3c2"),
    "palindrome": Palindrome("r1c1 r2c3 r3c2 r4c4"),
    "little killer": LittleKiller("r1c1", "down-right", 6),
    "sandwich": Sandwich("r1c1-r1c4", 5),
    "skyscraper": Skyscraper("r1c1-r1c4", 3),
    "quadruple": Quadruple("r2c2 r2c3 r3c2 r3c3", [1, 1]),
    "own": Either(
        Walk("r4c1-r4c4", 0, lambda s, v: s * 2 + v, lambda s: s % 3 == 0),
        Pairs("r1c1 r2c1 r3c1", lambda a, b: a < b),
    ),
}


@cache
def boards():
    return tuple(nonet.solutions(BOARD, backend="norvig"))


def obeying(rules, givens=(None,) * 16):
    """Return the full boards with these givens that satisfy more rules, by `holds` alone."""
    return [
        board
        for board in boards()
        if all(given in (None, value) for given, value in zip(givens, board, strict=True))
        and all(rule.on(BOARD.grid).holds(BOARD.grid, board) for rule in rules)
    ]


#: The rules of the quick tests.
FEW = {"arrow", "whisper", "quadruple", "skyscraper", "own"}


@pytest.fixture(
    params=[pytest.param(name, marks=[pytest.mark.slow] * (name not in FEW)) for name in SAMPLE]
)
def rule(request):
    rule = SAMPLE[request.param]
    assert 0 < len(obeying([rule])) < 288
    return rule


def test_generated_puzzles_have_one_solution(rule):
    [made] = nonet.generate(BOARD.with_rules(rule), seed=3, minimal=True)
    assert obeying([rule], made.puzzle.givens) == [made.solution]


def test_a_clue_is_redundant_if_the_other_clues_give_one_solution(rule):
    [made] = nonet.generate(BOARD.with_rules(rule), seed=3)
    puzzle = made.puzzle
    found = find_redundant(puzzle)
    assert found.complete
    for clue in (*found.redundant, *found.needed):
        rules, givens = [rule], list(puzzle.givens)
        if isinstance(clue, Given):
            givens[clue.cell] = None
        else:
            rules = []
        with case(clue):
            assert (len(obeying(rules, givens)) == 1) == (clue in found.redundant)
