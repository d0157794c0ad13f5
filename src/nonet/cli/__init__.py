"""The command line.

The module of a verb imports large packages only when the verb runs.
"""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

import nonet
from nonet.cli.common.exits import Exit, crashed, ended_properly, flush_or_drop, guarded
from nonet.cli.common.options import (
    Verb,
    general_options,
    kinds_of_formats,
    option,
    reading_options,
)
from nonet.cli.common.output import put, stdout_named
from nonet.cli.common.signals import code_of_end, handle_signals

#: The names of the verbs and of their modules, and the first sentence of their help.
VERBS = {
    "solve": "Find one solution of each puzzle, or all of them.",
    "check": "Tell whether puzzles have no, one or several solutions.",
    "count": "Count the solutions of puzzles.",
    "analyse": "Find conflicts, redundant clues and other facts about puzzles.",
    "explain": "Explain the solution step by step.",
    "hint": "Give a hint for the next step.",
    "rate": "Rate the difficulty of puzzles.",
    "canon": "Print the canonical form of each puzzle.",
    "bulk": "Answer the puzzles of a file, and write a file of records.",
    "verify": "Check certificates without trusting anything in them.",
    "race": "Let solvers answer the same puzzles, and compare them.",
    "generate": "Make random puzzles with one solution, or full grids.",
    "dataset": "Write puzzles as a dataset for training models.",
    "encode": "Write one puzzle in the language of a solver.",
    "decode": "Read the reply of a SAT solver to a puzzle, and check it.",
    "show": "Draw puzzles, or convert them to another format.",
    "print": "Write puzzles to print, with their solutions on the last sheets.",
    "serve": "Show the board in the browser, or answer other editors.",
    "rules": "List all rules, or explain one.",
    "backends": "List all backends, and why some are unavailable.",
}

_EXIT_CODES = """\b
Exit codes:
  0    every puzzle answered, and unique if that was the question
  1    a puzzle has no solution, several solutions, or not the stored solution;
       a position is wrong, or a certificate does not prove its claim
  2    wrong usage, or unreadable input
  3    solvers disagree, or a solver gave a wrong answer
  4    backend not installed
  70   internal error: a bug, or out of memory
  124  a limit was reached

A race ends with 0 even if a limit was reached.
"""


_PLAIN: Any = {
    "pretty_exceptions_enable": False,
    "rich_markup_mode": None,  # the help is twice as fast without Rich
}


class _Verbs(TyperGroup):
    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands: Any = dict.fromkeys(VERBS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in VERBS:
            return None
        alone = typer.Typer(add_completion=False, **_PLAIN)
        alone.command(cls=Verb)(guarded(getattr(import_module(f"nonet.cli.{cmd_name}"), cmd_name)))
        return typer.main.get_command(alone)

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        with ended_properly(), stdout_named():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: Any) -> Any:
        with ended_properly(), stdout_named():
            return super().invoke(ctx)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS.items()))
        sections: dict[str, list[Any]] = {
            "Options": self.get_params(ctx),
            "Options of all commands that read puzzles": reading_options(),
            "Options of all commands": general_options(),
        }
        for heading, options in sections.items():
            for each in options:
                each.hidden = False
                if each.name == "show_completion":  # Typer's own help takes two lines
                    each.help = "Print the completion script of this shell."
            with formatter.section(heading):
                formatter.write_dl([each.get_help_record(ctx) for each in options])
        with formatter.section("Formats"):
            formatter.write_dl(kinds_of_formats())


app = typer.Typer(
    name="nonet",
    cls=_Verbs,
    epilog=_EXIT_CODES,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    **_PLAIN,
)


def _version(wanted: bool) -> None:
    if wanted:
        put(f"nonet {nonet.__version__}")
        sys.stdout.flush()
        raise typer.Exit


@app.callback()
def _nonet(
    version: bool = option("--version", "Print the version.", callback=_version, is_eager=True),
    debug: bool = option("--debug", "Show the traceback of an internal error (NONET_DEBUG=1)."),
) -> None:
    """One Sudoku model, every kind of solver, and a proof that the answer is the only one.

    \b
    nonet solve puzzle.txt             a solution of each puzzle in a file
    nonet check 53..7....6..195...     is the solution unique?
    nonet race                         nine solvers on the same puzzles
    """
    if debug:
        os.environ["NONET_DEBUG"] = "1"


def _null(mode: str) -> Any:
    """Open the null device like a standard stream: Python does not ask to close it."""
    return open(os.open(os.devnull, os.O_RDWR), mode, closefd=False)


def main() -> None:
    """Run the command line."""
    # Python sets a closed stream to None.
    sys.stdin = sys.stdin or _null("r")
    sys.stdout = sys.stdout or _null("w")
    sys.stderr = sys.stderr or _null("w")
    if isinstance(sys.stdout, io.TextIOWrapper):
        # If the terminal cannot show a character, print its code.
        sys.stdout.reconfigure(errors="backslashreplace")
    command = typer.main.get_command(app)
    handle_signals()  # until here, any signal ends nonet at once
    try:
        command()
    except KeyboardInterrupt:  # Ctrl-C came before or after the verb
        raise SystemExit(code_of_end()) from None
    except BrokenPipeError:
        raise SystemExit(Exit.PIPE_CLOSED) from None
    except OSError:  # stderr cannot show a usage error
        raise SystemExit(Exit.BAD_INPUT) from None
    except Exception as error:
        raise SystemExit(crashed(error)) from None
    finally:
        flush_or_drop()
