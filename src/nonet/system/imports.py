"""Python files that a user names: imported like any module, so other processes find them, too.

What they print goes to stderr, as answers may go to stdout.
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

#: The files that were run: what the user calls each, by its full name.
_run: dict[str, str] = {}

#: When each was last changed, and its size, as it was run.
_states: dict[str, tuple[int, int]] = {}


def import_file(path: str) -> ModuleType:
    """Run a Python file, if it was not or has changed since, and return its module.

    It has the name of the file, and its folder comes last of those in which modules are found:
    child processes are told these folders, so classes of the file can be sent to them. What goes
    wrong in the file is a `PuzzleError` with its line.

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
        place = path if error.filename == str(file) else error.filename
        raise PuzzleError(error.msg, file=place, line=error.lineno) from error
    except (Exception, SystemExit) as error:
        raise blamed(error) or PuzzleError(str(error), file=path) from error


def printing_aside() -> AbstractContextManager[object]:
    """Let what is printed to stdout in a block go to stderr, if this is the main thread.

    >>> with printing_aside():
    ...     print("not among the answers")
    """
    # Of two threads the second one would put back what the first has put there.
    is_main = threading.current_thread() is threading.main_thread()
    return redirect_stdout(sys.stderr) if is_main else nullcontext()


def _forget_older(file: Path) -> None:
    """Let a file be run again if it has changed since it was."""
    found = file.stat()
    state = found.st_mtime_ns, found.st_size
    if _states.setdefault(str(file), state) != state:
        _states[str(file)] = state
        sys.modules.pop(file.stem, None)
        with suppress(OSError):  # the compiled file knows only the second of a change
            Path(cache_from_source(file)).unlink(missing_ok=True)


def blamed(error: BaseException) -> PuzzleError | None:
    """Return an error with its place in a file that was run; None if it comes from elsewhere.

    >>> blamed(ZeroDivisionError())
    """
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename in _run:
            message = f"{type(error).__name__}: {error}"
            return PuzzleError(message, file=_run[frame.filename], line=frame.lineno)
    return None


def files_run() -> list[str]:
    """Return the files that were run, as the user calls them."""
    return list(_run.values())


def _require_alone(file: Path, path: str) -> None:
    """Refuse a file whose name is that of another module, which would be imported instead."""
    loaded = sys.modules.get(file.stem)
    spec = find_spec(file.stem) if loaded is None else None
    origin = getattr(loaded, "__file__", None) if spec is None else spec.origin
    if origin is None or Path(origin).resolve() != file:
        raise PuzzleError(f"there is another module {file.stem!r}: rename the file", file=path)
