"""Splits: which part of a dataset a puzzle belongs to.

A hash of its canonical form decides, and nothing else: puzzles that are the same go together, and
a puzzle goes where it went before, whatever else is in the dataset.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from itertools import accumulate

from nonet.system.errors import PuzzleError

#: Shares that differ from 1 by less are rounded numbers.
_ROUNDING = 1e-9

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


@dataclass(frozen=True)
class Splits:
    """The parts of a dataset by name, and the share of the classes that each gets.

    >>> splits = Splits.parse("train=0.9,test=0.1")
    >>> splits.names, splits.place_of("12..34..2......3")
    (('train', 'test'), 0)
    """

    names: tuple[str, ...]
    shares: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.names:
            raise PuzzleError("no split: a dataset has one at least, such as train=1")
        for name in self.names:
            if not _NAME.fullmatch(name):
                raise PuzzleError(f"{name!r} is no name of a split: letters and digits make one")
        if len(set(map(str.lower, self.names))) < len(self.names):
            raise PuzzleError(f"splits with the same name: {', '.join(self.names)}")
        for name, share in zip(self.names, self.shares, strict=True):
            if not 0 < share <= 1:
                raise PuzzleError(f"{name}={share:g}: a share is more than 0 and 1 at most")
        if abs(sum(self.shares) - 1) > _ROUNDING:
            raise PuzzleError(f"the shares of the splits add up to {sum(self.shares):g}, not to 1")

    @classmethod
    def of(cls, shares: Mapping[str, float]) -> Splits:
        """Return splits with these shares.

        >>> Splits.of({"train": 0.5, "test": 0.25})
        Traceback (most recent call last):
        nonet.system.errors.PuzzleError: the shares of the splits add up to 0.75, not to 1
        """
        return cls(tuple(shares), tuple(shares.values()))

    @classmethod
    def parse(cls, text: str) -> Splits:
        """Return the splits that a text names, as the command line takes them.

        >>> Splits.parse("train")
        Traceback (most recent call last):
        nonet.system.errors.PuzzleError: 'train' is no split: NAME=SHARE is one, such as train=0.9
        """
        pairs = [_pair(part.strip()) for part in text.split(",")]
        return cls(*zip(*pairs, strict=True))

    def place_of(self, form: str) -> int:
        """Return the place of the split that a canonical form belongs to."""
        bounds: Iterable[float] = accumulate(self.shares[:-1])
        return bisect_right(list(bounds), share_of(form))


def share_of(form: str) -> float:
    """Return where a canonical form lies between 0 and 1: a hash of its text.

    >>> round(share_of("12..34..2......3"), 3)
    0.623
    """
    digest = blake2b(form.encode(), digest_size=8).digest()
    return int.from_bytes(digest) / 2**64


def _pair(text: str) -> tuple[str, float]:
    name, _, share = text.partition("=")
    try:
        return name.strip(), float(share)
    except ValueError:
        message = f"{text!r} is no split: NAME=SHARE is one, such as train=0.9"
        raise PuzzleError(message) from None
