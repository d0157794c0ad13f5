"""The report of a race: one HTML file that needs neither a network nor a server."""

from __future__ import annotations

from pathlib import Path

import nonet.racing.plots  # noqa: F401 - first, because it says what to install
from nonet.racing import RaceResult
from nonet.racing.report.page import page
from nonet.system.files import write_whole

__all__ = ["page", "write_html"]


def write_html(result: RaceResult, path: str | Path) -> None:
    """Write the report of a race, in full or not at all.

    It begins with what went wrong, if anything did; then come the scores, plots and puzzles, and
    where and how the race was run. A click on a heading sorts a table.

    >>> from tempfile import TemporaryDirectory
    >>> from nonet.racing import race
    >>> with TemporaryDirectory() as folder:
    ...     write_html(race(["12..34..2......3"], ["norvig", "pysat"]), Path(folder, "race.html"))
    ...     print(*(file.name for file in Path(folder).iterdir()))
    race.html
    """
    write_whole(str(path), [page(result).encode()])
