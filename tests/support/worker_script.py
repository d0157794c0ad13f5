"""The script of a quickly started worker process."""

from nonet.system.worker import serve

serve()
