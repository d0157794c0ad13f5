"""A page that shows how solvers search: side by side, step by step, at a chosen speed."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from nonet.drawing.legend import shown
from nonet.explanations.page import document, framed
from nonet.formats import PuzzleLike, as_puzzle
from nonet.formats.text import counted
from nonet.puzzle import Puzzle
from nonet.questions.analysis.clues import houses
from nonet.serving.page_files import bundle, shipped
from nonet.serving.pictures import drawn, require_small
from nonet.solvers import AUXILIARY, Event, Literal, Trace, Unable, find_backend, require_right
from nonet.system.files import write_whole

#: The solvers that are recorded by default. The SAT solver gets clauses about all candidates.
SOLVERS = ("backtracking", "norvig", "pysat:cadical195/givens")
#: The maximum number of events of a recording. A page takes about 100 bytes for each.
MOST_EVENTS = 20_000
#: A sentence names at most this many literals of a clause.
_MOST_LITERALS = 8


class Searches:
    """The recorded searches of some solvers for a puzzle, in `traces`.

    A notebook shows the page, and `write` saves it as a file.

    >>> searches = watch("12..34..2......3", ["backtracking", "norvig"])
    >>> searches
    <Searches: backtracking 57 events, norvig 11 events>
    >>> searches.page()[:15]
    '<!doctype html>'
    """

    def __init__(self, puzzle: Puzzle, traces: dict[str, Trace]) -> None:
        self.puzzle = puzzle
        self.traces = traces

    def __repr__(self) -> str:
        lengths = (f"{spec} {len(trace.events)} events" for spec, trace in self.traces.items())
        return f"<Searches: {', '.join(lengths)}>"

    def _repr_html_(self) -> str:
        return framed(self.page())

    def page(self) -> str:
        """Return an HTML document that opens offline."""
        data = json.dumps(self.data(), separators=(",", ":")).replace("<", "\\u003c")
        body = f"""<main></main>
