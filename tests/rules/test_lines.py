"""Rules for lines, groups and cages agree with a second definition of each of them."""

from collections import Counter
from itertools import chain, combinations, product

import pytest
from examples import case

from nonet.formats import classic, parse, write
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import (
    Arithmetic,
    Arrow,
    Between,
    Cage,
    Clone,
    DoubleArrow,
    Entropic,
    EqualityCage,
    EqualSums,
    Lockout,
    LookAndSay,
    Modular,
    Nabner,
    Palindrome,
    Regions,
    RegionSum,
    Rellik,
    Renban,
    SameValues,
    SlowThermo,
    Sum,
    SumLine,
    Thermo,
    Whisper,
    Zipper,
)

NINE = Grid(9, 9)
FOUR = (0, 1, 2, 3)


def parts_of(word):
    """Return every non-empty part of a word."""
    return chain.from_iterable(combinations(word, size) for size in range(1, len(word) + 1))


def pieces_of(word):
    """Return every way to cut a word into pieces."""
    if not word:
        return [[]]
    return [[word[:n], *rest] for n in range(1, len(word) + 1) for rest in pieces_of(word[n:])]


def falls_apart(word, total):
    return any(all(sum(piece) == total for piece in pieces) for pieces in pieces_of(word))


def turns(word):
    return [word[start:] + word[:start] for start in range(len(word))]


