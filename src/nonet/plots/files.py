"""Plots as files and as text: the same plot is the same file, to the byte."""

from __future__ import annotations

import io
import re
from pathlib import Path

from matplotlib.figure import Figure

from nonet.plots.style import INK, PAPER, house_style


@house_style()
def save(figure: Figure, path: str | Path) -> None:
    """Write a figure as SVG, PNG or PDF, whichever the path ends with; no date goes into it."""
    kind = Path(path).suffix.lower()
    undated = {"Date": None} if kind == ".svg" else {"CreationDate": None} if kind == ".pdf" else {}
    figure.savefig(path, metadata=undated)


@house_style()
def svg(figure: Figure, name: str) -> str:
    """Return a figure as an element for an HTML page, in the colours of the page.

    Ink becomes the colour of the page's text and paper its ``--paper``. The name, which no other
    figure of the page may have, keeps the identifiers of figures apart.
    """
    written = io.StringIO()
    figure.savefig(written, format="svg", transparent=True, metadata={"Date": None})
    text = written.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", text)
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    return text.replace(INK, "currentColor").replace(PAPER, "var(--paper)")
