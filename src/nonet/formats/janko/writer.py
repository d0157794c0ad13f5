"""Writing such texts: the kind of a puzzle, its boxes or areas, and its problem."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nonet.formats.caged import require_no_givens
from nonet.formats.contract import Inexpressible, attempt
from nonet.formats.janko.words import DIAGONALS, EMPTIES, KILLER, LATIN, SUDOKU, TEXTS
from nonet.formats.squares import require_square
from nonet.formats.text import quoted
from nonet.formats.values import read_values
from nonet.model.grid import Cells
from nonet.puzzle import Puzzle
from nonet.rules import Boxes, Cage, Columns, Diagonals, Regions, Rows, Rule
from nonet.system.errors import PuzzleError


def write(puzzle: Puzzle) -> str:
    """Return the text of a puzzle, with the metadata that it has a place for."""
    side = require_square(puzzle, keeps=[key for key, _ in puzzle.meta])
    if puzzle.grid.values.start != 1:
        raise Inexpressible(f"values from {puzzle.grid.span}")
    house, cages, has_diagonals = _parts(puzzle)
    kind = KILLER if cages else SUDOKU if house else LATIN
    given = [str(value or EMPTIES[0]) for value in puzzle.givens]
    lines = [f"puzzle {kind}{DIAGONALS if has_diagonals else ''}", *_texts(puzzle)]
    lines += [f"size {side}", *_boxes(house, side)]
    lines += ["problem", *_rows(_sums(puzzle, cages) if cages else given, side)]
    if cages:
        caged = {cell for cage in cages for cell in cage.cells}
        alone = [(cell,) for cell in puzzle.grid.cells if cell not in caged]
        areas = sorted([*alone, *(tuple(sorted(cage.cells)) for cage in cages)])
        lines += ["areas", *_areas(areas, side)]
    elif isinstance(house, Regions):
        if list(house.regions) != sorted(tuple(sorted(region)) for region in house.regions):
            raise Inexpressible("regions in another order than that of their cells")
        lines += ["areas", *_areas(house.regions, side)]
    return "\n".join(["begin", *lines, *_solution(puzzle), "end"])


def _parts(puzzle: Puzzle) -> tuple[Rule | None, list[Cage], bool]:
    """Return the boxes or regions of a puzzle, its cages, and whether it has diagonals."""
    for needed in (Rows(), Columns()):
        if needed not in puzzle.rules:
            raise Inexpressible(f"a puzzle without the rule {needed.name}")
    rules = [rule for rule in dict.fromkeys(puzzle.rules) if rule not in (Rows(), Columns())]
    cages = [rule for rule in rules if isinstance(rule, Cage)]
    kinds = (Boxes,) if cages else (Boxes, Regions)
    houses = [rule for rule in rules if isinstance(rule, kinds)]
    for rule in rules:
        if rule not in (*cages, *houses[:1], Diagonals()):
            raise Inexpressible(f"the rule {rule.name}")
    if cages and not houses:
        raise Inexpressible("cages without boxes")
    return (houses[0] if houses else None), cages, Diagonals() in rules


def _boxes(house: Rule | None, side: int) -> Iterator[str]:
    if isinstance(house, Boxes):
        if house.height * house.width != side:
            raise Inexpressible(f"boxes of {house.height}×{house.width}")
        yield from (f"patternx {house.width}", f"patterny {house.height}")
    elif isinstance(house, Regions) and any(len(region) != side for region in house.regions):
        raise Inexpressible(f"regions of other than {side} cells")


def _sums(puzzle: Puzzle, cages: Sequence[Cage]) -> list[str]:
    """Return the problem of a killer: the sum of each cage in its first cell."""
    require_no_givens(puzzle)
    sums = [EMPTIES[0]] * len(puzzle.grid.cells)
    seen: set[int] = set()
    for cage in cages:
        if cage.totals is not None or cage.root is not None or (cage.total or 0) < 0:
            raise Inexpressible(f"{cage.describe(puzzle.grid)}: it is not one sum")
        if cage.total is None and len(cage.cells) == 1:
            raise Inexpressible(f"{cage.describe(puzzle.grid)}: it says nothing")
        if not seen.isdisjoint(cage.cells):
            shared = puzzle.grid.name(min(seen.intersection(cage.cells)))
            raise Inexpressible(f"two cages that share {shared}")
        seen.update(cage.cells)
        if cage.total is not None:
            sums[min(cage.cells)] = str(cage.total)
    return sums


def _areas(areas: Iterable[Cells], side: int) -> Iterator[str]:
    names = {cell: str(number) for number, area in enumerate(areas, 1) for cell in area}
    return _rows([names[cell] for cell in range(side**2)], side)


def _rows(words: Sequence[str], side: int) -> Iterator[str]:
    return (" ".join(words[start : start + side]) for start in range(0, side**2, side))


def _texts(puzzle: Puzzle) -> Iterator[str]:
    meta = dict(puzzle.meta)
    if puzzle.label is not None:
        meta.setdefault("title", puzzle.label)
    for key in TEXTS:
        text = meta.get(key)
        if text is not None:
            if not text or text != text.strip() or not text.isprintable():
                raise Inexpressible(f"the {key} {quoted(text)}")
            yield f"{key} {text}"


def _solution(puzzle: Puzzle) -> Iterator[str]:
    stated = dict(puzzle.meta).get("solution")
    if stated is not None:
        values = attempt(read_values, puzzle.grid, stated)
        if isinstance(values, PuzzleError):
            raise Inexpressible(f"the solution {quoted(stated)}")
        words = [str(value or EMPTIES[0]) for value in values]
        yield from ("solution", *_rows(words, puzzle.grid.rows))
