"""Clues outside of the board."""
