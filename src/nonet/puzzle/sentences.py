"""The rules text of a puzzle: the sentences that a setter prints."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from nonet.puzzle.puzzle import Puzzle
from nonet.rules import Boxes, Columns, Regions, Rows, Rule

_LINES = {Rows, Columns}


def sentences(
    puzzle: Puzzle, say: Callable[[Rule], str] | None = None, drawn: Collection[Rule] | None = None
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
    grid, found = puzzle.grid, list[str]()
    normal = usual_rules(puzzle if drawn is None else replace(puzzle, rules=tuple(drawn)))
    if normal:
        has_regions = any(isinstance(rule, Regions) for rule in normal)
        where = " with the regions that are drawn" if has_regions else ""
        found.append(f"Normal sudoku rules apply{where}.")
    if grid.values != range(1, max(grid.rows, grid.columns) + 1):
        found.append(f"Values {grid.span}.")
    say = say or (lambda rule: rule.sentence(grid))
    found += [say(rule) for rule in puzzle.rules if rule not in normal]
    return list(dict.fromkeys(found))


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
