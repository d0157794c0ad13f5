"""Draws a puzzle as text for the terminal, with a legend for everything the text cannot show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonet.drawing.borders import borders_of
from nonet.drawing.legend import differing, fillings_of, legend, title
from nonet.drawing.terminal import BOLD, CYAN, draw_boards, styled, tinted, tints
from nonet.formats import PuzzleLike, as_puzzle
from nonet.model.constraints import Values
from nonet.model.grid import CellsLike
from nonet.puzzle import Puzzle

#: The space between two drawings side by side, and the sign in a cell without candidates.
GAP, NOTHING = "   ", "×"


def draw(
    puzzle: PuzzleLike,
    values: Values | None = None,
    *,
    colour: bool = False,
    highlight: CellsLike = (),
) -> str:
    """Return the puzzle as text, filled with the values of a full or partial solution.

    Highlighted cells are in brackets. With `colour`, the text has terminal colours.

    >>> from nonet.rules import Cage
    >>> print(draw(as_puzzle("1......2........").with_rules(Cage("r2c2 r2c3", 7))))
    ┏━━━━━┳━━━━━┓
    ┃ 1 · ┃ · · ┃
    ┃ · · ┃ · 2 ┃
    ┣━━━━━╋━━━━━┫
    ┃ · · ┃ · · ┃
    ┃ · · ┃ · · ┃
    ┗━━━━━┻━━━━━┛
    cage r2c2 r2c3 = 7
    """
    puzzle = as_puzzle(puzzle)
    board = puzzle.givens if values is None else values
    return draw_side_by_side(puzzle, [board], colour=colour, highlight=highlight)


def draw_side_by_side(
    puzzle: PuzzleLike,
    boards: Sequence[Values],
    *,
    colour: bool = False,
    highlight: CellsLike | None = None,
    width: int = 80,
) -> str:
    """Return several fillings side by side. By default, the cells that differ are highlighted.

    If the drawings do not fit into `width` characters, they continue below.

    >>> print(draw_side_by_side("....", [(1, 2, 2, 1), (2, 1, 1, 2)]))
    ┏━━━━━━┓   ┏━━━━━━┓
    ┃[1][2]┃   ┃[2][1]┃
    ┃[2][1]┃   ┃[1][2]┃
    ┗━━━━━━┛   ┗━━━━━━┛
    """
    puzzle = as_puzzle(puzzle)
    boards = fillings_of(puzzle, boards)
    cells = differing(puzzle.grid, boards) if highlight is None else puzzle.grid.named(highlight)
    drawings = draw_boards(puzzle, boards, colour, cells)
    words = _words(puzzle, boards, colour)
    return "\n".join([*title(puzzle), *_beside(drawings, width), *words])


def _words(puzzle: Puzzle, boards: Sequence[Values], colour: bool) -> Iterator[str]:
    """Yield the legend. In colour, a line about a rule has the same background as its cells."""
    _, tinted_words = tints(puzzle) if colour else ({}, {})
    for line in legend(puzzle, boards):
        yield tinted(line, tinted_words[line]) if line in tinted_words else line


def _beside(drawings: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Yield the lines of drawings of equal size. Put as many side by side as fit."""
    if not drawings:
        return
    wide = len(drawings[0][0])  # this line has no escape codes
    across = max(1, (width + len(GAP)) // (wide + len(GAP)))
    for start in range(0, len(drawings), across):
        yield from map(GAP.join, zip(*drawings[start : start + across], strict=True))


def draw_marks(puzzle: Puzzle, marks: Sequence[int], *, colour: bool = False) -> str:
    """Return the puzzle as text with pencil marks. Each cell shows the values in its mask.

    >>> from nonet.formats import classic
    >>> puzzle = classic("123434122.......")
    >>> print(draw_marks(puzzle, (1, 2, 4, 8, 4, 8, 1, 2, 2, 5, 8, 5, 8, 5, 2, 5)))
    ┏━━━━━━┳━━━━━━┓
    ┃ 1 2  ┃ 3 4  ┃
    ┃ 3 4  ┃ 1 2  ┃
    ┣━━━━━━╋━━━━━━┫
    ┃ 2 13 ┃ 4 13 ┃
    ┃ 4 13 ┃ 2 13 ┃
    ┗━━━━━━┻━━━━━━┛
    """
    puzzle.grid.require_marks(marks)
    grid, borders = puzzle.grid, borders_of(puzzle)
    gap = "" if grid.values[-1] < 10 else ","
    texts = [gap.join(map(str, grid.values_of(mask))) or NOTHING for mask in marks]
    texts = ["" if cell in borders.absent else text for cell, text in enumerate(texts)]

    def written(cell: int, room: int = 0, space: int = 0) -> str:
        is_found = marks[cell].bit_count() == 1
        style = BOLD if puzzle.givens[cell] is not None else CYAN if is_found else ""
        return f" {styled(texts[cell].ljust(room), style if colour else '')}{' ' * space}"

    def lines(cells: range) -> Iterator[str]:
        across = range(grid.columns)
        rooms = [max(len(texts[cell]) for cell in cells[c :: grid.columns]) for c in across]
        columns = list(zip(rooms, borders.ruled_columns[1:], strict=True))
        drawn = [written(c, *column) for c, column in zip(cells, columns * grid.rows, strict=True)]
        return borders.lines(drawn, [1 + room + space for room, space in columns])

    drawing = [*lines(grid.board)]
    for layer in grid.layers:
        cells = grid.layer(layer.name)
        if layer.size:
            drawing.append(f"{layer.name}:{''.join(map(written, cells))}")
        else:
            drawing += [f"{layer.name}:", *lines(cells)]
    return "\n".join([*title(puzzle), *drawing, *legend(puzzle, [puzzle.givens])])
