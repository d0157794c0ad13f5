"""Rules of marks in cells, on edges and at corners."""
