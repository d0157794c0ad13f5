"""Rules of groups of cells: cages, clones, lunchboxes."""
