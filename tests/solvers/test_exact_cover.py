"""The package exact-cover finds every solution once. nonet refuses puzzles that are too large."""

import pytest
from clocks import processor_seconds
from examples import EASY, HARD, case, classic, pigeons, rule_puzzles
from oracle import brute_force, enumerate_solutions
from requirements import require_package

from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.uniqueness import Kind, check
from nonet.rules import Boxes, Cage, Columns, ExtraRegion, Rows
from nonet.solvers import Limits, LimitUnsupported, Status, exact_cover, find_backend
from nonet.system.errors import TooLarge

HOPELESS = pigeons(12)


@pytest.fixture
def cover():
    require_package("exact-cover")
    return find_backend("exact-cover")


@pytest.mark.parametrize("text", [EASY, HARD])
def test_published_puzzles_are_unique(cover, text):
    assert check(classic(text), cover.spec).kind is Kind.UNIQUE


def test_every_rule_filters_the_covers(cover):
    for name, puzzle in rule_puzzles(12)[::19]:
        with case(name), cover.open(puzzle) as session:
            found = enumerate_solutions(session)
            assert len(set(found)) == len(found)
            assert set(found) == brute_force(puzzle)


def test_all_solutions_are_listed_a_few_times_and_not_once_for_each(cover, monkeypatch):
    """The package starts each list from the beginning, so listing one by one would be slow."""
    import exact_cover as package

    lists, listed = [], package.get_all_solutions

    def get_all_solutions(matrix, *, max_count):
        lists.append(max_count)
        return listed(matrix, max_count=max_count)

    monkeypatch.setattr(package, "get_all_solutions", get_all_solutions)
    puzzle = classic("." * 16)
    engine = exact_cover.Covers(puzzle, 0)
    found = enumerate_solutions(engine)
    assert len(set(found)) == len(found) == 288
    assert lists == [1, 4, 16, 64, 256, 1024]


def test_a_group_with_fewer_cells_than_values_may_lack_some(cover):
    pairs = Puzzle(Grid(1, 3, range(4)), rules=(ExtraRegion((0, 2)),))
    with cover.open(pairs) as session:
        assert len(set(enumerate_solutions(session))) == 4 * 3 * 4


def test_a_full_board_is_right_or_unsatisfiable(cover):
    boards = {"right": ("1234341221434321", Kind.UNIQUE), "wrong": ("1234341221433421", Kind.NONE)}
    for name, (text, kind) in boards.items():
        for puzzle in (classic(text), classic(text, ExtraRegion((0, 5)))):
            with case(f"{name}, {puzzle.rules}"):
                assert check(puzzle, cover.spec).kind is kind


def test_seconds_are_a_limit_and_nodes_are_not(cover):
    with cover.open(HOPELESS) as session:
        with processor_seconds(5):
            assert session.solve(Limits(seconds=0.1)).status is Status.UNKNOWN
        with pytest.raises(LimitUnsupported, match="cannot limit nodes: limit seconds"):
            session.solve(Limits(nodes=5))


def test_boards_too_large_are_refused(cover):
    board = Puzzle(Grid(36, 36), rules=(Rows(), Columns(), Boxes(6, 6)))
    with cover.open(board) as session, pytest.raises(TooLarge, match=r"bytes\. The limit is"):
        session.solve()


def test_too_many_covers_are_refused(cover, monkeypatch):
    monkeypatch.setattr(exact_cover, "MOST_NUMBERS", 10_000)
    caged = classic("." * 16, Cage((0, 1), 99))  # every cover breaks the rule
    with pytest.raises(TooLarge, match=r"items\. The limit is 10000"):
        exact_cover.Covers(caged, 0).solve(Limits())
