"""Rules for cages agree with a second definition of each of them."""

import pytest
from oracle import held_by

from nonet.model.grid import Grid
from nonet.rules import Cage, Lunchbox


@pytest.mark.parametrize(("total", "root"), [(3, 3), (9, 9), (10, 1), (15, 6), (17, 8)])
def test_the_digital_root_adds_digits_until_one_remains(total, root):
    row = Grid(1, 2, range(1, 10))
    high = min(9, total - 1)
    for guess in range(10):
        held = Cage((0, 1), root=guess).holds(row, (high, total - high))
        assert held is (guess == root)


def test_a_lunchbox_has_its_own_crusts():
    found = held_by(Grid(1, 3, range(1, 6)), Lunchbox("r1", 3))
    rising = {(low, 3, high) for low in (1, 2) for high in (4, 5)}
    assert found == rising | {row[::-1] for row in rising}
