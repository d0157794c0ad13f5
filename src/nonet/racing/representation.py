"""A result in a notebook: what went wrong, and the scoreboard, as HTML for any background."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from nonet.racing.scoreboard import HEADINGS, Scoreboard, ScoreboardEntry

#: Further complaints are only counted.
_MOST_SAID = 5
#: Inline, because a notebook has no style sheet; grey and red are legible on light and dark.
_CELL = "padding:.2em .8em;border-bottom:1px solid #8886;white-space:nowrap"
_LEFT, _RIGHT = f"text-align:left;{_CELL}", f"text-align:right;{_CELL}"
_ALARM = "border-left:.3em solid #d33;padding:.2em .8em;margin:.5em 0"


def as_html(summary: str, complaints: Sequence[str], board: Scoreboard) -> str:
    """Return what was raced, what went wrong and the scoreboard, without a script."""
    heads = "".join(
        f'<th style="{_side(heading)}" title="{escape(meaning)}">{escape(heading)}</th>'
        for heading, meaning in HEADINGS.items()
    )
    rows = "".join(_row(line) for line in board.lines)
    last = "".join(_row(line, "font-style:italic") for line in board.last)
    return (
        f"<div><p>{escape(summary)}</p>{_alarm(complaints)}"
        f'<table style="border-collapse:collapse"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}{last}</tbody></table></div>"
    )


def _alarm(complaints: Sequence[str]) -> str:
    if not complaints:
        return ""
    left_out = len(complaints) - _MOST_SAID
    more = [f"and {left_out} more"] if left_out > 0 else []
    lines = "".join(f"<div>{escape(text)}</div>" for text in (*complaints[:_MOST_SAID], *more))
    return f'<div style="{_ALARM}"><strong>⚠ Something is wrong</strong>{lines}</div>'


def _row(line: Mapping[str, ScoreboardEntry], style: str = "") -> str:
    cells = "".join(
        f'<td style="{_side(heading)}">{escape(entry.text)}</td>' for heading, entry in line.items()
    )
    return f'<tr style="{style}">{cells}</tr>' if style else f"<tr>{cells}</tr>"


def _side(heading: str) -> str:
    """Return the style of a column: words on the left, numbers on the right."""
    return _LEFT if heading in ("contestant", "agreement") else _RIGHT
