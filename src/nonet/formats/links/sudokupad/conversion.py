"""Conversion of a SudokuPad document into a puzzle, and of a puzzle into a document.

The reader first reads the rules in the fields of a document, then the rules in its drawings. There
are three kinds of drawings. Some are signs of rules. *Silent* drawings are invisible or only colour
a cell. All other drawings are unknown.

The writer writes rules as fields or drawings, and sentences for everything else. If a reader could
not get the whole puzzle from the document, the writer adds a model: the puzzle in nonet's own
format. A reader uses the model only if the document has not been edited.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from nonet.formats.contract import attempt
from nonet.formats.json_text import Node, Object, compact, document
from nonet.formats.links.contract import RECOGNISED, titled
from nonet.formats.links.sudokupad import drawings as pictures
from nonet.formats.links.sudokupad import fields
from nonet.formats.links.sudokupad.drawings import SECTIONS, Drawing, Drawn, Patch, Stroke
from nonet.formats.links.sudokupad.fields import DECORATION, MODEL, TEXTS, CageEntry, plain_colour
from nonet.formats.links.sudokupad.signs import Page, drawn, middle, parts_of, seen
from nonet.formats.model import puzzle_from_json, puzzle_to_json
from nonet.model.figures import Printed, Walls
from nonet.model.grid import Cells, Grid
from nonet.puzzle import Puzzle
from nonet.puzzle.sentences import sentences, without_own_sentences
from nonet.rules import Among, Boxes, Columns, DisjointGroups, ExtraRegion, Regions, Rows, Rule
from nonet.rules.rule import as_sentence
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


def _unknown_drawings(drawings: Sequence[tuple[str, str]]) -> PuzzleError:
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


def _drawn_puzzle(found: Node, ignore_drawings: bool = False) -> Puzzle:
    cells = found.members(["cells"], (*_READ, *_SILENT))["cells"]
    entries = fields.present(found)
    grid = fields.grid_of(cells)
    givens, notes = fields.givens_of(cells, grid)
    regions = fields.regions_of(entries.get("regions", Node([])), grid)
    boxes = next((rule for rule in regions if isinstance(rule, Boxes)), None)
    caged, cages = _read_cages(entries, grid, boxes)
    in_cages = [cage.metadata for cage in cages if cage.metadata]
    texts, flags, others = fields.metadata_of(entries, in_cages)
    unknown_cages = [cage for cage in cages if not (cage.metadata or cage.is_silent)]
    drawn, remarks, silent, unclear = _recognised(grid, pictures.drawn_in(entries))
    found_at = pictures.places_of
    unknown = [(_look(grid, each.drawing), found_at(each.drawing)) for each in unclear]
    unknown += [(cage.look, grid.names(cage.cells)) for cage in unknown_cages]
    unknown += [("picture", "the whole board")] if "bgimage" in others else []
    if unknown and not ignore_drawings:
        raise _unknown_drawings(unknown)
    named = [*entries.get("global", Node([])).items(), *flags]
    has_lines = fields.NO_LINES not in [flag.value for flag in flags]
    lines = (Rows(), Columns()) if has_lines else ()
    rules = (*lines, *regions, *fields.named_rules(named, boxes), *caged, *drawn)
    solution = fields.solution_in(others, grid)
    rest: dict[str, object] = {key: entries[key].value for key in _SILENT if key in entries}
    if rest.get("cellSize") == CELL_SIZE:
        del rest["cellSize"]
    for section, node, _ in (*silent, *unclear):
        rest.setdefault(section, []).append(node.value)  # type: ignore[attr-defined]
    other_cages = [cage.node.value for cage in cages if not cage.metadata]
    parts = {"cages": other_cages, "cells": notes, "metadata": others}
    rest |= {key: part for key, part in parts.items() if part}
    meta = {key: texts[key] for key in fields.TEXTS if key in texts}
    meta |= {"solution": solution} if solution else {}
    meta |= {RECOGNISED: "\n".join(remarks)} if remarks else {}
    meta |= {fields.DECORATION: compact(rest)} if rest else {}
    puzzle = Puzzle(grid, givens, rules=tuple(dict.fromkeys(rules)), meta=tuple(meta.items()))
    return without_own_sentences(puzzle)


def puzzle_of(found: Node, ignore_drawings: bool) -> Puzzle:
    """Return the puzzle of a document: its model, unless someone has edited the document."""
    puzzle = _model_in(found)
    if puzzle is None:
        puzzle = _drawn_puzzle(found, ignore_drawings)
        metadata = found.entries().get("metadata", Node(Object()))
        if MODEL in metadata.entries() and not ignore_drawings:
            raise PuzzleError(
                "the drawings in the link differ from its model. Someone edited the link, or "
                "another version of nonet wrote the link. Use ignore_drawings=True "
                "(--lossy) to read only the drawings."
            )
    elif not ignore_drawings:
        _require_known(puzzle)
    return puzzle


def _require_known(puzzle: Puzzle) -> None:
    """Raise `PuzzleError` if a puzzle keeps drawings that may be rules."""
    grid, decoration = puzzle.grid, fields.decoration_of(puzzle)
    drawings = {key: decoration[key] for key in ("cages", *SECTIONS) if key in decoration}
    if drawings:
        blank: dict[str, object] = {"cells": [[{}] * grid.columns] * grid.rows}
        _drawn_puzzle(document(compact(blank | drawings)))


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


def _words_for(puzzle: Puzzle, known: Collection[Rule]) -> list[str]:
    """Return sentences for rules. If the setter has written a text, `known` rules need none."""
    grid, has_text = puzzle.grid, bool(dict(puzzle.meta).get("rules"))
    expressed = [rule for rule in puzzle.rules if frozenset(known).issuperset(parts_of(grid, rule))]
    meanings: dict[object, str] = {}

    def say(rule: Rule) -> str:
        sentence = rule.sentence(grid)
        if rule in expressed:
            return "" if has_text else sentence
        looks = frozenset(getattr(figure, "look", "") for figure in rule.figures(grid))
        is_clear = looks and meanings.setdefault(looks, sentence) == sentence
        return sentence if is_clear else as_sentence(rule.in_words(grid))

    if has_text:
        is_usual = grid.values == Grid(grid.rows, grid.columns).values
        lines = ["" if is_usual else f"values {grid.span}", *map(say, puzzle.rules)]
    else:
        lines = sentences(puzzle, say, expressed)
    for cell, (given, mask) in enumerate(zip(puzzle.givens, puzzle.marks, strict=True)):
        if given is None and mask != grid.full:
            lines.append(Among((cell,), tuple(grid.values_of(mask))).describe(grid))
    return list(dict.fromkeys(filter(None, lines)))


def decorated(document: Mapping[str, Any], decoration: Mapping[str, Any]) -> dict[str, Any]:
    """Add decoration to a document without changing the entries of the document."""
    found = dict(document)
    for key, extra in decoration.items():
        mine = found.get(key)
        if key == "cells" and isinstance(extra, dict):  # notes of players, for empty cells
            found[key] = [
                [cell or extra.get(f"r{y}c{x}", cell) for x, cell in enumerate(row, 1)]
                for y, row in enumerate(document[key], 1)
            ]
        elif isinstance(mine, list) and isinstance(extra, list):
            found[key] = [*mine, *extra]
        elif isinstance(mine, dict) and isinstance(extra, dict):
            found[key] = {**extra, **mine}
        elif mine is None or key == "cellSize":
            found[key] = extra
    return found


#: The keys of a puzzle's `meta` that are written into a document.
KEPT = (*TEXTS, "solution", DECORATION)


def document_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return the document of a puzzle. Add a model if reading the document gives another puzzle."""
    board, decoration = _drawn(puzzle), fields.decoration_of(puzzle)
    plain = board | {"metadata": _metadata(puzzle, ())}
    again = _read_again(decorated(plain, decoration))
    if again is None or not (
        (again.grid.rows, again.givens) == (puzzle.grid.rows, puzzle.givens)
        and set(again.rules) <= _parts(puzzle)
    ):
        decoration = {}  # the decoration would change the puzzle
        again = _read_again(plain)
    metadata = _metadata(puzzle, _words_for(puzzle, again.rules if again else ()))
    if again is None or not _is_same(again, puzzle):
        metadata |= {MODEL: puzzle_to_json(puzzle)}
    return decorated(board | {"metadata": metadata}, decoration)


