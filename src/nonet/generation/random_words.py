"""Random 64-bit numbers that depend only on a seed, a puzzle and an attempt.

So a puzzle does not depend on other puzzles, nor on the process that makes it. SplitMix64 (a hash
of a counter) computes the numbers for many attempts at once.
"""

from __future__ import annotations

from operator import index
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = NDArray[np.uint64]
Orders: TypeAlias = NDArray[np.intp]

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def keys(seed: int, indices: Words, attempts: Words) -> Words:
    """Return a key for each attempt at each puzzle."""
    start = _mixed(np.array([index(seed) % 2**64], np.uint64))
    return derived(derived(np.broadcast_to(start, indices.shape), indices), attempts)


def derived(key: Words, number: Words) -> Words:
    """Return a new key for each key. The new key depends on the old key and a number."""
    return _mixed(key ^ _mixed((number + np.uint64(1)) * _STEP))


def words(key: Words, count: int) -> Words:
    """Return `count` random numbers for each key, ``uint64[keys, count]``."""
    counter = np.arange(1, count + 1, dtype=np.uint64) * _STEP
    return _mixed(key[:, None] + counter)


def shuffles(key: Words, size: int) -> Orders:
    """Return a random permutation of ``range(size)`` for each key."""
    return words(key, size).argsort(axis=1)


def _mixed(word: Words) -> Words:
    word = (word ^ (word >> np.uint64(30))) * _FIRST
    word = (word ^ (word >> np.uint64(27))) * _SECOND
    return word ^ (word >> np.uint64(31))
