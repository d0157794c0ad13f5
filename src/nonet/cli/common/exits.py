"""Exit codes, and how an error becomes one of them and one line on stderr."""

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

from nonet.cli.common.endings import code_of_end, ctrl_c_let_through
from nonet.cli.common.output import stdout_named, tell
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


#: Of several outcomes, the first in this order is the exit code.
_GRAVEST_FIRST = (
    *(Exit.DISAGREEMENT, Exit.NOT_INSTALLED, Exit.BAD_INPUT, Exit.LIMIT, Exit.NOT_UNIQUE),
    Exit.ANSWERED,
)


def gravest(codes: Iterable[Exit]) -> Exit:
    """Return the gravest of several codes.

    >>> gravest([Exit.ANSWERED, Exit.LIMIT, Exit.NOT_UNIQUE]).name
    'LIMIT'
    """
    return min(codes, key=_GRAVEST_FIRST.index, default=Exit.ANSWERED)


def complain(message: object) -> None:
    """Print one line on stderr."""
    tell(f"nonet: {message}")


def crashed(error: Exception) -> Exit:
    """Say that nonet failed, in one line; ``NONET_DEBUG=1`` adds the traceback."""
    is_debugged = os.environ.get("NONET_DEBUG", "0") not in ("", "0")
    if is_debugged:
        with suppress(OSError):  # stderr may be what failed
            traceback.print_exception(error)
    if isinstance(error, MemoryError):
        complain(f"out of memory: {error}" if str(error) else "out of memory")
    else:
        hint = "" if is_debugged else "run with NONET_DEBUG=1 for the traceback, and "
        complain(f"internal error: {type(error).__name__}: {error}; {hint}please report it")
    return Exit.CRASHED


def guarded(verb: Callable[P, int | None]) -> Callable[P, None]:
    """Turn what a verb returns or raises into an exit code."""

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
    """Turn Ctrl-C, and what is wrong with a file or a stream, into an exit code."""
    code: int
    try:
        yield
        return
    except KeyboardInterrupt as interrupt:
        code = code_of_end()
        complain("; ".join(["interrupted", *getattr(interrupt, "__notes__", ())]))
    except BrokenPipeError:
        code = Exit.PIPE_CLOSED
    except OSError as error:
        complain(_named(error))
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
        complain(error)
        return Exit.BAD_INPUT
    except WrongAnswer as error:
        complain(_whose(str(error)))
        return Exit.DISAGREEMENT
    except OSError:
        raise
    except Exception as error:
        mistake = blamed(error)
        if mistake is None:
            raise
        complain(mistake)
        return Exit.BAD_INPUT


def _whose(wrong: str) -> str:
    """Say of a wrong answer whose fault it is: that of a function in a file is the user's."""
    files = files_run()
    if any(f"{file}:" in wrong for file in files):
        return wrong
    unless = f"unless {' or '.join(files)} is at fault, " if files else ""
    return f"{wrong}; {unless}this is a bug, please report it"


def _named(error: OSError) -> str:
    """Return what is wrong, with the file if that is known."""
    what = error.strerror or str(error)
    return f"{error.filename}: {what}" if isinstance(error.filename, str) else what


def flush_or_drop() -> None:
    """Write what is left, or drop it: at its end, Python would make a failure a code of its own."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
