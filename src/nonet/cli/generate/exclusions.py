"""Options that do not go together: an option that would do nothing is refused, not ignored."""

from __future__ import annotations

import typer

#: What --holes takes, which makes full grids and not puzzles.
_OF_HOLES = {"holes", "order", "rules", "source", "count", "seed", "backend", "to", "json"}


def refuse_idle(context: typer.Context) -> None:
    """Refuse an option of the command line that what is asked for makes nothing of."""
    given = [name for name in context.params if _is_given(context, name)]
    idle = [name for name in given if "holes" in given and name not in _OF_HOLES]
    if idle:
        raise typer.BadParameter(f"{_option(context, idle[0])} does nothing with --holes")
    if "to" in given and "json" in given:
        raise typer.BadParameter("--to writes puzzles as text, and --json records: take one")
    for name in ("order", "rules"):
        if name in given and "source" in given:
            raise typer.BadParameter(f"--from brings its own board: leave --{name} out")


def _is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _option(context: typer.Context, name: str) -> str:
    """Return the long name of an option."""
    [option] = (param for param in context.command.params if param.name == name)
    return max(option.opts, key=len)
