"""Offline HTML pages, and the page of a path: a board, the steps, and buttons to move on."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from nonet.drawing.legend import harmless
from nonet.explanations.steps import Step

#: The browser fetches nothing, even if a title contains HTML.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def page(title: str, steps: Sequence[Step], summary: str) -> str:
    """Return the steps of a path as an HTML document."""
    if not steps:
        raise ValueError("the path has no steps to show")
    pictures = (step.draw(captioned=False) for step in steps)
    figures = "\n".join(f"<figure>{picture}</figure>" for picture in pictures)
    lines = "\n".join(
        f"<li><b>{'' if step.exact else '≤ '}{step.cost}</b> {escape(str(step))}</li>"
        for step in steps
    )
    body = f"""<main>
<div id="board">
{figures}
</div>
<nav>
<h1>{escape(harmless(title))}</h1>
<p class="keys"><button id="previous">Previous</button><button id="next">Next</button>
<span id="place"></span></p>
<ol>
{lines}
</ol>
<p>{escape(summary)}</p>
</nav>
</main>
<script>
{_shipped("page.js")}</script>"""
    return document(title, _shipped("page.css"), body)


def document(title: str, style: str, body: str) -> str:
    """Return an HTML document that opens offline."""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>{escape(harmless(title))}</title>
<style>
{style}</style>
</head>
<body>
{body}
</body>
</html>
"""


def framed(html: str) -> str:
    """Return a page in a frame, for a notebook."""
    style = "width: 100%; height: 640px; border: 0"
    return f'<iframe style="{style}" srcdoc="{escape(html)}"></iframe>'


def _shipped(name: str) -> str:
    return files("nonet.explanations").joinpath(name).read_text(encoding="utf-8")
