"""The files of a race: a journal while it runs, results and a report at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from nonet.cli.common.exits import complain
from nonet.system.errors import PuzzleError
from nonet.system.files import require_other_files, write_whole

if TYPE_CHECKING:
    from nonet.racing import RaceResult


class Destination:
    """The file of ``--out`` and its journal, if the option is given."""

    def __init__(self, out: str | None, resume: bool, sources: Sequence[str]) -> None:
        from nonet.racing import environment_file, require_exportable

        self._out = out
        self.journal = Path(f"{out}.journal") if out else None
        self.files = [out, f"{out}.journal", environment_file(out)] if out else []
        if out:
            require_exportable(out)
            if not Path(out).absolute().parent.is_dir():
                raise PuzzleError("this folder does not exist", file=str(Path(out).parent))
        elif resume:
            raise typer.BadParameter("--resume needs --out, the file of the unfinished race")
        for name in self.files:
            require_other_files(name, sources)
        if out:
            self._require_fit(out, resume)

    def _require_fit(self, out: str, resume: bool) -> None:
        """Refuse to replace an unfinished race, or to continue a finished one."""
        is_unfinished = Path(f"{out}.journal").exists()
        if is_unfinished and not resume:
            raise PuzzleError(
                "belongs to an unfinished race. Use --resume to continue it, or delete it.",
                file=f"{out}.journal",
            )
        if resume and not is_unfinished and Path(out).is_file():
            raise PuzzleError("holds a finished race. Omit --resume to replace it.", file=out)

    def write(self, result: RaceResult) -> None:
        """Write the results and remove the journal."""
        from nonet.racing import exported

        if not self._out or not self.journal:
            return
        for name, content in exported(result, self._out).items():
            write_whole(name, [content])
        self.journal.unlink()

    def leave(self, runs: int) -> None:
        """Print the name of the journal of an interrupted race."""
        from nonet.formats.text import counted

        if self.journal:
            kept = counted(runs, "run")
            complain(f"{self.journal} has {kept}. Use --resume to continue.")


def reporter(path: str, others: Sequence[str]) -> Callable[[RaceResult], None]:
    """Return the function that writes the report, after checking that the file can be written."""
    require_other_files(path, others)
    if not Path(path).absolute().parent.is_dir():
        raise PuzzleError("this folder does not exist", file=path)
    from nonet.solvers import BackendUnavailable

    try:
        from nonet.racing.report import write_html
    except ModuleNotFoundError as missing:
        raise BackendUnavailable(str(missing)) from None
    return lambda result: write_html(result, path)
