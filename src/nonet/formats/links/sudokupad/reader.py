"""Reading a document: first the rules in its fields, then the rules in its drawings.

There are three kinds of drawings. Some are signs of rules. *Silent* drawings are invisible or only
colour a cell. All other drawings are unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonet.formats.json_text import Node, compact, document
from nonet.formats.links.contract import RECOGNISED
from nonet.formats.links.sudokupad import drawings as pictures
from nonet.formats.links.sudokupad import fields
from nonet.formats.links.sudokupad.drawings import SECTIONS, Drawing, Drawn, Patch, Stroke
from nonet.formats.links.sudokupad.fields import CageEntry, plain_colour
from nonet.formats.links.sudokupad.signs import Page, middle, seen
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.sentences import without_own_sentences
from nonet.rules import Boxes, Columns, DisjointGroups, ExtraRegion, Rows, Rule
from nonet.system.errors import PuzzleError, TooLarge

#: The maximum number of drawings that an error lists.
_MOST_LISTED = 20


def _recognised(
    grid: Grid, drawn: Sequence[Drawn]
) -> tuple[list[Rule], list[str], list[Drawn], list[Drawn]]:
    """Return the rules that drawings show, remarks on drawings, and silent and unknown drawings."""
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
    silent = [each for each in left if _is_silent(each.drawing)]
    for each in silent:
        if each.drawing.is_visible:
            remarks[f"{_described(each.drawing)}: a colour without a rule"] = None
    unknown = [each for each in left if not _is_silent(each.drawing)]
    return list(rules), list(remarks), silent, unknown


#: The colours of cells in f-puzzles. A cell in such a colour is not a rule.
_OFFERED = """
#a8a8a8a8 #000 #ffa0a0 #ffdf61 #feffaf #b0ffb0 #61d060 #d0d0ff #8180f0 #ff08ff #ffd0d0
"""
_CELL_COLOURS = frozenset(map(plain_colour, _OFFERED.split()))


def _is_silent(drawing: Drawing) -> bool:
    if isinstance(drawing, Patch) and drawing.fill in _CELL_COLOURS and not drawing.on_top:
        return drawing == Patch(middle(drawing.centre), 1, 1, fill=drawing.fill)
    return not drawing.is_visible


def _described(drawing: Drawing) -> str:
    return f"{drawing.look}, {pictures.places_of(drawing)}"


def unknown_drawings(drawings: Sequence[tuple[str, str]]) -> PuzzleError:
    """Return the error for unknown drawings. The error lists their looks and places."""
    places: dict[str, list[str]] = {}
    for look, where in drawings[:_MOST_LISTED]:
        places.setdefault(look, []).append(where or "nowhere")
    listed = [f"{look} at {', '.join(found)}" for look, found in places.items()]
    more = len(drawings) - _MOST_LISTED
    listed += [f"and {more} more"] if more > 0 else []
    is_one = len(drawings) == 1
    these, them = ("this drawing", "it") if is_one else (f"these {len(drawings)} drawings", "them")
    return PuzzleError(
        f"no known rule looks like {these}: {'; '.join(listed)}. "
        f"Use ignore_drawings=True (--lossy) to leave {them} out."
    )


#: Lines that do not show every detail of their rule, such as the gap of a whisper line.
_HALF_KNOWN: dict[tuple[str, float], str] = {
    ("#67f067", 6): "a whisper, whose gap",
    ("#ff9a00", 6): "a whisper, whose gap",
    ("#a1a1a1", 45): "part of a bent pill, whose order",
    ("#ffffff", 35): "part of a bent pill, whose order",
}


def _look(grid: Grid, drawing: Drawing) -> str:
    """Describe an unknown drawing. Add its likely meaning if there is one."""
    hint = ""
    if isinstance(drawing, Stroke):
        hint = _HALF_KNOWN.get((drawing.colour, drawing.thickness), "")
    elif drawing == Patch(drawing.centre, 1, 1, fill="#CFCFCF"):
        hint = "a clone, whose copy"
    elif drawing.text and not (
        0 < drawing.centre[0] < grid.columns and 0 < drawing.centre[1] < grid.rows
    ):
        hint = "a clue, whose kind"
    return f"{drawing.look} (perhaps {hint} is not in the link)" if hint else drawing.look


#: The keys that nonet reads, and the keys that do not restrict the solution.
_READ = ("regions", "cages", "global", "metadata", "title", "author", "rules", *SECTIONS)
_SILENT = (
    *("id", "cellSize", "foglight", "foglink", "triggereffect", "settings"),
    *("duration", "videos", "video"),
)

#: The usual side of a cell in pixels.
CELL_SIZE = 50


def puzzle_of(found: Node, ignore_drawings: bool = False) -> Puzzle:
    """Return the puzzle of a document. Raise an error for unknown drawings, or ignore them."""
    cells = found.members(["cells"], (*_READ, *_SILENT))["cells"]
    entries = fields.present(found)
    grid = fields.grid_of(cells)
    givens, notes = fields.givens_of(cells, grid)
    regions = fields.regions_of(entries.get("regions", Node([])), grid)
    boxes = next((rule for rule in regions if isinstance(rule, Boxes)), None)
    caged, cages = _read_cages(entries, grid, boxes)
    metadata = fields.metadata_of(entries, [cage.metadata for cage in cages if cage.metadata])
    unknown_cages = [cage for cage in cages if not (cage.metadata or cage.is_silent)]
    drawn, remarks, silent, unclear = _recognised(grid, pictures.drawn_in(entries))
    found_at = pictures.places_of
    unknown = [(_look(grid, each.drawing), found_at(each.drawing)) for each in unclear]
    unknown += [(cage.look, grid.names(cage.cells)) for cage in unknown_cages]
    unknown += [("picture", "the whole board")] if "bgimage" in metadata.rest else []
    if unknown and not ignore_drawings:
        raise unknown_drawings(unknown)
    named = [*entries.get("global", Node([])).items(), *metadata.flags]
    has_lines = fields.NO_LINES not in [flag.value for flag in metadata.flags]
    lines = (Rows(), Columns()) if has_lines else ()
    rules = (*lines, *regions, *fields.named_rules(named, boxes), *caged, *drawn)
    solution = metadata.solution(grid)
    rest: dict[str, object] = {key: entries[key].value for key in _SILENT if key in entries}
    if rest.get("cellSize") == CELL_SIZE:
        del rest["cellSize"]
    for section, node, _ in (*silent, *unclear):
        rest.setdefault(section, []).append(node.value)  # type: ignore[attr-defined]
    others = [cage.node.value for cage in cages if not cage.metadata]
    parts = {"cages": others, "cells": notes, "metadata": metadata.rest}
    rest |= {key: part for key, part in parts.items() if part}
    meta = {key: metadata.texts[key] for key in fields.TEXTS if key in metadata.texts}
    meta |= {"solution": solution} if solution else {}
    meta |= {RECOGNISED: "\n".join(remarks)} if remarks else {}
    meta |= {fields.DECORATION: compact(rest)} if rest else {}
    puzzle = Puzzle(grid, givens, rules=tuple(dict.fromkeys(rules)), meta=tuple(meta.items()))
    return without_own_sentences(puzzle)


def require_known(puzzle: Puzzle) -> None:
    """Raise `PuzzleError` if a puzzle keeps drawings that may be rules."""
    grid, decoration = puzzle.grid, fields.decoration_of(puzzle)
    drawings = {key: decoration[key] for key in ("cages", *SECTIONS) if key in decoration}
    if drawings:
        blank: dict[str, object] = {"cells": [[{}] * grid.columns] * grid.rows}
        puzzle_of(document(compact(blank | drawings)))


def _read_cages(
    entries: Mapping[str, Node], grid: Grid, boxes: Boxes | None
) -> tuple[list[Rule], list[CageEntry]]:
    """Return the rules of cages, and the cages that have more than a rule."""
    nodes = entries.get("cages", Node([])).items()
    if len(nodes) > pictures.MOST_DRAWINGS:
        raise TooLarge(f"{len(nodes)} cages exceed the limit of {pictures.MOST_DRAWINGS}")
    rules: list[Rule] = []
    groups: list[Rule] = []
    others: list[CageEntry] = []
    for cage in (CageEntry.of(node, grid) for node in nodes):
        rule = cage.rule(boxes)
        if rule is None or cage.text not in ("", str(cage.total or 0)):
            others.append(cage)
        if rule is not None:
            (groups if cage.kind == fields.DISJOINT else rules).append(rule)
    if boxes:  # all groups together are one rule
        disjoint = DisjointGroups(boxes.height, boxes.width)
        if set(groups) == {ExtraRegion(group) for group in disjoint.groups(grid)}:
            groups = [disjoint]
    return [*rules, *groups], others
