"""Rules for groups of cells: cages, clones, lunchboxes."""
