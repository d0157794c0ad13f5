"""Clues outside the board, such as sandwiches and skyscrapers."""
