"""Words: what the rules text says where drawings and logical fields do not."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from nonet.formats.links.sudokupad.signs import parts_of
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.sentences import sentences
from nonet.rules import Among, Rule
from nonet.rules.rule import as_sentence


def words_for(puzzle: Puzzle, told: Collection[Rule]) -> list[str]:
    """Return a sentence for all that people cannot see, or would not know.

    Rules that are told need words only for people, and none if the puzzle has a text of its own.

    >>> from nonet.model.grid import Grid
    >>> from nonet.rules import Columns, Renban, Rows, Taxicab
    >>> puzzle = Puzzle(Grid(4, 4), rules=(Rows(), Columns(), Renban([0, 1]), Taxicab(2)))
    >>> words_for(puzzle, puzzle.rules[:3])
    ['No value twice in a row.', 'No value twice in a column.', \
'Purple line: consecutive values, none twice, in any order.', \
'No equal values at taxicab distance 2.']
    """
    return list(dict.fromkeys(_words(puzzle, frozenset(told))))


def _words(puzzle: Puzzle, told: frozenset[Rule]) -> Iterator[str]:
    grid = puzzle.grid
    is_told = {rule: told.issuperset(parts_of(grid, rule)) for rule in puzzle.rules}
    if not dict(puzzle.meta).get("rules"):
        yield from sentences(replace(puzzle, rules=tuple(filter(is_told.get, puzzle.rules))))
    elif grid.values != Grid(grid.rows, grid.columns).values:
        yield f"values {grid.span}"
    meanings: dict[object, str] = {}
    for rule in puzzle.rules:
        if is_told[rule]:
            continue
        caption = rule.caption(grid)
        looks = frozenset(getattr(figure, "look", "") for figure in rule.figures(grid))
        is_clear = caption and looks and meanings.setdefault(looks, caption) == caption
        words = caption if is_clear else ", ".join([rule.describe(grid), *rule.details(grid)])
        yield as_sentence(words)
    for cell, (given, mask) in enumerate(zip(puzzle.givens, puzzle.marks, strict=True)):
        if given is None and mask != grid.full:
            yield Among((cell,), tuple(grid.values_of(mask))).describe(grid)
