"""Questions about a puzzle: its verdict, the number of its solutions, its clues, its symmetries."""

from enum import StrEnum


class Mode(StrEnum):
    """The question: find a solution, check whether it is the only one, or count them all."""

    SOLVE = "solve"
    CHECK = "check"
    COUNT = "count"


class BulkMode(StrEnum):
    """The question of a run over many puzzles."""

    SOLVE = "solve"
    CHECK = "check"
    COUNT = "count"
    CANON = "canon"
    RATE = "rate"
