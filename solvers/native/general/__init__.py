"""The general engine: search and learning for all puzzles with up to 64 values.

The module `model` passes primitives to the C++ code. The module `engine` answers one puzzle.
"""
