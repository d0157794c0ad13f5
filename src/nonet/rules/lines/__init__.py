"""Rules along a line."""
