"""The general engine: search and learning for every puzzle whose values fit a word of 64 bits.

`model` hands the rules to the C++ of this folder; `engine` answers one puzzle.
"""
