"""Recognition: find the rules that the drawings of a document show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nonet.formats.links.sudokupad.drawings import Drawing, Patch, Stroke, plain_colour
from nonet.formats.links.sudokupad.sections import Drawn
from nonet.formats.links.sudokupad.signs import Page, middle, seen
from nonet.model.grid import Grid
from nonet.rules import Rule
from nonet.system.errors import PuzzleError

#: An error lists no more drawings than these.
_MOST_LISTED = 20


@dataclass(frozen=True)
class Recognised:
    """The rules, a remark for each recognised drawing, and the drawings that are not rules."""

    rules: tuple[Rule, ...]
    remarks: tuple[str, ...]
    silent: tuple[Drawn, ...]
    unknown: tuple[Drawn, ...]


def recognise(grid: Grid, drawn: Sequence[Drawn]) -> Recognised:
    """Look for the sign of a rule in each drawing. A drawing may be a part of several signs."""
    page = Page(each.drawing for each in drawn)
    rules: dict[Rule, None] = {}
    remarks: dict[str, None] = {}
    used: set[Drawing] = set()
    for each in drawn:
        for found in seen(grid, each.drawing, page):
            rules[found.rule] = None
            used.update(found.drawings)
            remarks[f"{_described(each.drawing)}: {found.rule.describe(grid)}"] = None
    left = [each for each in drawn if each.drawing not in used]
    silent = tuple(each for each in left if _is_silent(each.drawing))
    for each in silent:
        if each.drawing.is_visible:
            remarks[f"{_described(each.drawing)}: a colour without a rule"] = None
    unknown = tuple(each for each in left if not _is_silent(each.drawing))
    return Recognised(tuple(rules), tuple(remarks), silent, unknown)


#: The colours that the editor behind the converter offers for cells. Solvers use them as marks.
_CELL_COLOURS = frozenset(
    map(
        plain_colour,
        (
            *("#a8a8a8a8", "#000", "#ffa0a0", "#ffdf61", "#feffaf", "#b0ffb0"),
            *("#61d060", "#d0d0ff", "#8180f0", "#ff08ff", "#ffd0d0"),
        ),
    )
)


def _is_silent(drawing: Drawing) -> bool:
    """Tell whether a drawing is invisible, or is only the colour of a cell."""
    if isinstance(drawing, Patch) and drawing.fill in _CELL_COLOURS and not drawing.on_top:
        return drawing == Patch(middle(drawing.centre), 1, 1, fill=drawing.fill)
    return not drawing.is_visible


def _described(drawing: Drawing) -> str:
    return f"{drawing.look}, {drawing.where}"


def unknown_drawings(drawings: Sequence[tuple[str, str]]) -> PuzzleError:
    """Return the error for drawings that may be rules, with their looks and places.

    >>> print(unknown_drawings([("line #ff0000", "r1c1 r1c2"), ("line #ff0000", "r2c1 r2c2")]))
    no known rule looks like these 2 drawings: line #ff0000 at r1c1 r1c2, r2c1 r2c2; \
ignore_drawings=True (--ignore-drawings) leaves them out
    """
    places: dict[str, list[str]] = {}
    for look, where in drawings[:_MOST_LISTED]:
        places.setdefault(look, []).append(where or "nowhere")
    said = [f"{look} at {', '.join(found)}" for look, found in places.items()]
    more = len(drawings) - _MOST_LISTED
    said += [f"and {more} more"] if more > 0 else []
    one = len(drawings) == 1
    return PuzzleError(
        f"no known rule looks like {'this drawing' if one else f'these {len(drawings)} drawings'}: "
        f"{'; '.join(said)}; ignore_drawings=True (--ignore-drawings) leaves "
        f"{'it' if one else 'them'} out"
    )


#: Lines whose colour and width tell the kind of their rule, but not all of it.
_HALF_KNOWN: dict[tuple[str, float], str] = {
    ("#67f067", 6): "a whisper, whose gap is not in the link",
    ("#ff9a00", 6): "a whisper, whose gap is not in the link",
    ("#a1a1a1", 45): "part of a bent pill, whose order is not in the link",
    ("#ffffff", 35): "part of a bent pill, whose order is not in the link",
}


def look_of(grid: Grid, drawing: Drawing) -> str:
    """Return the look of a drawing, with its likely meaning if the link lacks only a detail."""
    return " ".join([drawing.look, *(f"(perhaps {hint})" for hint in _hints(grid, drawing))])


def _hints(grid: Grid, drawing: Drawing) -> Iterator[str]:
    if isinstance(drawing, Stroke) and (drawing.colour, drawing.thickness) in _HALF_KNOWN:
        yield _HALF_KNOWN[drawing.colour, drawing.thickness]
    if isinstance(drawing, Patch):
        x, y = drawing.centre
        if drawing == Patch((x, y), 1, 1, fill="#CFCFCF"):
            yield "a clone, whose copy is not in the link"
        if drawing.text and not (0 < x < grid.columns and 0 < y < grid.rows):
            yield "a clue, whose kind is not in the link"
