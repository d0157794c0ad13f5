"""Rules of the whole board: houses, distances, negative constraints, indexers."""
