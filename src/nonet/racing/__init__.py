"""The race: contestants answer the same puzzles under the same conditions, and are compared.

Each run is timed phase by phase on the clock of the race; its answers are verified off the clock.
Contestants take turns, on one thread each. See `race`, and `RaceResult` for what it returns.
"""

from nonet.racing.contest import RaceInterrupted, line_up, race
from nonet.racing.exports import exported, require_exportable
from nonet.racing.journal import JournalError
from nonet.racing.result import RaceResult
from nonet.racing.rows import COLUMNS, Mode, Problem, Row, Setting
from nonet.racing.scores import VIRTUAL_BEST, Score

__all__ = [
    "COLUMNS",
    "VIRTUAL_BEST",
    "JournalError",
    "Mode",
    "Problem",
    "RaceInterrupted",
    "RaceResult",
    "Row",
    "Score",
    "Setting",
    "exported",
    "line_up",
    "race",
    "require_exportable",
]
