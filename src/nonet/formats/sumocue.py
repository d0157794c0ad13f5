"""The format ``sumocue``: a killer, perhaps with regions, as SumoCue writes it.

``SumoCueV1``, or ``SumoCueV1D`` with both diagonals, and an entry for each cell: ``=sum`` where a
cage begins (0 for none), ``+cell`` for the others of it, with the number of that first cell, from
0. In a jigsaw each is followed by its region, ``J0`` to ``J8``. A cage of one cell is a given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonet.formats.caged import CELLS, CLASSIC, GRID, SIDE, caged, cages_of
from nonet.formats.contract import Format, Found, Inexpressible, attempt
from nonet.formats.text import Source, counted, quoted
from nonet.model.grid import Cells
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Diagonals, Regions, Rows
from nonet.system.errors import PuzzleError

_NAME = "SumoCueV1"
_ENTRY = re.compile(r"([=+])(\d{1,3})(?:J(\d))?", re.ASCII)


def recognises(text: str) -> bool:
    """Tell such a killer from other lines.

    >>> recognises("SumoCueV1=11+0=0"), recognises("." * 81)
    (True, False)
    """
    return text.startswith(_NAME)


def _puzzle(text: str) -> Puzzle:
    if not text.startswith(_NAME):
        raise PuzzleError(f"{quoted(text)} does not begin with {_NAME!r}")
    body = "".join(text.removeprefix(_NAME).split())
    others = [Diagonals()] * body.startswith("D")
    entries = _entries(body.removeprefix("D"))
    cages: dict[int, list[int]] = {}
    for cell in GRID.cells:
        cages.setdefault(_head(entries, cell), []).append(cell)
    totals = [(cells, int(entries[head][1])) for head, cells in cages.items()]
    givens = {cells[0]: total for cells, total in totals if len(cells) == 1 and 0 < total <= SIDE}
    found = caged([each for each in totals if each[0][0] not in givens], *others)
    puzzle = found.with_givens(givens)
    signs = [entry[2] for entry in entries]
    return _with_regions(puzzle, signs) if any(signs) else puzzle


def _entries(body: str) -> list[tuple[str, ...]]:
    entries = _ENTRY.findall(body)
    if _ENTRY.sub("", body):
        raise PuzzleError("what follows is not a list of entries like '=11' and '+0'")
    if len(entries) != CELLS:
        raise PuzzleError(f"{len(entries)} entries, not {CELLS}")
    return entries


def _head(entries: list[tuple[str, ...]], cell: int) -> int:
    """Return the first cell of a cage."""
    here = cell
    for _ in range(CELLS):
        sign, number, _ = entries[here]
        if sign == "=":
            return here
        if int(number) >= CELLS:
            raise PuzzleError(f"there is no cell {number}", cell=GRID.name(here))
        here = int(number)
    raise PuzzleError("its cage has no first cell", cell=GRID.name(cell))


def _with_regions(puzzle: Puzzle, signs: list[str]) -> Puzzle:
    regions: dict[str, list[int]] = {}
    for cell, sign in enumerate(signs):
        if not sign:
            raise PuzzleError("it has no region, others have", cell=GRID.name(cell))
        regions.setdefault(sign, []).append(cell)
    for sign, cells in regions.items():
        if len(cells) != SIDE:
            raise PuzzleError(f"the region J{sign} has {counted(len(cells), 'cell')}, not {SIDE}")
    rules = (rule for rule in puzzle.rules if rule not in CLASSIC)
    shaped = (Rows(), Columns(), Regions(tuple(map(tuple, regions.values()))), *rules)
    return Puzzle(puzzle.grid, puzzle.givens, rules=shaped)


def _read(source: Source) -> Iterator[Found]:
    for number, text in source.content():
        yield number, attempt(_puzzle, text)


def _write(puzzle: Puzzle) -> str:
    regions = _regions_of(puzzle)
    frame = [*CLASSIC[:2], Regions(regions)] if regions else CLASSIC
    entries = ["=0"] * CELLS
    for cage in cages_of(puzzle, frame, others=[Diagonals()]):
        if len(cage.cells) == 1 and (cage.total or 0) <= SIDE:
            raise Inexpressible(f"{cage.describe(GRID)}: a cage of one cell is a given")
        head, *rest = sorted(cage.cells)
        entries[head] = f"={cage.total or 0}"
        for cell in rest:
            entries[cell] = f"+{head}"
    for cell, given in enumerate(puzzle.givens):
        if given is not None:
            if entries[cell] != "=0" or f"+{cell}" in entries:
                raise Inexpressible(f"the given in {GRID.name(cell)}, which is in a cage")
            entries[cell] = f"={given}"
    for number, region in enumerate(regions):
        for cell in region:
            entries[cell] += f"J{number}"
    diagonal = "D" if Diagonals() in puzzle.rules else ""
    return _NAME + diagonal + "".join(entries)


def _regions_of(puzzle: Puzzle) -> tuple[Cells, ...]:
    """Return the regions of a jigsaw; none if there are boxes."""
    found = [rule for rule in puzzle.rules if isinstance(rule, Regions)]
    has_boxes = any(isinstance(rule, Boxes) for rule in puzzle.rules)
    if has_boxes == bool(found) or len(found) > 1:
        raise Inexpressible("a puzzle that has not either boxes or one kind of regions")
    regions = found[0].regions if found else ()
    if any(len(region) != SIDE for region in regions):
        raise Inexpressible(f"regions of other than {SIDE} cells")
    return regions


SUMOCUE = Format("sumocue", "SumoCue: killers, also in jigsaws", _read, _write)
