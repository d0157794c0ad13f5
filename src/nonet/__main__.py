"""The entry point of ``nonet`` and ``python -m nonet``."""

import gc
import signal


def main() -> None:
    """Load the command line, and run it."""
    # During the imports, Ctrl-C ends the process at once. Otherwise Python would print a traceback.
    # If the caller ignores SIGINT, SIGINT stays ignored.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    # The garbage collector need not look at modules, because they stay loaded. At the end, it need
    # not look at any object. Both together save a fifth of the time to check a puzzle.
    gc.disable()
    from nonet.cli import main as run

    gc.freeze()
    gc.enable()
    try:
        run()
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
