"""Text ↔ puzzle: reading and writing every format. How one is told from another: `detection`."""

from nonet.formats.construction import classic, latin
from nonet.formats.contract import Format
from nonet.formats.reading import Record, parse, read, read_bytes, read_file
from nonet.formats.table import FORMATS
from nonet.formats.writing import write, write_values

__all__ = [
    "FORMATS",
    "Format",
    "Record",
    "classic",
    "latin",
    "parse",
    "read",
    "read_bytes",
    "read_file",
    "write",
    "write_values",
]
