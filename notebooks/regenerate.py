"""Executes notebooks and stores their outputs, without noise, so that a diff shows real changes.

python notebooks/regenerate.py [NOTEBOOK...]

`make notebooks` runs this and draws from the stored results. `NONET_NOTEBOOKS=anew` measures again
and stores, `anew:cold,warm` only these experiments; `quick` makes the experiments small and stores
nothing. Committed notebooks have the full scale.
"""

import os
import sys
import time
from pathlib import Path

import nbformat
import study
from nbclient import NotebookClient
from nbformat import NotebookNode

FOLDER = Path(__file__).parent
#: Limit for a cell, in seconds.
LONGEST = 1800

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
    "nonet": {"scale": "quick" if study.scale() is study.Scale.QUICK else "full"},
}


def main(names: list[str]) -> None:
    """Execute the notebooks of these names, or all."""
    for path in map(Path, names) if names else sorted(FOLDER.glob("*.ipynb")):
        start = time.perf_counter()
        notebook = executed(nbformat.read(path, as_version=4))
        write(nbformat.writes(notebook) + "\n", path)
        print(f"{path.name}: {time.perf_counter() - start:.0f} s", flush=True)


def executed(notebook: NotebookNode) -> NotebookNode:
    """Return the notebook with the outputs of a new kernel."""
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=LONGEST,
        record_timing=False,
        resources={"metadata": {"path": str(FOLDER)}},
    )
    return tidied(client.execute())


def tidied(notebook: NotebookNode) -> NotebookNode:
    """Return the notebook without the user, the kernel and the times of its run."""
    notebook.metadata = NotebookNode(METADATA)
    for number, cell in enumerate(notebook.cells, start=1):
        cell.id = f"cell-{number:02}"
        cell.metadata = NotebookNode(
            {key: value for key, value in cell.metadata.items() if key == "tags"}
        )
    return notebook


def write(text: str, path: Path) -> None:
    """Write a file in one piece: Ctrl-C leaves the old one or the new one."""
    beside = path.with_suffix(".tmp")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, path)


if __name__ == "__main__":
    main(sys.argv[1:])
