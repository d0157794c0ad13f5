"""Exit codes, and functions that turn an error into an exit code and one line on stderr."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from functools import wraps
from typing import ParamSpec

import typer

from nonet.cli.common.output import stdout_named, tell
from nonet.cli.common.signals import code_of_end, ctrl_c_let_through
from nonet.system.errors import PuzzleError
from nonet.system.imports import blamed, files_run

P = ParamSpec("P")


class Exit(IntEnum):
    """The exit codes of all verbs."""

    ANSWERED = 0
    NOT_UNIQUE = 1  # or not solvable
    BAD_INPUT = 2
    DISAGREEMENT = 3
    NOT_INSTALLED = 4
    CRASHED = 70  # what sysexits.h calls an internal software error
    LIMIT = 124
    HUNG_UP = 129
    INTERRUPTED = 130
    PIPE_CLOSED = 141
    TERMINATED = 143


#: The exit codes of verdicts and of solver statuses.
CODES = {
    **dict.fromkeys(("unique", "satisfied"), Exit.ANSWERED),
    **dict.fromkeys(("none", "multiple", "unsatisfiable"), Exit.NOT_UNIQUE),
    "unknown": Exit.LIMIT,
}

#: If the puzzles of a run have different codes, nonet ends with the first code in this list.
_GRAVEST_FIRST = [Exit.DISAGREEMENT, Exit.NOT_INSTALLED, Exit.BAD_INPUT]
_GRAVEST_FIRST += [Exit.LIMIT, Exit.NOT_UNIQUE, Exit.ANSWERED]


def gravest(codes: Iterable[Exit]) -> Exit:
    """Return the gravest of several codes, or 0 if there are none."""
    return min(codes, key=_GRAVEST_FIRST.index, default=Exit.ANSWERED)


def complain(message: object) -> None:
    """Print one line on stderr."""
    tell(f"nonet: {message}")


def require(condition: object, message: str) -> None:
    """End with a usage error unless the condition holds."""
    if not condition:
        raise typer.BadParameter(message)


def require_choice(option: str, value: str | None, choices: Iterable[str]) -> None:
    """Refuse a value that is not one of the choices of an option."""
    known = list(map(str, choices))
    said = f"{option} must be one of {', '.join(known)}, not {value!r}"
    require(value is None or value in known, said)


def crashed(error: Exception) -> Exit:
    """Report an internal error in one line. ``NONET_DEBUG=1`` adds the traceback."""
    if is_debugged := os.environ.get("NONET_DEBUG", "0") not in ("", "0"):
        with suppress(OSError):  # stderr itself may have failed
            traceback.print_exception(error)
    if isinstance(error, MemoryError):
        complain(f"out of memory: {error}" if str(error) else "out of memory")
    else:
        hint = "" if is_debugged else " NONET_DEBUG=1 shows the traceback."
        if "incompatible function arguments" in str(error):  # the words of nanobind
            hint = " If the engine was compiled from older sources, run: pip install ." + hint
        complain(_with_culprit(f"internal error: {type(error).__name__}: {error}") + hint)
    return Exit.CRASHED


def guarded(verb: Callable[P, int | None]) -> Callable[P, None]:
    """Turn a verb into a command. Its result or its error becomes an exit code."""

    @wraps(verb)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        with ended_properly():
            code = _outcome(verb, *args, **kwargs)
            with stdout_named():
                sys.stdout.flush()
        raise typer.Exit(code)

    return run


@contextmanager
def ended_properly() -> Iterator[None]:
    """Turn Ctrl-C, file errors and stream errors into exit codes."""
    try:
        yield
        return
    except KeyboardInterrupt as interrupt:
        code = code_of_end()
        # If Ctrl-C came just before the block of a `with`, a progress bar may still be shown. It
        # would erase the next line when it is freed, so free it now.
        traceback.clear_frames(interrupt.__traceback__)
        complain(_with_notes("interrupted", interrupt))
    except BrokenPipeError:
        code = Exit.PIPE_CLOSED
    except OSError as error:
        reason = error.strerror or str(error)
        complain(f"{error.filename}: {reason}" if isinstance(error.filename, str) else reason)
        code = Exit.BAD_INPUT
    flush_or_drop()
    raise typer.Exit(code)


def _outcome(verb: Callable[P, int | None], *args: P.args, **kwargs: P.kwargs) -> int:
    from nonet.solvers import BackendError, BackendUnavailable, Unable, WrongAnswer

    try:
        with ctrl_c_let_through():
            return verb(*args, **kwargs) or Exit.ANSWERED
    except BackendUnavailable as error:
        complain(error)
        return Exit.NOT_INSTALLED
    except (PuzzleError, BackendError, Unable) as error:
        complain(_with_notes(str(error), error))
        return Exit.BAD_INPUT
    except WrongAnswer as error:
        complain(_with_culprit(str(error)))
        return Exit.DISAGREEMENT
    except OSError:
        raise
    except Exception as error:
        mistake = blamed(error)
        if mistake is None:
            raise
        complain(mistake)
        return Exit.BAD_INPUT


def _with_notes(message: str, error: BaseException) -> str:
    return "; ".join([message, *getattr(error, "__notes__", ())])


def _with_culprit(message: str) -> str:
    """Add to a message which of the user's files may be at fault."""
    files = files_run()
    if any(f"{file}:" in message for file in files):
        return message
    bug = f"Unless {' or '.join(files)} is at fault, this is a bug" if files else "This is a bug"
    return f"{message}. {bug}. Please report it."


def flush_or_drop() -> None:
    """Flush stdout and stderr. If that fails, drop their buffers.

    Python flushes the streams again when it exits. A failure would then change the exit code.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
