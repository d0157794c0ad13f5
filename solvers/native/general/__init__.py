"""The general engine: search and learning for every puzzle whose values fit a word of 64 bits.

`model` passes the primitives to the C++ code in this folder; `engine` answers one puzzle.
"""
