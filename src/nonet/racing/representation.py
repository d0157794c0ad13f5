"""A result in a notebook: what went wrong, and the scores, as HTML for a light or a dark page."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING

from nonet.racing.scoreboard import HEADINGS, Cell, scoreboard, summary, virtual_best_line

if TYPE_CHECKING:
    from nonet.racing.result import RaceResult

#: More complaints than these are only counted.
_MOST_SAID = 5
#: Inline, because a notebook has no place for a style sheet; grey and red are read on any ground.
_CELL = "padding:.2em .8em;border-bottom:1px solid #8886;white-space:nowrap"
_LEFT, _RIGHT = f"text-align:left;{_CELL}", f"text-align:right;{_CELL}"
_ALARM = "border-left:.3em solid #d33;padding:.2em .8em;margin:.5em 0"


def as_html(result: RaceResult) -> str:
    """Return what was raced, the complaints and the scores, without a script."""
    others = [virtual_best_line(result)] if len(result.contestants) > 1 else []
    heads = "".join(
        f'<th style="{_side(heading)}" title="{escape(meaning)}">{escape(heading)}</th>'
        for heading, meaning in HEADINGS.items()
    )
    rows = "".join(_row(line) for line in scoreboard(result))
    last = "".join(_row(line, "font-style:italic") for line in others)
    return (
        f"<div><p>{escape(summary(result))}</p>{_alarm(result)}"
        f'<table style="border-collapse:collapse"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}{last}</tbody></table></div>"
    )


def _alarm(result: RaceResult) -> str:
    said = [f"DISAGREEMENT on {dispute}" for dispute in result.disagreements()]
    said += result.problems()
    if not said:
        return ""
    more = [f"and {len(said) - _MOST_SAID} more"] if len(said) > _MOST_SAID else []
    lines = "".join(f"<div>{escape(text)}</div>" for text in (*said[:_MOST_SAID], *more))
    return f'<div style="{_ALARM}"><strong>⚠ Something is wrong</strong>{lines}</div>'


def _row(line: Mapping[str, Cell], style: str = "") -> str:
    cells = "".join(
        f'<td style="{_side(heading)}">{escape(cell.text)}</td>' for heading, cell in line.items()
    )
    return f'<tr style="{style}">{cells}</tr>' if style else f"<tr>{cells}</tr>"


def _side(heading: str) -> str:
    """Return the style of a column: words on the left, numbers on the right."""
    return _LEFT if heading in ("contestant", "answers") else _RIGHT
