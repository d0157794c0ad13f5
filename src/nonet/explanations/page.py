"""A path as one HTML file that opens offline: a board, the steps, previous and next."""

from __future__ import annotations

import os
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from nonet.drawing.legend import harmless
from nonet.explanations.pictures import draw_step
from nonet.files import write_whole

if TYPE_CHECKING:
    from nonet.explanations.path import Explanation

#: Whatever a title contains, the browser fetches nothing.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def page(path: Explanation) -> str:
    """Return the path as an HTML document.

    >>> import nonet
    >>> page(nonet.explain("12..34..2......3"))[:15]
    '<!doctype html>'
    """
    if not path.steps:
        raise ValueError("no steps: there is nothing to show")
    title = escape(harmless(path.puzzle.label or "The path to the solution"))
    pictures = (draw_step(step, captioned=False) for step in path)
    figures = "\n".join(f"<figure>{picture}</figure>" for picture in pictures)
    lines = "\n".join(
        f"<li><b>{'' if step.exact else '≤ '}{step.cost}</b> {escape(str(step))}</li>"
        for step in path
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>{title}</title>
<style>
{_shipped("page.css")}</style>
</head>
<body>
<main>
<div id="board">
{figures}
</div>
<nav>
<h1>{title}</h1>
<p class="keys"><button id="previous">Previous</button><button id="next">Next</button>
<span id="place"></span></p>
<ol>
{lines}
</ol>
<p>{escape(path.summary)}</p>
</nav>
</main>
<script>
{_shipped("page.js")}</script>
</body>
</html>
"""


def framed(path: Explanation) -> str:
    """Return the page in a frame, for a notebook."""
    style = "width: 100%; height: 640px; border: 0"
    return f'<iframe style="{style}" srcdoc="{escape(page(path))}"></iframe>'


def write_page(path: Explanation, name: str | os.PathLike[str]) -> None:
    """Write the path as an HTML file, which is there in full or not at all."""
    write_whole(os.fspath(name), [page(path).encode()])


def _shipped(name: str) -> str:
    return files("nonet.explanations").joinpath(name).read_text(encoding="utf-8")
