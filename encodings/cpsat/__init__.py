"""The CP-SAT encoding, in three forms.

- *integer* has a variable for each cell. It is small and fast to build, and CP-SAT creates the
  literals itself.
- *boolean* has a literal for each pencil mark. It is slower to build and faster to solve. It helps
  most with sums over cells that all differ, because such a sum gets a literal for each possible set
  of digits.
- *linked* has both: each cell is linked to its literals, and every constraint is written twice.

Variables have names like ``r1c1`` and ``r1c1=5``, so exported models are readable.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from nonet.encodings.cpsat.boolean import BooleanModel, encode_boolean
from nonet.encodings.cpsat.bounds import MOST_PLACES, MOST_SUM
from nonet.encodings.cpsat.integer import IntegerModel, encode_integer
from nonet.encodings.cpsat.linked import LinkedModel, encode_linked
from nonet.system.reaper import entrusted

CpSatModel: TypeAlias = IntegerModel | BooleanModel | LinkedModel

__all__ = [
    "MOST_PLACES",
    "MOST_SUM",
    "BooleanModel",
    "CpSatModel",
    "IntegerModel",
    "LinkedModel",
    "encode_boolean",
    "encode_integer",
    "encode_linked",
    "serialize",
]


def serialize(encoded: CpSatModel, *, binary: bool = False) -> bytes:
    """Return a model as a protocol buffer, in text or in binary. OR-Tools' `sat_runner` reads both.

    >>> from nonet.formats import classic
    >>> print(serialize(encode_integer(classic("1"))).decode().splitlines()[0])
    variables { name: "r1c1" domain: [1, 1] }
    """
    with TemporaryDirectory(prefix="nonet-") as folder, entrusted(folder):
        # CP-SAT writes only to files. The ending of the file name chooses the format.
        path = Path(folder, "model.pb" if binary else "model.pbtxt")
        if not encoded.model.export_to_file(str(path)):
            raise OSError(f"CP-SAT could not write to {folder}")
        return path.read_bytes()
