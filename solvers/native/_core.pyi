"""The compiled engines."""

import numpy as np
from numpy.typing import NDArray

def isas() -> list[str]:
    """Name the instruction sets that the engine is built for and this machine has, best first."""

def run_batch(
    rows: NDArray[np.uint8],
    counts: NDArray[np.uint64],
    finished: NDArray[np.uint8],
    solutions: NDArray[np.uint8],
    isa: str,
    limit: int,
    threads: int,
    verify: bool,
    seconds: float | None,
) -> int | None:
    """Solve the rows; return the first puzzle whose solutions the checker refuses, if any."""

class Search:
    """One classic puzzle, solution by solution."""

    def __init__(self, clues: bytes, isa: str) -> None: ...
    def next(self, guesses: int | None, seconds: float | None) -> tuple[str, bytes]:
        """Go on; return why it came back, and the new solutions, 81 bytes each.

        It is back for "solution", when "finished", or at a limit, "guesses" or "seconds".
        """

    @property
    def guesses(self) -> int:
        """How many guesses there were so far."""
