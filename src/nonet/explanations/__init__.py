"""Explanations: the next step and why it is forced, the whole path, and how hard it is."""
