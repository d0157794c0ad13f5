"""Rules of groups of cells mean what setters say."""

from oracle import held_by

from nonet.model.grid import Grid
from nonet.rules import (
    Lunchbox,
)


def test_a_lunchbox_has_its_own_crusts():
    found = held_by(Grid(1, 3, range(1, 6)), Lunchbox("r1", 3))
    rising = {(low, 3, high) for low in (1, 2) for high in (4, 5)}
    assert found == rising | {row[::-1] for row in rising}
