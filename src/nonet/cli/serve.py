"""``nonet serve``: show the board in the browser, or answer other editors."""

from __future__ import annotations

import errno
import re
import secrets
import sys

import typer

from nonet.cli.common.exits import Exit, require
from nonet.cli.common.inputs import only_puzzle
from nonet.cli.common.options import argument, option
from nonet.cli.common.output import tell
from nonet.formats import write


def serve(
    puzzle: str | None = argument("[PUZZLE]"),
    fpuzzles: bool = option("--fpuzzles", "Serve f-puzzles and SudokuMaker instead of the board."),
    port: int | None = option(
        "--port N", "The port (4546, or 4545 with --fpuzzles). 0 is any.", min=0, max=65535
    ),
    origin: list[str] | None = option("--origin URL", "With --fpuzzles, also answer this site."),
) -> Exit:
    """Show the board in the browser, or answer other editors.

    The PUZZLE is a file, '-' for stdin, or the puzzle itself. Without a PUZZLE, the board shows the
    last puzzle of this browser.

    With --fpuzzles, nonet answers the solver extension of f-puzzles and SudokuMaker.

    The server runs until Ctrl-C. Only this machine can reach it. The board has a secret address,
    which nonet prints. With --fpuzzles, only pages of known sites can ask.
    """
    import asyncio

    from nonet.solvers import BackendUnavailable

    token = secrets.token_urlsafe(16)

    def ready(port: int) -> None:
        address = f"http://localhost:{port}/?token={token}"
        where = f"The board is at {address}"
        if fpuzzles:
            where = f"It answers f-puzzles at ws://localhost:{port}"
        tell(f"nonet: Ctrl-C stops the server. {where}")
        if not fpuzzles and sys.stderr.isatty():
            import webbrowser

            webbrowser.open(address)

    said = "--fpuzzles takes no PUZZLE, because the editor sends the puzzle"
    require(not fpuzzles or puzzle is None, said)
    require(fpuzzles or not origin, "--origin needs --fpuzzles")
    for url in origin or ():
        said = f"--origin takes a site such as https://example.org, not {url!r}"
        require(re.fullmatch(r"https?://[^/\s]+", url), said)
    model = None
    if puzzle is not None:
        from nonet.serving.pictures import require_small

        parsed = only_puzzle([puzzle], "serve")
        require_small(parsed)
        model = write(parsed, "json")
    try:
        from nonet.serving import server

        if fpuzzles:
            origins = (*server.ORIGINS, *(origin or ()))
            serving = server.serve_fpuzzles(server.PORT if port is None else port, origins, ready)
        else:
            chosen = server.BOARD_PORT if port is None else port
            serving = server.serve_board(token, chosen, ready, model)
        asyncio.run(serving)
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "websockets":
            raise
        needed = "serve needs websockets 14 or newer: pip install websockets"
        raise BackendUnavailable(needed) from None
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        said = "the port" if port is None else f"port {port}"
        raise typer.BadParameter(f"{said} is in use. Use --port to choose another.") from None
    return Exit.ANSWERED
