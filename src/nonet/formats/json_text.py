"""The JSON values of a text: one on several lines, or one a line (JSON Lines), or several of each.

A value is a line of its own if it can be. Otherwise it ends at the end of a line. If there is no
such value, a line that begins with ``{`` starts a bad one, up to the next line that begins with
``{`` at its very start: it does not hide those after it. Lines between values that begin with ``#``
are comments.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from nonet.formats.nodes import Object
from nonet.formats.text import Source, is_unicode
from nonet.system.errors import PuzzleError

#: Of a value on several lines, so many are tried first.
_FIRST_LINES = 64

_DECODER = json.JSONDecoder(object_pairs_hook=Object.of)


def json_line(value: object) -> str:
    r"""Return a value on one line, readable, but with no character that could steer a terminal.

    >>> print(json_line({"label": "caf\u00e9\x9b2J"}))
    {"label": "café\u009b2J"}
    """
    text = json.dumps(value, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in text)


def json_values(source: Source) -> Iterator[tuple[int, object]]:
    """Yield the line of each value, and the value or a `PuzzleError`.

    >>> list(json_values(Source.of('{"a": 1}\\n{"a":\\n  2}')))
    [(1, {'a': 1}), (2, {'a': 2})]
    """
    lines = source.lines
    start = 0
    while start < len(lines):
        if not lines[start].strip() or lines[start].startswith("#"):
            start += 1
            continue
        value, end = _value(lines, start)
        yield start + 1, value
        start = end


def _value(lines: tuple[str, ...], start: int) -> tuple[object, int]:
    """Return the value that begins on a line, or its error, and where the next one may begin."""
    alone = decoded(lines[start], start)
    if not isinstance(alone, PuzzleError) or not lines[start].startswith(("{", "[")):
        return alone, start + 1
    whole = _whole(lines, start)
    if whole is not None or lines[start].startswith("["):
        return whole or (alone, start + 1)
    end = start + 1
    while end < len(lines) and not lines[end].startswith("{"):
        end += 1
    together = decoded("\n".join(lines[start:end]), start)
    if isinstance(together, PuzzleError) and lines[start].rstrip().endswith("}"):
        return alone, start + 1
    return together, end


def _whole(lines: tuple[str, ...], start: int) -> tuple[object, int] | None:
    """Return the value on several lines, and the line after it; None if there is none."""
    count = _FIRST_LINES
    while True:  # no more lines are looked at than twice those up to the end, or to the error
        text = "\n".join(lines[start : start + count])
        try:
            value, end = _DECODER.raw_decode(text)
            is_alone = not text[end:].partition("\n")[0].strip()
            if not is_alone:
                return None
            return _unbroken(value, text, start), start + text.count("\n", 0, end) + 1
        except json.JSONDecodeError as error:
            goes_on = not text[error.pos :].strip(" \t\r\n,:") and start + count < len(lines)
            if not goes_on:
                return None
        except (ValueError, RecursionError):  # `decoded` says what it is
            return None
        count *= 2


def decoded(text: str, lines_above: int = 0) -> object:
    """Return the JSON value that a text is, or the `PuzzleError` that it is none."""
    try:
        return _unbroken(json.loads(text, object_pairs_hook=Object.of), text, lines_above)
    except json.JSONDecodeError as error:
        message = f"not JSON: {error.msg} at column {error.colno}"
        return PuzzleError(message, line=lines_above + error.lineno)
    except RecursionError:
        return PuzzleError("not a model: nested too deeply", line=lines_above + 1)
    except ValueError:  # Python refuses to convert more digits than an attack would need
        return PuzzleError("not a model: a number of thousands of digits", line=lines_above + 1)


def _unbroken(value: object, text: str, lines_above: int) -> object:
    """Return the value of a text, or an error if an escape in it is half of a character.

    JSON lets such halves pass, but no file, link or terminal takes them.
    """
    may_be_broken = "\\ud" in text or "\\uD" in text
    if may_be_broken and not is_unicode(json.dumps(value, ensure_ascii=False)):
        message = r"an escape such as \ud800 is half of a character, and its other half is missing"
        return PuzzleError(message, line=lines_above + 1)
    return value
