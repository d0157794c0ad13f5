"""The Sudoku program of Peter Norvig's essay "Solving Every Sudoku Puzzle", as a baseline.

This program is written from the description in the essay (https://norvig.com/sudoku.html). It has
the same algorithm, names and data structures: a puzzle is a dictionary from squares to strings of
digits.

    square  a name such as "A1"; rows are letters, columns digits
    unit    the nine squares of a row, a column or a box
    peers   the twenty squares that share a unit with a square
    values  for each square, the digits that it may still hold

There is one difference: peers are tuples, not sets. The order of a set of strings changes from
process to process, and so would the time of a search.
"""

DIGITS = "123456789"
ROWS = "ABCDEFGHI"


def cross(rows, columns):
    return [row + column for row in rows for column in columns]


squares = cross(ROWS, DIGITS)
unitlist = [
    *(cross(ROWS, column) for column in DIGITS),
    *(cross(row, DIGITS) for row in ROWS),
    *(cross(rows, columns) for rows in ("ABC", "DEF", "GHI") for columns in ("123", "456", "789")),
]
units = {square: [unit for unit in unitlist if square in unit] for square in squares}
peers = {
    square: tuple(sorted({peer for unit in units[square] for peer in unit} - {square}))
    for square in squares
}


def solve(grid):
    """Return the values of a solution, or False without a solution."""
    return search(parse_grid(grid))


def parse_grid(grid):
    """Assign the givens of 81 characters to an empty board. Return False for a contradiction."""
    values = dict.fromkeys(squares, DIGITS)
    for square, digit in zip(squares, grid, strict=True):
        if digit in DIGITS and not assign(values, square, digit):
            return False
    return values


def assign(values, square, digit):
    """Eliminate all other digits from a square, and propagate. Return False for a contradiction."""
    others = values[square].replace(digit, "")
    if all(eliminate(values, square, other) for other in others):
        return values
    return False


def eliminate(values, square, digit):
    """Eliminate a digit from a square, and propagate. Return False for a contradiction."""
    if digit not in values[square]:
        return values
    left = values[square] = values[square].replace(digit, "")
    # If a square has one digit left, its peers lose that digit.
    if not left:
        return False
    if len(left) == 1 and not all(eliminate(values, peer, left) for peer in peers[square]):
        return False
    # If a unit has one place left for the digit, it goes there.
    for unit in units[square]:
        places = [place for place in unit if digit in values[place]]
        if not places:
            return False
        if len(places) == 1 and not assign(values, places[0], digit):
            return False
    return values


def search(values):
    """Try the digits of a square with the fewest, depth first."""
    if values is False:
        return False
    if all(len(values[square]) == 1 for square in squares):
        return values
    square = fewest(values)
    for digit in values[square]:
        if found := search(assign(values.copy(), square, digit)):
            return found
    return False


def fewest(values):
    """Return the unfilled square with the fewest digits, the first by name."""
    _, square = min((len(values[square]), square) for square in squares if len(values[square]) > 1)
    return square