# Rules on the cells of a row of four, each with a test of the word in them, on values 1 to 6.
MEANINGS = [
    (SlowThermo(FOUR), lambda w: list(w) == sorted(w)),
    (Thermo(FOUR), lambda w: list(w) == sorted(set(w))),
    (Palindrome(FOUR), lambda w: w == w[::-1]),
    (Whisper(FOUR), lambda w: not any(w[i + 1] - w[i] in range(-2, 3) for i in range(3))),
    (Whisper(FOUR, gap=2), lambda w: not any(w[i + 1] - w[i] in (-1, 0, 1) for i in range(3))),
    (
        Entropic(FOUR),
        lambda w: all({(v - 1) // 2 for v in w[i : i + 3]} == {0, 1, 2} for i in (0, 1)),
    ),
    (Modular(FOUR), lambda w: all({v % 3 for v in w[i : i + 3]} == {0, 1, 2} for i in (0, 1))),
    (Modular(FOUR, modulus=2), lambda w: (w[0] - w[1]) * (w[1] - w[2]) * (w[2] - w[3]) % 2 == 1),
    (Renban(FOUR), lambda w: sorted(w) == list(range(min(w), min(w) + 4))),
    (Nabner((0, 1, 2)), lambda w: sorted(w[:3]) in ([1, 3, 5], [1, 3, 6], [1, 4, 6], [2, 4, 6])),
    (Between(FOUR), lambda w: {*w[1:3]} <= {*range(w[0] + 1, w[3]), *range(w[3] + 1, w[0])}),
    (
        Lockout(FOUR),
        lambda w: (
            abs(w[0] - w[3]) >= 3
            and not {*w[1:3]} & {*range(w[0], w[3] + 1), *range(w[3], w[0] + 1)}
        ),
    ),
    (Arrow((0,), (1, 2, 3)), lambda w: w[0] == w[1] + w[2] + w[3]),
    (Arrow((0, 1), (2, 3)), lambda w: int(f"{w[0]}{w[1]}") == w[2] + w[3]),
    (Arrow((1, 0), (2, 3, 3)), lambda w: int(f"{w[1]}{w[0]}") == w[2] + 2 * w[3]),
    (DoubleArrow(FOUR), lambda w: w[0] + w[3] == w[1] + w[2]),
    (RegionSum(FOUR, boxes=(1, 2)), lambda w: w[0] + w[1] == w[2] + w[3]),
    (RegionSum((0, 2, 1), boxes=(1, 2)), lambda w: w[0] == w[2] == w[1]),
    (RegionSum((0, 2, 1), boxes=(1, 2), single_totals=True), lambda w: w[0] + w[1] == w[2]),
    (Zipper(FOUR), lambda w: w[0] + w[3] == w[1] + w[2]),
    (Zipper((3, 1, 2)), lambda w: w[3] + w[2] == w[1]),
    (SumLine(FOUR, 5), lambda w: falls_apart(w, 5)),
    (SumLine(FOUR, 6, loop=True), lambda w: any(falls_apart(turn, 6) for turn in turns(w))),
    (Arithmetic(FOUR), lambda w: w[1] - w[0] == w[2] - w[1] == w[3] - w[2]),
    (EqualSums(((0, 1), (2, 3), (0, 3))), lambda w: w[0] + w[1] == w[2] + w[3] == w[0] + w[3]),
    (SameValues(((0, 1), (2, 3))), lambda w: Counter(w[:2]) == Counter(w[2:])),
    (Clone((0, 1), (2, 3)), lambda w: w[:2] == w[2:]),
    (Cage(FOUR, totals=(10, 14)), lambda w: len({*w}) == 4 and sum(w) in (10, 14)),
    (Cage((0, 1), root=2), lambda w: w[0] != w[1] and w[0] + w[1] in (2, 11)),
    (Sum(FOUR, 10), lambda w: sum(w) == 10),
    (Sum((0, 1, 0), totals=(5, 7), coefficients=(1, 2, -3)), lambda w: w[1] - w[0] in (2.5, 3.5)),
    (LookAndSay(FOUR, ((2, 1), (1, 6))), lambda w: w.count(1) == 2 and w.count(6) == 1),
    (Rellik((0, 1, 2), 7), lambda w: len({*w[:3]}) == 3 and 7 not in map(sum, parts_of(w[:3]))),
    (Rellik(FOUR, 7, repeats=True), lambda w: 7 not in map(sum, parts_of(w))),
    (
        EqualityCage(FOUR),
        lambda w: len({*w}) == 4 and sum(v % 2 for v in w) == sum(v < 4 for v in w) == 2,
    ),
]


def test_each_rule_agrees_with_its_second_definition():
    row = Grid(1, 4, range(1, 7))
    for rule, meaning in MEANINGS:
        rule.fit(row)
        with case(rule.describe(row)):
            for word in product(row.values, repeat=4):
                assert rule.holds(row, word) == meaning(word), word


@pytest.mark.parametrize(("values", "gap"), [(9, 5), (8, 4), (6, 3), (4, 2)])
def test_the_usual_gap_of_a_whisper_is_half_the_values_rounded_up(values, gap):
    row = Grid(1, 2, range(1, values + 1))
    assert Whisper((0, 1)).holds(row, (1, 1 + gap))
    assert not Whisper((0, 1)).holds(row, (1, gap))


@pytest.mark.parametrize(
    ("values", "low", "middle"), [(9, 3, 3), (8, 3, 2), (7, 2, 3), (6, 2, 2), (4, 1, 2), (5, 2, 1)]
)
def test_the_middle_third_has_the_odd_size(values, low, middle):
    row = Grid(1, 2, range(1, values + 1))
    alike = [
        len([w for w in row.values if not Entropic((0, 1)).holds(row, (v, w))]) for v in row.values
    ]
    assert alike == [low] * low + [middle] * middle + [low] * low


def test_values_above_nine_are_two_digits_of_a_pill():
    grid = Grid(1, 12, range(1, 17))
    arrow = Arrow((0, 1), range(2, 12))
    total_112 = [16, 16, 16, 16, 16, 16, 12, 2, 1, 1]
    assert sum(total_112) == 112
    assert arrow.holds(grid, [11, 2, *total_112])
    assert arrow.holds(grid, [1, 12, *total_112])
    assert not arrow.holds(grid, [2, 12, *total_112])


def test_a_region_sum_line_has_the_regions_of_its_puzzle():
    line = RegionSum("r1c1-r1c9")
    puzzle = classic(order=3).with_rules(line)
    assert puzzle.meant[-1].segments(NINE) == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]
    assert puzzle.rules[-1].boxes is None
    assert parse(write(puzzle, "json")) == puzzle
    halves = Regions((tuple(range(8)), tuple(range(8, 16))))
    jigsaw = Puzzle(Grid(4, 4), rules=(halves, RegionSum("r1c1-r4c1")))
    assert jigsaw.meant[-1].segments(jigsaw.grid) == [[0, 4], [8, 12]]


def test_a_line_with_regions_ignores_the_puzzles_regions():
    line = RegionSum("r1c1-r1c4", regions=["r1c1-r1c2", "r1c3 r1c4"])
    puzzle = classic(order=3).with_rules(line)
    assert puzzle.meant[-1].segments(NINE) == [[0, 1], [2, 3]]


def test_only_an_unbroken_line_or_cage_is_drawn():
    for rule, broken in [
        (Whisper((0, 1, 2)), Whisper((0, 2))),
        (Arrow((0,), (1, 2)), Arrow((0,), (2,))),
        (SumLine((0, 1, 10, 9), 10, loop=True), SumLine((0, 1, 2), 10, loop=True)),
        (Cage((0, 1), root=3), Cage((0, 2), root=3)),
        (EqualSums(((0, 1), (3,))), EqualSums(((0, 2), (3,)))),
        (Sum((0, 1), 10), Sum((0, 1, 1), 10)),
    ]:
        with case(rule.describe(NINE)):
            assert list(rule.figures(NINE))
            assert not list(broken.figures(NINE))


def test_a_dutch_whisper_has_another_colour():
    german, dutch = Whisper((0, 1)), Whisper((0, 1), gap=4)
    assert [figure.look for rule in (german, dutch) for figure in rule.figures(NINE)] == [
        "green line",
        "orange line",
    ]
    assert dutch.caption(NINE) == "Neighbouring digits on an orange line differ by at least 4."
