"""Tests of canonical forms and isomorphisms, also by trying all moves of a group."""

from dataclasses import dataclass, replace
from itertools import permutations
from random import Random

import pytest
from oracle import brute_force
from requirements import require_native

import nonet
from nonet.model.constraints import AllDifferent
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.questions.symmetry import Isomorphism, canonical, isomorphism, search, searched
from nonet.questions.symmetry.forms import frame_of, more_rules
from nonet.questions.symmetry.rule_symmetries import best_moves, moves, orders
from nonet.questions.symmetry.search import Frame, best_ways, moved
from nonet.racing.shuffles import random_isomorphism
from nonet.rules import (
    AntiKing,
    AntiKnight,
    Boxes,
    Columns,
    Diagonals,
    DisjointGroups,
    Rows,
    Rule,
    Windoku,
)
from nonet.system.errors import PuzzleError, TooLarge

FOUR = nonet.classic("12..34..2......3")
NINE = nonet.classic(
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)

PUZZLES = {
    "4×4": FOUR,
    "6×6": nonet.classic(boxes=(2, 3)).with_givens({0: 1, 1: 2, 8: 3, 20: 1, 29: 5}),
    "9×9": NINE,
    "16×16": nonet.classic(order=4).with_givens({cell: cell % 5 + 1 for cell in range(0, 256, 7)}),
    "one cell": nonet.latin("1"),
    "latin": nonet.latin("1....2....3....4....5....").with_givens({1: 5}),
    "values from 0": Puzzle(Grid(4, 4, range(4)), FOUR.givens[:0], (), (Rows(), Columns()))
    .with_rules(Boxes(2, 2))
    .with_givens({0: 0, 1: 3, 6: 1}),
    "diagonals": NINE.with_rules(Diagonals()),
    "anti-knight": NINE.with_rules(AntiKnight()),
}


@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=PUZZLES)
def test_isomorphs_have_the_same_form_and_an_isomorphism(puzzle):
    here = canonical(puzzle)
    assert here.isomorphism.of_puzzle(puzzle) == here.puzzle
    for seed in range(3):
        other = random_isomorphism(puzzle, Random(seed)).of_puzzle(puzzle)
        there = canonical(other)
        assert (there.puzzle, there.automorphisms) == (here.puzzle, here.automorphisms)
        found = isomorphism(puzzle, other)
        assert found is not None
        assert found.of_puzzle(puzzle) == other
        assert found.inverse().of_puzzle(other) == puzzle


def test_plain_python_and_the_native_engine_agree():
    require_native()
    empty = nonet.classic(order=3)
    full = replace(NINE, givens=nonet.solve(NINE).solution)
    for puzzle in (NINE, full, empty, empty.with_givens({80: 9})):
        native, slow = canonical(puzzle), searched(puzzle)
        assert native.puzzle == slow.puzzle
        assert native.automorphisms == slow.automorphisms


def test_forms_do_not_need_the_native_engine(monkeypatch):
    norvig = nonet.find_backend("norvig")
    monkeypatch.setattr("nonet.questions.symmetry.forms.find_backend", lambda: norvig)
    found = canonical(NINE)
    assert found.puzzle == searched(NINE).puzzle
    assert found.isomorphism.of_puzzle(NINE) == found.puzzle


def test_the_form_of_a_puzzle_is_solved_by_the_form_of_its_solution():
    found = canonical(NINE)
    solution = nonet.solve(NINE).solution
    assert nonet.solve(found.puzzle).solution == found.isomorphism.of_values(solution)


def test_different_puzzles_have_no_isomorphism():
    other = FOUR.with_givens({15: 2})
    assert isomorphism(FOUR, other) is None
    assert isomorphism(NINE, FOUR) is None
    assert isomorphism(NINE, NINE.with_rules(Diagonals())) is None
    # The order of rules does not matter.
    assert isomorphism(NINE, replace(NINE, rules=NINE.rules[::-1])) is not None


def test_the_form_does_not_depend_on_the_order_or_repetition_of_rules():
    rules = (*FOUR.rules, Diagonals(), DisjointGroups(2, 2))
    form = canonical(replace(FOUR, rules=rules)).puzzle
    assert form.rules[:3] == FOUR.rules
    for order in permutations(rules):
        assert canonical(replace(FOUR, rules=order)).puzzle == form
        assert canonical(replace(FOUR, rules=(*order, order[0]))).puzzle == form
    for order in permutations(NINE.rules):  # the native engine finds the same forms
        assert canonical(replace(NINE, rules=order)).puzzle.rules == NINE.rules


@dataclass(frozen=True)
class Apart(Rule, family=True):
    """A rule that the cells of a diagonal are different, with a mark."""

    marked: frozenset[int]

    def holds(self, grid, values):
        return True

    def lower(self, grid):
        yield AllDifferent((0, 5, 10, 15))


def test_the_form_does_not_depend_on_the_order_of_a_set():
    there, back = Apart(frozenset([0, 32])), Apart(frozenset([32, 0]))
    assert there == back
    assert repr(there) < repr(Apart(frozenset([1]))) < repr(back)
    orders = ((there, Apart(frozenset([1]))), (Apart(frozenset([1])), back))
    assert len({canonical(FOUR.with_rules(*rules)).puzzle for rules in orders}) == 1


def test_clashing_givens_have_a_form_too():
    found = canonical("11" + "." * 14)
    assert nonet.write(found.puzzle, "line") == "." * 14 + "11"
    assert canonical("." * 4 + "1" + "." * 3 + "1" + "." * 7).puzzle != found.puzzle


def test_metadata_does_not_change_the_form():
    titled = replace(FOUR, meta=(("title", "Four"), ("solution", "1234341221434321")))
    assert canonical(titled).puzzle == canonical(FOUR).puzzle
    turn = Isomorphism.identity(FOUR.grid)
    assert turn.of_puzzle(titled).meta == (("title", "Four"),)


def test_isomorphisms_compose():
    random = Random(4)
    first, second = (random_isomorphism(NINE, random) for _ in range(2))
    assert first.then(second).of_puzzle(NINE) == second.of_puzzle(first.of_puzzle(NINE))
    assert first.then(first.inverse()) == Isomorphism.identity(NINE.grid)
    with pytest.raises(nonet.PuzzleError, match="80 values for 81 cells"):
        first.of_values((None,) * 80)


# --- the search ----------------------------------------------------------------------------------

SMALL = Frame(2, 2, 2, 2)
SIX = Frame(bands=3, height=2, stacks=2, width=3)
FRAMES = [
    SMALL,
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
    moves, found = group(SMALL), {}
    for grid in brute_force(nonet.classic(order=2)):
        best = best_ways(grid, SMALL, 4)
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


def test_a_rule_that_changes_the_meaning_of_boxes_is_refused():
    @dataclass(frozen=True)
    class Boxed(Boxes):
        def lower(self, grid):
            return nonet.rules.Cage((0, 1), 3).lower(grid)

    puzzle = nonet.latin(side=4).with_rules(Boxed(2, 2))
    with pytest.raises(PuzzleError, match="boxed does not treat all values alike"):
        nonet.canonical(puzzle)


def test_too_many_orders_of_rows_are_refused():
    puzzle = nonet.classic(order=4).with_rules(AntiKnight())
    with pytest.raises(TooLarge, match=r"7962624 orders of rows, .* the limit is 10000"):
        nonet.canonical(puzzle)
