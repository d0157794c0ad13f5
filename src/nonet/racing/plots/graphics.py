"""Plots as files and as elements of a page; the same plot gives the same bytes."""

from __future__ import annotations

import io
import re
from html import escape
from pathlib import Path

from matplotlib.figure import Figure

from nonet.racing.plots.style import INK, PAPER, house_style
from nonet.system.files import write_whole

#: The metadata that would put the time of day into a file.
_DATES = {"svg": "Date", "pdf": "CreationDate"}


def save(figure: Figure, path: str | Path) -> None:
    """Write a figure as SVG, PNG or PDF, by the ending of the path, in full or not at all.

    >>> from nonet import race
    >>> table = race(["12..34..2......3"], ["norvig", "pysat"]).table()
    >>> from tempfile import TemporaryDirectory
    >>> from nonet.racing.plots import cactus
    >>> with TemporaryDirectory() as folder:
    ...     save(cactus(table).figure, Path(folder, "cactus.svg"))
    ...     print(*(file.name for file in Path(folder).iterdir()))
    cactus.svg
    """
    write_whole(str(path), [_drawn(figure, Path(path).suffix.lower().removeprefix("."))])


def svg(figure: Figure, name: str) -> str:
    """Return a figure as an element for an HTML page, in the colours of the page.

    Ink becomes the colour of the page's text, and paper its ``--paper``. The name must be unique on
    the page: it keeps the identifiers of figures apart.

    >>> from nonet import race
    >>> table = race(["12..34..2......3"], ["norvig", "pysat"]).table()
    >>> from nonet.racing.plots import cactus
    >>> svg(cactus(table).figure, name="first")[:15]
    '<svg role="img"'
    """
    text = _drawn(figure, "svg", transparent=True).decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", text)
    titles = ", ".join(ax.get_title(loc="left") for ax in figure.axes)
    text = text.replace("<svg", f'<svg role="img" aria-label="{escape(titles)}"', 1)
    return text.replace(INK, "currentColor").replace(PAPER, "var(--paper)")


@house_style()
def _drawn(figure: Figure, kind: str, transparent: bool = False) -> bytes:
    written = io.BytesIO()
    undated = {_DATES[kind]: None} if kind in _DATES else None
    figure.savefig(written, format=kind, transparent=transparent, metadata=undated)
    return written.getvalue()
