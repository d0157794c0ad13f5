"""Draws docs/nonet.svg, the picture in the README: real commands and what they print.

python docs/picture.py
"""

import os
import pty
import re
import shlex
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

COMMANDS = (
    "nonet check 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28.....1...5....8..79",
    "nonet race",
)
WIDTH = 96


def printed(command: str) -> str:
    """Return what a command prints on a terminal of its own."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ |= {"COLUMNS": str(WIDTH), "TERM": "xterm-256color"}
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # progress bars are no part of the picture
        os.execv(sys.executable, [sys.executable, "-m", *shlex.split(command)])
    parts = []
    while True:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:  # how Linux says that the other end is closed
            break
        if not part:
            break
        parts.append(part)
    os.waitpid(pid, 0)
    return b"".join(parts).decode().replace("\r\n", "\n")


def main() -> None:
    """Record the commands and write the picture beside this file."""
    console = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True)
    for command in COMMANDS:
        console.print(Text(f"$ {command}", style="bold green"))
        console.print(Text.from_ansi(printed(command)))
    svg = console.export_svg(title="nonet", theme=MONOKAI)
    svg = re.sub(r"@font-face\s*\{.*?\}", "", svg, flags=re.DOTALL)  # no fonts from elsewhere
    Path(__file__).with_name("nonet.svg").write_text(svg)


if __name__ == "__main__":
    main()
