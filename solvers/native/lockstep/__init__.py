"""Classic 9×9 puzzles in lockstep: one in each lane of a vector register.

`engine` answers one puzzle, `stream` many, `arrays` many without a Python object for each.
"""
