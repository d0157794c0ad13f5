"""The words of such texts."""

SUDOKU, LATIN, KILLER = "sudoku", "sudoku, ms", "killer"

#: What may follow each of these.
DIAGONALS = ", diagonals"

#: Properties that are kept as they are, and those that are numbers.
TEXTS = ("title", "author", "solver", "source", "info")
NUMBERS = ("size", "rows", "cols", "pattern", "patternx", "patterny", "depth", "unit")

#: The names of what stands in the lines below.
NAMES = ("problem", "areas", "solution", "moves")

KEYS = ("puzzle", *TEXTS, *NUMBERS, *NAMES)

#: Cells without a value; the first is written.
EMPTIES = ("-", ".")