def _read_again(document: dict[str, Any]) -> Puzzle | None:
    again = attempt(_drawn_puzzle, _as_node(document), ignore_drawings=True)
    return again if isinstance(again, Puzzle) else None


def _is_same(again: Puzzle, puzzle: Puzzle) -> bool:
    """Tell whether a puzzle is unchanged after writing and reading. A label may become a title."""
    kept, meta = dict(again.meta), titled(puzzle)
    return (
        (again.grid, again.givens, again.marks) == (puzzle.grid, puzzle.givens, puzzle.marks)
        and set(again.rules) == _parts(puzzle)
        and all(kept.get(key) == meta.get(key) for key in KEPT)
    )


def _parts(puzzle: Puzzle) -> set[Rule]:
    return {part for rule in puzzle.rules for part in parts_of(puzzle.grid, rule)}


def _model_in(found: Node) -> Puzzle | None:
    """Return the model in a document, or None if someone has edited the document."""
    try:
        entries = found.entries()
        model = entries["metadata"].entries()[MODEL]
        rows, grid = entries["cells"].items(), model.entries()["grid"].entries()
        # Refuse a model with another grid size early, because it may be huge.
        if (len(rows), len(rows[0].items())) != (grid["rows"].value, grid["columns"].value):
            return None
        puzzle = puzzle_from_json(model.value)
        return puzzle if _as_node(document_of(puzzle)).value == found.value else None
    except (PuzzleError, LookupError):
        return None


