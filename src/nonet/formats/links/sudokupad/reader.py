"""Reading a document: its logical fields, then the rules that its drawings show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from nonet.formats.json_text import Node, compact, document
from nonet.formats.links.contract import RECOGNISED
from nonet.formats.links.sudokupad.board import givens_of, grid_of, present, regions_of
from nonet.formats.links.sudokupad.cages import Fence
from nonet.formats.links.sudokupad.metadata import (
    DECORATION,
    TEXTS,
    Metadata,
    decoration_of,
    metadata_of,
    named_rules,
)
from nonet.formats.links.sudokupad.recognition import look_of, recognise, unknown_drawings
from nonet.formats.links.sudokupad.sections import (
    MOST_DRAWINGS,
    SECTIONS,
    Drawn,
    drawn_in,
)
from nonet.model.grid import Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.sentences import without_own_sentences
from nonet.rules import Boxes, Columns, DisjointGroups, ExtraRegion, Rows, Rule
from nonet.system.errors import TooLarge

#: Keys with a reader here, and keys that do not restrict the solution.
_READ = ("regions", "cages", "global", "metadata", "title", "author", "rules", *SECTIONS)
_SILENT = (
    *("id", "cellSize", "foglight", "foglink", "triggereffect", "settings"),
    *("duration", "videos", "video"),
)

#: The usual side of a cell in pixels.
CELL_SIZE = 50


def puzzle_of(found: Node, ignore_drawings: bool = False) -> Puzzle:
    """Return the puzzle of a document; unknown drawings are an error, unless they are ignored."""
    cells = found.members(["cells"], (*_READ, *_SILENT))["cells"]
    entries = present(found)
    grid = grid_of(cells)
    givens, notes = givens_of(cells, grid)
    regions = regions_of(entries["regions"], grid) if "regions" in entries else ()
    fences = _fences(entries, grid, regions)
    seen = recognise(grid, drawn_in(entries))
    unknown = [(look_of(grid, each.drawing), each.drawing.where) for each in seen.unknown]
    unknown += [(fence.look, grid.names(fence.cells)) for fence in fences.unknown]
    metadata = metadata_of(entries, fences.said)
    unknown += [("picture", "the whole board")] if metadata.has_picture else []
    if unknown and not ignore_drawings:
        raise unknown_drawings(unknown)
    named = [*(entries["global"].items() if "global" in entries else ()), *metadata.flags]
    rules = (
        *((Rows(), Columns()) if metadata.has_lines else ()),
        *regions,
        *named_rules(named, regions),
        *fences.rules,
        *seen.rules,
    )
    rest = _rest(entries, (*seen.silent, *seen.unknown), fences, notes)
    meta = _meta(metadata, grid, seen.remarks, rest)
    puzzle = Puzzle(grid, givens, rules=tuple(dict.fromkeys(rules)), meta=meta)
    return without_own_sentences(puzzle)


def require_known(puzzle: Puzzle) -> None:
    """Raise `PuzzleError` if the decoration of a puzzle has drawings that may be rules."""
    grid, decoration = puzzle.grid, decoration_of(puzzle)
    drawings = {key: decoration[key] for key in ("cages", *SECTIONS) if key in decoration}
    if drawings:
        blank: dict[str, object] = {"cells": [[{}] * grid.columns] * grid.rows}
        puzzle_of(document(compact(blank | drawings)))


@dataclass(frozen=True)
class _Fences:
    """The cages of a document: rules, metadata, and others."""

    rules: tuple[Rule, ...]
    said: tuple[tuple[str, str], ...]
    silent: tuple[Fence, ...]
    unknown: tuple[Fence, ...]


def _fences(entries: Mapping[str, Node], grid: Grid, regions: Sequence[Rule]) -> _Fences:
    nodes = entries["cages"].items() if "cages" in entries else []
    if len(nodes) > MOST_DRAWINGS:
        raise TooLarge(f"{len(nodes)} cages; the limit is {MOST_DRAWINGS}")
    rules: list[Rule] = []
    disjoint: list[Rule] = []
    others: list[Fence] = []
    unclear: list[Fence] = []
    for fence in (Fence.of(node, grid) for node in nodes):
        rule = fence.rule(regions)
        if rule is None:
            others.append(fence)
        else:
            (disjoint if fence.is_disjoint else rules).append(rule)
            unclear += [] if fence.is_clear else [fence]
    return _Fences(
        (*rules, *_together(disjoint, grid, regions)),
        tuple(fence.said for fence in others if fence.said),
        tuple(fence for fence in others if not fence.said and fence.is_silent),
        (*unclear, *(fence for fence in others if not fence.said and not fence.is_silent)),
    )


def _together(groups: Sequence[Rule], grid: Grid, regions: Sequence[Rule]) -> Sequence[Rule]:
    """Return one rule for groups of cells that are the disjoint groups of the boxes."""
    for boxes in regions:
        if isinstance(boxes, Boxes):
            rule = DisjointGroups(boxes.height, boxes.width)
            if set(groups) == {ExtraRegion(group) for group in rule.groups(grid)}:
                return [rule]
    return groups


def _meta(
    metadata: Metadata, grid: Grid, remarks: Sequence[str], rest: dict[str, object]
) -> tuple[tuple[str, str], ...]:
    """Return the metadata of the puzzle."""
    solution = metadata.solution(grid)
    pairs = {key: metadata.texts[key] for key in TEXTS if key in metadata.texts}
    pairs |= {"solution": solution} if solution else {}
    pairs |= {RECOGNISED: "\n".join(remarks)} if remarks else {}
    rest |= {"metadata": metadata.rest} if metadata.rest else {}
    pairs |= {DECORATION: compact(rest)} if rest else {}
    return tuple(pairs.items())


def _rest(
    entries: Mapping[str, Node],
    left: Iterable[Drawn],
    fences: _Fences,
    notes: dict[str, object],
) -> dict[str, object]:
    """Return the parts of a document that no rule and no text expresses, as a document."""
    rest: dict[str, object] = {key: entries[key].value for key in _SILENT if key in entries}
    if rest.get("cellSize") == CELL_SIZE:
        del rest["cellSize"]
    for section, node, _ in left:
        rest.setdefault(section, []).append(node.value)  # type: ignore[attr-defined]
    cages = [fence.node.value for fence in (*fences.silent, *fences.unknown)]
    rest |= {"cages": cages} if cages else {}
    rest |= {"cells": notes} if notes else {}
    return rest
