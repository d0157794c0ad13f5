"""How many examples hypothesis tries: in a quick run a quarter of those of the whole."""

from hypothesis import settings

#: The examples of a test that names no number, in the whole run.
WHOLE = 100


def tried(examples: int) -> settings:
    """Let a test try that many examples, or its share of them in a quick run."""
    return settings(max_examples=max(1, examples * settings().max_examples // WHOLE))
