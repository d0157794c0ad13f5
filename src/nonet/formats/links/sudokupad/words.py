"""Words: what the rules text says where drawings and logical fields do not."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from nonet.formats.links.sudokupad.signs import parts_of
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.rules import Among, Rule


def words_for(puzzle: Puzzle, told: Collection[Rule]) -> list[str]:
    """Return a sentence for all that people cannot see, or would not know.

    Rules that are told need words only for people, and none if the puzzle has a text of its own.

    >>> from nonet.model.grid import Grid
    >>> from nonet.rules import Columns, Renban, Rows, Taxicab
    >>> puzzle = Puzzle(Grid(4, 4), rules=(Rows(), Columns(), Renban([0, 1]), Taxicab(2)))
    >>> words_for(puzzle, puzzle.rules[:3])
    ['purple line: consecutive values, none twice, in any order', \
'no equal values at taxicab distance 2']
    """
    return list(dict.fromkeys(_words(puzzle, frozenset(told))))


def _words(puzzle: Puzzle, told: frozenset[Rule]) -> Iterator[str]:
    grid = puzzle.grid
    if grid.values != Grid(grid.rows, grid.columns).values:
        yield f"values {grid.span}"
    has_text = bool(dict(puzzle.meta).get("rules"))
    meanings: dict[object, str] = {}
    for rule in puzzle.rules:
        caption = rule.caption(grid)
        if told.issuperset(parts_of(grid, rule)):
            if caption and not has_text:
                yield caption
            continue
        looks = frozenset(getattr(figure, "look", "") for figure in rule.figures(grid))
        is_clear = caption and looks and meanings.setdefault(looks, caption) == caption
        yield caption if is_clear else ", ".join([rule.describe(grid), *rule.details(grid)])
    for cell, (given, mask) in enumerate(zip(puzzle.givens, puzzle.marks, strict=True)):
        if given is None and mask != grid.full:
            yield Among((cell,), tuple(grid.values_of(mask))).describe(grid)
