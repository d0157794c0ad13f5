"""Canonical forms and the symmetries of rules, compared with trying all moves of a group."""

from dataclasses import replace
from random import Random

import pytest
from oracle import brute_force
from requirements import require_native

import nonet
from nonet.model.constraints import AllDifferent
from nonet.questions.symmetry import search
from nonet.questions.symmetry.forms import frame_of, more_rules
from nonet.questions.symmetry.rule_symmetries import best_moves, moves, orders
from nonet.questions.symmetry.search import Frame, best_ways, moved
from nonet.racing.shuffles import random_isomorphism
from nonet.rules import AntiKing, AntiKnight, Diagonals, DisjointGroups, Windoku
from nonet.system.errors import PuzzleError, TooLarge

FOUR = Frame(2, 2, 2, 2)
SIX = Frame(bands=3, height=2, stacks=2, width=3)
FRAMES = [
    FOUR,
    SIX,
    Frame(1, 4, 1, 4),  # a Latin square
    Frame(1, 3, 1, 3),
    Frame(bands=2, height=2, stacks=1, width=4),
    Frame(bands=1, height=2, stacks=3, width=1),
]


def group(frame):
    """Return all moves of a frame, without the search."""
    width = frame.stacks * frame.width
    return [
        moved(width, rows, columns, turned)
        for turned in (False, True)[: 1 + frame.can_turn]
        for rows in orders(frame.bands, frame.height)
        for columns in orders(frame.stacks, frame.width)
    ]


def size(frame):
    return frame.bands * frame.height, frame.stacks * frame.width


def boards(frame, random, count):
    """Draw boards with few or many values, which may repeat in a line."""
    rows, columns = size(frame)
    for _ in range(count):
        filled, kinds = random.random(), random.choice([2, max(rows, columns)])
        yield tuple(
            random.randint(1, kinds) if random.random() < filled else 0
            for _ in range(rows * columns)
        )


def text(board, found):
    labels = (0, *found.labels)
    return [labels[board[cell]] for cell in found.cells]


@pytest.mark.parametrize("frame", FRAMES)
def test_no_move_gives_a_smaller_text_and_the_automorphisms_are_counted(frame):
    moves, values = group(frame), max(size(frame))
    for board in boards(frame, Random(1), 40 if len(moves) < 2000 else 8):
        found, wanted = best_ways(board, frame, values), best_moves(board, moves, values)
        assert text(board, found) == text(board, wanted), board
        assert found.automorphisms == wanted.automorphisms, board


def test_the_four_by_four_grids_have_two_forms():
    moves, found = group(FOUR), {}
    for grid in brute_force(nonet.classic(order=2)):
        best = best_ways(grid, FOUR, 4)
        form = tuple(text(grid, best))
        assert best.automorphisms == best_moves(grid, moves, 4).automorphisms
        found.setdefault(form, []).append(best.automorphisms)
    # The size of a class is the order of the group, divided by the automorphisms of a member.
    assert sorted(map(len, found.values())) == [96, 192]
    for automorphisms in found.values():
        assert set(automorphisms) == {len(moves) * 24 // len(automorphisms)}


@pytest.mark.slow
def test_full_and_partial_grids_of_sixteen_by_sixteen():
    require_native()
    frame, random = Frame(4, 4, 4, 4), Random(3)
    puzzle = nonet.classic(order=4)
    grid = nonet.solve(puzzle, backend="native").solution
    for share in (1, 0.3):
        board = tuple(value if random.random() < share else 0 for value in grid)
        isomorph = random_isomorphism(puzzle, random)
        other = tuple(board[cell] and isomorph.value(board[cell]) for cell in isomorph.cells)
        assert text(board, best_ways(board, frame, 16)) == text(other, best_ways(other, frame, 16))


def test_too_many_ways_are_refused_with_their_number(monkeypatch):
    # A 16×16 board with one empty cell in each row and column allows nearly any order of columns.
    grid = [(4 * (r % 4) + r // 4 + c) % 16 + 1 for r in range(16) for c in range(16)]
    board = tuple(0 if value == 1 else value for value in grid)
    monkeypatch.setattr(search, "MOST_WAYS", 5_000)
    with pytest.raises(TooLarge, match=r"it could begin in \d+ ways, .* the limit is 5000"):
        best_ways(board, Frame(4, 4, 4, 4), 16)


def left(puzzle):
    return moves(puzzle.geometry, frame_of(puzzle), more_rules(puzzle))


def filtered(puzzle):
    """Return the moves that preserve all groups of cells, by trying each."""
    parts = {frozenset(p.cells) for p in puzzle.constraints if isinstance(p, AllDifferent)}
    for cells in group(frame_of(puzzle)):
        if {frozenset(map(cells.__getitem__, part)) for part in parts} == parts:
            yield cells


@pytest.mark.parametrize(
    "puzzle",
    [
        nonet.classic(order=2).with_rules(rule)
        for rule in (Diagonals(), AntiKnight(), AntiKing(), DisjointGroups(2, 2))
    ]
    + [
        nonet.classic(boxes=(2, 3)).with_rules(rule)
        for rule in (Diagonals(), AntiKnight(), DisjointGroups(2, 3))
    ],
)
def test_exactly_the_moves_that_preserve_the_rules_are_found(puzzle):
    assert sorted(left(puzzle)) == sorted(filtered(puzzle))


@pytest.mark.parametrize(
    ("rule", "number"), [(Diagonals(), 96), (Windoku(), 128), (AntiKnight(), 8)]
)
def test_the_symmetries_of_well_known_variants(rule, number):
    assert len(left(nonet.classic(order=3).with_rules(rule))) == number


@pytest.mark.parametrize(
    ("puzzle", "complaint"),
    [
        (nonet.classic(order=3).thermo("r1c1-r1c3"), "thermo does not treat all values alike"),
        (nonet.classic(order=3).cage("r1c1-r1c3", 10), "cage does not treat all values alike"),
        (nonet.classic(order=3).nonconsecutive(), "nonconsecutive does not treat all values"),
        (nonet.Puzzle(nonet.Grid(9, 9)), "the rule rows is missing"),
        (replace(nonet.classic(order=2), marks=(1,) * 16), "the puzzle has candidate sets"),
    ],
)
def test_rules_without_exact_symmetries_are_refused_by_name(puzzle, complaint):
    with pytest.raises(PuzzleError, match=f"no canonical form: .*{complaint}"):
        nonet.canonical(puzzle)


def test_too_many_orders_of_rows_are_refused():
    puzzle = nonet.classic(order=4).with_rules(AntiKnight())
    with pytest.raises(TooLarge, match=r"7962624 orders of rows, .* the limit is 10000"):
        nonet.canonical(puzzle)
