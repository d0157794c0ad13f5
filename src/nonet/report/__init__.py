"""The report of a race: one HTML file that needs nothing else, neither a network nor a server."""

from __future__ import annotations

from pathlib import Path

import nonet.plots  # noqa: F401 - first, for it says what to install
from nonet.files import write_whole
from nonet.racing import RaceResult
from nonet.report.page import page

__all__ = ["page", "write_html"]


def write_html(result: RaceResult, path: str | Path) -> None:
    """Write the report of a race, in full or not at all.

    First comes what went wrong, if anything did; then scores, plots, puzzles, and where and how
    it was run. Tables are sorted by a click on a heading.

        result = nonet.race(puzzles, ["native", "pysat", "cpsat"])
        nonet.report.write_html(result, "race.html")
    """
    write_whole(str(path), [page(result).encode()])
