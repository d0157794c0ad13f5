"""``nonet serve``: the board, and answers for editors, in the browser."""

from __future__ import annotations

import errno
import re
import sys
from collections.abc import Coroutine
from typing import Annotated

import typer

from nonet.cli.common.exits import Exit
from nonet.cli.common.inputs import only_puzzle
from nonet.cli.common.output import tell
from nonet.cli.common.verbs import reading


def serve(
    puzzle: Annotated[
        str | None,
        typer.Argument(
            metavar="[PUZZLE]",
            help="The puzzle on the board: a file, '-' for stdin, or written out.",
            show_default=False,
        ),
    ] = None,
    fpuzzles: Annotated[
        bool,
        typer.Option(
            "--fpuzzles",
            help="Answer the solver extension of f-puzzles and SudokuMaker instead.",
        ),
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            min=0,
            max=65535,
            help="The port; 0 is any that is free.",
            show_default="4546, for f-puzzles 4545",
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            "--origin",
            metavar="URL",
            help="With --fpuzzles: let pages of this site ask, too.",
            show_default=False,
        ),
    ] = None,
) -> Exit:
    """Show the board in the browser, or answer other editors.

    With a PUZZLE the board begins with it, otherwise with the newest work in this browser.
    The server listens on this machine alone, until Ctrl-C. The board is for whoever knows its
    address; the answers are for pages of known sites.
    """
    if fpuzzles and puzzle is not None:
        raise typer.BadParameter("--fpuzzles takes no puzzle: it comes from the editor")
    for url in origin or ():
        if not fpuzzles:
            raise typer.BadParameter("--origin goes with --fpuzzles")
        if not re.fullmatch(r"https?://[^/\s]+", url):
            raise typer.BadParameter(f"--origin takes a site such as https://example.org: {url!r}")
    if fpuzzles:
        _run(_answers(port, tuple(origin or ())), port)
    else:
        _run(_board(port, None if puzzle is None else _model(puzzle)), port)
    return Exit.ANSWERED


def _answers(port: int | None, origins: tuple[str, ...]) -> Coroutine[None, None, None]:
    try:
        from nonet.serving.server import ORIGINS, PORT, serve_fpuzzles
    except ModuleNotFoundError as missing:
        raise _unavailable(missing) from None

    def ready(port: int) -> None:
        tell(f"nonet: until Ctrl-C, f-puzzles is answered at ws://localhost:{port}")

    return serve_fpuzzles(PORT if port is None else port, (*ORIGINS, *origins), ready)


def _model(source: str) -> str:
    """Return the puzzle of a source as a text for the board, if the board shows such ones."""
    from nonet.formats import write
    from nonet.serving.board import require_small

    puzzle = only_puzzle([source], "serve", reading())
    require_small(puzzle)
    return write(puzzle, "json")


def _board(port: int | None, model: str | None) -> Coroutine[None, None, None]:
    import secrets
    import webbrowser

    try:
        from nonet.serving.server import BOARD_PORT, serve_board
    except ModuleNotFoundError as missing:
        raise _unavailable(missing) from None
    token = secrets.token_urlsafe(16)

    def ready(port: int) -> None:
        address = f"http://localhost:{port}/?token={token}"
        tell(f"nonet: until Ctrl-C, the board is at {address}")
        if sys.stderr.isatty():
            webbrowser.open(address)

    return serve_board(token, BOARD_PORT if port is None else port, ready, model)


def _unavailable(missing: ModuleNotFoundError) -> Exception:
    if (missing.name or "").partition(".")[0] != "websockets":
        return missing
    from nonet.solvers import BackendUnavailable

    return BackendUnavailable("serve needs websockets 14 or newer: pip install websockets")


def _run(serving: Coroutine[None, None, None], port: int | None) -> None:
    import asyncio

    try:
        asyncio.run(serving)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        said = "the port" if port is None else f"port {port}"
        raise typer.BadParameter(f"{said} is taken; --port names another") from None
