"""The code in the documentation runs."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


def code(page):
    """All Python blocks of a page as one program, at the lines where they stand."""
    lines = page.read_text().split("\n")
    program, inside = [], False
    for line in lines:
        fence = re.match(r"```(\w*)", line)
        if fence:
            inside = not inside and fence[1] == "python"
        program.append(line if inside and not fence else "")
    return "\n".join(program)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_code_on_the_page_runs(page, tmp_path):
    program = code(page)
    if not program.strip():
        pytest.skip("no code on this page")
    (tmp_path / "page.py").write_text(program)
    # A process of its own, because what a page registers stays registered.
    done = subprocess.run(
        [sys.executable, "page.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
