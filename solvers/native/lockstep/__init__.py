"""Classic 9×9 puzzles in lockstep: one in each lane of a vector register.

`engine` answers puzzles in sessions and streams, `arrays` many without a Python object for each.
"""
