"""A CP-SAT model as a file: a protocol buffer in binary or in text, as `sat_runner` reads both."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from nonet.encodings.cpsat import CpSatModel


def serialized(encoded: CpSatModel, *, binary: bool = False) -> bytes:
    """Return what a file of the model holds.

    >>> from nonet.encodings.cpsat import encode_integer
    >>> from nonet.formats import classic
    >>> print(serialized(encode_integer(classic("1"))).decode().splitlines()[0])
    variables { name: "r1c1" domain: [1, 1] }
    """
    with TemporaryDirectory(prefix="nonet-") as folder:
        # CP-SAT writes files only, and looks at the end of their name.
        path = Path(folder, "model.pb" if binary else "model.pbtxt")
        if not encoded.model.export_to_file(str(path)):
            raise OSError(f"CP-SAT could not write to {folder}")
        return path.read_bytes()
