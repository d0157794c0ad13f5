"""The lockstep engine: each lane of a vector register solves one classic 9×9 puzzle.

The module `engine` answers puzzles in sessions and streams. The module `arrays` answers arrays of
puzzles, without a Python object for each puzzle.
"""
