"""The rules text of a puzzle: the sentences that a setter prints."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from nonet.puzzle.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Regions, Rows, Rule

_LINES = {Rows, Columns}


def sentences(
    puzzle: Puzzle,
    say: Callable[[Rule], str] | None = None,
    drawn: Collection[Rule] | None = None,
) -> list[str]:
    """Return the sentences of all rules, each sentence once, with the usual rules first.

    Rows, columns and boxes share one sentence: "Normal sudoku rules apply". With `drawn`, only
    rules in `drawn` share it. `say` replaces the function that returns the sentence of a rule.

    >>> from nonet.formats import classic
    >>> puzzle = classic().thermo("r1c1-r1c3").thermo("r5c5 r6c6").x("r9c1 r9c2")
    >>> print("\\n".join(sentences(puzzle)))
    Normal sudoku rules apply.
    Digits along a thermometer increase from the bulb.
    Digits separated by an X sum to 10.
    """
    usual = usual_rules(puzzle if drawn is None else replace(puzzle, rules=tuple(drawn)))
    return list(dict.fromkeys(_sentences(puzzle, say, usual)))


def _sentences(
    puzzle: Puzzle, say: Callable[[Rule], str] | None, normal: frozenset[Rule]
) -> Iterator[str]:
    grid = puzzle.grid
    if normal:
        regions = any(isinstance(rule, Regions) for rule in normal)
        yield f"Normal sudoku rules apply{' with the regions that are drawn' if regions else ''}."
    if grid.values != range(1, max(grid.rows, grid.columns) + 1):
        yield f"Values {grid.span}."
    for rule in puzzle.rules:
        if rule not in normal:
            yield rule.sentence(grid) if say is None else say(rule)


def without_own_sentences(puzzle: Puzzle) -> Puzzle:
    """Remove the puzzle's text of rules if nonet would write the same sentences."""
    text = dict(puzzle.meta).get("rules")
    if text is None or {*text.splitlines()} != {*sentences(puzzle)}:
        return puzzle
    return replace(puzzle, meta=tuple(pair for pair in puzzle.meta if pair != ("rules", text)))


def usual_rules(puzzle: Puzzle) -> frozenset[Rule]:
    """Return the rules for rows, columns and boxes (or regions), or nothing if one is missing."""
    grid, kinds = puzzle.grid, {type(rule) for rule in puzzle.rules}
    houses = next((kind for kind in (Boxes, Regions) if kind in kinds), None)
    is_full = len(grid.values) == grid.rows == grid.columns
    if houses is None or not is_full or not kinds >= _LINES:
        return frozenset()
    return frozenset(rule for rule in puzzle.rules if type(rule) in {*_LINES, houses})
