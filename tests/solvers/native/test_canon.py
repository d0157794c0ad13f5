"""Tests of canonical forms in arrays, against a search in Python and known counts of grids."""

import os
from itertools import permutations

import examples
import grids
import numpy as np
import pytest

from nonet.questions.symmetry.search import Frame, best_ways
from nonet.solvers.native.canon import canon
from nonet.system.errors import PuzzleError

#: The number of random boards in a test.
MANY = int(os.environ.get("NONET_GRIDS", "2000"))

#: The grid with the most automorphisms.
MOST_SYMMETRIC = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
ALL_SYMMETRIES = 362880 * 2 * 6**8
FRAME = Frame(3, 3, 3, 3)


def shuffled(boards, seed):
    """Return random isomorphs of boards: other digits, lines in other orders, some transposed."""
    random = np.random.default_rng(seed)
    other = np.empty_like(boards)
    for new, old in zip(other, boards, strict=True):
        rows, columns = (
            [3 * band + line for band in random.permutation(3) for line in random.permutation(3)]
            for _ in range(2)
        )
        digits = np.array([0, *random.permutation(9) + 1], np.uint8)
        board = digits[old.reshape(9, 9)[np.ix_(rows, columns)]]
        new[:] = (board.T if random.integers(2) else board).ravel()
    return other


