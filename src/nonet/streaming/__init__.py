"""Bulk runs: read many puzzles from a file, and write the answers to another file."""

from nonet.streaming.frames import Table, TableAnswers, read_table
from nonet.streaming.parts import Shard
from nonet.streaming.pipeline import bulk, join
from nonet.streaming.query import MOST_COUNTED
from nonet.streaming.summary import BulkTally, Summary

__all__ = ["MOST_COUNTED", "BulkTally", "Shard", "Summary", "Table", "TableAnswers"]
__all__ += ["bulk", "join", "read_table"]
