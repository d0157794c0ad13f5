"""The field of a race: its puzzles, and the contestants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

import typer

from nonet.cli.common.inputs import Item, items
from nonet.cli.common.verbs import DETECTED, Reading

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle


def puzzles_of(
    sources: list[str] | None, reading: Reading = DETECTED, keep: tuple[str, ...] = ()
) -> list[tuple[Item, Puzzle]]:
    """Return the puzzles to race on, each with a label; without sources, those of the package.

    A race must be fair, so a puzzle that cannot be read is an error.
    """
    found = items(sources, reading, keep) if sources else _shipped()
    return list(_labelled(found))


def contestants(wanted: str | None) -> list[str]:
    """Return the full specs of the contestants, each once."""
    from nonet import racing
    from nonet.solvers import backends, find_backend, split_specs

    if wanted == "all":
        return [entry.spec for entry in backends() if not entry.missing]
    if wanted is None:
        return racing.line_up()
    if not wanted.strip():
        raise typer.BadParameter("--backend is empty: name a backend, or leave it out")
    return list(dict.fromkeys(find_backend(spec).spec for spec in split_specs(wanted)))


def _shipped() -> Iterator[Item]:
    folder = files("nonet").joinpath("puzzles")
    for shipped in sorted(folder.iterdir(), key=lambda path: path.name):
        if shipped.is_file() and not shipped.name.endswith((".py", ".md")):
            with as_file(shipped) as path:
                for item in items([str(path)]):
                    yield replace(item, file=shipped.name)


def _labelled(found: Iterable[Item]) -> Iterator[tuple[Item, Puzzle]]:
    for index, item in enumerate(found):
        if item.puzzle is None:
            raise item.error or ValueError(item)
        puzzle = item.puzzle
        if not puzzle.label:
            puzzle = replace(puzzle, meta=(*puzzle.meta, ("label", item.place)))
        yield replace(item, index=index), puzzle
