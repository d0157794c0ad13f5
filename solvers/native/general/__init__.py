"""The general engine: search and learning for every puzzle with up to 64 values.

`model` passes the primitives to the C++ code in this folder; `engine` answers one puzzle.
"""
