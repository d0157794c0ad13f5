"""Draw seeded samples from lists of puzzles that are not part of the repository.

The environment variable ``NONET_DATA`` names the folder of the lists. Each file must have the right
SHA-256, so the same seed gives the same puzzles everywhere.
"""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from nonet.formats import classic
from nonet.puzzle import Puzzle
from nonet.system.errors import PuzzleError

DATA = "NONET_DATA"
RATED = "rated.txt"


@dataclass(frozen=True)
class File:
    """A list of puzzles. Each line starts with the 81 characters of a puzzle.

    >>> FILES["17clue.txt"].puzzles
    49151
    """

    name: str
    puzzles: int
    sha256: str
    source: str


#: The files that the notebooks draw from.
FILES = {
    file.name: file
    for file in (
        File(
            "easy10k.txt",
            10_000,
            "0671d27b20b3a152e17dfde78ee2d8cf6d3e4434e1dcc3b477cfea04dad5624e",
            "ordinary puzzles, published with Norvig's notebooks (pytudes)",
        ),
        File(
            "17clue.txt",
            49_151,
            "e296069a2a9e926cf54a267c4ebbf7dc17d1431b4e9793d47c1045dfd4fe19fd",
            "Gordon Royle's puzzles of 17 clues, as published with Norvig's notebooks",
        ),
        File(
            "hard375.txt",
            375,
            "fb88ac7cfcc462154a41c62262192ccd40255c39db9bd827e5199f1e1660cd17",
            "the hardest of the New Sudoku Players' Forum, as published with Norvig's notebooks",
        ),
        File(
            "top1465.txt",
            1465,
            "21d82f285082dc0db051f407cf23103af76bf077b368b04bd9e619f2bf6d2c1b",
            "the magictour list, hard for early solvers",
        ),
        File(
            RATED,
            1500,
            "0a5e0145fa07e1544bc9e71c325d3318745a8f425890ce887eff213fafe41156",
            "minimal puzzles made by nonet, with their ratings by Sukaku Explainer",
        ),
    )
}


def sample(name: str, count: int, seed: int = 0) -> list[Puzzle]:
    """Return a random sample of a file of `FILES`.

    The label of a puzzle is its file and line, such as ``17clue.txt:3``. With the same seed, a
    small sample is the start of a larger one. Raise `PuzzleError` if the folder or file is missing,
    or if the file has other content.

    >>> from unittest.mock import patch
    >>> with patch.dict(os.environ, {DATA: "nowhere"}):
    ...     sample("17clue.txt", 3)
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: nowhere/17clue.txt: No such file or directory
    """
    file = FILES[name]
    lines = _lines(file)
    if count > len(lines):
        raise PuzzleError(f"the file has {len(lines)} puzzles, not {count}", file=name)
    numbers = Random(f"{name} {seed}").sample(range(len(lines)), len(lines))[:count]
    return [
        replace(
            classic(lines[number][:81].decode(), order=3),
            meta=(("label", f"{name}:{number + 1}"),),
        )
        for number in numbers
    ]


def rated(most: int) -> dict[float, list[Puzzle]]:
    """Return at most `most` puzzles of each rating (ER), from the easiest to the hardest."""
    found = defaultdict[float, list[Puzzle]](list)
    for line in _lines(FILES[RATED]):
        puzzle, rating, *_ = line.decode().split()
        if len(found[float(rating)]) < most:
            found[float(rating)].append(classic(puzzle, order=3))
    return dict(sorted(found.items()))


def _lines(file: File) -> list[bytes]:
    folder = os.environ.get(DATA)
    if not folder:
        raise PuzzleError(f"set {DATA} to the folder of this file", file=file.name)
    path = Path(folder, file.name)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise PuzzleError(error.strerror or str(error), file=str(path)) from None
    found = hashlib.sha256(content).hexdigest()
    if found != file.sha256:
        raise PuzzleError(
            f"the SHA-256 of this file is {found}. The study needs the file with {file.sha256}.",
            file=str(path),
        )
    return content.splitlines()
