"""Tests of the regions that lines pass through, and the drawings of lines."""

from examples import case

from nonet.formats import classic, parse, write
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Arrow, Cage, EqualSums, Regions, RegionSum, Sum, SumLine, Whisper

NINE = Grid(9, 9)


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