<script type="application/json">{data}</script>
<script type="module">
{bundle("searches")}
watch(document.querySelector("main"), JSON.parse(document.querySelector("script").textContent));
</script>"""
        title = self.puzzle.label or "How solvers search"
        return document(title, shipped("searches.css"), body)

    def write(self, name: str | os.PathLike[str]) -> None:
        """Write the page as a file, in full or not at all."""
        write_whole(os.fspath(name), [self.page().encode()])

    def data(self) -> dict[str, Any]:
        """Return what the page shows, for JSON."""
        puzzle = self.puzzle
        empty = replace(puzzle, givens=(), marks=(), meta=())
        return {
            **drawn(empty, shown(empty, [empty.givens])),
            "title": puzzle.label or "",
            "givens": [value is not None for value in puzzle.givens],
            "searches": [
                {
                    "name": spec,
                    "about": trace.about,
                    "start": trace.start,
                    "events": list(_Words(puzzle).of(trace)),
                }
                for spec, trace in self.traces.items()
            ],
        }


def watch(
    puzzle: PuzzleLike, backends: Sequence[str] = SOLVERS, most: int = MOST_EVENTS
) -> Searches:
    """Record how solvers search for the first solution of a puzzle.

    The recording of each solver ends after `most` events. `backtracking`, `norvig` and
    `pysat:cadical195`, in any encoding, can be recorded.

    >>> searches = watch("12..34..2......3", ["norvig"])
    >>> [event.kind for event in searches.traces["norvig"].events][-2:]
    ['follow', 'solved']
    """
    puzzle = as_puzzle(puzzle)
    require_small(puzzle)
    if isinstance(backends, str):
        raise TypeError("backends must be a list. Put a single backend into a list.")
    traces: dict[str, Trace] = {}
    for spec in backends:
        backend = find_backend(spec)
        if backend.trace is None:
            raise Unable(f"{spec} cannot be recorded. Choose {', '.join(SOLVERS)}")
        traces[spec] = backend.trace(puzzle, most)
        solution = traces[spec].solution
        require_right(puzzle, [] if solution is None else [solution], spec)
    return Searches(puzzle, traces)


class _Words:
    def __init__(self, puzzle: Puzzle) -> None:
        self._grid = puzzle.grid
        self._houses = [(set(house.cells), house.describe(self._grid)) for house in houses(puzzle)]

    def of(self, trace: Trace) -> Iterator[tuple[str, int, str, list[int], list[int]]]:
        """Yield each event with its kind, depth, sentence, cells, and changes."""
        self._masks = list(trace.start)
        counts = Counter[str]()
        for event in trace.events:
            counts[event.kind] += 1
            before = self._masks.copy()
            for cell, mask in event.changes:
                self._masks[cell] = mask
            said = self._sentence(event, before, counts)
            literals = event.clause if event.literal is None else (event.literal, *event.clause)
            cells = dict.fromkeys(cell for cell, _, _ in literals if cell != AUXILIARY)
            changes = [number for change in event.changes for number in change]
            yield event.kind, event.depth, said, list(cells), changes

    def _sentence(self, event: Event, before: list[int], counts: Counter[str]) -> str:
        literal = "" if event.literal is None else self._literal(event.literal)
        match event.kind:
            case "decide":
                return f"Decision: {literal}"
            case "follow":
                return f"{literal}, {self._reason(event.clause, 'the only')}"
            case "remove":
                gone = sum((before[cell] & ~mask).bit_count() for cell, mask in event.changes)
                return f"{counted(gone, 'candidate')} removed"
            case "conflict":
                return f"Conflict: {self._reason(event.clause, 'no')}"
            case "learn":
                return f"Learned: {self._clause(event.clause)}"
            case "back" | "restart":
                left = f"{counted(event.depth, 'decision')} left"
                return f"Restart: {left}" if event.kind == "restart" else f"Undo: {left}"
        outcome = "Solved" if event.kind == "solved" else "No solution"
        decisions, conflicts = counts["decide"], counts["conflict"]
        return f"{outcome}: {counted(decisions, 'decision')}, {counted(conflicts, 'conflict')}"

    def _reason(self, clause: Sequence[Literal], few: str) -> str:
        """Say why a literal of a clause follows ("the only"), or why the clause fails ("no")."""
        cells, values = {cell for cell, _, _ in clause}, {value for _, value, _ in clause}
        if all(holds for _, _, holds in clause) and AUXILIARY not in cells:
            if len(cells) == 1:
                return f"{few} value left for {self._grid.names(cells)}"
            if len(values) == 1 and (house := self._house(cells, min(values))):
                return f"{few} place for {min(values)} in {house}"
        if few == "no" and len(values) == 1 and len(cells) == len(clause) == 2:
            first, second = sorted(cells)
            return f"{self._grid.name(first)} and {self._grid.name(second)} are both {min(values)}"
        said = self._clause(clause)
        return f"false: {said}" if few == "no" else f"because {said}"

    def _house(self, cells: set[int], value: int) -> str | None:
        """Name a house that has places for the value only in these cells."""
        bit = self._grid.bit(value)
        for house, name in self._houses:
            if cells <= house and not any(self._masks[cell] & bit for cell in house - cells):
                return name
        return None

    def _clause(self, clause: Sequence[Literal]) -> str:
        """Return a clause in words, such as "if r1c1 = 3, then r2c2 = 4"."""
        ifs = [self._literal((cell, value, True)) for cell, value, holds in clause if not holds]
        thens = [self._literal(literal) for literal in clause if literal[2]]
        if not thens:
            if len(clause) == 1:
                return self._literal(clause[0])
            return f"not all of {_list(ifs, ', ')}"
        conclusion = thens[0] if len(thens) == 1 else f"one of {_list(thens, ', ')}"
        return f"if {_list(ifs, ' and ')}, then {conclusion}" if ifs else conclusion

    def _literal(self, literal: Literal) -> str:
        cell, value, holds = literal
        if cell == AUXILIARY:
            return f"variable {value}{'' if holds else ' is false'}"
        return f"{self._grid.name(cell)} {'=' if holds else '≠'} {value}"


def _list(words: Sequence[str], comma: str) -> str:
    rest = len(words) - _MOST_LITERALS
    return comma.join([*words[:_MOST_LITERALS], *([f"{rest} more"] if rest > 0 else [])])
