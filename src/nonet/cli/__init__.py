"""The command line: a file or a folder per verb. Heavy imports stay inside the verbs."""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import nonet
from nonet.cli.analyse import analyse
from nonet.cli.backends import backends
from nonet.cli.bulk import bulk
from nonet.cli.canon import canon
from nonet.cli.check import check
from nonet.cli.common.endings import code_of_end, hear_endings
from nonet.cli.common.exits import Exit, crashed, ended_properly, flush_or_drop, guarded
from nonet.cli.common.output import put, stdout_named
from nonet.cli.common.verbs import ReadingVerb, Verb, general_options, reading_options
from nonet.cli.count import count
from nonet.cli.dataset import dataset
from nonet.cli.decode import decode
from nonet.cli.encode import encode
from nonet.cli.explain import explain
from nonet.cli.generate import generate
from nonet.cli.hint import hint
from nonet.cli.race import race
from nonet.cli.rate import rate
from nonet.cli.rules import rules
from nonet.cli.serve import serve
from nonet.cli.show import show
from nonet.cli.solve import solve
from nonet.cli.verify import verify


class _Verbs(TyperGroup):
    """The verbs; printing their help and the version ends as a verb does if stdout fails."""

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        with ended_properly(), stdout_named():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: Any) -> Any:
        with ended_properly(), stdout_named():
            return super().invoke(ctx)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        super().format_options(ctx, formatter)
        for heading, options in (
            ("Reading, for all verbs with puzzles", reading_options()),
            ("For all verbs", general_options()),
        ):
            for option in options:
                option.hidden = False
            with formatter.section(heading):
                formatter.write_dl([option.get_help_record(ctx) for option in options])


app = typer.Typer(
    name="nonet",
    cls=_Verbs,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help reads well everywhere, and starts twice as fast
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
VERBS = (
    *(solve, check, count, analyse, explain, hint, rate, canon),
    *(bulk, verify, race, generate, dataset),
    *(encode, decode, show, serve, rules, backends),
)
#: Those that read no puzzles, or in a way of their own.
OTHERS = (verify, generate, rules, backends)
for verb in VERBS:
    app.command(cls=Verb if verb in OTHERS else ReadingVerb)(guarded(verb))


def _version(wanted: bool) -> None:
    if wanted:
        put(f"nonet {nonet.__version__}")
        sys.stdout.flush()
        raise typer.Exit


@app.callback()
def _nonet(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
    debug: Annotated[
        bool,
        typer.Option("--debug", help="Show the traceback of an internal error; NONET_DEBUG=1 too."),
    ] = False,
) -> None:
    """One Sudoku model, every kind of solver, and a proof that the answer is the only one.

    \b
    nonet solve puzzle.txt             a solution of each puzzle in a file
    nonet check 53..7....6..195...     is this the only one?
    nonet race                         nine solvers on the same puzzles

    \b
    Exit codes:
      0    every puzzle answered, and unique where that was asked
      1    some puzzle has no or several solutions, or not the one expected;
           a position is wrong, or a certificate not verified
      2    usage, or unreadable input
      3    contestants disagree, or a solver has been found wrong
      4    backend not installed
      70   internal error: a bug, or out of memory
      124  a limit was reached

    A race compares contestants: 0 whatever the verdicts, even where a limit was reached; 3 if
    contestants disagree; 1 if a stored solution differs.
    """
    if debug:
        os.environ["NONET_DEBUG"] = "1"


def main() -> None:
    """Run the command line."""
    # A closed stream is None.
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that cannot show a character gets its code.
        sys.stdout.reconfigure(errors="backslashreplace")
    command = typer.main.get_command(app)  # until it is built, a signal ends nonet at once
    hear_endings()
    try:
        command()
    except KeyboardInterrupt:  # outside the verb, which would have handled it
        raise SystemExit(code_of_end()) from None
    except BrokenPipeError:
        raise SystemExit(Exit.PIPE_CLOSED) from None
    except OSError:  # verbs end properly, so it is a usage error that cannot be told
        raise SystemExit(Exit.BAD_INPUT) from None
    except Exception as error:
        raise SystemExit(crashed(error)) from None
    finally:
        flush_or_drop()
