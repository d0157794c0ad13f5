"""Import a user's Python files in a way that worker processes can repeat.

While a file runs, its output to stdout goes to stderr. nonet's stdout is for answers.
"""

from __future__ import annotations

import importlib
import sys
import threading
import traceback
from contextlib import AbstractContextManager, nullcontext, redirect_stdout, suppress
from importlib.util import cache_from_source, find_spec
from pathlib import Path
from types import ModuleType

from nonet.system.errors import PuzzleError

#: The user's files that were run, as a mapping from full paths to the paths that the user wrote.
_run: dict[str, str] = {}

#: For each imported file, its size and its modification time at the import.
_states: dict[str, tuple[int, int]] = {}


def import_file(path: str) -> ModuleType:
    """Run a Python file and return its module. Do not run an unchanged file twice.

    The file's folder is appended to `sys.path`. Workers get the same `sys.path`, so they can import
    the file, too. An error in the file becomes a `PuzzleError` with the line.
    """
    file = Path(path).resolve()
    if file.suffix != ".py" or not file.stem.isidentifier():
        raise PuzzleError("the file needs a plain name, such as mine.py", file=path)
    if not file.is_file():
        raise PuzzleError("no such file", file=path)
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))
    importlib.invalidate_caches()
    _require_alone(file, path)
    _forget_older(file)
    _run[str(file)] = path
    try:
        with printing_aside():
            return importlib.import_module(file.stem)
    except SyntaxError as error:
        place = path if error.filename in (None, str(file)) else error.filename
        raise PuzzleError(error.msg, file=place, line=error.lineno) from error
    except (Exception, SystemExit) as error:
        raise blamed(error) or PuzzleError(str(error), file=path) from error


def printing_aside() -> AbstractContextManager[object]:
    """Redirect stdout to stderr for a block, but only in the main thread."""
    # All threads share `sys.stdout`. The redirections of two threads could undo each other.
    is_main = threading.current_thread() is threading.main_thread()
    return redirect_stdout(sys.stderr) if is_main else nullcontext()


def _forget_older(file: Path) -> None:
    """If a file has changed since it was run, unload its module."""
    found = file.stat()
    state = found.st_mtime_ns, found.st_size
    if _states.setdefault(str(file), state) != state:
        _states[str(file)] = state
        sys.modules.pop(file.stem, None)
        with suppress(OSError):  # Python's cache does not notice two changes in one second
            Path(cache_from_source(file)).unlink(missing_ok=True)


def blamed(error: BaseException) -> PuzzleError | None:
    """Return an error that names the line of a user's file, or None if other code has failed."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename in _run:
            message = f"{type(error).__name__}: {error}"
            return PuzzleError(message, file=_run[frame.filename], line=frame.lineno)
    return None


def files_run() -> list[str]:
    """Return the paths of the files that were run, as the user wrote them."""
    return list(_run.values())


def _require_alone(file: Path, path: str) -> None:
    """Refuse a file with the name of another module, because Python would import that module."""
    loaded = sys.modules.get(file.stem)
    spec = find_spec(file.stem) if loaded is None else None
    origin = getattr(loaded, "__file__", None) if spec is None else spec.origin
    if origin is None or Path(origin).resolve() != file:
        raise PuzzleError(f"another module is called {file.stem!r}. Rename the file.", file=path)
