"""Classic 9×9 puzzles in lockstep: one in each lane of a vector register.

`session` answers one puzzle, `stream` many; the engine itself is the C++ of this folder.
"""
