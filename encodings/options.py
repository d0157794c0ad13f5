"""The options of the CNF encoding, as in the spec string ``pysat:glucose4/ladder,raw``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.encodings.at_most_one import FORMULATIONS
from nonet.system.errors import PuzzleError

#: The option that writes cardinality constraints instead of clauses. Few solvers accept them.
NATIVE = "native"

AT_MOST_ONE = (*FORMULATIONS, NATIVE)
CLAUSE_SETS = ("extended", "minimal")
REDUCTIONS = ("propagated", "givens", "raw")
WORDS = (*AT_MOST_ONE, *CLAUSE_SETS, *REDUCTIONS)
_CHOICES = {"at_most_one": AT_MOST_ONE, "clause_set": CLAUSE_SETS, "reduction": REDUCTIONS}


@dataclass(frozen=True)
class Encoding:
    """One of the 48 encodings, chosen by three words.

    The first word chooses how to write "at most one of these literals is true", the second the
    clause set (see `nonet.encodings.cnf`). The third chooses which pencil marks are removed before:

    - *propagated*: all marks that are impossible after propagation of the givens
    - *givens*: only the marks that the givens themselves exclude
    - *raw*: none. The givens become unit clauses.

    >>> str(Encoding.of(["ladder", "raw"]))
    'ladder,raw'
    >>> Encoding.of(["ladder", "product"])
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: the options 'ladder' and 'product' cannot be combined
    """

    at_most_one: str = AT_MOST_ONE[0]
    clause_set: str = CLAUSE_SETS[0]
    reduction: str = REDUCTIONS[0]

    def __post_init__(self) -> None:
        for word, known in zip(self.words, _CHOICES.values(), strict=True):
            if word not in known:
                raise PuzzleError(f"unknown option {word!r}. Choose from {', '.join(known)}")

    @property
    def words(self) -> tuple[str, str, str]:
        return self.at_most_one, self.clause_set, self.reduction

    @classmethod
    def of(cls, options: Iterable[str]) -> Encoding:
        """Return the encoding that the words choose. Missing words take their defaults."""
        chosen: dict[str, str] = {}
        for option in options:
            question = next((key for key, words in _CHOICES.items() if option in words), None)
            if question is None:
                raise PuzzleError(f"unknown option {option!r}. Choose from {', '.join(WORDS)}")
            other = chosen.setdefault(question, option)
            if other != option:
                raise PuzzleError(f"the options {other!r} and {option!r} cannot be combined")
        return cls(**chosen)

    def __str__(self) -> str:
        usual = Encoding().words
        return ",".join(word for word in self.words if word not in usual)
