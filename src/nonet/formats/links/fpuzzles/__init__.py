"""The format ``fpuzzles``: links of f-puzzles.com, with the keys of its extensions.

A link is ``https://f-puzzles.com/?load=`` and a JSON document, compressed. The document alone,
compressed or not, is read as well. `table` says which key holds which rule. What is drawn without a
meaning, and what says nothing, is kept in `Puzzle.meta` under ``fpuzzles``, and written back.
"""

from nonet.formats.links.fpuzzles.link import FPUZZLES, payload_puzzle

__all__ = ["FPUZZLES", "payload_puzzle"]
