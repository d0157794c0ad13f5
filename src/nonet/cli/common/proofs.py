"""Certificates that are written beside an answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from nonet.cli.common.exits import complain
from nonet.system.limits import TimeUp


def unproved(folder: Path, write: Callable[[], None]) -> str | None:
    """Write certificates into a folder; where a limit ends that, complain, and return why."""
    from nonet.certificates import Uncertifiable

    try:
        write()
    except (TimeUp, Uncertifiable) as error:
        reason = str(error) or "no proof: limit reached"
        complain(f"{folder}: {reason}")
        return reason
    return None
