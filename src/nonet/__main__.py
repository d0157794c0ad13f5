"""``nonet``, and ``python -m nonet``: Ctrl-C ends it by the signal until it is loaded."""

import signal


def main() -> None:
    """Load the command line, and run it."""
    # Python would print where it was, in the midst of our imports. What is ignored stays so.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from nonet.cli import main as run

    run()


if __name__ == "__main__":
    main()
