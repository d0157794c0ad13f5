"""The page: its parts in order, with style and script included."""

from __future__ import annotations

from html import escape
from importlib.resources import files

import nonet
from nonet.racing import RaceResult
from nonet.racing.report.circumstances import circumstances, command
from nonet.racing.report.figures import figures
from nonet.racing.report.puzzles import puzzles
from nonet.racing.report.sections import failures, headline, scores, wins

#: Whatever a name or an error contains, the browser fetches nothing.
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def page(result: RaceResult) -> str:
    """Return the whole report as one HTML document.

    >>> from nonet.racing import race
    >>> page(race(["12..34..2......3"], ["norvig", "pysat"]))[:15]
    '<!doctype html>'
    """
    if not result.rows:
        raise ValueError("no runs: there is nothing to report")
    style, script = _shipped("report.css"), _shipped("report.js")
    said = result.summary()
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="nonet {escape(nonet.__version__)}">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>nonet race: {escape(said)}</title>
<style>
{style}</style>
</head>
<body>
<main>
<header><h1>The race</h1><p>{escape(said)}</p></header>
{headline(result)}
<section id="scores"><h2>Scores</h2>
{scores(result)}</section>
{_section("wins", "Pairwise wins", wins(result))}
{_section("failures", "What went wrong", failures(result))}
<section id="plots"><h2>Plots</h2>
<div class="figures">
{figures(result)}</div></section>
{_section("puzzles", "Puzzle by puzzle", puzzles(result))}
<section id="how"><h2>Where and how</h2>
{circumstances(result)}<p>The same race again, with the files of the puzzles in their order:</p>
<pre><code>{escape(command(result))}</code></pre></section>
</main>
<script>
{script}</script>
</body>
</html>
"""


def _section(name: str, title: str, content: str) -> str:
    """Return a section, if it has any content."""
    if not content:
        return ""
    return f'<section id="{name}"><h2>{escape(title)}</h2>\n{content}</section>'


def _shipped(name: str) -> str:
    return files("nonet.racing.report").joinpath(name).read_text(encoding="utf-8")
