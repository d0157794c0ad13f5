"""The options of the CNF encoding, as in the spec string ``pysat:glucose4/ladder,raw``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonet.encodings.at_most_one import FORMULATIONS
from nonet.system.errors import PuzzleError

#: Cardinality constraints for the solvers that have them, instead of clauses.
NATIVE = "native"

AT_MOST_ONE = (*FORMULATIONS, NATIVE)
CLAUSE_SETS = ("extended", "minimal")
REDUCTIONS = ("propagated", "givens", "raw")
WORDS = (*AT_MOST_ONE, *CLAUSE_SETS, *REDUCTIONS)


@dataclass(frozen=True)
class Encoding:
    """One of the 48 encodings, chosen by three words.

    One chooses the formulation of at-most-one, one the clause set (see `nonet.encodings.cnf`), and
    one the reduction before clauses are written: everything that the givens force (*propagated*),
    only the marks that they rule out directly (*givens*), or nothing, with the givens as unit
    clauses (*raw*).

    >>> str(Encoding.of(["ladder", "raw"]))
    'ladder,raw'
    >>> Encoding.of(["ladder", "product"])
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: the options 'ladder' and 'product' exclude one another
    """

    at_most_one: str = AT_MOST_ONE[0]
    clause_set: str = CLAUSE_SETS[0]
    reduction: str = REDUCTIONS[0]

    def __post_init__(self) -> None:
        for word, known in zip(self.words, (AT_MOST_ONE, CLAUSE_SETS, REDUCTIONS), strict=True):
            if word not in known:
                raise PuzzleError(f"no option {word!r}; there are {', '.join(known)}")

    @property
    def words(self) -> tuple[str, str, str]:
        """The three words."""
        return self.at_most_one, self.clause_set, self.reduction

    @classmethod
    def of(cls, options: Iterable[str]) -> Encoding:
        """Return the encoding chosen by the words, with defaults for what they leave open."""
        chosen: dict[str, str] = {}
        for option in options:
            question = _question(option)
            if chosen.get(question, option) != option:
                raise PuzzleError(
                    f"the options {chosen[question]!r} and {option!r} exclude one another"
                )
            chosen[question] = option
        return cls(**chosen)

    def __str__(self) -> str:
        usual = Encoding().words
        return ",".join(word for word in self.words if word not in usual)


def _question(option: str) -> str:
    questions = {
        "at_most_one": AT_MOST_ONE,
        "clause_set": CLAUSE_SETS,
        "reduction": REDUCTIONS,
    }
    for question, known in questions.items():
        if option in known:
            return question
    raise PuzzleError(f"no option {option!r}; there are {', '.join(WORDS)}")
