"""The pages for users, and the code on them."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: The pages for users, whose code is executed and type-checked.
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


def code(page):
    """Return all Python blocks of a page as one program with the same line numbers."""
    lines = page.read_text().split("\n")
    program, inside = [], False
    for line in lines:
        fence = re.match(r"```(\w*)", line)
        if fence:
            inside = not inside and fence[1] == "python"
        program.append(line if inside and not fence else "")
    return "\n".join(program)


#: The pages with code, and their code.
PROGRAMS = {page: code(page) for page in PAGES if code(page).strip()}