def boards(count, seed):
    """Return boards with few and with many clues, full grids, and boards without a solution."""
    full = grids.solved(count, seed)
    thin = grids.thinned(full, (0, 81), seed + 1)
    spoiled = grids.spoiled(grids.thinned(full, (20, 40), seed + 2), seed + 3)
    return np.concatenate([full[: count // 8], thin, spoiled[: count // 4]])


def assert_same_as_in_python(boards):
    found = canon(boards)
    for board, form, automorphisms in zip(boards, found.forms, found.automorphisms, strict=True):
        slow = best_ways(tuple(board.tolist()), FRAME, 9)
        labels = (0, *slow.labels)
        assert form.tolist() == [labels[board[cell]] for cell in slow.cells], grids.text(board)
        assert automorphisms == slow.automorphisms, grids.text(board)


def test_python_finds_the_same_forms_and_as_many_automorphisms():
    assert_same_as_in_python(boards(MANY // 200, seed=1))


def nearly_full(count, seed):
    """Return boards with one to four empty cells. On half of them, these cells are in one band."""
    random = np.random.default_rng(seed)
    found = grids.solved(count, seed)
    for number, board in enumerate(found):
        within = 81 if (number + number // 4) % 2 else 27
        board[random.choice(within, 1 + number % 4, replace=False)] = 0
    return found


@examples.share_or_whole("count", 2, 8)
def test_nearly_full_boards(count):
    given = nearly_full(count, seed=8)
    assert_same_as_in_python(given)
    turned = np.ascontiguousarray(given.reshape(-1, 9, 9).transpose(0, 2, 1).reshape(-1, 81))
    assert (canon(turned).forms == canon(given).forms).all()
    many = nearly_full(MANY // 4, seed=9)
    here, there = canon(many), canon(shuffled(many, seed=10))
    assert (here.forms == there.forms).all()
    assert (here.automorphisms == there.automorphisms).all()


def test_nearly_full_boards_of_latin_squares():
    """In these boards, only boxes repeat digits. The table of pairs of rows lacks such pairs."""
    random = np.random.default_rng(11)
    cyclic = (np.arange(9)[:, None] + np.arange(9)) % 9 + 1
    squares = []
    for empty in (1, 2, 4):
        square = cyclic[np.ix_(random.permutation(9), random.permutation(9))].astype(np.uint8)
        square.reshape(-1)[random.choice(27, empty, replace=False)] = 0
        squares.append(square.ravel())
    assert_same_as_in_python(np.array(squares))


def test_the_way_leads_to_the_form():
    given = boards(MANY // 4, seed=2)
    found = canon(given)
    moved = np.take_along_axis(given, found.cells.astype(np.intp), axis=1)
    assert (np.take_along_axis(found.values, moved.astype(np.intp), axis=1) == found.forms).all()
    for cells in found.cells.reshape(-1, 9, 9):
        places = np.stack([cells // 9, cells % 9])
        rows, columns = places if len(set(places[0, 0])) == 1 else places[::-1]
        for lines in (rows[:, 0], columns[0]):
            assert sorted(lines) == list(range(9))
            assert all(len(set(lines[start : start + 3] // 3)) == 1 for start in (0, 3, 6))
        assert (rows == rows[:, :1]).all()
        assert (columns == columns[:1]).all()
    assert (np.sort(found.values, axis=1) == np.arange(10)).all()


def test_isomorphs_have_one_form():
    given = boards(MANY, seed=3)
    here, there = canon(given), canon(shuffled(given, seed=4))
    assert (here.forms == there.forms).all()
    assert (here.automorphisms == there.automorphisms).all()


def test_the_most_symmetric_grid_has_648_automorphisms():
    found = canon(MOST_SYMMETRIC.encode())
    assert found.automorphisms.tolist() == [648]
    assert grids.text(found.forms[0]).startswith("123456789456789123789123456")


def test_all_bands_are_416_classes():
    # Every two rows of a band are isomorphic to one of these pairs. Try all third rows below them.
    pairs = {form[63:].tobytes() for form in canon(_bands("123456789", _second_rows())).forms}
    bands = [_bands(_text(pair), _third_rows(pair)) for pair in pairs]
    assert len(np.unique(canon(np.concatenate(bands)).forms, axis=0)) == 416


def _text(values):
    return "".join(map(str, values))


def _bands(above, last_rows):
    return grids.of_lines([(above + last).ljust(81, "0") for last in last_rows])


def _second_rows():
    """Yield the rows that can be below 123456789, up to the order of columns in other stacks."""
    for box in ("456", "457"):
        for rest in permutations(set("123456789") - set(box)):
            if not (set(rest[:3]) & set("456") or set(rest[3:]) & set("789")):
                yield box + "".join(rest)


def _third_rows(pair):
    rest = [
        sorted(set(range(1, 10)) - {*pair[start : start + 3], *pair[9 + start : 12 + start]})
        for start in (0, 3, 6)
    ]
    for first in permutations(rest[0]):
        for second in permutations(rest[1]):
            for third in permutations(rest[2]):
                yield _text((*first, *second, *third))


@pytest.mark.parametrize(
    ("clues", "automorphisms"),
    [
        ({}, ALL_SYMMETRIES),
        ({40: 5}, ALL_SYMMETRIES // (81 * 9)),
        ({0: 1, 1: 2}, ALL_SYMMETRIES // (162 * 72)),
    ],
)
def test_nearly_empty_boards(clues, automorphisms):
    board = np.zeros((1, 81), np.uint8)
    for cell, value in clues.items():
        board[0, cell] = value
    found = canon(board)
    assert found.forms[0].tolist() == [0] * (81 - len(clues)) + list(range(1, len(clues) + 1))
    assert found.automorphisms.tolist() == [automorphisms]


def test_boards_on_which_very_much_is_alike():
    full = "123456789"
    lines = [
        "1" * 81,
        (full + "0" * 72)[:81],  # one full row
        "".join(full[r] if r == c else "0" for r in range(9) for c in range(9)),
        "".join("123"[(r + c) % 3] for r in range(9) for c in range(9)),
        "".join("123"[(r // 3 + c // 3) % 3] for r in range(9) for c in range(9)),
        "".join("1" if r // 3 == c // 3 else "0" for r in range(9) for c in range(9)),
        *(MOST_SYMMETRIC.replace(digit, "0") for digit in "19"),
        "".join(d if r % 3 == c // 3 else "0" for (r, c), d in _places(MOST_SYMMETRIC)),
    ]
    given = grids.of_lines(lines)
    there = canon(shuffled(given, seed=6))
    here = canon(given)
    assert (here.forms == there.forms).all()
    assert (here.automorphisms == there.automorphisms).all()
    assert (ALL_SYMMETRIES % here.automorphisms == 0).all()


def _places(line):
    return ((divmod(cell, 9), digit) for cell, digit in enumerate(line))


def test_threads_and_signs_change_nothing():
    given = boards(MANY // 4, seed=7)
    text = b"\n".join(grids.text(board).replace("0", ".").encode() for board in given)
    one, two = canon(given), canon(text, stride=82, threads=2)
    for a, b in zip(one, two, strict=True):
        assert (a == b).all()


def test_rows_that_are_none_are_refused_by_number():
    line = examples.HARD.encode()
    for rows, complaint in (
        (line + line[:-1] + b"x", "row 1: byte 120 at r9c9 is no digit and no '.'"),
        (line[:80], "row 0: a puzzle has 81 bytes, not 80"),
    ):
        with pytest.raises(PuzzleError, match=complaint):
            canon(rows)
    with pytest.raises(PuzzleError, match="at least one thread"):
        canon(line, threads=0)
    assert canon(b"").forms.shape == (0, 81)
