"""What a process that was started warm runs to be a worker."""

from nonet.system.worker import serve

serve()
