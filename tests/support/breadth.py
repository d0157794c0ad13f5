"""The number of hypothesis examples: a full run tries three quarters of them, a quick run one."""

from hypothesis import settings

#: The default number of examples, of which `conftest.py` gives each run its share.
WHOLE = 100


def tried(examples: int) -> settings:
    """Let hypothesis try the run's share of this many examples."""
    return settings(max_examples=max(1, examples * settings().max_examples // WHOLE))
