"""The race: contestants answer the same puzzles under the same conditions.

Each run is timed phase by phase by the race; answers are verified off the clock. Contestants take
turns, each on one thread. See `race`, which returns a `RaceResult`.
"""

from nonet.questions.modes import Export, Mode
from nonet.racing.competitions import exported_for
from nonet.racing.contest import RaceInterrupted, line_up, race
from nonet.racing.exports import environment_file, exported, require_exportable
from nonet.racing.journal import JournalError
from nonet.racing.result import RaceResult
from nonet.racing.rows import COLUMNS, Problem, Row, Setting
from nonet.racing.scores import VIRTUAL_BEST, RaceScore
from nonet.racing.tallies import CounterTally

__all__ = [
    "COLUMNS",
    "VIRTUAL_BEST",
    "CounterTally",
    "Export",
    "JournalError",
    "Mode",
    "Problem",
    "RaceInterrupted",
    "RaceResult",
    "RaceScore",
    "Row",
    "Setting",
    "environment_file",
    "exported",
    "exported_for",
    "line_up",
    "race",
    "require_exportable",
]
