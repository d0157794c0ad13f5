"""The rules of a puzzle as sentences for players, to print next to a board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nonet.puzzle.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Regions, Rows, Rule

_LINES = {Rows, Columns}


def sentences(puzzle: Puzzle) -> list[str]:
    """Return a sentence for each kind of rule. The first one covers the usual rules of sudoku.

    >>> from nonet.formats import classic
    >>> puzzle = classic().thermo("r1c1-r1c3").thermo("r5c5 r6c6").x("r9c1 r9c2")
    >>> print("\\n".join(sentences(puzzle)))
    Normal sudoku rules apply.
    Thermometer: values rise strictly from the bulb to the tip.
    X between two cells: their values add up to 10.
    """
    return list(dict.fromkeys(_sentences(puzzle)))


def _sentences(puzzle: Puzzle) -> Iterator[str]:
    grid = puzzle.grid
    normal = usual_rules(puzzle)
    if normal:
        regions = any(isinstance(rule, Regions) for rule in normal)
        yield f"Normal sudoku rules apply{' with the regions that are drawn' if regions else ''}."
    if grid.values != range(1, max(grid.rows, grid.columns) + 1):
        yield f"Values {grid.span}."
    yield from (rule.sentence(grid) for rule in puzzle.rules if rule not in normal)


def without_own_sentences(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle without its rules text, if the text only repeats the rules' sentences.

    >>> from nonet.formats import classic
    >>> puzzle = replace(classic(), meta=(("rules", "Normal sudoku rules apply."),))
    >>> without_own_sentences(puzzle).meta
    ()
    """
    text = dict(puzzle.meta).get("rules")
    if text is None or {*text.splitlines()} != {*sentences(puzzle)}:
        return puzzle
    return replace(puzzle, meta=tuple(pair for pair in puzzle.meta if pair != ("rules", text)))


def usual_rules(puzzle: Puzzle) -> frozenset[Rule]:
    """Return the rows, columns and boxes or regions of a sudoku; none if any of them is missing.

    >>> from nonet.formats import classic, latin
    >>> len(usual_rules(classic())), len(usual_rules(latin(side=5)))
    (3, 0)
    """
    grid, kinds = puzzle.grid, {type(rule) for rule in puzzle.rules}
    houses = next((kind for kind in (Boxes, Regions) if kind in kinds), None)
    is_full = len(grid.values) == grid.rows == grid.columns
    if houses is None or not is_full or not kinds >= _LINES:
        return frozenset()
    return frozenset(rule for rule in puzzle.rules if type(rule) in {*_LINES, houses})
