"""What a race or a bulk run can be told in a word: the question to ask, the form of its results."""

from enum import StrEnum


class Mode(StrEnum):
    """What to find out: a solution, whether it is the only one, or how many there are.

    >>> Mode("count")
    <Mode.COUNT: 'count'>
    """

    SOLVE = "solve"
    CHECK = "check"
    COUNT = "count"


class BulkMode(StrEnum):
    """What a bulk run can find out: the same, the canonical form, or how hard it is.

    >>> BulkMode("canon")
    <BulkMode.CANON: 'canon'>
    """

    SOLVE = "solve"
    CHECK = "check"
    COUNT = "count"
    CANON = "canon"
    RATE = "rate"


class Export(StrEnum):
    """The forms of a race's results that other tools read.

    >>> list(map(str, Export))
    ['benchexec', 'mkplot', 'scores']
    """

    BENCHEXEC = "benchexec"
    MKPLOT = "mkplot"
    SCORES = "scores"
