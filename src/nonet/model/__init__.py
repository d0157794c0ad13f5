"""The parts that rules use: the grid, names of cells, primitives, automata and figures."""
