"""Puzzles with every kind of primitive. Encoders know primitives, and do not know rules."""

import pytest
from examples import rule_puzzles


def kind(part):
    """Return what an encoder sees of a primitive: its type, its operator, and its alternatives."""
    parts = (each for parts in getattr(part, "alternatives", ()) for each in parts)
    return type(part), getattr(part, "op", None), frozenset(map(kind, parts))


@pytest.fixture(scope="session")
def puzzles_of_each_kind():
    """A few puzzles with their names, for each set of kinds of primitives that a rule needs."""
    found = {}
    for name, puzzle in rule_puzzles(12):
        if not puzzle.geometry.connections:
            kinds = frozenset(map(kind, puzzle.constraints))
            found.setdefault(kinds, []).append((name, puzzle))
    return [puzzles[:: len(puzzles) // 6 + 1] for puzzles in found.values()]
