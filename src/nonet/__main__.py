"""``python -m nonet`` is ``nonet``."""

from nonet.cli import main

main()
