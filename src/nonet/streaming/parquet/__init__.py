"""Parquet files: a column of puzzles as a source, and records as a style of the target."""

from nonet.solvers import BackendUnavailable

try:
    import pyarrow.parquet  # noqa: F401
except ImportError as error:
    raise BackendUnavailable("Parquet needs pyarrow: pip install pyarrow") from error
