"""Bulk runs: many puzzles, file to file, in bounded memory, on this machine or on a cluster."""

from nonet.streaming.frames import Table, TableAnswers, read_table
from nonet.streaming.parts import Shard
from nonet.streaming.pipeline import MOST_COUNTED, bulk, join, modes_compared
from nonet.streaming.summary import BulkTally, Summary

__all__ = [
    "MOST_COUNTED",
    "BulkTally",
    "Shard",
    "Summary",
    "Table",
    "TableAnswers",
    "bulk",
    "join",
    "modes_compared",
    "read_table",
]
