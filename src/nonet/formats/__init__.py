"""Readers and writers of puzzles as text. `reader` finds the format of a text."""

from nonet.formats.alphabets import read_values, values_of, write_values
from nonet.formats.construction import PuzzleLike, as_puzzle, as_puzzles, classic, latin
from nonet.formats.contract import FORMATS, WRITTEN, Format
from nonet.formats.reader import Record, parse, read, read_file, read_source
from nonet.formats.text import Reading
from nonet.formats.writer import in_words, left_out, one_line, write

__all__ = [
    "FORMATS",
    "WRITTEN",
    "Format",
    "PuzzleLike",
    "Reading",
    "Record",
    "as_puzzle",
    "as_puzzles",
    "classic",
    "in_words",
    "latin",
    "left_out",
    "one_line",
    "parse",
    "read",
    "read_file",
    "read_source",
    "read_values",
    "values_of",
    "write",
    "write_values",
]
