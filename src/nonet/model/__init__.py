"""What rules speak of: the grid and the names of its cells, primitives, automata, figures."""
