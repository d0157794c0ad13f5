"""The race: contestants answer the same puzzles under the same conditions.

Contestants take turns, and each runs on one thread. `race` measures how long each phase of a run
takes, and stops the clock before it verifies the answers. It returns a `RaceResult`.
"""

from nonet.questions import Mode
from nonet.racing.contest import RaceInterrupted, line_up, race
from nonet.racing.journal import JournalError
from nonet.racing.result import RaceResult, exported, result_files
from nonet.racing.rows import COLUMNS, Problem, Row, Setting
from nonet.racing.scores import VIRTUAL_BEST, RaceScore

__all__ = ["COLUMNS", "VIRTUAL_BEST", "JournalError", "Mode", "Problem"]
__all__ += ["RaceInterrupted", "RaceResult", "RaceScore", "Row", "Setting"]
__all__ += ["exported", "line_up", "race", "result_files"]
