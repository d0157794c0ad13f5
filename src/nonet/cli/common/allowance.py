"""The memory that a verb may take: of all verbs, because all read what strangers have written."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, TypeAlias, TypeVar

import typer

from nonet.system import memory
from nonet.system.limits import Limits, limited_to

R = TypeVar("R")

_SIZE = re.compile(r"([1-9]\d*)([KMGT])B?", re.IGNORECASE)
_POWERS = {"K": 10, "M": 20, "G": 30, "T": 40}

Memory: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--memory",
        metavar="SIZE",
        help="Refuse what would take this process, or one that it starts, more memory: 500M, 2G.",
        show_default="half of the machine's",
    ),
]


def size(text: str) -> int:
    """Return a number of bytes.

    >>> size("2G"), size("500M")
    (2147483648, 524288000)
    """
    parts = _SIZE.fullmatch(text)
    if not parts:
        raise typer.BadParameter(f"--memory takes a size such as 500M or 2G, not {text!r}")
    return int(parts[1]) << _POWERS[parts[2].upper()]


def bounded(verb: Callable[..., R]) -> Callable[..., R]:
    """Give a verb the option --memory, unless it has one of its own, and keep it."""
    signature = inspect.signature(verb, eval_str=True)
    has_own = "memory" in signature.parameters

    @wraps(verb)
    def run(*args: Any, **kwargs: Any) -> R:
        said = None if has_own else kwargs.pop("memory", None)
        total = memory.total()
        most = size(said) if said is not None else total and total // 2
        with limited_to(Limits(memory=most)):
            return verb(*args, **kwargs)

    if not has_own:
        option = inspect.Parameter(
            "memory", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Memory
        )
        run.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=[*signature.parameters.values(), option]
        )
    return run
