"""Notes warn of legal rules that look like typos, such as broken lines and groups in pieces."""

import pytest

from nonet.model.grid import Grid
from nonet.rules import (
    AntiKnight,
    Arrow,
    Boxes,
    Cage,
    ExtraRegion,
    Regions,
    Rellik,
    Renban,
    Rows,
    SumLine,
    Thermo,
    Whisper,
)
from nonet.rules.connection import pieces

GRID = Grid(9, 9)


@pytest.mark.parametrize(
    ("rule", "notes"),
    [
        (Thermo("r1c1 r1c2 r2c3 r2c2"), []),
        (Thermo("r1c1 r5c5"), ["thermo r1c1 r5c5: r1c1 and r5c5 do not touch"]),
        # The end of a row does not touch the start of the next row.
        (Thermo("r1c9 r2c1"), ["thermo r1c9 r2c1: r1c9 and r2c1 do not touch"]),
        (
            Thermo("r1c1 r3c1 r4c1 r4c3"),
            [
                "thermo r1c1 r3c1 r4c1 r4c3: r1c1 and r3c1 do not touch",
                "thermo r1c1 r3c1 r4c1 r4c3: r4c1 and r4c3 do not touch",
            ],
        ),
        (Cage("r1c1 r2c1 r2c2", 12), []),
        (Cage("r1c1"), []),
        (Cage("r1c1 r2c2", 12), ["cage r1c1 r2c2 = 12: r2c2 lies apart"]),
        (Cage("r1c1 r5c5 r5c6"), ["cage r1c1 r5c5 r5c6: r1c1 lies apart"]),
        (Cage("r1c1 r5c5 r1c2 r9c9", 20), ["cage r1c1 r5c5 r1c2 r9c9 = 20: r5c5 r9c9 lie apart"]),
        (Whisper((0, 1, 10)), []),
        (Renban((0, 2)), ["renban r1c1 r1c3: r1c1 and r1c3 do not touch"]),
        (Arrow((0, 1), (2, 3)), []),
        (Arrow((0,), (2,)), ["arrow r1c1 = sum of r1c3: r1c1 and r1c3 do not touch"]),
        (SumLine((0, 1, 2), 10), []),
        (
            SumLine((0, 1, 2), 10, loop=True),
            ["sum loop r1c1 r1c2 r1c3, 10 each: r1c3 and r1c1 do not touch"],
        ),
        (Rellik((0, 2), 10), ["rellik r1c1 r1c3 ≠ 10: r1c3 lies apart"]),
        # Only rules that are drawn as a line or an outline have notes.
        (ExtraRegion("r1c1 r5c5"), []),
        *((rule, []) for rule in (Rows(), Boxes(3, 3), AntiKnight())),
    ],
)
def test_notes(rule, notes):
    assert list(rule.on(GRID).notes(GRID)) == notes


def test_the_notes_of_a_jigsaw_name_each_region():
    regions = Regions([[0, 1], [2, 3]]).on(Grid(2, 2))
    assert list(regions.notes(Grid(2, 2))) == []
    crossed = Regions([[0, 3], [1, 2]]).on(Grid(2, 2))
    assert list(crossed.notes(Grid(2, 2))) == [
        "region r1c1 r2c2: r2c2 lies apart",
        "region r1c2 r2c1: r2c1 lies apart",
    ]


def test_pieces_are_connected_by_edges_and_have_every_cell_once():
    cells = (0, 1, 9, 11, 20, 30)
    found = pieces(GRID, cells)
    assert found == [[0, 1, 9], [11, 20], [30]]
