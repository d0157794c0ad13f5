"""Which rules a drawing shows by figures, and the words for everything else."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from nonet.drawing.borders import drawn_groups, figures_of
from nonet.drawing.looks import BADGES, LINES
from nonet.formats import values_of
from nonet.formats.text import counted
from nonet.model.constraints import Values
from nonet.model.figures import Badge, Figure, Line, Outline, Printed, Walls
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.sentences import sentences, usual_rules
from nonet.rules import Among, Columns, Rows, Rule, Samurai
from nonet.rules.connection import in_one_piece
from nonet.rules.rule import as_sentence

#: The rules that every reader expects. The legend names them only if they are missing.
_EXPECTED = (Rows, Columns)

NO_BREAK = "\N{NO-BREAK SPACE}"


def open_cells(puzzle: Puzzle, boards: Sequence[Values]) -> frozenset[int]:
    """Return the cells that are empty on every board, where candidates can be printed."""
    columns = zip(puzzle.givens, *boards, strict=True)
    on_board = zip(puzzle.grid.board, columns)  # noqa: B905 - the cells of layers follow
    return frozenset(cell for cell, held in on_board if set(held) == {None})


@dataclass(frozen=True)
class Shown:
    """The rules that a picture shows, with their figures and the captions that explain them."""

    rules: frozenset[Rule] = frozenset()
    figures: tuple[Figure, ...] = ()
    captions: tuple[str, ...] = ()

    @cached_property
    def printed(self) -> dict[int, tuple[int, ...]]:
        """The values that are printed in small type in each cell."""
        return {
            cell: figure.values
            for figure in self.figures
            if isinstance(figure, Printed)
            for cell in figure.cells
        }


def shown(puzzle: Puzzle, boards: Sequence[Values]) -> Shown:
    """Return the rules that the picture can show. Two rules cannot draw at the same place.

    If two rules draw the same signs but mean different things, the second is also described in
    words.
    """
    grid, free = puzzle.grid, open_cells(puzzle, boards)
    taken: dict[Hashable, Hashable] = {
        ("printed", cell): None
        for cell in grid.cells
        if cell not in free or puzzle.marks[cell] != grid.full
    }
    figures: dict[Figure, None] = {}
    meanings: dict[Hashable, str] = {}
    rules = set()
    for rule in dict.fromkeys(puzzle.rules):
        mine = [figure for figure in figures_of(rule, grid) if not isinstance(figure, Walls)]
        places = [pair for figure in mine for pair in _places(grid, figure)]
        if mine and all(taken.get(place, holder) == holder for place, holder in places):
            taken.update(places)
            figures |= dict.fromkeys(mine)
            caption = rule.caption(grid)
            signs = frozenset((type(figure), getattr(figure, "look", "")) for figure in mine)
            if meanings.setdefault(signs, caption) == caption:
                rules.add(rule)
    captions = dict.fromkeys(filter(None, meanings.values()))
    return Shown(frozenset(rules), tuple(figures), tuple(captions))


def _places(grid: Grid, figure: Figure) -> Iterator[tuple[Hashable, Hashable]]:
    """Yield the places that a figure takes, each with the figure. Equal figures share places."""
    match figure:
        case Line(points, look):
            yield (LINES[look].width, frozenset(points)), figure
        case Outline(cells, look, text):
            yield from (((look, cell), figure) for cell in cells)
            if text:
                yield ("corner", min(cells)), figure
        case Badge(centre, look):
            yield (BADGES[look].layer, centre), figure
        case Printed(cells):
            yield from ((("printed", cell), figure) for cell in cells)
        case _:
            yield figure, figure


def differing(grid: Grid, fillings: Sequence[Values]) -> tuple[int, ...]:
    """Return the cells of the answer in which some fillings differ.

    >>> differing(Grid(1, 3), [(1, 2, 3), (1, 3, 2)])
    (1, 2)
    """
    return tuple(c for c in grid.answers if len({values[c] for values in fillings}) > 1)


def fillings_of(puzzle: Puzzle, fillings: Iterable[str | Values]) -> Sequence[Values]:
    """Return the values of fillings. Raise `PuzzleError` unless each has one for each cell."""
    found = [values_of(puzzle.grid, values) for values in fillings]
    for values in found:
        puzzle.grid.require_each(values, "value")
    return found


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
    signs: Shown = Shown(),
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
    yield from _layers(puzzle.grid)
    seen = _seen_groups(puzzle)
    unseen = (rule for rule in puzzle.rules if rule not in signs.rules)
    described = dict.fromkeys(line for rule in unseen for line in _unseen(puzzle.grid, rule, seen))
    yield from (line for line in described if line not in printed)
    yield from _marks(puzzle, open_cells)
    for cell, given in enumerate(puzzle.givens):
        if given is not None and any(values[cell] not in (None, given) for values in boards):
            yield f"{puzzle.grid.name(cell)} is given as {given}"


def _unexpected(puzzle: Puzzle) -> Iterator[str]:
    grid = puzzle.grid
    if grid.values != range(1, max(grid.rows, grid.columns) + 1):
        yield f"values {grid.span}"
    for rule, side in zip(_EXPECTED, (grid.columns, grid.rows), strict=True):
        if side > 1 and not any(isinstance(other, rule | Samurai) for other in puzzle.rules):
            yield f"no rule for {rule.name}"


def _layers(grid: Grid) -> Iterator[str]:
    for layer in grid.layers:
        values = " or ".join(map(str, layer.values)) or f"from {grid.span}"
        where = (
            counted(layer.size, "more cell") if layer.size else "one more value beside each cell"
        )
        part = " (not part of the answer)" if layer.auxiliary else ""
        yield f"{layer.name}: {where}, {values}{part}"


def _unseen(grid: Grid, rule: Rule, seen: frozenset[frozenset[int]]) -> Iterator[str]:
    walls = [figure for figure in figures_of(rule, grid) if isinstance(figure, Walls)]
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
        or (len(group) < len(puzzle.grid.board) and in_one_piece(puzzle.grid, group))
    )


def _marks(puzzle: Puzzle, open_cells: Collection[int]) -> Iterator[str]:
    """Yield the printed candidates of cells that are not open. Equal candidates share a line."""
    grid = puzzle.grid
    cells_of: dict[int, list[int]] = {}
    for cell, (given, mask) in enumerate(zip(puzzle.givens, puzzle.marks, strict=True)):
        repeats_given = given is not None and mask & grid.bit(given)
        if mask != grid.allowed[cell] and not repeats_given and cell not in open_cells:
            cells_of.setdefault(mask, []).append(cell)
    for mask, cells in cells_of.items():
        if mask:
            yield Among(tuple(cells), tuple(grid.values_of(mask))).describe(grid)
        else:
            yield f"{grid.names(cells)} among no values"
