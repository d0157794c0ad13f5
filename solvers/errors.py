"""What goes wrong with a backend: its name, its installation, a limit, a puzzle, its answer."""

from __future__ import annotations

from nonet.errors import NonetError


class WrongAnswer(NonetError, RuntimeError):
    """A solver gave a grid that breaks a rule, or that was blocked: a bug, not an answer."""


class BackendError(NonetError, ValueError):
    """A spec names no backend, or an option that it does not have."""


class BackendUnavailable(NonetError, RuntimeError):
    """A backend exists but cannot run here; the message says why and how to install it."""


class Unable(NonetError, RuntimeError):
    """A backend can do nothing with a puzzle or a limit; the message says why."""


class LimitUnsupported(Unable):
    """A solver cannot keep a limit of this kind; the message says which it can."""


class PuzzleUnsupported(Unable):
    """A backend has no way to hold a puzzle; the message says why."""


class SolverCrashed(Unable):
    """A solver that runs in a process of its own has ended it without an answer."""
