"""The number of hypothesis examples: a quick run tries a quarter of them."""

from hypothesis import settings

#: The default number of examples in a full run.
WHOLE = 100


def tried(examples: int) -> settings:
    """Let hypothesis try this many examples, or a quarter of them in a quick run."""
    return settings(max_examples=max(1, examples * settings().max_examples // WHOLE))
