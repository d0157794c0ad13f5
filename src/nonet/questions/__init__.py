"""What can be asked of a puzzle: verdicts, numbers of solutions, its clues, its symmetries."""