def _as_node(written: Mapping[str, Any]) -> Node:
    return document(compact(written))


def _drawn(puzzle: Puzzle) -> dict[str, Any]:
    grid = puzzle.grid
    shapes: list[Drawing] = []
    drawn_cages: list[dict[str, object]] = []
    names: dict[str, None] = {}
    walls: Boxes | Regions | None = None
    groups: Iterable[Cells] = ()
    for rule in puzzle.rules:
        if walls is None and isinstance(rule, Boxes | Regions):
            walls, groups = rule, rule.groups(grid)
            continue
        name = fields.name_of(rule, walls)
        names |= {name: None} if name else {}
        logical, signs = fields.cages_for(rule, grid), drawn(grid, rule)
        shapes += signs
        drawn_cages += logical
        if not name and not logical and not signs:
            for figure in rule.figures(grid):
                groups = groups or (figure.groups if isinstance(figure, Walls) else ())
                shapes += pictures.drawings_of(grid, figure)
                drawn_cages += pictures.cages_of(grid, figure)
    regions = [fields.places(grid, group) for group in groups]
    return {
        "cellSize": CELL_SIZE,
        "cells": _cells(puzzle),
        **({"regions": regions} if regions else {}),
        **({"cages": drawn_cages} if drawn_cages else {}),
        **pictures.sections_of(shapes),
        **({"global": list(names)} if names else {}),
    }


def _cells(puzzle: Puzzle) -> list[list[dict[str, object]]]:
    """Return the rows of cells. Candidates become the pencil marks of a player."""
    grid = puzzle.grid
    printed = list(puzzle.marks)
    for figure in (figure for rule in puzzle.rules for figure in rule.figures(grid)):
        if isinstance(figure, Printed):
            for cell in figure.cells:
                printed[cell] &= grid.mask(figure.values)
    cells: list[dict[str, object]] = [
        {"value": given}
        if given is not None
        else {"centremarks": list(grid.values_of(mask))}
        if mask != grid.full
        else {}
        for given, mask in zip(puzzle.givens, printed, strict=True)
    ]
    return [cells[start : start + grid.columns] for start in range(0, len(cells), grid.columns)]


def _metadata(puzzle: Puzzle, words: Sequence[str]) -> dict[str, Any]:
    meta = titled(puzzle)
    meta |= {"rules": "\n".join(filter(None, (meta.get("rules", ""), *words)))}
    solution = fields.written_solution(meta.get("solution", ""), puzzle.grid)
    has_lines = {Rows(), Columns()} <= set(puzzle.rules)
    return {
        **{key: meta[key] for key in TEXTS if meta.get(key)},
        **({"solution": solution} if solution else {}),
        **({} if has_lines else {fields.NO_LINES: True}),
    }
