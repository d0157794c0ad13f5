"""Datasets, as two verbs write them: of new puzzles, and of those in files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from nonet.cli.common.output import put
from nonet.cli.common.progress import tallied

if TYPE_CHECKING:
    from nonet.formats import PuzzleLike
    from nonet.generation import Made
    from nonet.streaming.datasets import Sample

Folder: TypeAlias = Annotated[
    str,
    typer.Option(
        "--out", metavar="FOLDER", help="A new folder for the dataset.", show_default=False
    ),
]
Split: TypeAlias = Annotated[
    str,
    typer.Option(
        "--split",
        metavar="NAME=SHARE,…",
        help="The parts of the dataset: no two have puzzles that are the same.",
    ),
]
Measured: TypeAlias = Annotated[
    str,
    typer.Option(
        "--measure",
        metavar="NAME",
        help="What is said of the difficulty: none, search (nodes and depth) or er (slow).",
    ),
]


def write_dataset(
    folder: str,
    puzzles: Iterable[PuzzleLike | Made | Sample],
    *,
    split: str,
    measure: str,
    dedupe: bool = False,
    jobs: int = 1,
    total: int | None = None,
) -> None:
    """Write a dataset and print how many puzzles each split has; a bar shows how far it is."""
    from nonet.streaming.datasets import Measure, Splits, dataset

    if measure not in list(Measure):
        raise typer.BadParameter(f"--measure is one of {', '.join(Measure)}, not {measure!r}")
    with tallied("Writing", total) as note:
        found = dataset(
            folder,
            puzzles,
            split=Splits.parse(split),
            measure=measure,
            dedupe=dedupe,
            jobs=jobs,
            progress=note,
        )
    put(str(found))
