"""Code that the verbs share: reading puzzles, options, printing, progress, signals, exit codes."""
