"""The words around a drawing: its title, and everything that the board cannot show."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from nonet.drawing.borders import drawn_groups
from nonet.drawing.visibility import NOTHING_SHOWN, Shown
from nonet.model.constraints import Values
from nonet.model.figures import Walls
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.sentences import sentences, usual_rules
from nonet.rules import Among, Columns, Rows, Rule
from nonet.rules.connection import in_one_piece
from nonet.rules.rule import as_sentence

#: The rules that every reader expects. The legend names them only if they are missing.
_EXPECTED = (Rows, Columns)


#: A non-breaking space.
NO_BREAK = "\N{NO-BREAK SPACE}"


def title(puzzle: Puzzle) -> Iterator[str]:
    """Yield the label of the puzzle, if any."""
    if puzzle.label:
        yield harmless(puzzle.label)


def harmless(text: str) -> str:
    """Return the text with control characters escaped, because a file must not control a terminal.

    >>> harmless("a\\x1b[2Jb")
    'a\\\\x1b[2Jb'
    """
    return "".join(
        sign if sign.isprintable() or sign == NO_BREAK else sign.encode("unicode_escape").decode()
        for sign in text
    )


def legend(
    puzzle: Puzzle,
    boards: Sequence[Values],
    signs: Shown = NOTHING_SHOWN,
    open_cells: Collection[int] = (),
    *,
    rules: bool = False,
) -> Iterator[str]:
    """Yield everything about the puzzle that the drawing does not show.

    `signs` has the signs in the drawing. `open_cells` are the cells whose printed candidates the
    drawing shows. With `rules`, the legend begins with a sentence for each rule, instead of
    captions for the signs.
    """
    unexpected = list(_unexpected(puzzle))
    yield from unexpected
    own = dict(puzzle.meta).get("rules")
    text: Iterable[str] = signs.captions
    if rules and {*puzzle.rules} != usual_rules(puzzle):
        text = map(harmless, own.splitlines()) if own else sentences(puzzle)
    printed = [line for line in text if line not in map(as_sentence, unexpected)]
    yield from printed
    seen = _seen_groups(puzzle)
    unseen = (rule for rule in puzzle.rules if rule not in signs.rules)
    described = dict.fromkeys(line for rule in unseen for line in _unseen(puzzle.grid, rule, seen))
    yield from (line for line in described if line not in printed)
    yield from _marks(puzzle, open_cells)
    yield from _overruled(puzzle, boards)


def _unexpected(puzzle: Puzzle) -> Iterator[str]:
    """Yield unusual values, and expected rules that the puzzle lacks."""
    grid = puzzle.grid
    if grid.values != range(1, max(grid.rows, grid.columns) + 1):
        yield f"values {grid.span}"
    for rule, side in zip(_EXPECTED, (grid.columns, grid.rows), strict=True):
        if side > 1 and not any(isinstance(other, rule) for other in puzzle.rules):
            yield f"no rule for {rule.name}"


def _unseen(grid: Grid, rule: Rule, seen: frozenset[frozenset[int]]) -> Iterator[str]:
    walls = [figure for figure in rule.figures(grid) if isinstance(figure, Walls)]
    # If a rule without a caption has walls in the drawing, the walls explain the rule.
    if walls and not rule.caption(grid):
        hidden = [group for wall in walls for group in wall.groups if frozenset(group) not in seen]
        if hidden:
            yield from {wall.words: None for wall in walls if wall.words} or (
                f"region {grid.names(group)}" for group in hidden
            )
    elif not isinstance(rule, _EXPECTED):
        yield rule.in_words(grid)


def _seen_groups(puzzle: Puzzle) -> frozenset[frozenset[int]]:
    """Return the regions that the drawing shows: each is connected and smaller than the board."""
    groups = map(frozenset, drawn_groups(puzzle))
    return frozenset(
        group
        for group in groups
        if len(group) <= 1
        or (len(group) < len(puzzle.grid.cells) and in_one_piece(puzzle.grid, group))
    )


def _marks(puzzle: Puzzle, open_cells: Collection[int]) -> Iterator[str]:
    """Yield the printed candidates of cells that are not open. Equal candidates share a line."""
    grid = puzzle.grid
    cells_of: dict[int, list[int]] = {}
    for cell, (given, mask) in enumerate(zip(puzzle.givens, puzzle.marks, strict=True)):
        repeats_given = given is not None and mask & grid.bit(given)
        if mask != grid.full and not repeats_given and cell not in open_cells:
            cells_of.setdefault(mask, []).append(cell)
    for mask, cells in cells_of.items():
        if mask:
            yield Among(tuple(cells), tuple(grid.values_of(mask))).describe(grid)
        else:
            yield f"{grid.names(cells)} among no values"


def _overruled(puzzle: Puzzle, boards: Sequence[Values]) -> Iterator[str]:
    """Yield the givens that a filling contradicts."""
    for cell, given in enumerate(puzzle.givens):
        if given is not None and any(values[cell] not in (None, given) for values in boards):
            yield f"{puzzle.grid.name(cell)} is given as {given}"
