"""Many puzzles, from a file to a file, in bounded memory: on this machine, or on many."""

from nonet.streaming.pipeline import MOST_COUNTED, bulk
from nonet.streaming.summary import Summary, Tally

__all__ = ["MOST_COUNTED", "Summary", "Tally", "bulk"]
