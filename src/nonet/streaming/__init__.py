"""Bulk runs: many puzzles, file to file, in bounded memory, on this machine or on a cluster."""

from nonet.streaming.frames import Table, TableAnswers, read_table
from nonet.streaming.pipeline import MOST_COUNTED, bulk
from nonet.streaming.summary import BulkTally, Summary

__all__ = ["MOST_COUNTED", "BulkTally", "Summary", "Table", "TableAnswers", "bulk", "read_table"]
