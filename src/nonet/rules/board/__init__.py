"""Rules of the whole board, such as rows, anti-knight, negative constraints and indexers."""
