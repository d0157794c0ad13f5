"""``nonet serve``: answers for editors in the browser."""

from __future__ import annotations

import asyncio
import errno
import re
from typing import Annotated

import typer

from nonet.cli.common.exits import Exit
from nonet.cli.common.output import tell


def serve(
    fpuzzles: Annotated[
        bool,
        typer.Option(
            "--fpuzzles",
            help="Answer the solver extension of f-puzzles and SudokuMaker.",
        ),
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            min=0,
            max=65535,
            help="The port; 0 is any that is free.",
            show_default="4545 for f-puzzles",
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            "--origin",
            metavar="URL",
            help="Let pages of this site ask, too.",
            show_default=False,
        ),
    ] = None,
) -> Exit:
    """Answer editors in the browser, until Ctrl-C.

    The server listens on this machine alone, and lets in pages of known sites.
    """
    for url in origin or ():
        if not re.fullmatch(r"https?://[^/\s]+", url):
            raise typer.BadParameter(f"--origin takes a site such as https://example.org: {url!r}")
    if not fpuzzles:
        raise typer.BadParameter("say whom to serve: --fpuzzles")
    try:
        from nonet.serving.server import ORIGINS, PORT, serve_fpuzzles
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "websockets":
            raise
        from nonet.solvers import BackendUnavailable

        why = "serve needs websockets 14 or newer: pip install websockets"
        raise BackendUnavailable(why) from None
    at = PORT if port is None else port
    try:
        asyncio.run(serve_fpuzzles(at, (*ORIGINS, *(origin or ())), _tell))
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise typer.BadParameter(f"port {at} is taken; another solver may answer there") from None
    return Exit.ANSWERED


def _tell(port: int) -> None:
    tell(f"nonet: answering f-puzzles at ws://localhost:{port}; Ctrl-C ends it")
