"""Where a race was run: the machine, the versions, the commit."""

from __future__ import annotations

import subprocess
from datetime import UTC, datetime
from pathlib import Path

import nonet
from nonet.racing.machines import Machine


def environment() -> dict[str, object]:
    """Return what results depend on besides the race itself; it can be written as JSON.

    >>> sorted(environment())  # doctest: +ELLIPSIS
    ['commit', 'cores', 'cpu', 'isa', 'memory', 'nonet', 'platform', 'python', ...]
    """
    return Machine.here().facts() | occasion()


def occasion() -> dict[str, object]:
    """Return what an environment has besides the machine: the commit of the code, and the time."""
    return {"commit": commit(), "started": datetime.now(UTC).isoformat(timespec="seconds")}


def commit() -> str | None:
    """Return the commit of this code, with a plus if files have changed; None outside a checkout.

    The files must belong to the checkout: an installed package may lie inside another one.
    """
    home = Path(nonet.__file__).parent
    if _git(home, "ls-files", "--error-unmatch", "__init__.py") is None:
        return None
    head = _git(home, "rev-parse", "HEAD")
    changed = _git(home, "status", "--porcelain", "--untracked-files=no")
    return f"{head}+" if head and changed else head


def _git(folder: Path, *arguments: str) -> str | None:
    # Without locks: to ask writes nothing, which a full disk would cut short.
    command = ["git", "--no-optional-locks", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()
