"""Import a user's Python files in a way that worker processes can repeat.

The files' output goes to stderr, because stdout is for answers.
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

#: The files that were run. Keys are full paths. Values are the paths that the user wrote.
_run: dict[str, str] = {}

#: The size and the last change of each file at the time when the file was run.
_states: dict[str, tuple[int, int]] = {}


def import_file(path: str) -> ModuleType:
    """Run a Python file and return its module. Do not run a file again unless it has changed.

    The module has the name of the file, and the file's folder is appended to `sys.path`. Workers
    get the same `sys.path`, so they can import the file too. An error in the file becomes a
    `PuzzleError` with its line.

    >>> import_file("rules.txt")
    Traceback (most recent call last):
    nonet.system.errors.PuzzleError: rules.txt: not a Python file with a plain name, such as mine.py
    """
    file = Path(path).resolve()
    if file.suffix != ".py" or not file.stem.isidentifier():
        raise PuzzleError("not a Python file with a plain name, such as mine.py", file=path)
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
    """Redirect stdout to stderr for a block, but only in the main thread.

    >>> with printing_aside():
    ...     print("not among the answers")
    """
    # If two threads redirected stdout, each would undo the redirection of the other.
    is_main = threading.current_thread() is threading.main_thread()
    return redirect_stdout(sys.stderr) if is_main else nullcontext()


def _forget_older(file: Path) -> None:
    """Unload the module of a file that has changed since its last run."""
    found = file.stat()
    state = found.st_mtime_ns, found.st_size
    if _states.setdefault(str(file), state) != state:
        _states[str(file)] = state
        sys.modules.pop(file.stem, None)
        with suppress(OSError):  # Python would not notice a second change in the same second
            Path(cache_from_source(file)).unlink(missing_ok=True)


def blamed(error: BaseException) -> PuzzleError | None:
    """Return an error with the line of the user's file that failed. Return None for other code.

    >>> blamed(ZeroDivisionError())
    """
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename in _run:
            message = f"{type(error).__name__}: {error}"
            return PuzzleError(message, file=_run[frame.filename], line=frame.lineno)
    return None


def files_run() -> list[str]:
    """Return the paths of the user's files that were run, as the user wrote them."""
    return list(_run.values())


def _require_alone(file: Path, path: str) -> None:
    """Refuse a file that has the name of another module. Python would import the other module."""
    loaded = sys.modules.get(file.stem)
    spec = find_spec(file.stem) if loaded is None else None
    origin = getattr(loaded, "__file__", None) if spec is None else spec.origin
    if origin is None or Path(origin).resolve() != file:
        raise PuzzleError(f"there is another module {file.stem!r}: rename the file", file=path)
