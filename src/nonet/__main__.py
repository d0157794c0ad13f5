"""The entry point of ``nonet`` and ``python -m nonet``."""

import signal


def main() -> None:
    """Load the command line, and run it."""
    # During the imports, Ctrl-C ends the process at once. Otherwise Python would print a traceback.
    # If the caller ignores SIGINT, SIGINT stays ignored.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from nonet.cli import main as run

    run()


if __name__ == "__main__":
    main()
