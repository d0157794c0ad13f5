"""``nonet check --proof``: the verdicts as certificates."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias, TypeVar

import typer

from nonet.cli.exits import complain

if TYPE_CHECKING:
    from nonet.puzzle import Puzzle
    from nonet.solvers import Limits
    from nonet.uniqueness import Verdict

T = TypeVar("T")

ProofFolder: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--proof",
        metavar="DIR",
        help="Write a certificate into this new folder; of several puzzles, into DIR/0001 and on.",
        show_default=False,
    ),
]


class Proofs:
    """Writes the certificates that ``nonet check --proof`` asks for, if it does."""

    def __init__(self, folder: Path | None) -> None:
        from nonet.certificates.certificate import require_empty

        self._folder = folder
        self._are_several = False
        if folder:
            require_empty(folder)

    def of(self, items: Iterator[T]) -> Iterator[T]:
        """Return the same puzzles; meanwhile see whether there are several."""
        first = list(islice(items, 2)) if self._folder else []
        self._are_several = len(first) > 1
        return chain(first, items)

    def write(self, index: int, puzzle: Puzzle, verdict: Verdict, bounds: Limits) -> Path | None:
        """Write the certificate of a verdict and return its folder; None if there is none."""
        if self._folder is None:
            return None
        from nonet.certificates import Uncertifiable, certify

        folder = self._folder / f"{index + 1:04}" if self._are_several else self._folder
        try:
            certify(puzzle, limits=bounds, verdict=verdict).write(folder)
        except Uncertifiable as error:
            complain(f"{folder}: {error}")
            return None
        return folder
